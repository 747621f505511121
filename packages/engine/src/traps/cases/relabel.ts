/** Relabelling rules that match less than they seem to. */
import type { TrapCase } from "../trap-case.ts";

const relabel = (...rules: string[]): string =>
  `logs.relabel "a" {
  forward_to = [logs.echo.out.receiver]

${rules.map((rule) => `  rule {\n${rule.replaceAll(/^/gm, "    ")}\n  }\n`).join("\n")}}

logs.echo "out" { }
`;
const discovery = (rule: string): string => `discovery.relabel "a" {
  targets = []

  rule {
${rule.replaceAll(/^/gm, "    ")}
  }
}
`;
const profiles = (rule: string): string => `profiles.relabel "a" {
  forward_to = []

  rule {
${rule.replaceAll(/^/gm, "    ")}
  }
}
`;
const suffixed = (replacement: string): string =>
  relabel(`source_labels = ["app"]\ntarget_label  = "y"\nreplacement   = "${replacement}"`);
const mapped = (name: string): string => relabel(`source_labels = ["${name}"]\ntarget_label  = "x"`);

const misspelt = (wrong: string, right: string): TrapCase => ({
  name: `${wrong} is mistyped`,
  config: mapped(wrong),
  expect: { reports: [{ code: "mistyped-label", fix: `Change to ${right}`, fixed: mapped(right) }] },
});
const meant = (name: string): TrapCase => ({
  name: `${name} may be meant`,
  config: mapped(name),
  expect: { silent: true },
});

export const RELABEL: readonly TrapCase[] = [
  {
    name: "a rule without source labels expects to see the line",
    config: relabel('regex        = "user=(\\\\w+)"\ntarget_label = "user"'),
    input: [{ line: "login user=ann", labels: { app: "a" } }],
    expect: {
      out: [{ labels: { app: "a" } }],
      reports: [
        { code: "rule-never-applies", message: "stage.regex reads the line" },
        { note: "matches the line, and a rule sees labels alone" },
      ],
    },
  },
  {
    name: "a keep without source labels keeps nothing",
    config: relabel('action = "keep"\nregex  = "prod"'),
    expect: { reports: [{ code: "rule-never-applies", message: "nothing is kept" }] },
  },
  {
    name: "joined values have a separator that the expression lacks",
    config: relabel(
      'action        = "drop"\nsource_labels = ["namespace", "app"]\nregex         = "kube-system|monitoring"',
    ),
    expect: { reports: [{ code: "rule-never-applies", message: "nothing is dropped" }] },
  },
  {
    name: "joined values may match",
    config: relabel('source_labels = ["namespace", "app"]\nregex         = "shop;(.+)"\ntarget_label  = "x"'),
    expect: { silent: true },
  },
  {
    name: "joined values are tested by a class that has the separator",
    config: relabel('source_labels = ["namespace", "app"]\nregex         = "([^-]+)"\ntarget_label  = "x"'),
    expect: { silent: true },
  },
  {
    name: "a constant needs no source labels",
    config: relabel('target_label = "cluster"\nreplacement  = "eu-1"'),
    input: [{ line: "x", labels: { app: "a" } }],
    expect: { out: [{ labels: { app: "a", cluster: "eu-1" } }], silent: true },
  },
  {
    name: "the expression of an empty source may be empty",
    config: relabel('regex        = "(.*)"\ntarget_label = "x"\nreplacement  = "y$1"'),
    expect: { silent: true },
  },
  {
    name: "label names are no source",
    config: relabel('action = "labeldrop"\nregex  = "pod|uid"'),
    expect: { silent: true },
  },
  {
    name: "a prefix does not match a whole value",
    config: relabel('source_labels = ["filename"]\nregex         = "/srv/([^/]+)/"\ntarget_label  = "site"'),
    input: [{ line: "x", labels: { filename: "/srv/blog/app.log" } }],
    expect: {
      out: [{ labels: { filename: "/srv/blog/app.log" } }],
      reports: [
        { note: "matches a part of the value, `/srv/blog/`, and a rule has to match the whole value" },
        { code: "rule-matches-part", fix: "Change to /srv/([^/]+)/.*" },
      ],
    },
  },
  {
    name: "a value of another form is none of the rule's",
    config: relabel('source_labels = ["filename"]\nregex         = "/srv/([^/]+)/.*"\ntarget_label  = "site"'),
    input: [{ line: "/srv/x/y", labels: { filename: "/var/log/app.log" } }],
    expect: { out: [{ labels: { filename: "/var/log/app.log" } }], silent: true },
  },
  {
    name: "a rule looks for a label that is in the line",
    config: relabel('source_labels = ["message"]\nregex         = "GET .*"\naction        = "drop"'),
    input: [{ line: "GET /healthz", labels: { app: "a" } }],
    expect: { out: [{ line: "GET /healthz" }], reports: [{ note: "matches the line, and a rule sees labels alone" }] },
  },
  misspelt("__journal_systemd_unit", "__journal__systemd_unit"),
  misspelt("__meta_kubernetes_pod_labels_app", "__meta_kubernetes_pod_label_app"),
  misspelt("__meta_kubernetes_container_name", "__meta_kubernetes_pod_container_name"),
  misspelt("__meta_kubernetes_pod_namespace", "__meta_kubernetes_namespace"),
  misspelt("__meta_docker_container_names", "__meta_docker_container_name"),
  misspelt("__meta_kuberntes_pod_name", "__meta_kubernetes_pod_name"),
  misspelt("__syslog_message_appname", "__syslog_message_app_name"),
  {
    name: "a label of Kubernetes is written with its dots",
    config: discovery('source_labels = ["__meta_kubernetes_pod_label_app.kubernetes.io/name"]\ntarget_label  = "app"'),
    expect: {
      reports: [{ code: "mistyped-label", fix: "Change to __meta_kubernetes_pod_label_app_kubernetes_io_name" }],
    },
  },
  {
    name: "a map of labels begins with no label",
    config: discovery('action = "labelmap"\nregex  = "__meta_kubernetes_pod_labels_(.+)"'),
    expect: {
      reports: [
        {
          code: "mistyped-label",
          fixed: discovery('action = "labelmap"\nregex  = "__meta_kubernetes_pod_label_(.+)"'),
        },
      ],
    },
  },
  {
    name: "a map of labels begins with some",
    config: discovery('action = "labelmap"\nregex  = "__meta_kubernetes_pod_label_(.+)"'),
    expect: { silent: true },
  },
  {
    name: "several labels are written in one text",
    config: relabel('source_labels = ["namespace, app"]\ntarget_label  = "x"'),
    expect: {
      reports: [{ code: "blank-in-name", fixed: relabel('source_labels = ["namespace", "app"]\ntarget_label  = "x"') }],
    },
  },
  meant("__journal__hostname"),
  meant("__journal_unit"),
  meant("__journal_coredump_exe"),
  meant("__meta_kubernetes_pod_label_app_kubernetes_io_name"),
  meant("__meta_docker_container_label_com_docker_compose_service"),
  meant("__meta_name"),
  meant("__meta_filepath"),
  meant("__meta_dockerswarm_service_name"),
  {
    name: "a replacement refers to a group that is not there",
    config: relabel(
      'source_labels = ["namespace"]\nregex         = "(prod|staging)-.*"\ntarget_label  = "env"\nreplacement   = "$2"',
    ),
    input: [{ line: "x", labels: { namespace: "prod-a", env: "b" } }],
    expect: {
      out: [{ labels: { namespace: "prod-a" } }],
      reports: [
        { code: "group-missing", message: '"(prod|staging)-.*" has no group "2", so that the label "env" is removed' },
      ],
    },
  },
  {
    name: "a replacement refers to a group of an expression without groups",
    config: discovery(
      'source_labels = ["app"]\nregex         = "team-.*"\ntarget_label  = "team"\nreplacement   = "${1}"',
    ),
    expect: { reports: [{ code: "group-missing", message: 'no group "1"' }] },
  },
  {
    name: "an expression without a group has the usual replacement",
    config: profiles('source_labels = ["app"]\nregex         = "team-.*"\ntarget_label  = "team"'),
    expect: { reports: [{ code: "group-missing", message: 'the label "team" is removed' }] },
  },
  {
    name: "a part of the replacement refers to a group of a name that is not there",
    config: relabel(
      'source_labels = ["app"]\nregex         = "(?P<name>.+)-\\\\d+"\ntarget_label  = "x"\nreplacement   = "app-${nam}"',
    ),
    expect: { reports: [{ code: "group-missing", message: 'no group "nam", so that it stands for nothing' }] },
  },
  {
    name: "the name of a group goes on behind its number",
    config: suffixed("$1_x"),
    input: [{ line: "x", labels: { app: "a" } }],
    expect: { out: [{ labels: { app: "a" } }], reports: [{ code: "group-missing", fixed: suffixed("${1}_x") }] },
  },
  {
    name: "a map of labels has no group",
    config: discovery('action = "labelmap"\nregex  = "__meta_kubernetes_pod_label_.+"'),
    expect: { reports: [{ code: "group-missing", message: "no label is set" }] },
  },
  {
    name: "the number of a group is in brackets",
    config: suffixed("${1}_x"),
    input: [{ line: "x", labels: { app: "a" } }],
    expect: { out: [{ labels: { app: "a", y: "a_x" } }], silent: true },
  },
  {
    name: "groups have names and numbers",
    config: relabel(
      'source_labels = ["app"]\nregex         = "(?P<name>.+)-(.+)"\ntarget_label  = "x"\nreplacement   = "$0 $2 ${name} 5$$3"',
    ),
    input: [{ line: "x", labels: { app: "a-b" } }],
    expect: { out: [{ labels: { app: "a-b", x: "a-b b a 5$3" } }], silent: true },
  },
  {
    name: "an empty replacement removes the label",
    config: relabel('source_labels = ["app"]\nregex         = "team-.*"\ntarget_label  = "app"\nreplacement   = ""'),
    input: [{ line: "x", labels: { app: "team-a", b: "c" } }],
    expect: { out: [{ labels: { b: "c" } }], silent: true },
  },
  {
    name: "an expression without a group decides",
    config: relabel('source_labels = ["app"]\nregex         = "team-.*"\naction        = "keep"'),
    expect: { silent: true },
  },
  {
    name: "a target label is a group",
    config: discovery(
      'source_labels = ["app"]\nregex         = "(.+)=(.+)"\ntarget_label  = "app_$1"\nreplacement   = "$2"',
    ),
    expect: { silent: true },
  },
  {
    name: "an earlier rule sets the label",
    config: relabel(
      'source_labels = ["app"]\ntarget_label  = "__meta_docker_container_names"',
      'source_labels = ["__meta_docker_container_names"]\ntarget_label  = "x"',
    ),
    expect: { silent: true },
  },
];

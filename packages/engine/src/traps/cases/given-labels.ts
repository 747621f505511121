/** Labels that sources set in so many words decide selectors and rules, and tell streams apart. */
import type { TrapCase } from "../trap-case.ts";

const WRITE = `
loki.write "a" {
  endpoint {
    url = "http://loki:3100/loki/api/v1/push"
  }
}
`;

const journal = (labels: string, more = ""): string => `loki.source.journal "a" {
${labels === "" ? "" : `  labels     = ${labels}\n`}${more}  forward_to = [loki.process.a.receiver]
}
`;

const syslog = (...labels: string[]): string => `// sluice:ignore no-journal
loki.source.syslog "a" {
${labels.map((own, i) => `  listener {\n    address = "127.0.0.1:${5140 + i}"\n    labels  = ${own}\n  }\n`).join("\n")}
  forward_to = [loki.process.a.receiver]
}
`;

const api = (labels: string): string => `// sluice:ignore no-journal
loki.source.api "a" {
  http {
    listen_port = 3101
  }

  labels     = ${labels}
  forward_to = [loki.process.a.receiver]
}
`;

const files = (targets: string): string => `loki.source.file "a" {
  targets    = ${targets}
  forward_to = [loki.process.a.receiver]
}
`;

const processes = (stages: string, to = "loki.write.a"): string => `
loki.process "a" {
  forward_to = [${to}.receiver]

${stages}}
`;

const branch = (selector: string): string => `  stage.match {
    selector = \`${selector}\`

    stage.static_labels {
      values = { seen = "yes" }
    }
  }
`;

const drops = (selector: string, then = branch("{}").replace("{}", '{app=""}')): string => `  stage.match {
    selector = \`${selector}\`
    action   = "drop"
  }
${then === "" ? "" : `\n${then}`}`;

const relabels = (rule: string): string => `
loki.relabel "a" {
  forward_to = [loki.write.a.receiver]

  rule {
${rule}  }
}
`;

const rule = (given: Record<string, string>): string =>
  Object.entries(given)
    .map(([name, value]) => `    ${name} = ${value}\n`)
    .join("");

const KEEP = rule({ source_labels: '["env"]', regex: '"prod"', action: '"keep"' });

const decided = (name: string, config: string, message: string): TrapCase => ({
  name,
  config: config + WRITE,
  expect: { reports: [{ code: "decided-by-source", message }] },
});
const never = (name: string, config: string, message: string): TrapCase => ({
  name,
  config: config + WRITE,
  expect: { reports: [{ code: "rule-never-applies", message }] },
});
const silent = (name: string, config: string): TrapCase => ({ name, config: config + WRITE, expect: { silent: true } });

const ENV = processes(branch('{env="prod"}'));
const MULTILINE = `  stage.multiline {
    firstline = "^\\\\d{4}-"
  }
`;
const LABEL_DROP = (name: string): string => `  stage.label_drop {
    values = ["${name}"]
  }
`;
const mixed = (name: string, config: string, message: string, stage = "stage.label_drop"): TrapCase => ({
  name,
  config: config + WRITE,
  expect: { reports: [{ code: "streams-mixed", message, fix: `Move stage.multiline before ${stage}` }] },
});

export const GIVEN_LABELS: readonly TrapCase[] = [
  decided(
    "a selector asks for another value than the journal's label has",
    journal('{ env = "dev" }') + ENV,
    'no entry matches env="prod" here: env is "dev"',
  ),
  silent("a selector asks for the value of the journal's label", journal('{ env = "prod" }') + ENV),
  silent("the value comes from the environment", journal('{ env = coalesce(constants.hostname, "dev") }') + ENV),
  decided(
    "no target has the value",
    files('[{ __path__ = "/a.log", env = "dev" }, { __path__ = "/b.log", env = "test" }]') + ENV,
    'env is "dev" or "test"',
  ),
  silent(
    "one of the targets has the value",
    files('[{ __path__ = "/a.log", env = "dev" }, { __path__ = "/b.log", env = "prod" }]') + ENV,
  ),
  decided("clients cannot change a label of the source", api('{ env = "dev" }') + ENV, 'no entry matches env="prod"'),
  silent("clients send the label", api('{ job = "api" }') + ENV),
  decided(
    "a fixed replacement sets the label",
    files("discovery.relabel.a.output") +
      `
discovery.relabel "a" {
  targets = [{ __path__ = "/a.log" }]

  rule {
    target_label = "env"
    replacement  = "dev"
  }
}
` +
      ENV,
    'env is "dev"',
  ),
  silent(
    "a rule sets the label by a part of the path",
    files("discovery.relabel.a.output") +
      `
discovery.relabel "a" {
  targets = [{ __path__ = "/var/log/dev/a.log" }, { __path__ = "/var/log/prod/a.log" }]

  rule {
    source_labels = ["__path__"]
    regex         = "/var/log/([a-z]+)/.*"
    target_label  = "env"
  }
}
` +
      ENV,
  ),
  decided(
    "one pipeline after another",
    journal('{ env = "dev" }').replaceAll("process.a", "process.b") +
      processes("  stage.cri { }\n", "loki.process.a").replace('loki.process "a"', 'loki.process "b"') +
      ENV,
    'env is "dev"',
  ),
  silent(
    "a pipeline before it makes the label",
    journal('{ env = "dev" }').replaceAll("process.a", "process.b") +
      processes(
        '  stage.json {\n    expressions = { env = "" }\n  }\n\n  stage.labels {\n    values = { env = "" }\n  }\n',
        "loki.process.a",
      ).replace('loki.process "a"', 'loki.process "b"') +
      ENV,
  ),
  silent(
    "another source sends entries that nobody knows",
    `${journal('{ env = "dev" }')}
loki.source.docker "b" {
  host       = "unix:///var/run/docker.sock"
  targets    = discovery.docker.b.targets
  forward_to = [loki.process.a.receiver]
}

discovery.docker "b" {
  host = "unix:///var/run/docker.sock"
}
${ENV}`,
  ),
  decided(
    "a drop takes every entry, and stages follow",
    journal('{ env = "dev" }') + processes(drops('{env=~"dev|test"}')),
    "this drops every entry",
  ),
  silent(
    "a drop takes every entry after they are counted",
    journal('{ env = "dev" }') +
      processes(
        `  stage.metrics {
    metric.counter {
      name      = "lines_total"
      match_all = true
      action    = "inc"
    }
  }

${drops('{env="dev"}', "")}`,
      ),
  ),
  silent(
    "a drop asks for a text in the line, too",
    journal('{ env = "dev" }') + processes(drops('{env="dev"} |= "health"', branch('{env="dev"}'))),
  ),
  never(
    "a rule keeps what no source sends",
    journal('{ env = "dev" }').replace("process.a", "relabel.a") + relabels(KEEP),
    'the rule sees "dev" here, which "prod" does not match, so that nothing is kept',
  ),
  silent(
    "a rule keeps what a source sends",
    journal('{ env = "prod" }').replace("process.a", "relabel.a") + relabels(KEEP),
  ),
  never(
    "a rule drops what all sources send",
    journal('{ env = "dev" }').replace("process.a", "relabel.a") +
      relabels(rule({ source_labels: '["env", "zone"]', regex: '"dev;.*"', action: '"drop"' })),
    'which "dev;.*" matches, so that everything is dropped',
  ),
  silent(
    "a rule drops what one of two listeners sends",
    syslog('{ env = "dev" }', '{ env = "prod" }').replace("process.a", "relabel.a") +
      relabels(rule({ source_labels: '["env"]', regex: '"dev"', action: '"drop"' })),
  ),
  never(
    "a rule replaces a value that no target has",
    files("discovery.relabel.a.output").replace("process.a", "write.a") +
      `
discovery.relabel "a" {
  targets = [{ __path__ = "/var/log/shop.log", job = "shop" }]

  rule {
    source_labels = ["job"]
    regex         = "bank"
    target_label  = "team"
    replacement   = "money"
  }
}
`,
    'the rule sees "shop" here',
  ),
  silent(
    "a rule sees what the rule before it sets",
    files("discovery.relabel.a.output").replace("process.a", "write.a") +
      `
discovery.relabel "a" {
  targets = [{ __path__ = "/var/log/shop.log", job = "shop" }]

  rule {
    target_label = "job"
    replacement  = "bank"
  }

  rule {
    source_labels = ["job"]
    regex         = "bank"
    target_label  = "team"
    replacement   = "money"
  }
}
`,
  ),
  mixed(
    "lines of files are joined without their names",
    files('[{ __path__ = "/var/log/app/*.log", job = "app" }]') + processes(`${LABEL_DROP("filename")}\n${MULTILINE}`),
    'removes "filename", which tells streams apart',
  ),
  silent(
    "lines of files are joined before their names go",
    files('[{ __path__ = "/var/log/app/*.log", job = "app" }]') + processes(`${MULTILINE}\n${LABEL_DROP("filename")}`),
  ),
  silent(
    "lines of one file are joined without its name",
    files('[{ __path__ = "/var/log/app.log", job = "app" }]') + processes(`${LABEL_DROP("filename")}\n${MULTILINE}`),
  ),
  mixed(
    "lines of listeners are joined without their label",
    syslog('{ job = "a" }', '{ job = "b" }') + processes(`${LABEL_DROP("job")}\n${MULTILINE}`),
    'removes "job", which tells streams apart',
  ),
  silent(
    "lines of listeners are joined, which another label tells apart",
    syslog('{ job = "a", zone = "a" }', '{ job = "b", zone = "b" }') + processes(`${LABEL_DROP("job")}\n${MULTILINE}`),
  ),
  mixed(
    "a stage keeps labels that are the same for all files",
    files('[{ __path__ = "/a.log", job = "a" }, { __path__ = "/b.log", job = "a" }]') +
      processes(`  stage.label_keep {\n    values = ["job"]\n  }\n\n${MULTILINE}`),
    'removes "filename"',
    "stage.label_keep",
  ),
  silent(
    "a stage keeps the label that tells files apart",
    files('[{ __path__ = "/a.log", job = "a" }, { __path__ = "/b.log", job = "b" }]') +
      processes(`  stage.label_keep {\n    values = ["job"]\n  }\n\n${MULTILINE}`),
  ),
  {
    name: "a listener sends entries without a label",
    config: syslog("{ }").replace("process.a", "write.a") + WRITE,
    expect: { reports: [{ code: "stream-without-labels", message: "entries of this listener reach loki.write" }] },
  },
  silent("a listener sends entries with a label", syslog('{ job = "syslog" }').replace("process.a", "write.a")),
  silent(
    "a stage gives the entries of a listener a label",
    syslog("{ }") + processes('  stage.static_labels {\n    values = { job = "syslog" }\n  }\n'),
  ),
  {
    name: "the writer gives entries a label",
    config:
      syslog("{ }").replace("process.a", "write.a") +
      WRITE.replace("  endpoint", '  external_labels = { job = "syslog" }\n\n  endpoint'),
    expect: { silent: true },
  },
  {
    name: "a rule removes the only label of a listener",
    config:
      syslog('{ job = "syslog" }').replace("process.a", "relabel.a") +
      relabels(rule({ regex: '"job"', action: '"labeldrop"' })) +
      WRITE,
    expect: { reports: [{ code: "stream-without-labels" }] },
  },
  {
    name: "plain lines of an API have no label",
    config: api("{ }").replace("process.a", "write.a") + WRITE,
    expect: { reports: [{ code: "stream-without-labels", message: "/loki/api/v1/raw" }] },
  },
  silent("plain lines of an API have a label", api('{ job = "api" }').replace("process.a", "write.a")),
];

/** The results of imports; the vectors compare them with Alloy's own converter. */
import { describe, expect, it } from "vitest";
import { LineIndex } from "../../base/span.ts";
import { importPromtail } from "./index.ts";

const CLIENT = "clients: [{url: http://loki:3100/loki/api/v1/push}]\n";
const job = (more: string, top = CLIENT): string => `${top}scrape_configs:\n  - job_name: app\n    ${more}\n`;
const staticJob = (more: string, top = CLIENT): string =>
  job(`static_configs: [{labels: {__path__: /x.log}}]\n    ${more}`, top);
const stages = (body: string): string => staticJob(`pipeline_stages:\n${body.replace(/^/gm, "      ")}`);

/** The configuration without what stands around the stages. */
function stagesOf(body: string): string {
  const { text } = importPromtail(stages(body));
  const inside =
    /forward_to = \[loki\.write\.default\.receiver\]\n\n?([\s\S]*?)\n?\}\n\nloki\.source/.exec(text)?.[1] ?? "";
  return inside.replace(/^\t/gm, "");
}

/** `line:column severity message` of each remark. */
function told(yaml: string): string[] {
  const lines = new LineIndex(yaml);
  return importPromtail(yaml).diagnostics.map(({ severity, message, span }) => {
    const place = span === undefined ? "-" : `${lines.position(span.start).line}:${lines.position(span.start).column}`;
    return `${place} ${severity} ${message}`;
  });
}

describe("importPromtail", () => {
  it.each([
    [
      "json",
      "- json: {Expressions: {a: b.c}, SOURCE: s, other: 1}",
      'stage.json {\n\texpressions = {\n\t\ta = "b.c",\n\t}\n\tsource = "s"\n}',
    ],
    ["a stage whose settings are null", "- json:", "stage.json { }"],
    ["labels", "- labels: {a: , b: c}", 'stage.labels {\n\tvalues = {\n\t\ta = null,\n\t\tb = "c",\n\t}\n}'],
    ["labelallow", "- labelallow: [a]", 'stage.label_keep {\n\tvalues = ["a"]\n}'],
    ["the defaults of multiline", "- multiline: {firstline: '^x'}", 'stage.multiline {\n\tfirstline = "^x"\n}'],
    ["the default of pack", "- pack: {labels: [a]}", 'stage.pack {\n\tlabels = ["a"]\n}'],
    [
      "the arguments of pack",
      "- pack: {labels: a, ingest_timestamp: 'false'}",
      'stage.pack {\n\tlabels           = ["a"]\n\tingest_timestamp = false\n}',
    ],
    [
      "weak types",
      "- limit: {rate: '2.5', burst: 0x1f, drop: 1}",
      "stage.limit {\n\trate  = 2.5\n\tburst = 31\n\tdrop  = true\n}",
    ],
    ["numbers of limits as texts", "- limit: {rate: 1, burst: '0x1f'}", "stage.limit {\n\trate  = 1\n\tburst = 31\n}"],
    ["numbers as texts", "- drop: {source: a, value: 1.50}", 'stage.drop {\n\tsource = "a"\n\tvalue  = "1.5"\n}'],
    ["a boolean as a text", "- drop: {source: a, value: yes}", 'stage.drop {\n\tsource = "a"\n\tvalue  = "1"\n}'],
    ["binary sizes", "- drop: {longer_than: 64 kB}", 'stage.drop {\n\tlonger_than = "64KiB"\n}'],
    ["lists of sources", "- drop: {source: [a, b], value: c}", 'stage.drop {\n\tsource = "a,b"\n\tvalue  = "c"\n}'],
    ["cut numbers", "- cri: {max_partial_lines: 2.9}", "stage.cri {\n\tmax_partial_lines = 2\n}"],
    [
      "idle time of metrics",
      "- metrics: {a: {type: gauge, config: {action: SET}}}",
      'stage.metrics {\n\tmetric.gauge {\n\t\tname   = "a"\n\t\taction = "set"\n\t}\n}',
    ],
    [
      "octal and other numbers",
      "- cri: {max_partial_lines: 010, max_partial_line_size: 0o17}",
      "stage.cri {\n\tmax_partial_lines     = 8\n\tmax_partial_line_size = 15\n}",
    ],
    [
      "custom look-ups",
      "- geoip: {db: d, source: s, custom_lookups: {a: b}}",
      'stage.geoip {\n\tdb             = "d"\n\tsource         = "s"\n\tcustom_lookups = {\n\t\ta = "b",\n\t}\n}',
    ],
  ])("writes %s", (_, body, expected) => {
    expect(stagesOf(body)).toBe(expected);
  });

  it.each([
    [
      "an unknown stage",
      "- nope: {}\n- docker: {}",
      "stage.docker { }",
      'error there is no stage "nope"; it is left out',
    ],
    ["a stage in other letters", "- Docker: {}", "", 'error there is no stage "Docker"; it is left out'],
    ["a word", "- docker", "", "error a stage is a mapping with its name as the key (`- docker: {}`), not a word"],
    ["two names", "- {docker: {}, cri: {}}", "", "error a stage has exactly one key, its name, and this one has 2"],
    [
      "a key that is a boolean",
      "- json: {expressions: {y: z}}",
      "",
      "error stage json: a text is expected here, not a boolean; the stage is left out",
    ],
    [
      "a strict type",
      "- regex: {expression: 1}",
      "",
      "error stage regex: a text is expected here, not a whole number; the stage is left out",
    ],
    [
      "a size of halves",
      "- drop: {longer_than: 1.5mb}",
      "",
      "error stage drop: longer_than is not a whole size with a binary unit (`8kb`, `64 kB`); the stage is left out",
    ],
    [
      "a duration in days",
      "- drop: {older_than: 1d}",
      "",
      "error stage drop: older_than is not a duration (`5s`, `24h`); the stage is left out",
    ],
    [
      "a bad metric",
      "- metrics: {a: {type: counter, config: {action: inc}}, b: {type: counter, config: {action: nope}}}",
      "",
      'error stage metrics: metric "b": action is one of inc, add; the stage is left out',
    ],
    [
      "a bad template",
      "- template: {source: a, template: '{{ .x'}",
      "",
      "error stage template: template: pipeline_template:1: unclosed action; the stage is left out",
    ],
  ])("leaves out %s, and says so once", (_, body, expected, message) => {
    expect(stagesOf(body)).toBe(expected);
    expect(told(stages(body))).toEqual([expect.stringMatching(/^\d+:\d+ /)]);
    expect(told(stages(body))[0]).toContain(` ${message}`);
  });

  it("keeps a match whose inner stage is left out", () => {
    const body = "- match: {selector: '{a=\"b\"}', stages: [{nope: {}}, {docker: {}}]}";
    expect(stagesOf(body)).toBe('stage.match {\n\tselector = "{a=\\"b\\"}"\n\n\tstage.docker { }\n}');
  });

  it("says that a metric without a prefix is renamed, or keeps its name on request", () => {
    const body =
      "- metrics: {a: {type: counter, config: {action: inc}}, b: {type: counter, prefix: x_, config: {action: inc}}}";
    expect(told(stages(body))).toEqual([
      expect.stringContaining("warning the metric promtail_custom_a is loki_process_custom_a in Alloy: dashboards and"),
    ]);
    expect(stagesOf(body)).not.toContain("promtail_custom_");
    const kept = importPromtail(stages(body), { keepMetricNames: true });
    expect([kept.diagnostics, kept.hasPlainMetrics]).toEqual([[], true]);
    expect(kept.text.match(/prefix = .*/g)).toEqual(['prefix = "promtail_custom_"', 'prefix = "x_"']);
    expect(importPromtail(stages("- json: {expressions: {a: }}")).hasPlainMetrics).toBe(false);
  });

  it("names an unknown type of metric, which Alloy's converter drops silently", () => {
    expect(told(stages("- metrics: {a: {type: summary}}"))).toEqual([
      expect.stringContaining('error metric "a": its type is one of counter, gauge, histogram'),
    ]);
  });

  it.each([
    ["an expression", "- regex: {expression: '('}", "stage.regex: error parsing regexp: missing closing ): `(`"],
    [
      "a selector inside a match",
      "- match: {selector: '{a=\"b\"}', stages: [{match: {selector: '{a='}}]}",
      "stage.match: parse error",
    ],
  ])("warns of %s in the place of its stage", (_, body, message) => {
    const { diagnostics, ok } = importPromtail(stages(body));
    expect(ok).toBe(true);
    expect(diagnostics).toMatchObject([{ severity: "warning", message: expect.stringContaining(message) }]);
  });

  it.each([
    [
      "an unknown key",
      `${CLIENT}scrape_configs: []\nserverr: {}\n`,
      '3:1 error Promtail\'s configuration has no setting "serverr"; did you mean "server"?',
    ],
    ["a key given twice", `${CLIENT}positions: {filename: a, filename: b}\n`, '2:26 error "filename" is given twice'],
    [
      "a key of a map given twice",
      "clients: [{url: 'http://a/', external_labels: {a: b, a: c}}]",
      '1:54 error "a" is given twice',
    ],
    [
      "a merge key overridden in a map",
      "clients: [{url: 'http://a/', external_labels: {<<: {a: b}, a: c}}]",
      '1:60 error "a" is given twice',
    ],
    [
      "days in a Go duration",
      "target_config: {sync_period: 1d}",
      "1:30 error a duration (`5s`, `1m30s`) is expected here, not a text",
    ],
    ["no name of a job", "scrape_configs: [{gelf: {}}]", "1:18 error a job needs a job_name"],
    ["a null name of a job", "scrape_configs: [{job_name: , gelf: {}}]", "1:27 error a job needs a job_name"],
    [
      "a boolean name of a job",
      "scrape_configs: [{job_name: yes}]",
      "1:29 error job_name is a text, not a boolean: put it in quotes",
    ],
    ["a null job", "scrape_configs: [null]", "1:18 error an element of scrape_configs is empty (null)"],
    [
      "a null in static_configs",
      job("static_configs: [null]"),
      "4:22 error an element of static_configs is empty (null)",
    ],
    [
      "a null in kubernetes_sd_configs",
      job("kubernetes_sd_configs: [~]"),
      "4:29 error an element of kubernetes_sd_configs is empty (null)",
    ],
    [
      "a null in relabel_configs",
      job("relabel_configs: [~]"),
      "4:23 error an element of relabel_configs is empty (null)",
    ],
    [
      "a null in docker_sd_configs",
      job("docker_sd_configs: [~]"),
      "4:25 error an element of docker_sd_configs is empty (null)",
    ],
    [
      "names that become one",
      "scrape_configs: [{job_name: a-b, gelf: {}}, {job_name: a.b, gelf: {}}]",
      "1:67 error two components are called loki.source.gelf.a_b: names of jobs must differ in letters and digits",
    ],
    [
      "an escape that YAML 1.1 has not",
      'server: {external_url: "a\\/b"}',
      "1:26 error this is not YAML: found unknown escape character",
    ],
    [
      "a line that is indented otherwise than those around it",
      "scrape_configs:\n  - job_name: x\n   pipeline_stages: []\n",
      "3:4 error this is not YAML: did not find expected '-' indicator",
    ],
    [
      "a list that is not closed",
      "scrape_configs:\n  - job_name: x\n    pipeline_stages: [\n\n",
      "3:1 error this is not YAML: did not find expected node content",
    ],
    [
      "a URL without scheme",
      "clients: [{url: '1.2.3.4:80/x'}]",
      "1:17 error this is not a URL: it has no scheme (http://…)",
    ],
  ])("refuses %s at its place", (_, yaml, message) => {
    expect(told(yaml).filter((line) => line.includes(" error "))).toEqual([message]);
  });

  it("lets a merge key be overridden in a structure, in written order", () => {
    const yaml = "clients: [{<<: {tenant_id: a}, url: 'http://a/', tenant_id: b}]";
    expect(importPromtail(yaml)).toMatchObject({ ok: true, text: expect.stringContaining('tenant_id = "b"') });
  });

  it("keeps texts as written", () => {
    const { text } = importPromtail(
      "clients: [{url: 'http://a/', external_labels: {a: 1.50, b: yes, c: 0xFF, d: 007, e: null}}]",
    );
    expect(text).toContain('a = "1.50",\n\t\tb = "yes",\n\t\tc = "0xFF",\n\t\td = "007",\n\t\te = "",');
  });

  it("reads a bare whole number as nanoseconds, and days where Prometheus does", () => {
    const { text } = importPromtail(
      `clients: [{url: "http://a/", batchwait: 1500}]\n${job("file_sd_configs: [{files: [a.yml], refresh_interval: 1d12h}]", "")}`,
    );
    expect(text).toContain('batch_wait = "1.5µs"');
    expect(text).toContain('refresh_interval = "36h0m0s"');
  });

  it("resets a section that is null, and not one that is empty", () => {
    const reset = importPromtail(staticJob("", `${CLIENT}positions:\ntarget_config:\nglobal:\n`));
    expect(reset.text).toContain('sync_period = "0s"');
    expect(reset.text).toContain('min_poll_frequency = "0s"');
    expect(reset.text).not.toContain("legacy_positions_file");
    expect(reset.diagnostics.map(({ severity }) => severity)).toEqual(["warning", "warning", "warning"]);
    const empty = importPromtail(staticJob("", `${CLIENT}positions: {}\ntarget_config: {}\nglobal: {}\n`));
    expect(empty.text).toBe(importPromtail(staticJob("")).text);
  });

  it("gives a client that is null zero values, and puts a single client last", () => {
    const { text, ok } = importPromtail("clients: [null]\nclient: {url: 'http://b/'}\n");
    expect(ok).toBe(true);
    const [first, second] = text.split('loki.write "default_2"');
    for (const argument of ['url = ""', 'batch_wait = "0s"', "max_backoff_retries = 0", "follow_redirects = false"])
      expect(first?.replace(/ +=/g, " =")).toContain(argument);
    expect(second).toContain('url = "http://b/"');
  });

  it("reads a job's pipeline and rules also where no source uses them", () => {
    const { diagnostics } = importPromtail(
      job("pipeline_stages: [{json: {a: 1, a: 2}}]\n    relabel_configs: [{action: hashmod, target_label: a}]"),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'the job "app" reads no logs (it has no targets, such as static_configs, and no source, such as journal): it and its stage are left out',
      "this key is given twice",
      "hashmod needs modulus",
    ]);
  });

  it("says which job is left out since it reads no logs, also beside jobs that read some", () => {
    const left = (more: string) =>
      importPromtail(`${CLIENT}scrape_configs:\n  - {job_name: a, gelf: {}}\n  - {job_name: b${more}}\n`).diagnostics;
    expect(left(", pipeline_stages: [{docker: {}}, {cri: {}}]")).toMatchObject([
      {
        severity: "warning",
        code: "import-not-carried-over",
        message: expect.stringMatching(/^the job "b" .* it and its 2 stages are left out$/),
      },
    ]);
    expect(left("")).toMatchObject([{ message: expect.stringMatching(/: it is left out$/) }]);
    for (const source of [
      "journal: {}",
      "static_configs: [{targets: [localhost], labels: {__path__: /a}}]",
      "docker_sd_configs: [{host: 'unix:///var/run/docker.sock'}]",
    ])
      expect(left(`, ${source}`).filter(({ code }) => code === "import-not-carried-over")).toEqual([]);
  });

  it("looks at no job without a source", () => {
    expect(importPromtail(job("pipeline_stages: [nonsense]"))).toMatchObject({
      ok: true,
      text: expect.not.stringContaining("loki.process"),
    });
  });

  it("shares a job's pipeline and rules among its sources", () => {
    const { text } = importPromtail(
      job(
        "gelf: {}\n    journal: {}\n    cloudflare: {}\n    relabel_configs: [{source_labels: [a], target_label: b}]\n    pipeline_stages: [{docker: {}}]",
      ),
    );
    const blocks = [...text.matchAll(/^[a-z_.]+(?= ")/gm)].map(([name]) => name);
    expect(blocks).toEqual([
      "loki.process",
      "loki.relabel",
      "loki.source.cloudflare",
      "discovery.relabel",
      "loki.source.journal",
      "loki.source.gelf",
      "loki.write",
    ]);
    expect(text).toContain("targets = []");
  });

  it("limits every job, also one without stages, and each writer", () => {
    const limits =
      "limits_config: {readline_rate_enabled: true, max_line_size: 1kb, max_line_size_truncate: true, max_streams: 5}\n";
    const { text } = importPromtail(staticJob("pipeline_stages: [{docker: {}}]", CLIENT + limits));
    const at = ["stage.limit", "stage.truncate", "stage.docker", "max_streams = 5"].map((part) => text.indexOf(part));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
    expect(importPromtail(staticJob("", CLIENT + limits)).text).toContain("loki.process");
  });

  it("names components by letters and digits", () => {
    const names = ["1 a-b", "ä.ö", "true"].map(
      (name) => importPromtail(`scrape_configs: [{job_name: "${name}", gelf: {}}]`).text,
    );
    expect(names.map((text) => /"(.*?)"/.exec(text)?.[1])).toEqual(["_1_a_b", "ä_ö", "true_"]);
  });

  it("writes a bearer token as the authorization that it is", () => {
    expect(importPromtail("clients: [{url: 'http://a/', bearer_token: x}]").text).toContain(
      'authorization {\n\t\t\ttype        = "Bearer"\n\t\t\tcredentials = "x"',
    );
  });

  it.each([
    ["journal", "journal: {matches: a=b}", 'matches       = "a=b"'.replace("       ", " +")],
    ["cloudflare", "cloudflare: {additional_fields: [a]}", 'additional_fields = \\["a"\\]'],
  ])("keeps what Alloy's converter loses: %s", (_, config, expected) => {
    const { text, diagnostics } = importPromtail(job(config));
    expect(text).toMatch(new RegExp(expected));
    expect(diagnostics).toMatchObject([{ severity: "info", code: "import-kept" }]);
  });

  it("never shows what a remark is about: it may be a secret", () => {
    const { diagnostics } = importPromtail(
      "clients: [{url: 'http://u:hunter2%@a/', bearer_token: [hunter2], basic_auth: {password: {hunter2: 1}}}]",
    );
    expect(diagnostics.length).toBeGreaterThan(2);
    expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
  });
});

describe("variables of the environment", () => {
  it.each([
    ["${A}", 'sys.env("A")'],
    ["x-${A}-y", '"x-" + sys.env("A") + "-y"'],
    ["${A:-b c}", 'coalesce(sys.env("A"), "b c")'],
    ["${1}", '"${1}"'],
    ["$A", '"$A"'],
  ])("%s becomes %s", (value, expected) => {
    const { text, diagnostics } = importPromtail(`clients: [{url: "http://a/", tenant_id: "${value}"}]`);
    expect(text).toContain(`tenant_id = ${expected}`);
    expect(diagnostics.filter(({ code }) => code === "import-environment")).toHaveLength(
      expected.includes("env") ? 1 : 0,
    );
  });

  it("are an error in the host of a URL, where the original refuses them, and are still written", () => {
    const { text, ok } = importPromtail('clients: [{url: "http://${HOST}:${PORT}/x"}]');
    expect(ok).toBe(false);
    expect(text).toContain('url = "http://" + sys.env("HOST") + ":" + sys.env("PORT") + "/x"');
    expect(importPromtail('clients: [{url: "http://a/${P}"}]').ok).toBe(true);
  });

  it("are text where it means something else", () => {
    const { text } = importPromtail(
      job('gelf: {}\n    relabel_configs: [{regex: "(?P<a>.)", replacement: "${a}", target_label: b}]'),
    );
    expect(text).toContain('replacement  = "${a}"');
  });
});

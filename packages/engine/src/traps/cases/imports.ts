/** What an import from Promtail keeps, asks or takes out of the file around it. */
import type { TrapCase } from "../trap-case.ts";

const HOSTS =
  "scrape_configs:\n  - job_name: a\n    static_configs:\n      - labels: {__path__: /var/log/a.log}\n    pipeline_stages:\n";

/** A file with one job of these stages. */
const job = (stages: string): string =>
  `clients: [{url: http://loki:3100/loki/api/v1/push}]\n${HOSTS}${stages.replaceAll(/^(?=.)/gm, "      ")}`;

export const IMPORTS: readonly TrapCase[] = [
  {
    name: "multiline without its optional fields",
    from: "promtail",
    config: "pipeline_stages:\n  - multiline:\n      firstline: '^\\d{4}-'\n",
    expect: {
      reports: [{ code: "import-kept", message: 'alloy convert writes max_wait_time = "0s", which Alloy refuses' }],
    },
  },
  {
    name: "multiline with them",
    from: "promtail",
    config: job("- multiline:\n    firstline: '^\\d{4}-'\n    max_wait_time: 1s\n    max_lines: 500\n"),
    expect: { silent: true },
  },
  {
    name: "pack without ingest_timestamp",
    from: "promtail",
    config: "pipeline_stages:\n  - pack:\n      labels: [app]\n",
    expect: { reports: [{ code: "import-kept", message: "alloy convert writes ingest_timestamp = false" }] },
  },
  {
    name: "doubled backslashes in a text without escapes",
    from: "promtail",
    config: "pipeline_stages:\n  - regex:\n      expression: '^(?P<code>\\\\d{3}) (?P<rest>\\\\S+)$'\n",
    expect: { reports: [{ code: "import-environment", message: "-config.expand-env=true" }] },
  },
  {
    name: "doubled backslashes in double quotes",
    from: "promtail",
    config: job('- regex:\n    expression: "^(?P<code>\\\\d{3}) (?P<rest>\\\\S+)$"\n- output:\n    source: rest\n'),
    input: ["200 ok"],
    expect: { out: [{ line: "ok" }], silent: true },
  },
  {
    name: "a path of Windows",
    from: "promtail",
    config: job("- regex:\n    expression: '^C:\\\\data\\\\(?P<file>\\w+)$'\n- labels:\n    file:\n"),
    expect: { silent: true },
  },
  {
    name: "stages in the values of a Helm chart",
    from: "promtail",
    config:
      "config:\n  clients: [{url: http://loki:3100/loki/api/v1/push}]\n  snippets:\n    pipelineStages:\n      - cri: {}\n      - labeldrop: [filename]\n    extraScrapeConfigs: ''\nresources: {}\n",
    input: [{ line: "2031-02-03T10:00:00Z stdout F x", labels: { filename: "f" } }],
    expect: {
      out: [{ line: "x", labels: { stream: "stdout" } }],
      reports: [{ code: "import-note", message: "the chart of Alloy ignores config" }],
    },
  },
  {
    name: "jobs in the values of a Helm chart",
    from: "promtail",
    config: `config:\n  snippets:\n    scrapeConfigs: |\n${HOSTS.slice("scrape_configs:\n".length).replaceAll(/^ {2}/gm, "      ")}          - cri: {}\n`,
    input: ["2031-02-03T10:00:00Z stdout F x"],
    expect: {
      out: [{ line: "x" }],
      reports: [{ code: "import-note", message: "config.snippets.scrapeConfigs is taken out" }],
    },
  },
  {
    name: "values of Alloy's own chart",
    from: "promtail",
    config: 'alloy:\n  configMap:\n    content: |\n      logging { level = "info" }\n',
    expect: { reports: [{ code: "import-yaml", message: "alloy.configMap.content" }] },
  },
  {
    name: "a whole configuration",
    from: "promtail",
    config: `clients: [{url: http://loki:3100/loki/api/v1/push}]\n${HOSTS}      - cri: {}\n`,
    expect: { silent: true },
  },
  {
    name: "pack that keeps the time",
    from: "promtail",
    config: job("- pack:\n    labels: [app]\n    ingest_timestamp: false\n"),
    expect: { silent: true },
  },
  {
    name: "a selector and what is inside",
    from: "promtail",
    config: job("- match:\n    selector: '{filename=~\".+\"}'\n    stages:\n    - decolorize:\n"),
    expect: { silent: true },
  },
];

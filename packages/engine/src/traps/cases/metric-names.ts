/** Metrics of values that nothing sets. */
import type { TrapCase } from "../trap-case.ts";

/** A pipeline with one metric. */
const alone = (metric: string, before = ""): string => `logs.process "a" {
  forward_to = [logs.echo.out.receiver]

  ${before}stage.metrics {
    ${metric}
  }
}

logs.echo "out" { }
`;

export const METRIC_NAMES: readonly TrapCase[] = [
  {
    name: "a histogram alone, of a value that nothing extracts",
    config: alone(`metric.histogram {
      name    = "duration_seconds"
      source  = "duration"
      buckets = [0.1, 1]
    }`),
    expect: { reports: [{ code: "name-not-set", message: 'no stage extracts "duration"' }] },
  },
  {
    name: "a gauge alone, of its own name",
    config: alone(`metric.gauge {
      name   = "queue_length"
      action = "set"
    }`),
    expect: { reports: [{ code: "name-not-set", message: 'no stage extracts "queue_length"' }] },
  },
  {
    name: "a counter alone, of a value that may be a label",
    config: alone(`metric.counter {
      name   = "errors_total"
      source = "level"
      value  = "error"
      action = "inc"
    }`),
    expect: { silent: true },
  },
  {
    name: "a counter of all entries",
    config: alone(`metric.counter {
      name      = "lines_total"
      match_all = true
      action    = "inc"
    }`),
    expect: { silent: true },
  },
  {
    name: "a snippet of one metric",
    config: `stage.metrics {
  metric.histogram {
    name    = "duration_seconds"
    source  = "duration"
    buckets = [0.1, 1]
  }
}
`,
    expect: { silent: true },
  },
  {
    name: "a histogram of a value that is extracted",
    config: alone(
      `metric.histogram {
      name    = "duration_seconds"
      source  = "duration"
      buckets = [0.1, 1]
    }`,
      'stage.logfmt {\n    mapping = { duration = "" }\n  }\n\n  ',
    ),
    expect: { silent: true },
  },
];

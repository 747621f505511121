import { describe, expect, it } from "vitest";
import { chooseExposition, formatPrometheus } from "./exposition.ts";
import { formatOpenMetrics } from "./openmetrics.ts";
import { formatSampleValue, type LabelPair, MetricRegistry } from "./registry.ts";

/** A registry with what the recorded texts below were made from. */
function fill(): MetricRegistry {
  const registry = new MetricRegistry();
  const drops = registry.counter("drop_total", 'a "quoted" back\\slash\nline', ["reason"]);
  drops.with('x"\n\\').add(3);
  drops.with("a").add(1e6);
  registry.counter("my-n", "", ["b", "k8s-app"]).with("w", "v").add(0.000001);
  const values = [0, -0, 1, -1, 123456, 1234567, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.1];
  const gauges = registry.gauge("g", "h", ["l"]);
  for (const [i, value] of values.entries()) gauges.with(String(i)).set(value);
  const histogram = registry.histogram("h", "x", [-1, 0, 0.5, 1, 2.5e300]).with();
  histogram.observe(3);
  histogram.observe(0.25);
  return registry;
}

// Recorded from Prometheus's own client library.
const PROMETHEUS_TEXT = `# HELP drop_total a "quoted" back\\\\slash\\nline
# TYPE drop_total counter
drop_total{reason="a"} 1e+06
drop_total{reason="x\\"\\n\\\\"} 3
# HELP g h
# TYPE g gauge
g{l="0"} 0
g{l="1"} 0
g{l="2"} 1
g{l="3"} -1
g{l="4"} 123456
g{l="5"} 1.234567e+06
g{l="6"} NaN
g{l="7"} +Inf
g{l="8"} -Inf
g{l="9"} 0.1
# HELP h x
# TYPE h histogram
h_bucket{le="-1"} 0
h_bucket{le="0"} 0
h_bucket{le="0.5"} 1
h_bucket{le="1"} 1
h_bucket{le="2.5e+300"} 2
h_bucket{le="+Inf"} 2
h_sum 3.25
h_count 2
# HELP "my-n" 
# TYPE "my-n" counter
{"my-n",b="w","k8s-app"="v"} 1e-06
`;

const OPENMETRICS_TEXT = `# HELP drop a \\"quoted\\" back\\\\slash\\nline
# TYPE drop counter
drop_total{reason="a"} 1e+06
drop_total{reason="x\\"\\n\\\\"} 3.0
# HELP g h
# TYPE g gauge
g{l="0"} 0.0
g{l="1"} 0.0
g{l="2"} 1.0
g{l="3"} -1.0
g{l="4"} 123456.0
g{l="5"} 1.234567e+06
g{l="6"} NaN
g{l="7"} +Inf
g{l="8"} -Inf
g{l="9"} 0.1
# HELP h x
# TYPE h histogram
h_bucket{le="-1.0"} 0
h_bucket{le="0.0"} 0
h_bucket{le="0.5"} 1
h_bucket{le="1.0"} 1
h_bucket{le="2.5e+300"} 2
h_bucket{le="+Inf"} 2
h_sum 3.25
h_count 2
# HELP "my-n" 
# TYPE "my-n" unknown
{"my-n",b="w","k8s-app"="v"} 1e-06
# EOF
`;

describe("text formats", () => {
  it("writes the Prometheus text format as the original library does", () => {
    expect(formatPrometheus(fill().collect(0n))).toBe(PROMETHEUS_TEXT);
  });

  it("writes OpenMetrics as the original library does", () => {
    expect(formatOpenMetrics(fill().collect(0n))).toBe(OPENMETRICS_TEXT);
  });

  it("ends an empty OpenMetrics text with the mark", () => {
    expect(formatOpenMetrics([])).toBe("# EOF\n");
    expect(formatPrometheus([])).toBe("");
  });

  it.each([
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [8e-6, "8e-06"],
    [999999, "999999"],
    [1000000, "1e+06"],
    [1e21, "1e+21"],
    [-0, "0"],
    [1e100, "1e+100"],
  ])("writes the value %s as %s", (value, text) => {
    expect(formatSampleValue(value)).toBe(text);
  });
});

describe("chooseExposition", () => {
  const text = "text/plain; version=0.0.4; charset=utf-8; escaping=";
  const open = "application/openmetrics-text; version=1.0.0; charset=utf-8; escaping=";
  it.each([
    ["no header", undefined, `${text}underscores`],
    ["anything", "*/*", `${text}underscores`],
    ["plain text", "text/plain", `${text}underscores`],
    ["an unknown version of plain text", "text/plain;version=9", `${text}underscores`],
    ["OpenMetrics without a version", "application/openmetrics-text", `${open}underscores`],
    ["OpenMetrics 1.0.0", "application/openmetrics-text; version=1.0.0", `${open}underscores`],
    [
      "a version of OpenMetrics that does not exist yet",
      "application/openmetrics-text; version=7.0.0",
      `${text}underscores`,
    ],
    [
      "Prometheus 3",
      "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2",
      `${open}allow-utf-8`,
    ],
    ["the higher weight wins", "application/openmetrics-text;q=0.2, text/plain;q=0.9", `${text}underscores`],
    ["a type of weight zero is refused", "application/openmetrics-text;q=0", `${text}underscores`],
    [
      "a weight that is not a number counts as zero",
      "application/openmetrics-text;q=x, text/plain;escaping=allow-utf-8;q=0.1",
      `${text}allow-utf-8`,
    ],
    ["types match without case", "TEXT/PLAIN;ESCAPING=allow-utf-8", `${text}allow-utf-8`],
  ])("%s", (_name, accept, contentType) => {
    expect(chooseExposition(accept).contentType).toBe(contentType);
  });

  it("writes UTF-8 names only for readers that ask for them", () => {
    const families = fill()
      .collect(0n)
      .filter((family) => family.name === "my-n");
    expect([...chooseExposition("text/plain; escaping=allow-utf-8").pieces(families)].join("")).toContain(
      '{"my-n",b="w","k8s-app"="v"}',
    );
    expect([...chooseExposition("text/plain").pieces(families)].join("")).toBe(
      '# HELP my_n \n# TYPE my_n counter\nmy_n{b="w",k8s_app="v"} 1e-06\n',
    );
  });

  it("sums series that underscores make equal", () => {
    const one = (label: string): readonly LabelPair[] => [[label, "x"]];
    const families = [
      {
        name: "1n",
        help: "h",
        type: "counter" as const,
        samples: [
          { suffix: "", labels: one("a.b"), value: 2 },
          { suffix: "", labels: one("a-b"), value: 3 },
        ],
      },
    ];
    expect([...chooseExposition(undefined).pieces(families)].join("")).toBe(
      '# HELP _n h\n# TYPE _n counter\n_n{a_b="x"} 5\n',
    );
  });
});

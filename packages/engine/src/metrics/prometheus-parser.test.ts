/** What we expose, read back by a parser that was ported from Prometheus's own Python client. */
// @ts-expect-error the library has no types
import parsePrometheus from "parse-prometheus-text-format";
import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { Preview } from "../preview/preview.ts";
import { TEST_HOST } from "../testing/index.ts";

interface ParsedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly buckets?: Readonly<Record<string, string>>;
  }[];
}

// Every metric has a help text: this parser refuses an empty one, which Prometheus itself writes and reads.
const STAGES = `stage.regex {
  expression = "(?P<status>\\\\d+) (?P<seconds>[\\\\d.]+)"
}
stage.drop {
  source = "status"
  value  = "404"
}
stage.metrics {
  metric.counter {
    name        = "requests_total"
    description = "Requests, \\\\ with a back\\\\slash and\\na newline"
    match_all   = true
    action      = "inc"
  }
  metric.gauge {
    name        = "last_seconds"
    description = "Last time"
    source      = "seconds"
    action      = "set"
  }
  metric.histogram {
    name        = "seconds"
    description = "Times"
    buckets     = [0.1, 1, 10]
  }
}
`;

function exposed(): ReadonlyMap<string, ParsedFamily> {
  const { stages, ok } = loadStages(STAGES);
  expect(ok).toBe(true);
  const samples = ["200 0.05", "200 0.5", "404 9", "500 11"].map((line) => ({
    line,
    labels: { path: 'C:\\dir "x"\nend', app: "shöp" },
  }));
  const preview = Preview.run({ stages, dialect: "logs" }, samples, { start: 0n, seed: 1, host: TEST_HOST });
  const families = parsePrometheus(preview.exposition()) as ParsedFamily[];
  return new Map(families.map((family) => [family.name, family]));
}

describe("a parser of the Prometheus text format", () => {
  const families = exposed();
  const labels = { path: 'C:\\dir "x"\nend', app: "shöp" };

  it("finds every family, with type and help", () => {
    expect([...families.values()].map(({ name, type }) => [name, type])).toEqual([
      ["logs_process_custom_last_seconds", "GAUGE"],
      ["logs_process_custom_requests_total", "COUNTER"],
      ["logs_process_custom_seconds", "HISTOGRAM"],
      ["logs_process_dropped_lines_total", "COUNTER"],
    ]);
    expect(families.get("logs_process_custom_requests_total")!.help).toBe(
      "Requests, \\ with a back\\slash and\na newline",
    );
  });

  it("reads values and escaped labels", () => {
    expect(families.get("logs_process_custom_requests_total")!.metrics).toEqual([{ value: "3", labels }]);
    expect(families.get("logs_process_custom_last_seconds")!.metrics).toEqual([{ value: "11", labels }]);
    expect(families.get("logs_process_dropped_lines_total")!.metrics).toEqual([
      { value: "1", labels: { reason: "drop_stage" } },
    ]);
  });

  it("reads a histogram's cumulative buckets", () => {
    expect(families.get("logs_process_custom_seconds")!.metrics).toMatchObject([
      { buckets: { "0.1": "1", "1": "2", "10": "2", "+Inf": "3" } },
    ]);
  });
});

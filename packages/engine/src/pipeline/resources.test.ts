import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../base/clock.ts";
import { loadStages } from "../document/load.ts";
import { MetricRegistry } from "../metrics/registry.ts";
import { TEST_HOST } from "../testing/index.ts";
import { Pipeline } from "./pipeline.ts";
import { buildWithResources, namedResources, ResourceError } from "./resources.ts";

const TEXT = `stage.match {
  selector = "{job=\\"a\\"}"
  stage.geoip {
    db      = "inner.mmdb"
    source  = "ip"
    db_type = "city"
  }
}
stage.decolorize { }
stage.geoip {
  db      = "outer" + ".mmdb"
  source  = "ip"
  db_type = "city"
}
`;
const { stages } = loadStages(TEXT);
const build = (files: Readonly<Record<string, Uint8Array>>) =>
  buildWithResources(
    () =>
      new Pipeline(stages, {
        clock: new VirtualClock(0n),
        random: new SeededRandom(1),
        metrics: new MetricRegistry(),
        log: { enabled: () => false, write: () => {} },
        host: { ...TEST_HOST, resource: (path) => files[path] },
        dialect: "logs",
        deliver: () => {},
      }),
  );

describe("namedResources", () => {
  it("finds files in nested stages too, each with the place of its value", () => {
    expect(
      namedResources(stages).map(({ path, field, node, span }) => [
        path,
        field,
        node.path,
        TEXT.slice(span.start, span.end),
      ]),
    ).toEqual([
      ["inner.mmdb", "db", "1.1", '"inner.mmdb"'],
      ["outer.mmdb", "db", "3", '"outer" + ".mmdb"'],
    ]);
  });
});

describe("buildWithResources", () => {
  it("gives a diagnostic at the argument of the innermost stage", () => {
    const result = build({});
    expect(result).toMatchObject({
      ok: false,
      diagnostic: {
        severity: "error",
        code: "unusable-file",
        message: "open inner.mmdb: no such file or directory",
      },
    });
    const { span } = (!result.ok && result.diagnostic) as { span: { start: number; end: number } };
    expect(TEXT.slice(span.start, span.end)).toBe('"inner.mmdb"');
  });

  it("passes on what is a bug", () => {
    expect(() =>
      buildWithResources(() => {
        throw new RangeError("a bug");
      }),
    ).toThrow("a bug");
  });

  it("gives what was built", () => {
    expect(buildWithResources(() => 7)).toEqual({ ok: true, built: 7 });
  });

  it("has a diagnostic without a place for a stage that no pipeline made", () => {
    const thrown = new ResourceError("x", "db", "no x");
    expect(
      buildWithResources(() => {
        throw thrown;
      }),
    ).toEqual({ ok: false, diagnostic: { severity: "error", code: "unusable-file", message: "no x" } });
  });
});

import { describe, expect, it } from "vitest";
import type { Entry } from "../base/entry.ts";
import type { Out, Stage } from "../pipeline/stage.ts";
import type { StageSpec } from "../pipeline/stage-spec.ts";
import { STAGE_CATALOG } from "../stages/index.ts";
import { entry, fuzzEntries, runStages, SeededRandom, stageContract } from "./index.ts";

/** `stage.output` under test, made by something else. */
function spoiled(make: () => Stage, from = "output"): StageSpec {
  return { ...STAGE_CATALOG.get(from)!, create: make };
}

/** The checks of a spec that do not hold. The loader knows the real stage only, so its nodes get the spoiled one. */
function failures(spec: StageSpec): string[] {
  const real = STAGE_CATALOG.get(spec.name)!;
  const create = real.create;
  (real as { create: StageSpec["create"] }).create = spec.create;
  try {
    return stageContract(real, { entries: 50 })
      .filter((check) => {
        try {
          check.run();
          return false;
        } catch {
          return true;
        }
      })
      .map(({ name }) => name);
  } finally {
    (real as { create: StageSpec["create"] }).create = create;
  }
}

describe("stageContract", () => {
  it("holds for a stage that keeps its promises", () => {
    expect(failures(spoiled(() => ({ process: (one, out) => out.emit(one) })))).toEqual([]);
  });

  it("finds a stage that throws", () => {
    const process = (one: Entry, out: Out) => {
      if (one.line.includes("x")) throw new Error("oops");
      out.emit(one);
    };
    expect(failures(spoiled(() => ({ process })))).toContain("does not throw");
  });

  it("finds a stage that loses entries", () => {
    const process = (one: Entry, out: Out) => {
      if (one.line !== "") out.emit(one);
    };
    expect(failures(spoiled(() => ({ process })))).toEqual(["accounts for every entry"]);
  });

  it("finds a stage with state outside of itself", () => {
    let count = 0;
    const process = (one: Entry, out: Out) => {
      one.line = String(count++);
      out.emit(one);
    };
    expect(failures(spoiled(() => ({ process })))).toContain("is deterministic under a seed");
  });

  it("finds a stage that behaves differently when it is traced", () => {
    const spec = STAGE_CATALOG.get("output")!;
    const create: StageSpec["create"] = (_args, env) => ({
      process(one, out) {
        if (env.explain !== null) one.line = "traced";
        out.emit(one);
      },
    });
    expect(failures({ ...spec, create })).toEqual(["does the same when it is traced"]);
  });

  it("finds a stage that touches an entry after it released it", () => {
    const process = (one: Entry, out: Out) => {
      out.emit(one);
      one.line += "!";
    };
    expect(failures(spoiled(() => ({ process })))).toContain("leaves an entry alone once it is released");
  });
});

describe("fuzzEntries", () => {
  it("gives the same entries for the same seed", () => {
    expect(fuzzEntries(100, new SeededRandom(1))).toEqual(fuzzEntries(100, new SeededRandom(1)));
    expect(fuzzEntries(100, new SeededRandom(1))).not.toEqual(fuzzEntries(100, new SeededRandom(2)));
  });

  it("uses words of the configuration as names and in lines", () => {
    const entries = fuzzEntries(200, new SeededRandom(1), 'source = "unusual_name"');
    expect(entries.some(({ extracted }) => Object.hasOwn(extracted!, "unusual_name"))).toBe(true);
    expect(entries.some(({ line }) => line!.includes("unusual_name"))).toBe(true);
  });
});

describe("runStages", () => {
  it("runs under a virtual clock", () => {
    const { out } = runStages(
      'stage.static_labels {\n  values = { a = "b" }\n}',
      ["one", { line: "two", advance: "90s" }],
      {
        now: "2024-01-01T00:00:00Z",
      },
    );
    expect(out).toEqual([
      { line: "one", labels: { a: "b" }, timestamp: "2024-01-01T00:00:00Z", extracted: {}, structured_metadata: [] },
      { line: "two", labels: { a: "b" }, timestamp: "2024-01-01T00:01:30Z", extracted: {}, structured_metadata: [] },
    ]);
  });

  it("throws where the configuration is refused", () => {
    expect(() => runStages("stage.nothing { }", [])).toThrow('unrecognized block name "stage.nothing"');
  });
});

describe("entry", () => {
  it("has its labels in the extracted map, over what was extracted before", () => {
    const made = entry({ line: "l", labels: { a: "1" }, extracted: { a: "2", b: 3 } });
    expect(made.extracted.toRecord()).toEqual({ a: "1", b: 3 });
    expect(made.origin.ids()).toHaveLength(1);
    expect(entry("text").line).toBe("text");
  });
});

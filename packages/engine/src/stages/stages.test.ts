import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { StageHost } from "../pipeline/stage.ts";
import type { StageSpec } from "../pipeline/stage-spec.ts";
import { runStages, stageContract, TEST_HOST } from "../testing/index.ts";
import { STAGE_CATALOG, STAGES } from "./index.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = join(folder, "../../../..");

/** Files that examples name, from where the project keeps them. */
const host: StageHost = {
  ...TEST_HOST,
  resource(path) {
    const places = [root, join(root, "public"), join(root, "packages/engine/conformance/vectors")];
    const found = places.map((place) => join(place, path)).find((file) => existsSync(file));
    return found === undefined ? undefined : readFileSync(found);
  },
};

const isSpec = (value: unknown): value is StageSpec =>
  typeof value === "object" && value !== null && "create" in value && "fields" in value && "category" in value;

describe("STAGES", () => {
  it("holds every stage of the folder, each in the file of its name", async () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (file) => /(?<!\.test)\.ts$/.test(file) && file !== "index.ts" && file !== "list.ts",
    );
    const found: string[] = [];
    for (const file of files) {
      const module = (await import(join(folder, file))) as Record<string, unknown>;
      for (const value of Object.values(module)) {
        if (!isSpec(value)) continue;
        expect(basename(file, ".ts").replaceAll("-", "_")).toBe(value.name);
        expect(STAGE_CATALOG.get(value.name)).toBe(value);
        found.push(value.name);
      }
    }
    expect(found.sort()).toEqual(STAGES.map((spec) => spec.name).sort());
  });

  it("has of every stage what it notes, in the stage's own test", () => {
    const tests = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".test.ts"),
    );
    const noted = tests.flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/ of stageNotes\(\s*"(\w+)"/g)].map(([, name]) => {
        expect(basename(file, ".test.ts").replaceAll("-", "_")).toBe(name);
        return name;
      }),
    );
    expect(noted.sort()).toEqual(STAGES.map(({ name }) => name));
  });

  it("is in the order of the names, without repeats", () => {
    const names = STAGES.map((spec) => spec.name);
    expect(names).toEqual([...new Set(names)].sort());
  });
});

describe.each(STAGES.map((spec) => [spec.name, spec] as const))("stage.%s", (_name, spec) => {
  describe("contract", () => {
    for (const check of stageContract(spec, { host })) it(check.name, () => check.run());
  });

  describe("examples", () => {
    it.each(spec.examples.map((example) => [example.title, example] as const))("%s", (_title, example) => {
      const { out, faults } = runStages(example.config, example.input, {
        now: example.now,
        endAdvance: example.end_advance,
        host,
      });
      expect(faults).toEqual([]);
      const compared = out.map((one, i) => {
        const wanted = example.output[i];
        if (wanted === undefined) return one;
        const { extracted, ...rest } = one;
        const shown: Record<string, unknown> = {};
        for (const key of Object.keys(wanted)) {
          if (key !== "extracted") shown[key] = rest[key as keyof typeof rest];
          // Of the extracted map an example shows the values that matter to it.
          else shown[key] = Object.fromEntries(Object.keys(wanted.extracted!).map((name) => [name, extracted[name]]));
        }
        return shown;
      });
      expect(compared).toEqual(example.output);
    });
  });
});

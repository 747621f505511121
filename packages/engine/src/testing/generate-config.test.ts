import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { mayNameFiles } from "../schema/named-files.ts";
import { STAGE_CATALOG, STAGES } from "../stages/index.ts";
import { parseFile } from "../syntax/index.ts";
import { generateConfig, SeededRandom } from "./index.ts";

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed);
const all = (mistakes: number) => SEEDS.map((seed) => generateConfig(STAGES, new SeededRandom(seed), { mistakes }));

describe("generateConfig", () => {
  it("gives the same configuration for the same seed", () => {
    expect(all(0.1)).toEqual(all(0.1));
    expect(new Set(all(0.1)).size).toBeGreaterThan(90);
  });

  it("gives texts that parse, whatever mistakes they hold", () => {
    for (const text of all(0.5)) expect(parseFile(text).diagnostics).toEqual([]);
  });

  it("uses every stage that needs no files, and nests stages", () => {
    const text = all(0).join("\n");
    for (const spec of STAGES) expect(text.includes(`stage.${spec.name} {`), spec.name).toBe(!mayNameFiles(spec));
    const bodies = all(0).map((one) => loadStages(one).stages);
    expect(bodies.flat().some(({ children }) => children.some((child) => child.children.length > 0))).toBe(true);
    const one = generateConfig([STAGE_CATALOG.get("output")!], new SeededRandom(1), { stages: 1 });
    expect(one).toContain("stage.output {");
  });
});

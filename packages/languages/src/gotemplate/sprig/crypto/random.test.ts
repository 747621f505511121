/** Random text: shapes, and the same for the same seed. */
import { describe, expect, it } from "vitest";
import { SeededRandom } from "../../../base/random.ts";
import { compileTemplate } from "../../index.ts";
import { SPRIG_FUNCTIONS } from "../index.ts";

function run(template: string, seed = 1): string {
  const compiled = compileTemplate(template, { name: "t", functions: [SPRIG_FUNCTIONS] });
  if (!compiled.ok) return compiled.message;
  const host = { now: () => 0n, random: new SeededRandom(seed), sha256: () => "" };
  const result = compiled.template.execute({ get: () => undefined, names: () => [] }, host);
  return result.ok ? result.text : result.message;
}

describe("random functions", () => {
  it.each([
    ["randAlphaNum 200", /^[0-9A-Za-z]{200}$/],
    ["randAlpha 200", /^[A-Za-z]{200}$/],
    ["randNumeric 200", /^[0-9]{200}$/],
    ["randAscii 500", /^[ -~]{500}$/],
    ["randBytes 10", /^[0-9A-Za-z+/]{14}==$/],
    ["uuidv4", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ["randInt 5 6", /^5$/],
    ["randInt -3 -2", /^-3$/],
    ['shuffle "listen" | splitList "" | sortAlpha | join ""', /^eilnst$/],
  ])("%s", (call, shape) => {
    expect(run(`{{ ${call} }}`)).toMatch(shape);
    expect(run(`{{ ${call} }}`)).toBe(run(`{{ ${call} }}`));
  });

  it.each(["randAlphaNum 20", "uuidv4", "randBytes 10", "randInt 0 1000000000"])("%s differs by seed", (call) => {
    expect(run(`{{ ${call} }}`, 2)).not.toBe(run(`{{ ${call} }}`, 3));
  });

  it("randInt covers its range and stays inside", () => {
    const numbers = new Set(run("{{ range until 300 }}{{ randInt 2 7 }} {{ end }}").trim().split(" "));
    expect([...numbers].sort()).toEqual(["2", "3", "4", "5", "6"]);
  });

  it("randInt spans 64 bits", () => {
    expect(run("{{ randInt 0 9223372036854775807 | ge 9223372036854775807 }}")).toBe("true");
  });
});

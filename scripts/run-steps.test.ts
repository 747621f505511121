/** Steps side by side: none hides another's failure, none speaks into another's output. */
import { describe, expect, it } from "vitest";
import { runSteps } from "./run-steps.mjs";

const step = (name: string, script: string, more: object = {}) => ({ name, args: ["-e", script], ...more });
const SAYS_IN_TWO_PARTS = `
  process.stdout.write("one ");
  setTimeout(() => console.error("two"), 300);
`;

async function run(steps: readonly object[]) {
  const printed: string[] = [];
  const totals = await runSteps(steps, { print: (text: string) => printed.push(text) });
  return { totals, printed };
}

describe("steps that run side by side", () => {
  it("are all run and counted, whichever of them fail", async () => {
    const { totals, printed } = await run([
      step("first", "process.exit(1)"),
      step("second", ""),
      step("third", "process.kill(process.pid, 'SIGKILL')"),
      step("fourth", "", { args: ["-e", "throw new Error('a mistake')"] }),
      step("fifth", "console.log('3 passed, 0 failed'); process.exit(1)", {
        count: ({ output }: { output: string }) => ({ passed: Number(output[0]), failed: 0 }),
      }),
      step("sixth", "", {
        count: () => {
          throw new Error("no report");
        },
      }),
      step("seventh", "", { count: () => ({ passed: 2, failed: 0, skipped: 1 }) }),
    ]);
    expect({ ...totals, broken: [...totals.broken].sort() }).toEqual({
      passed: 6,
      failed: 6,
      broken: ["fifth", "first", "fourth", "seventh", "sixth", "third"],
    });
    expect(printed.join("")).toContain("a mistake");
    expect(printed.join("")).toContain("sixth: no result (no report)");
    expect(printed.at(-1)).toMatch(/^\nfailed: /);
  });

  it("say all that they have to say in one piece, errors included", async () => {
    const { printed } = await run([step("a", SAYS_IN_TWO_PARTS), step("b", SAYS_IN_TWO_PARTS)]);
    for (const name of ["a", "b"])
      expect(printed.filter((text) => text.startsWith(`\n── ${name}\n`))).toEqual([
        expect.stringMatching(new RegExp(`^\\n── ${name}\\none two\\n── ${name}: ok \\([\\d.]+ s\\)\\n$`)),
      ]);
  });

  it("begin after those that they are said to come after, even when one of them failed", async () => {
    const { printed, totals } = await run([
      step("last", "", { after: ["build", "not among them"] }),
      step("build", "setTimeout(() => process.exit(1), 200)"),
    ]);
    const at = (text: string) => printed.findIndex((one) => one.startsWith(text));
    expect(at("   last …")).toBeGreaterThan(at("\n── build\n"));
    expect(totals).toEqual({ passed: 1, failed: 1, broken: ["build"] });
  });

  it("that wait for each other are an error", async () => {
    await expect(run([step("a", "", { after: ["b"] }), step("b", "", { after: ["a"] })])).rejects.toThrow(
      "wait for each other: a, b",
    );
  });
});

import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runSluice } from "../testing/sluice-process.ts";

const EXAMPLES = fileURLToPath(new URL("../../../web/src/features/examples", import.meta.url));

it("the tests of the page's examples pass in a terminal, and take every path", async () => {
  const { code, stdout, stderr } = await runSluice(["test", "--min-coverage", "100", EXAMPLES]);
  expect([code, stderr]).toEqual([0, ""]);
  const passed = [...stdout.matchAll(/tests\.yaml: (\d+) of (\d+) passed$/gm)].map(([, passed, all]) => passed === all);
  expect(passed).toEqual(Array.from({ length: 13 }, () => true));
});

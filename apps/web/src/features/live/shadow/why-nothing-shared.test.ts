/** What a draft needs for a shadow run. */
import type { GraphNode } from "@sluice/engine";
import { expect, it } from "vitest";
import { whyNothingShared } from "./why-nothing-shared.ts";

const nodes = (...ids: readonly string[]) => ids.map((id) => ({ id, kind: "process", state: "run" }) as GraphNode);

it("needs a logs.process that runs, and names those that do where there is none", () => {
  expect(whyNothingShared(nodes("logs.process.main", "logs.process.b"), ["logs.process.b"])).toBeUndefined();
  expect(whyNothingShared(nodes("logs.process.main"), ["logs.process.access"])).toBe(
    "A shadow run compares a logs.process that both have. The server runs logs.process.access; this draft has logs.process.main.",
  );
  expect(whyNothingShared(nodes(), [])).toBe(
    "A shadow run compares a logs.process that both have. The server runs none; this draft has none.",
  );
});

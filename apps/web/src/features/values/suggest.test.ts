import { describe, expect, it } from "vitest";
import { openForPreview } from "../../core/workers/analyze.ts";
import { execute, type Running } from "../../core/workers/execute.ts";
import type { SuggestAsk } from "../../core/workers/pointed-value.ts";
import { createSuggestions } from "./suggest.ts";

const host = { resource: () => undefined, sha256: () => "" };
const TEXT = `stage.regex {
  expression = "^(?P<method>\\\\w+) (?P<path>/\\\\S*)"
}
stage.drop {
  source = "path"
  value  = "/healthz"
}
`;
const LINES = ["GET /cart", "GET /healthz", "POST /cart", "nothing"];

async function run(lines: readonly string[] = LINES, text = TEXT): Promise<Running> {
  const order = {
    text,
    pipeline: undefined,
    samples: lines.map((line, id) => ({ id, line, labels: { job: "t" } })),
    clock: "2026-01-15T08:00:00Z",
    seed: 1,
    holdEnd: false,
    steps: [],
  };
  const executed = await execute(1, order, { open: openForPreview, host, now: () => 0, goOn: async () => true });
  if (executed?.ok !== true) throw new Error("the run failed");
  return executed.running;
}

const env = { open: openForPreview, goOn: async () => true };
const METHOD: SuggestAsk = {
  run: 1,
  selected: { kind: "field", name: "method", value: "GET", line: "GET /cart" },
  place: { side: "after", path: "2" },
  actions: ["label", "drop", "timestamp"],
  choice: {},
};

describe("suggestions", () => {
  it("are tried on the entries at that place, and leave out what is impossible", async () => {
    const running = await run();
    const found = await createSuggestions()(running, METHOD, env);
    expect(found?.text).toBe(TEXT);
    expect(found?.suggestions.map(({ action, path, counts }) => [action, path, counts.in, counts.missed])).toEqual([
      ["label", "3", 3, 1],
      ["drop", "3", 3, 0],
    ]);
    expect(openForPreview(found!.suggestions[0]!.text).ok).toBe(true);
  });

  it("are none for an older run, and after cancellation", async () => {
    const running = await run();
    const suggest = createSuggestions();
    expect(await suggest(running, { ...METHOD, run: 2 }, env)).toBeUndefined();
    expect(await suggest(undefined, METHOD, env)).toBeUndefined();
    expect(await suggest(running, METHOD, { ...env, goOn: async () => false })).toBeUndefined();
  });

  it("are of the requested run, even if an earlier question was equal", async () => {
    const suggest = createSuggestions();
    const before = await suggest(await run(), METHOD, env);
    const after = await suggest({ ...(await run(["GET /a"])), id: 2 }, { ...METHOD, run: 2 }, env);
    expect([before, after].map((one) => one?.suggestions[0]?.counts.in)).toEqual([3, 1]);
  });

  it("stay within bounds for as many samples as there may be", async () => {
    const lines = [...Array(10_000).keys()].map((i) => `GET /cart/${i} ${"x".repeat(300)}`);
    const running = await run(lines, "stage.decolorize { }\n");
    const selection = { line: lines[7]!, start: 10, end: 11 };
    const ask: SuggestAsk = {
      ...METHOD,
      selected: { kind: "line", selection },
      place: { side: "end" },
      actions: ["label", "redact", "extract"],
    };
    // Cancelled during the first pass over the lines.
    let turns = 0;
    const suggest = createSuggestions();
    expect(await suggest(running, ask, { ...env, goOn: async () => ++turns < 20 })).toBeUndefined();
    expect(turns).toBe(20);
    const found = await suggest(running, ask, env);
    expect(found?.extractions[0]).toMatchObject({ matched: 10_000, total: 10_000 });
    expect(found?.extractions.length).toBeLessThanOrEqual(8);
  });
});

import type { EntryJson, StagePairJson } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { type CompareRow, rowWords, stageWords, whyWords } from "./compare.ts";
import { sentColumn } from "./compare-sent.ts";

const entry = (more: Partial<EntryJson> = {}): EntryJson => ({
  line: "GET /a",
  timestamp: "2026-01-15T08:00:00Z",
  labels: { job: "x" },
  structured_metadata: [],
  extracted: {},
  origins: [0],
  ...more,
});
const outcome = (settled: "out" | "dropped" | "held") =>
  ({ status: "passed", settled, drops: [], outputs: [] }) as const;
const row = (more: Partial<CompareRow>): CompareRow => ({
  type: "entry",
  index: 0,
  sampleId: 1,
  input: { line: "", labels: {} },
  differs: ["outcome"],
  a: outcome("out"),
  b: outcome("dropped"),
  ...more,
});
const drop = { path: "2", stage: "drop" };
const labels = { path: "3", stage: "labels" };

describe("words of a comparison", () => {
  it.each<[Partial<CompareRow>, string]>([
    [{}, "now dropped"],
    [{ b: outcome("held") }, "now held"],
    [{ a: outcome("dropped"), b: outcome("out") }, "no longer dropped"],
    [{ differs: ["labels", "line"] }, "labels, line"],
  ])("of a row: %o", (more, words) => expect(rowWords(row(more))).toBe(words));

  it.each<[StagePairJson, string]>([
    [{ change: "only_a", a: drop }, "stage 2 drop, which only A has"],
    [{ change: "only_b", b: drop }, "stage 2 drop, which only B has"],
    [{ change: "changed", a: drop, b: drop }, "stage 2 drop, which differs"],
    [{ change: "replaced", a: drop, b: labels }, "stage 3 labels, which replaces stage 2 drop of A"],
  ])("of a stage: %o", (pair, words) => expect(stageWords(pair)).toBe(words));

  it("explain why: the stage, its values, and where they show", () => {
    const cause: StagePairJson = { change: "changed", a: drop, b: drop };
    const at: StagePairJson = { change: "same", a: labels, b: labels };
    const values = [{ name: "level", a: "x", b: "y" }];
    const reasons = { a: [], b: [] };
    expect(whyWords(row({ parting: { at, cause, values, reasons } }))).toBe(
      "The cause is stage 2 drop, which differs. 1 extracted value differs after it. It shows at stage 3 labels, the same in both, which uses that result.",
    );
    expect(whyWords(row({ parting: { at, cause: at, values: [], reasons } }))).toBe(
      "Stage 3 labels, the same in both, depends on earlier entries or on chance, and those differ.",
    );
  });
});

describe("sentColumn", () => {
  it("marks the parts that the other side sends differently", () => {
    const a = entry({ labels: { job: "x", level: "info" } });
    const b = entry({ labels: { job: "x", level: "warn", app: "y" }, timestamp: "2026-01-15T09:00:00Z" });
    const of = (column: ReturnType<typeof sentColumn>) => column.labels.map(({ name, differs }) => [name, differs]);
    expect(of(sentColumn("GET /a", a, b))).toEqual([
      ["job", false],
      ["level", true],
    ]);
    expect(of(sentColumn("GET /a", b, a))).toEqual([
      ["job", false],
      ["level", true],
      ["app", true],
    ]);
    expect(sentColumn("GET /a", b, a)).toMatchObject({ timestamp: { differs: true }, line: undefined });
    expect(of(sentColumn("GET /a", a, undefined))).toEqual([
      ["job", false],
      ["level", false],
    ]);
  });

  it("marks single words of similar lines, and the whole of other lines", () => {
    const parts = (own: string, other: string) =>
      sentColumn("x", entry({ line: own }), entry({ line: other })).line?.map(({ text, differs }) => [text, differs]);
    expect(parts("card ends in 1111 ok", "card ends in 2222 ok")).toEqual([
      ["card ends in ", false],
      ["1111", true],
      [" ok", false],
    ]);
    expect(parts("abc", "something else")).toEqual([["abc", true]]);
  });
});

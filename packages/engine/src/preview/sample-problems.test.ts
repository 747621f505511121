import { expect, it } from "vitest";
import { applyEdits, type Diagnostic } from "../base/diagnostic.ts";
import { SAMPLE_PAGES } from "../document/lint/pages/sample-pages.ts";
import { openDocument } from "../document/open-document.ts";
import { TEST_HOST } from "../testing/index.ts";
import { Preview } from "./preview.ts";
import { findSampleProblems } from "./sample-problems.ts";

interface Shown {
  readonly code: string;
  readonly lines: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
}

function told(text: string, lines: readonly string[], labels: Shown["labels"] = {}): Diagnostic[] {
  const { pipelines, file, ok } = openDocument(text, { purpose: "preview" });
  expect(ok, text).toBe(true);
  const { stages, dialect } = pipelines[0]!;
  const samples = lines.map((line) => ({ line, labels }));
  const preview = Preview.run({ stages, dialect }, samples, { start: 0n, seed: 1, host: TEST_HOST });
  return findSampleProblems(stages, file, preview.doubts(), []);
}

const SHOWN: readonly Shown[] = [
  { code: "flat-key", lines: ['{"id.resp_h":"192.0.2.7"}'] },
  { code: "digits-lost", lines: ['{"order_id":9007199254740993}'] },
  { code: "line-replaced", lines: ['{"msg":"hi","user":{"id":"7"}}'] },
  { code: "no-value-in-result", lines: ["x"] },
  { code: "card-mistaken", lines: ['{"ts":1931000000005,"a":"b"}'] },
  { code: "json-broken", lines: ['{"card":4023319055607716}'] },
  { code: "flag-eaten", lines: ["2031-02-03T10:00:00Z stdout Failed"] },
  { code: "rule-matches-part", lines: ["x"], labels: { filename: "/var/log/shop/a.log" } },
];

it.each(SHOWN.map((one) => [one.code, one] as const))("%s has its place and the documented fix", (code, shown) => {
  const page = SAMPLE_PAGES.find((one) => one.code === code)!;
  const found = told(page.example, shown.lines, shown.labels).find((one) => one.code === code);
  expect(found, code).toBeDefined();
  expect(found!.span!.end).toBeGreaterThan(found!.span!.start);
  expect(found!.fixes?.length ?? 0).toBe(page.fixed === undefined ? 0 : 1);
  if (page.fixed !== undefined) expect(applyEdits(page.example, found!.fixes![0]!.edits)).toBe(page.fixed);
});

it("of many entries there is one diagnostic, which a comment silences", () => {
  const text = 'stage.json {\n  expressions = { a = "b.c" }\n}\n';
  const lines = Array.from({ length: 50 }, (_, i) => `{"b.c":${i}}`);
  expect(told(text, lines).map(({ message }) => message)).toEqual([
    'a name in the JSON holds the dot itself, and a path needs quotes around it: `"b.c"` (50 samples show it)',
  ]);
  expect(told(`// sluice:ignore flat-key as meant\n${text}`, lines)).toEqual([]);
});

it("a rule that matches another value does its work", () => {
  const page = SAMPLE_PAGES.find(({ code }) => code === "rule-matches-part")!;
  const { pipelines, file } = openDocument(page.example, { purpose: "preview" });
  const samples = ["/var/log/shop/a.log", "/var/log/shop/"].map((filename) => ({ line: "x", labels: { filename } }));
  const preview = Preview.run(pipelines[0]!, samples, { start: 0n, seed: 1, host: TEST_HOST });
  expect(findSampleProblems(pipelines[0]!.stages, file, preview.doubts(), [])).toEqual([]);
});

it("places of one run are bounded", () => {
  const names = Array.from({ length: 150 }, (_, i) => `n${i}`);
  const text = `stage.json {\n  expressions = { ${names.map((name) => `${name} = "a.${name}"`).join(", ")} }\n}\n`;
  const line = JSON.stringify(Object.fromEntries(names.map((name) => [`a.${name}`, 1])));
  expect(told(text, [line])).toHaveLength(100);
});

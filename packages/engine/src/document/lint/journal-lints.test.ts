import { describe, expect, it } from "vitest";
import { applyEdits } from "../../base/diagnostic.ts";
import { openDocument } from "../open-document.ts";
import { JOURNAL_LINTS } from "./journal-lints.ts";
import { pageOf } from "./pages.ts";

const CODES: ReadonlySet<string> = new Set(JOURNAL_LINTS.map(({ code }) => code));
const lints = (text: string) => {
  const { diagnostics, ok } = openDocument(text, { purpose: "preview" });
  expect(ok, JSON.stringify(diagnostics)).toBe(true);
  return diagnostics.filter(({ code }) => CODES.has(code));
};
const codes = (text: string) => lints(text).map(({ code }) => code);

const source = (label: string, to: string, more = "") =>
  `logs.source.api "${label}" {\n  http { }\n  forward_to = ${to}\n${more}}\n`;
const WRITE = `logs.write "loki" {\n  endpoint { url = "http://loki:3100/loki/api/v1/push" }\n}\n`;
const LOKI = "[logs.write.loki.receiver]";
const journal = (to: string, more = "") => `logs.journal "j" {\n  forward_to = ${to}\n${more}}\n`;

describe.each(JOURNAL_LINTS.map(({ code }) => [code, pageOf(code)] as const))("%s", (code, { example, fixed }) => {
  it("is an information, once for its example, and the documented fix removes it", () => {
    const [found, ...others] = lints(example);
    expect([found?.code, found?.severity, others]).toEqual([code, "info", []]);
    expect(found!.span!.end).toBeGreaterThan(found!.span!.start);
    expect(found!.fixes?.length ?? 0).toBe(fixed === undefined ? 0 : 1);
    if (fixed === undefined) return;
    expect(applyEdits(example, found!.fixes![0]!.edits)).toBe(fixed);
    expect(codes(fixed)).toEqual([]);
  });

  it("is not said where the target is Alloy, or where a mark says so", () => {
    expect(codes(`// sluice:target alloy 1.17\n${example}`)).toEqual([]);
    const at = example.lastIndexOf("\n\n", lints(example)[0]!.span!.start) + 1;
    expect(codes(`${example.slice(0, at)}// sluice:ignore ${code} as meant\n${example.slice(at)}`)).toEqual([]);
  });
});

describe("no journal", () => {
  it("is said once for all sources, in Alloy's names, too, and the fix is one journal for the same receivers", () => {
    const text = `${source("a", LOKI)}${source("b", LOKI)}${source("j", `[logs.process.p.receiver]`)}
logs.process "p" {
  forward_to = ${LOKI}
}
logs.journal "a" {
  forward_to = []
}
${WRITE}`.replaceAll("logs.source", "loki.source");
    const [found, ...others] = lints(text);
    expect([others, found!.related?.length]).toEqual([[], 2]);
    expect(found!.message).toContain("loki.source.api.a, loki.source.api.b and loki.source.api.j");
    const fixed = applyEdits(text, found!.fixes![0]!.edits);
    expect(codes(fixed)).toEqual([]);
    expect(fixed.match(/logs\.journal "\w+"/g)).toEqual(['logs.journal "a_2"', 'logs.journal "j"', 'logs.journal "a"']);
  });

  it("has no fix where the receivers are computed", () => {
    const [found] = lints(`${source("a", `array.concat(${LOKI}, [])`)}${WRITE}`);
    expect([found?.code, found?.fixes]).toEqual(["no-journal", undefined]);
  });

  it.each([
    [
      "behind a source that nobody pushes to",
      `logs.source.file "f" {\n  targets = []\n  forward_to = ${LOKI}\n}\n${WRITE}`,
    ],
    ["where there is no source", WRITE],
    ["where clients wait for delivery", `${source("a", LOKI, '  acknowledge = "delivered"\n')}${WRITE}`],
    ["where the writer has a wal", source("a", LOKI) + WRITE.replace("{\n", "{\n  wal {\n    enabled = true\n  }\n")],
    [
      "where one is further on",
      `${source("a", "[logs.process.p.receiver]")}logs.process "p" {\n  forward_to = [logs.journal.j.receiver]\n}\n${journal(LOKI)}${WRITE}`,
    ],
    ["where entries are only printed", `${source("a", "[logs.echo.e.receiver]")}logs.echo "e" { }\n`],
    [
      "where a journal keeps the way to one of two",
      `${source("a", "[logs.journal.j.receiver, logs.echo.e.receiver]")}logs.echo "e" { }\n${journal(LOKI)}${WRITE}`,
    ],
  ])("is not said %s", (_, text) => {
    expect(codes(text)).toEqual([]);
  });

  it("is said where one of two ways has none", () => {
    const text = `${source("a", "[logs.journal.j.receiver, logs.write.loki.receiver]")}${journal("[logs.write.loki.receiver]")}${WRITE}`;
    expect(codes(text)).toEqual(["no-journal"]);
  });
});

it.each([
  ["a limit that drops", "stage.limit {\n rate = 1\n burst = 1\n drop = true\n}", []],
  ["a limit that waits", "stage.limit {\n rate = 1\n burst = 1\n}", ["held-before-journal"]],
  [
    "a limit inside of a branch",
    'stage.match {\n selector = "{a=\\"b\\"}"\n stage.limit {\n rate = 1\n burst = 1\n }\n}',
    ["held-before-journal"],
  ],
])("%s before a journal", (_, stage, expected) => {
  const text = `${source("a", "[logs.process.p.receiver]")}logs.process "p" {\n  forward_to = [logs.journal.j.receiver]\n${stage}\n}\n${journal(LOKI)}${WRITE}`;
  expect(codes(text)).toEqual(expected);
});

it("says nothing of a stage behind the journal, nor of a journal that no source reaches", () => {
  const held =
    'logs.process "p" {\n  forward_to = [logs.write.loki.receiver]\n  stage.multiline { firstline = "^x" }\n}\n';
  expect(codes(source("a", "[logs.journal.j.receiver]") + journal("[logs.process.p.receiver]") + held + WRITE)).toEqual(
    [],
  );
  expect(codes(journal(LOKI, '  sync = "off"\n') + WRITE)).toEqual([]);
});

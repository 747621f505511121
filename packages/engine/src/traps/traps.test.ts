/** Runs the cases of all kinds: each configuration and its samples get their warnings, and their twins get none. */
import { readdirSync } from "node:fs";
import { encodeUtf8 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { applyEdits, type Diagnostic } from "../base/diagnostic.ts";
import { LabelSet } from "../base/label-set.ts";
import { DOUBT_CODES } from "../document/diagnostics/warning-codes.ts";
import { exportConfig } from "../document/export/export-config.ts";
import { sentence } from "../document/export/export-note.ts";
import { type OpenedDocument, openDocument, previewablePipelines } from "../document/open-document.ts";
import { importPromtail } from "../import/index.ts";
import { findSampleProblems } from "../preview/sample-problems.ts";
import { DoubtTally } from "../preview/stage-doubts.ts";
import { adviseClient } from "../profiles/client-advice.ts";
import { runNodes } from "../testing/index.ts";
import { MIN_CASES, TRAP_KINDS } from "./kinds.ts";
import type { ConfigCase, ExpectedReport, RequestCase, TrapCase } from "./trap-case.ts";

const FOLDER = new URL("./cases/", import.meta.url);
const FILES = await Promise.all(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ts"))
    .map(async (file) => {
      const exported = Object.values(await import(new URL(file, FOLDER).href)) as (readonly TrapCase[])[];
      return { topic: file.slice(0, -".ts".length), cases: exported.flat() };
    }),
);

interface Heard {
  /** What an import said. */
  readonly reported: readonly string[] | undefined;
  /** The text that the diagnostics are about. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: readonly string[];
  readonly out: readonly object[];
  /** Those of the diagnostics that the samples show. */
  readonly shown: readonly Diagnostic[];
}

type Ran = Pick<Heard, "notes" | "out" | "shown">;

const hear = (one: TrapCase): Heard => ("request" in one ? hearRequest(one) : hearConfig(one));

function hearRequest({ request: { text = "a;b 1\n", ...given } }: RequestCase): Heard {
  const notes = adviseClient({
    rawQuery: "name=shop.cpu%7Benv%3Dprod%7D&from=1931000000&until=1931000010",
    contentEncoding: "",
    format: "folded",
    parts: undefined,
    beginning: encodeUtf8(text),
    ...given,
  });
  return { text: "", reported: undefined, diagnostics: [], shown: [], out: [], notes };
}

function hearConfig({ config, from, input = [] }: ConfigCase): Heard {
  const imported = from === "promtail" ? importPromtail(config) : undefined;
  const document = openDocument(imported?.text ?? config, { purpose: "preview" });
  const { shown, ...ran } = run(document, input);
  const diagnostics = [...(imported?.diagnostics ?? []), ...document.diagnostics, ...shown];
  const reported = imported?.diagnostics.map(({ message }) => message);
  return { text: document.text, reported, diagnostics, shown, ...ran };
}

function run(document: OpenedDocument, input: NonNullable<ConfigCase["input"]>): Ran {
  const [pipeline] = previewablePipelines(document);
  if (pipeline === undefined || input.length === 0) return { notes: [], out: [], shown: [] };
  const { out, steps } = runNodes(pipeline.stages, input, { trace: true, dialect: pipeline.dialect });
  const doubts = new DoubtTally();
  for (const step of new Set(steps.flat())) doubts.see(step);
  const sent = out.map(({ labels }) => LabelSet.of(labels));
  const shown = findSampleProblems(pipeline.stages, document.file, doubts.found(), sent);
  return { out, shown, notes: steps.flat().flatMap(({ reasons }) => reasons.map(({ text }) => text)) };
}

const describeHeard = ({ diagnostics, notes }: Heard): string =>
  [...diagnostics.map(({ code, message }) => `${code}: ${message}`), ...notes].join("\n");

/** An export and an import report what lints warn of, in their words. */
function expectSameWords({ severity, code, message }: Diagnostic, { text, reported }: Heard): void {
  if (severity !== "warning" || !DOUBT_CODES.has(code)) return;
  const exported = exportConfig(text, "loki");
  expect(exported.ok && exported.notes.map(({ why }) => why)).toContain(sentence(message));
  if (reported !== undefined) expect(reported.join("\n")).toContain(message.replaceAll(/ on line \d+/g, ""));
}

function check({ code, note, message = "", fix, fixed }: ExpectedReport, heard: Heard): void {
  if (note !== undefined)
    expect(
      heard.notes.some((text) => text.includes(note)),
      `“${note}” in\n${describeHeard(heard)}`,
    ).toBe(true);
  if (code === undefined) return;
  const found = heard.diagnostics.find((one) => one.code === code && one.message.includes(message));
  expect(found, `${code}: …${message}… in\n${describeHeard(heard)}`).toBeDefined();
  // What samples show, a report without them cannot say.
  if (!heard.shown.includes(found!)) expectSameWords(found!, heard);
  if (fix === undefined && fixed === undefined) return;
  const offered = found!.fixes?.find(({ title }) => fix === undefined || title === fix);
  expect(offered, `${fix ?? "a fix"} among ${found!.fixes?.map(({ title }) => title)}`).toBeDefined();
  const mended = applyEdits(heard.text, offered!.edits);
  if (fixed !== undefined) expect(mended).toBe(fixed);
  const after = openDocument(mended, { purpose: "preview" }).diagnostics;
  expect(
    after.filter((one) => one.severity === "error" || (one.code === code && one.message === found!.message)),
  ).toEqual([]);
}

/** The cases of one kind. */
const casesOf = (topics: readonly string[]): readonly TrapCase[] =>
  FILES.flatMap(({ topic, cases }) => (topics.includes(topic) ? cases : []));

describe.each(FILES)("$topic", ({ topic, cases }) => {
  const topics = Object.values(TRAP_KINDS).find((files) => files.includes(topic)) ?? [];
  const notes = casesOf(topics).flatMap(({ expect: { reports = [] } }) => reports.flatMap(({ note }) => note ?? []));

  it.each(cases.map((one) => [one.name, one] as const))("%s", (_, one) => {
    const { reports = [], silent } = one.expect;
    const out = "config" in one ? one.expect.out : undefined;
    expect(reports.length > 0, "a case has reports or is silent").toBe(silent !== true);
    const heard = hear(one);
    if (out !== undefined) {
      expect(heard.out.length, JSON.stringify(heard.out)).toBe(out.length);
      out.forEach((wanted, i) => {
        const keys = Object.keys(wanted);
        expect(Object.fromEntries(Object.entries(heard.out[i]!).filter(([key]) => keys.includes(key)))).toEqual(wanted);
      });
    }
    for (const expected of reports) check(expected, heard);
    if (!silent) return;
    expect(heard.diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    const unexpected =
      "request" in one ? heard.notes : heard.notes.filter((text) => notes.some((note) => text.includes(note)));
    expect(unexpected).toEqual([]);
  });
});

describe("kinds", () => {
  it("have the cases of all files", () => {
    expect(Object.values(TRAP_KINDS).flat().sort()).toEqual(FILES.map(({ topic }) => topic).sort());
  });

  it.each(Object.entries(TRAP_KINDS))("%s: enough cases, half of them silent", (kind, topics) => {
    const cases = casesOf(topics);
    const silent = cases.filter(({ expect: { silent } }) => silent).length;
    process.stdout.write(`traps, ${kind}: ${cases.length} cases, ${silent} silent\n`);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(MIN_CASES);
    expect(silent).toBeGreaterThanOrEqual(cases.length / 2);
    expect(silent).toBeLessThan(cases.length);
  });
});

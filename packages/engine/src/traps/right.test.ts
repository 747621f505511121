/** Right configurations, as people write them: none has a warning, and their samples pass without a miss. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { JOURNAL_LINTS } from "../document/lint/journal-lints.ts";
import { openDocument, previewablePipelines } from "../document/open-document.ts";
import { readSamples } from "../preview/samples.ts";
import { runNodes } from "../testing/index.ts";

const FOLDER = new URL("./right/", import.meta.url);
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".alloy"))
  .map((file) => file.slice(0, -".alloy".length));

/** Of parts that only Alloy runs, and of what is known only where they do. */
const NOT_RUN = new Set(["component-not-run", "argument-not-run", "block-not-run", "unknown-value"]);
/** What a crash costs is an information, and said once. */
const INFORMATION: ReadonlySet<string> = new Set(JOURNAL_LINTS.map(({ code }) => code));

const toldOf = (name: string) =>
  openDocument(readFileSync(new URL(`${name}.alloy`, FOLDER), "utf8"), { purpose: "preview" }).diagnostics;
const informationOf = (name: string) => toldOf(name).filter(({ code }) => INFORMATION.has(code));
const warningsOf = (name: string) =>
  toldOf(name).filter(({ code, severity }) => !NOT_RUN.has(code) && (severity !== "info" || !INFORMATION.has(code)));

describe("right configurations", () => {
  it.each(NAMES)("%s has no warning, and its samples miss nothing", (name) => {
    expect(warningsOf(name).map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(informationOf(name).length).toBeLessThanOrEqual(1);
    const log = new URL(`${name}.log`, FOLDER);
    if (!existsSync(log)) return;
    const document = openDocument(readFileSync(new URL(`${name}.alloy`, FOLDER), "utf8"), { purpose: "preview" });
    const [pipeline] = previewablePipelines(document);
    const read = readSamples(readFileSync(log, "utf8"));
    if (!read.ok) throw new Error(`${name}.log: ${read.error.message}`);
    const inputs = read.entries.map(({ line, labels, metadata }) => ({ line, labels, structured_metadata: metadata }));
    const { steps } = runNodes(pipeline!.stages, inputs, { trace: true });
    expect(steps.flat().flatMap(({ reasons }) => reasons.flatMap(({ missed, text }) => (missed ? text : [])))).toEqual(
      [],
    );
  });

  it("are counted", () => {
    const warnings = NAMES.flatMap(warningsOf).length;
    process.stdout.write(`right configurations: ${NAMES.length}, warnings: ${warnings}\n`);
    expect(NAMES.length).toBeGreaterThanOrEqual(60);
    expect(warnings).toBe(0);
  });
});

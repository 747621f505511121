/**
 * Changes of a test file that keep every other byte: comments, order, style of the YAML. A change that would damage something
 * (a test on one line, an anchor that another test uses) is refused, with the reason.
 */

import { formatRfc3339 } from "@sluice/languages/base";
import { parseYamlTree, type YamlNode } from "@sluice/languages/yaml";
import { applyEdits, type TextEdit } from "../base/diagnostic.ts";
import { lineEndOf, withLineEnds } from "../base/line-ends.ts";
import type { Span } from "../base/span.ts";
import type { SampleContent } from "../preview/sample-content.ts";
import { emitItems, emitPairs, Unquoted, type YamlWritten } from "./emit-yaml.ts";
import { type WrittenExpectation, writeMetadata } from "./record.ts";
import { readTestFile } from "./test-file.ts";

/** A test that is to be written. */
export interface NewTest {
  readonly name: string;
  readonly pipeline?: string | undefined;
  readonly clock?: bigint | undefined;
  readonly seed?: number | undefined;
  readonly samples: readonly SampleContent[];
  /** Go duration after the last entry. */
  readonly advance?: string | undefined;
  readonly hold?: boolean | undefined;
  readonly expect?: WrittenExpectation | undefined;
}

export type TestEdit =
  | { readonly kind: "add"; readonly test: NewTest }
  | { readonly kind: "remove"; readonly index: number }
  | { readonly kind: "rename"; readonly index: number; readonly name: string }
  | { readonly kind: "expect"; readonly index: number; readonly expect: WrittenExpectation };

export type EditedTests =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** What a file that is made for its first test says about all of them. */
export interface TestFileHead {
  readonly clock?: string | undefined;
  readonly seed?: number | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** The text of a file without tests. */
export function newTestFile({ clock, seed, labels }: TestFileHead): string {
  const head: { [key: string]: YamlWritten } = {
    ...(clock === undefined ? {} : { clock: new Unquoted(clock) }),
    ...(seed === undefined ? {} : { seed }),
    ...(labels === undefined || Object.keys(labels).length === 0 ? {} : { labels }),
  };
  const pairs = emitPairs(head, "");
  return `${pairs === "" ? "" : `${pairs}\n`}tests: []\n`;
}

/** `edits`, one after the other in the order given. Indexes count the tests of `text` before all edits. */
export function editTests(text: string, edits: readonly TestEdit[]): EditedTests {
  const before = readTestFile(text);
  if (!before.ok) return refuse("the test file has errors; fix them first");
  const tree = parseYamlTree(text);
  const layout = tree.ok ? readLayout(text, tree.node) : undefined;
  if (layout === undefined) return refuse("the tests are written in a form that cannot be edited here");
  const changes: TextEdit[] = [];
  const added: NewTest[] = [];
  for (const edit of edits) {
    if (edit.kind === "add") {
      added.push(edit.test);
      continue;
    }
    const item = layout.items[edit.index];
    if (item === undefined) return refuse(`there is no test ${edit.index + 1}`);
    const change = changeItem(text, item, edit);
    if (typeof change === "string") return refuse(change);
    changes.push(change);
  }
  if (added.length > 0) {
    const change = addTests(text, layout, added);
    if (typeof change === "string") return refuse(change);
    changes.push(change);
  }
  const lineEnd = lineEndOf(text);
  const written = changes.map(({ span, text }) => ({ span, text: withLineEnds(text, lineEnd) }));
  const result = applyEdits(text, written);
  return check(
    before.file.tests.map(({ name }) => name),
    edits,
    result,
  );
}

/** The lines of each test, in the order of the file; undefined if they have no lines of their own. */
export function findTests(text: string): readonly Span[] | undefined {
  const tree = parseYamlTree(text);
  const layout = tree.ok ? readLayout(text, tree.node) : undefined;
  return layout?.items.map(({ start, end }) => ({ start, end: contentEnd(text, end) }));
}

const refuse = (message: string): EditedTests => ({ ok: false, message });

/** The result must be the requested one: if not, the text has an unknown layout. */
function check(names: readonly string[], edits: readonly TestEdit[], text: string): EditedTests {
  const after = readTestFile(text);
  if (!after.ok) return refuse(after.diagnostics[0]?.message ?? "the result cannot be read");
  const removed = new Set(edits.flatMap((edit) => (edit.kind === "remove" ? [edit.index] : [])));
  const renamed = new Map(edits.flatMap((edit) => (edit.kind === "rename" ? [[edit.index, edit.name] as const] : [])));
  const expected = [
    ...names.map((name, i) => renamed.get(i) ?? name).filter((_, i) => !removed.has(i)),
    ...edits.flatMap((edit) => (edit.kind === "add" ? [edit.test.name] : [])),
  ];
  const got = after.file.tests.map(({ name }) => name);
  const same = got.length === expected.length && got.every((name, i) => name === expected[i]);
  return same ? { ok: true, text } : refuse("the tests are written in a form that cannot be edited here");
}

interface Item {
  readonly node: YamlNode;
  /** Offset of the line with its dash. */
  readonly start: number;
  /** Offset after its last line. */
  readonly end: number;
  /** Of its keys. */
  readonly indent: string;
  /** It begins with a brace, or is an alias. */
  readonly oneLine: boolean;
}

interface Layout {
  readonly items: readonly Item[];
  /** Blanks before the dashes. */
  readonly indent: string;
  /** Where further tests go. */
  readonly end: number;
  /** `[]` or nothing after `tests:`, which gives way to a block. */
  readonly empty: { readonly start: number; readonly end: number } | undefined;
  /** There is no `tests:` yet. */
  readonly missing: boolean;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;
const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
};

/**
 * End of what ends before `limit` (a line's start): blank lines and comments that are not indented deeper belong to what
 * follows.
 */
function trimEnd(text: string, from: number, limit: number, indent: number): number {
  let end = limit;
  while (end > from) {
    const start = lineStart(text, end - 1);
    const line = text.slice(start, end);
    const blanks = /^[ \t]*/.exec(line)![0].length;
    const rest = line.slice(blanks).trimEnd();
    if (rest !== "" && !(rest.startsWith("#") && blanks <= indent)) break;
    if (start < from) break;
    end = start;
  }
  return end;
}

function readLayout(text: string, root: YamlNode | undefined): Layout | undefined {
  const nothing = root === undefined || (root.kind === "scalar" && root.tag === "!!null");
  if (nothing) return { items: [], indent: "  ", end: text.length, empty: undefined, missing: true };
  if (root.kind !== "mapping" || text[root.start] === "{") return undefined;
  const at = root.items.findIndex((node, i) => i % 2 === 0 && node.text === "tests");
  const value = root.items[at + 1]!;
  const next = root.items[at + 2];
  const limit = next === undefined ? text.length : lineStart(text, next.start);
  if (value.kind === "scalar" || (value.kind === "sequence" && value.items.length === 0)) {
    const key = root.items[at]!;
    const start = text.indexOf(":", key.start + key.text.length) + 1;
    const written = value.kind === "sequence" ? text.indexOf("]", value.start) + 1 : start;
    return { items: [], indent: "  ", end: limit, empty: { start, end: written }, missing: false };
  }
  if (value.kind !== "sequence" || text[value.start] === "[") return undefined;
  const dashes = value.items.map((node) => dashBefore(text, node.start));
  if (dashes.includes(-1)) return undefined;
  const indent = text.slice(lineStart(text, dashes[0]!), dashes[0]!);
  if (/\S/.test(indent)) return undefined;
  const items = value.items.map((node, i): Item => {
    const start = lineStart(text, dashes[i]!);
    const until = i + 1 < dashes.length ? lineStart(text, dashes[i + 1]!) : limit;
    const oneLine =
      node.kind !== "mapping" || text[node.start] === "{" || text[node.start] === "&" || text[node.start] === "!";
    const column = node.start - lineStart(text, node.start);
    return { node, start, end: trimEnd(text, start, until, indent.length), indent: " ".repeat(column), oneLine };
  });
  return { items, indent, end: items.at(-1)!.end, empty: undefined, missing: false };
}

/** The dash of an item whose content starts at `offset`; −1 if something else than blanks and a dash precedes it. */
function dashBefore(text: string, offset: number): number {
  let at = offset - 1;
  while (at >= 0 && /[\s]/.test(text[at]!)) at--;
  return text[at] === "-" && /^[ ]*$/.test(text.slice(lineStart(text, at), at)) ? at : -1;
}

function changeItem(text: string, item: Item, edit: Exclude<TestEdit, { kind: "add" }>): TextEdit | string {
  if (edit.kind === "remove") return { span: { start: item.start, end: lineEnd(text, item.end - 1) }, text: "" };
  if (item.oneLine) return "the test is written on one line: { … }; write its keys below each other to change it here";
  const key = edit.kind === "rename" ? "name" : "expect";
  const { items } = item.node;
  const at = items.findIndex((node, i) => i % 2 === 0 && node.text === key);
  const value = edit.kind === "rename" ? { name: edit.name } : { expect: edit.expect };
  const pair = emitPairs(value, item.indent).slice(item.indent.length);
  if (at < 0) {
    const end = contentEnd(text, item.end);
    return { span: { start: end, end }, text: `\n${item.indent}${pair}` };
  }
  const { start } = items[at]!;
  const next = items[at + 2];
  const until = next === undefined ? item.end : lineStart(text, next.start);
  const end = contentEnd(text, trimEnd(text, start, until, item.indent.length));
  return { span: { start, end }, text: pair };
}

/** Without the line end. */
const contentEnd = (text: string, end: number): number =>
  end - (/\r?\n$/.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0);

function addTests(
  text: string,
  { items, indent, end, empty, missing }: Layout,
  tests: readonly NewTest[],
): TextEdit | string {
  const written = tests.map((test) => emitItems([writeTest(test)], indent));
  if (missing) {
    const before = text === "" || text.endsWith("\n") ? "" : "\n";
    return { span: { start: text.length, end: text.length }, text: `${before}tests:\n${written.join("\n")}\n` };
  }
  if (empty !== undefined) return { span: empty, text: `\n${written.join("\n")}` };
  // Tests are parted as those before them are.
  const spaced = items.length > 1 && /\n[ \t]*\r?\n/.test(text.slice(items[0]!.end - 1, items[1]!.start));
  const at = contentEnd(text, end);
  const between = spaced ? "\n\n" : "\n";
  return { span: { start: at, end: at }, text: `${between}${written.join(between)}` };
}

function writeTest({ name, pipeline, clock, seed, samples, advance, hold, expect }: NewTest): YamlWritten {
  const entries = samples.map(writeEntry);
  return {
    name,
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(clock === undefined ? {} : { clock: new Unquoted(formatRfc3339(clock)) }),
    ...(seed === undefined ? {} : { seed }),
    ...(entries.length === 1 ? { entry: entries[0]! } : { entries }),
    ...(advance === undefined ? {} : { advance: writeDuration(advance) }),
    ...(hold ? { hold } : {}),
    ...(expect === undefined ? {} : { expect }),
  };
}

/** Begins like a number, and is none. */
const writeDuration = (text: string): YamlWritten =>
  /^(?:\d+(?:\.\d+)?(?:ns|us|ms|s|m|h))+$/.test(text) ? new Unquoted(text) : text;

function writeEntry({ line, labels, timestamp, metadata, extracted, advance }: SampleContent): YamlWritten {
  return {
    line,
    ...(labels === undefined ? {} : { labels }),
    ...(timestamp === undefined ? {} : { timestamp: new Unquoted(timestamp) }),
    ...(metadata === undefined ? {} : { structured_metadata: writeMetadata(metadata) }),
    ...(extracted === undefined ? {} : { extracted: extracted as { readonly [name: string]: YamlWritten } }),
    ...(advance === undefined ? {} : { advance: writeDuration(advance) }),
  };
}

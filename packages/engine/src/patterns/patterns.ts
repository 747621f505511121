/**
 * Patterns of a log: lines are joined to entries, unwrapped, and clustered as they arrive. The result depends on the lines
 * and their order alone, not on the pieces in which they were added, and memory is bounded whatever the lines are.
 */
import { utf8Length } from "@sluice/languages/base";
import { continuesEntry } from "../detect/index.ts";
import type { Cluster } from "./cluster.ts";
import { Drain } from "./drain.ts";
import { nameParts } from "./names.ts";
import { type Distinct, Memory, shorten } from "./part.ts";
import { createTokens, type PartKind, type Tokens, tokenize } from "./tokens.ts";
import { findContent, MAX_MESSAGE, type Unwrapped, unwrapRuntime } from "./unwrap.ts";

export interface PatternPart {
  /** As it stands in the template; no two of a pattern are the same. */
  readonly name: string;
  readonly kind: PartKind;
  readonly distinct: Distinct;
  /** Of numbers: the smallest and the greatest. */
  readonly range: { readonly min: number; readonly max: number } | undefined;
  /** The values in the first and the last entry of the pattern, shortened. */
  readonly first: string;
  readonly last: string;
}

export interface Pattern {
  /** What `add` gives for its lines: patterns are numbered from 0, in the order in which they were found. */
  readonly number: number;
  /** The text with a `<name>` for each part. */
  readonly template: string;
  /** The same in pieces: constant texts, and indexes of `parts`. */
  readonly pieces: readonly (string | number)[];
  /** Entries, and the lines and bytes that they have (without line ends). */
  readonly count: number;
  readonly lines: number;
  readonly bytes: number;
  /** Of all lines and of all bytes, from 0 to 1. */
  readonly lineShare: number;
  readonly byteShare: number;
  /** Indexes of the lines at which its first and last entry begin. */
  readonly first: number;
  readonly last: number;
  /** The first line of its first entry, as it was given; cut where it is very long. */
  readonly example: string;
  /** In the order of the template. */
  readonly parts: readonly PatternPart[];
}

export interface PatternReport {
  /** The one with most entries first. */
  readonly patterns: readonly Pattern[];
  readonly entries: number;
  /** All lines, blank ones too. */
  readonly lines: number;
  readonly bytes: number;
  /** Entries that came when there was no room for more patterns. */
  readonly other: { readonly count: number; readonly lines: number; readonly bytes: number };
}

const MAX_EXAMPLE = 1000;

interface Tally {
  /** The pattern's; undefined: without room for one. */
  readonly number: number | undefined;
  count: number;
  lines: number;
  bytes: number;
}

/** What continues an entry of a stream goes to `owner`. */
interface Open {
  readonly owner: Tally;
  readonly indent: number;
  /** Its first line looks like a continuation itself: then such lines are entries in this log. */
  readonly odd: boolean;
  partial: boolean;
}

/** An entry as `journalctl -o export` writes it: a line for each field, and a blank one at its end. */
interface JournalEntry {
  /** Undefined up to its message. */
  owner: Tally | undefined;
  /** What stands before that. */
  lines: number;
  bytes: number;
}

const JOURNAL_START = "__CURSOR=";
const JOURNAL_MESSAGE = "MESSAGE=";
const JOURNAL_FIELD = /^[A-Z_][A-Z\d_]{0,63}=/;

export class PatternMiner {
  readonly #drain = new Drain(new Memory());
  readonly #tokens = createTokens();
  readonly #other: Tally = { number: undefined, count: 0, lines: 0, bytes: 0 };
  /** By stream: the entry that its next line may continue. */
  readonly #open = new Map<string, Open>();
  #journal: JournalEntry | undefined;
  #lines = 0;
  #bytes = 0;
  #entries = 0;
  readonly #whole: boolean;

  /** `whole`: each line is an entry. */
  constructor(whole = false) {
    this.#whole = whole;
  }

  /** The pattern's number (the order in which patterns were found) for each line; undefined: blank, or without room for one. */
  add(lines: Iterable<string>): (number | undefined)[] {
    const found: (number | undefined)[] = [];
    for (const line of lines) found.push(this.#addLine(line));
    return found;
  }

  #addLine(line: string): number | undefined {
    const index = this.#lines++;
    const bytes = utf8Length(line);
    this.#bytes += bytes;
    const wrapped = unwrapRuntime(line);
    const { content } = wrapped;
    if (content.startsWith(JOURNAL_START)) this.#journal = { owner: undefined, lines: 0, bytes: 0 };
    if (this.#journal !== undefined && !JOURNAL_FIELD.test(content)) this.#journal = undefined;
    if (content.trim() === "") return undefined;
    if (this.#journal !== undefined) return this.#addField(this.#journal, content, line, index, bytes);
    const open = this.#open.get(wrapped.stream);
    const indent = indentOf(content);
    if (!this.#whole && open !== undefined && (open.partial || continues(content, indent, open))) {
      open.owner.lines++;
      open.owner.bytes += bytes;
      open.partial = wrapped.partial;
      return open.owner.number;
    }
    const owner = this.#begin(wrapped, line, index);
    owner.lines++;
    owner.bytes += bytes;
    this.#entries++;
    this.#open.set(wrapped.stream, {
      owner,
      indent,
      odd: indent === 0 && continuesEntry(content),
      partial: wrapped.partial,
    });
    return owner.number;
  }

  /** A field of a journal's entry. The message tells its pattern; what stands before it has none yet, and counts with it. */
  #addField(entry: JournalEntry, content: string, line: string, index: number, bytes: number): number | undefined {
    entry.lines++;
    entry.bytes += bytes;
    if (entry.owner === undefined && content.startsWith(JOURNAL_MESSAGE)) {
      entry.owner = this.#begin({ content: content.slice(JOURNAL_MESSAGE.length) }, line, index);
      this.#entries++;
    }
    if (entry.owner === undefined) return undefined;
    entry.owner.lines += entry.lines;
    entry.owner.bytes += entry.bytes;
    entry.lines = 0;
    entry.bytes = 0;
    return entry.owner.number;
  }

  #begin({ content }: Pick<Unwrapped, "content">, line: string, index: number): Tally {
    readMessage(content, this.#tokens);
    const cluster = this.#drain.add(this.#tokens, index, () => shorten(line, MAX_EXAMPLE));
    if (cluster !== undefined) return cluster;
    this.#other.count++;
    return this.#other;
  }

  /**
   * What the parts of pattern `number` are in `line`, in the order of the template. Undefined where the line does not begin an
   * entry of it: the rest of a stack trace has none of them.
   */
  valuesIn(line: string, number: number): string[] | undefined {
    const cluster = this.#drain.clusters[number];
    const { content } = unwrapRuntime(line);
    if (cluster === undefined || content.trim() === "") return undefined;
    readMessage(content, this.#tokens);
    const values = cluster.valuesIn(this.#tokens);
    if (values !== undefined || !content.startsWith(JOURNAL_MESSAGE)) return values;
    readMessage(content.slice(JOURNAL_MESSAGE.length), this.#tokens);
    return cluster.valuesIn(this.#tokens);
  }

  /** What a line that has no values adds to its entry: its text without what a runtime wraps around it. */
  restIn(line: string): string {
    return unwrapRuntime(line).content;
  }

  /** What was found so far; more lines may follow. */
  report(): PatternReport {
    const patterns = this.#drain.clusters.map((cluster) => this.#describe(cluster));
    // The order in which they were found decides between equal ones: sorting is stable.
    patterns.sort((a, b) => b.count - a.count);
    const other = this.#other;
    return {
      patterns,
      entries: this.#entries,
      lines: this.#lines,
      bytes: this.#bytes,
      other: { count: other.count, lines: other.lines, bytes: other.bytes },
    };
  }

  #describe(cluster: Cluster): Pattern {
    const names = nameParts(cluster);
    const pieces: (string | number)[] = [];
    const parts: PatternPart[] = [];
    let text = "";
    for (const [i, part] of cluster.parts.entries()) {
      text += cluster.gaps[i]!;
      if (part === undefined) {
        text += cluster.texts[i]!;
        continue;
      }
      if (text !== "") pieces.push(text);
      text = "";
      pieces.push(parts.length);
      const { kind, distinct, range, first, last } = part;
      parts.push({ name: names.get(i)!, kind, distinct, range, first, last });
    }
    if (text !== "") pieces.push(text);
    const template = pieces.map((piece) => (typeof piece === "string" ? piece : `<${parts[piece]!.name}>`)).join("");
    const { number, count, lines, bytes, first, last, example } = cluster;
    const shares = { lineShare: lines / this.#lines, byteShare: this.#bytes === 0 ? 0 : bytes / this.#bytes };
    return { number, template, pieces, count, lines, bytes, ...shares, first, last, example, parts };
  }
}

/** Patterns of lines that are all there. `whole`: each is an entry. */
export function findPatterns(lines: Iterable<string>, whole = false): PatternReport {
  const miner = new PatternMiner(whole);
  miner.add(lines);
  return miner.report();
}

function readMessage(content: string, into: Tokens): void {
  const text = findContent(content);
  tokenize(text.length > MAX_MESSAGE ? text.slice(0, MAX_MESSAGE) : text, into);
}

function indentOf(text: string): number {
  let indent = 0;
  while (indent < text.length && (text[indent] === " " || text[indent] === "\t")) indent++;
  return indent;
}

/** Lines of a log that is indented as a whole do not continue each other. */
function continues(content: string, indent: number, open: Open): boolean {
  return indent > 0 ? indent > open.indent : !open.odd && continuesEntry(content);
}

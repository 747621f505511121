/**
 * Private values in several texts that are shared together: found first, then replaced, the same value by the same stand-in
 * in all of them. A generated value is also replaced in places that do not mark it, in any encoding: a key of the
 * configuration in a log line, for example. Replacing twice changes nothing.
 */
import { atOnce, STEP } from "../../base/at-once.ts";
import { type DecodedText, partOf, readingsInSteps } from "../../base/secrets/decoded-text.ts";
import { KnownValues } from "../../base/secrets/known-values.ts";
import { breaksQuotes, nestedTextsInSteps, type QuotedText } from "../../base/secrets/nested-texts.ts";
import { SECRET } from "../../base/secrets/secrets.ts";
import type { Span } from "../../base/span.ts";
import {
  apart,
  type FoundPrivate,
  findPrivate,
  findPrivateInSteps,
  findPrivateValue,
  findPrivateValueInSteps,
} from "../../sensitive/find.ts";
import { asInPattern } from "../../sensitive/in-patterns.ts";
import { KeyLines } from "../../sensitive/key-lines.ts";
import type { PrivateKind } from "../../sensitive/private-kinds.ts";
import { StandIns } from "../../sensitive/stand-ins.ts";
import { quoteString } from "../../syntax/index.ts";
import type { DocumentTree } from "../open-document.ts";
import { secretEdits } from "./config-secrets.ts";

export interface PrivateFinding<P> {
  readonly kind: PrivateKind;
  /** Each once, in the order in which they were found. */
  readonly values: readonly string[];
  /** The stand-in of each. */
  readonly replacements: readonly string[];
  /** Their places: the argument of `look`, with the offset in its text. */
  readonly places: readonly { readonly place: P; readonly offset: number }[];
}

interface Found extends Omit<FoundPrivate, "syntax"> {
  /** `expression`: a number or the like of a configuration, which a quoted text replaces. */
  readonly syntax: FoundPrivate["syntax"] | "expression" | "pattern";
}

interface Seen<P> {
  readonly place: P;
  readonly text: string;
  readonly found: readonly Found[];
  /** Whether it contains patterns, in which values are escaped. */
  readonly patterns: boolean;
}

/** As findings are listed. */
const SHOWN_ORDER: readonly PrivateKind[] = [
  "private_key",
  "password",
  "jwt",
  "token",
  "card",
  "iban",
  "national_id",
  "mail",
  "phone",
  "ip",
];

/** Values that are searched for everywhere. */
const MAX_KNOWN = 5000;
const SHORTEST_KNOWN = 8;
const LONGEST_KNOWN = 8 * 1024;
const KNOWN_KINDS: ReadonlySet<PrivateKind> = new Set(["private_key", "jwt", "token", "password"]);

/** Not a word, a path or a number that occurs in other texts by chance. */
const isTelling = (value: string): boolean =>
  value.length >= SHORTEST_KNOWN && /[A-Za-z]/.test(value) && (/\d/.test(value) || /[!#$%^&*+={}|~?<>"\\]/.test(value));

export class PrivateScan<P> {
  readonly #seen: Seen<P>[] = [];
  readonly #known = new Map<string, PrivateKind>();
  /** Kinds recognized by their form, for patterns, in which the form differs. */
  readonly #formed = new Map<string, PrivateKind>();
  readonly #standIns: StandIns;
  readonly #keyLines = new KeyLines();
  #lists: readonly [known: readonly string[], formed: readonly string[]] | undefined;
  /** For the stops of work in steps. */
  #done = 0;
  readonly #complete: (readonly Found[] | undefined)[] = [];
  readonly #counts: (text: string, one: FoundPrivate) => boolean;

  /** `counts`: which of the finds are private after all; those before a text is shared are, all of them. */
  constructor(counts: (text: string, one: FoundPrivate) => boolean = () => true, standIns = new StandIns()) {
    this.#counts = counts;
    this.#standIns = standIns;
  }

  /** Searches a text. The result of each `look` is for `replaced`, after which no further text is searched. */
  look(place: P, text: string): number {
    return atOnce(this.lookInSteps(place, text));
  }

  /** The same in steps. */
  *lookInSteps(place: P, text: string): Generator<void, number> {
    return this.#add(place, text, this.#counted(text, yield* findPrivateInSteps(text)));
  }

  /** The line of an entry; those of one log in their order, since a key may be written over several. */
  lookAtLine(place: P, line: string): number {
    return atOnce(this.lookAtLineInSteps(place, line));
  }

  /** The same in steps. */
  *lookAtLineInSteps(place: P, line: string): Generator<void, number> {
    const found = this.#counted(line, yield* findPrivateInSteps(line));
    return this.#add(
      place,
      line,
      this.#keyLines.complete(line, found, (body) => ({ ...body, kind: "private_key", syntax: "text" })),
    );
  }

  /** The value of `name`. */
  lookAt(place: P, name: string, value: string): number {
    return atOnce(this.lookAtInSteps(place, name, value));
  }

  /** The same in steps. */
  *lookAtInSteps(place: P, name: string, value: string): Generator<void, number> {
    return this.#add(place, value, this.#counted(value, yield* findPrivateValueInSteps(name, value)));
  }

  /** The same where only a number is allowed. */
  lookAtNumber(place: P, name: string, value: number): number {
    return this.#add(
      place,
      String(value),
      findPrivateValue(name, String(value)).map((one) => ({ ...one, syntax: "number" })),
    );
  }

  /** A configuration, by its syntax: what an argument's secret is, its spec says; names of labels and values are none. */
  lookInConfig(place: P, document: DocumentTree): number {
    const { text, file, syntaxErrors } = document;
    if (syntaxErrors.length > 0) return this.look(place, text);
    const found: Found[] = findPrivate(text, { named: false });
    for (const { span, text: instead } of secretEdits(file, []))
      found.push(...withoutQuotes(text, span.start, span.end, instead));
    return this.#add(place, text, found, true);
  }

  #counted(text: string, found: readonly FoundPrivate[]): readonly FoundPrivate[] {
    return found.filter((one) => this.#counts(text, one));
  }

  #add(place: P, text: string, found: readonly Found[], patterns = false): number {
    this.#lists = undefined;
    this.#complete.length = 0;
    this.#standIns.avoid(text);
    this.#seen.push({ place, text, found, patterns });
    for (const { kind, value } of found) {
      const of = KNOWN_KINDS.has(kind) ? this.#known : this.#formed;
      if (
        of.size < MAX_KNOWN &&
        !of.has(value) &&
        (kind !== "password" || isTelling(value)) &&
        value.length <= LONGEST_KNOWN
      )
        of.set(value, kind);
    }
    return this.#seen.length - 1;
  }

  /** Finds in the `nth` text, with known values that their form does not reveal. */
  #all(nth: number): readonly Found[] {
    this.#complete[nth] ??= atOnce(this.#allOf(this.#seen[nth]!));
    return this.#complete[nth];
  }

  /** A value found in one text is searched for in all; `replaced` and `findings` do that themselves, in one step. */
  *completeInSteps(): Generator<void> {
    for (const [nth, seen] of this.#seen.entries()) {
      this.#complete[nth] ??= yield* this.#allOf(seen);
      yield;
    }
  }

  *#allOf({ text, found, patterns }: Seen<P>): Generator<void, readonly Found[]> {
    this.#lists ??= [[...this.#known.keys()], [...this.#formed.keys()]];
    const [known, formed] = this.#lists;
    const more: Found[] = [];
    const nested = known.length > 0 ? yield* nestedTextsInSteps(text, ({ length }) => length >= SHORTEST_KNOWN) : [];
    const within = { text, quoted: nested[0]?.quoted ?? [], more };
    if (known.length > 0) {
      const { texts, bytes } = yield* readingsInSteps(text, SHORTEST_KNOWN);
      for (const gap of gapsBetween(text, found)) yield* this.#addKnown(within, gap, known, "text");
      for (const { reading } of nested.slice(1)) yield* this.#addKnown(within, reading, known, "text");
      for (const reading of [...texts.slice(1), ...bytes]) yield* this.#addKnown(within, reading, known, "text");
    }
    if (patterns) {
      const reading = asInPattern(text);
      if (reading !== undefined) yield* this.#addKnown(within, reading, [...formed, ...known], "pattern");
    }
    yield;
    // A known value takes precedence over any other find at its place.
    return apart<Found & { bounded?: boolean }>([...found, ...more.map((one) => ({ ...one, bounded: true }))]);
  }

  *#addKnown(
    { text, quoted, more }: { text: string; quoted: readonly QuotedText[]; more: Found[] },
    reading: DecodedText,
    values: readonly string[],
    syntax: "text" | "pattern",
  ): Generator<void> {
    if (++this.#done % STEP === 0) yield;
    for (const { start, end } of KnownValues.of(values).find(reading.text)) {
      if (++this.#done % STEP === 0) yield;
      const value = reading.text.slice(start, end);
      if (syntax === "pattern" && touches(reading.text, start, end)) continue;
      const kind = this.#known.get(value) ?? this.#formed.get(value)!;
      const span = reading.spanOf(start, end);
      if (!breaksQuotes(text, quoted, span)) more.push({ kind, value, syntax, ...span });
    }
  }

  /** What was found, by its kind, in the order of `SHOWN_ORDER`. */
  findings(): PrivateFinding<P>[] {
    const kinds = new Map<PrivateKind, { values: Set<string>; places: { place: P; offset: number }[] }>();
    for (const [nth, { place }] of this.#seen.entries())
      for (const { kind, start, value } of this.#all(nth)) {
        const one = kinds.get(kind) ?? { values: new Set(), places: [] };
        kinds.set(kind, one);
        one.values.add(value);
        one.places.push({ place, offset: start });
      }
    return SHOWN_ORDER.flatMap((kind) => {
      const found = kinds.get(kind);
      if (found === undefined) return [];
      const values = [...found.values];
      return [
        { kind, values, replacements: values.map((value) => this.#standIns.of(kind, value)), places: found.places },
      ];
    });
  }

  /** The text of the `look` that gave `nth`, with what is of one of `kinds` replaced. */
  replaced(nth: number, kinds: ReadonlySet<PrivateKind>): string {
    return this.replacedPart(nth, kinds, 0, this.#seen[nth]!.text.length);
  }

  /** The places of what is replaced. */
  spansOf(nth: number, kinds: ReadonlySet<PrivateKind>): (Span & { readonly kind: PrivateKind })[] {
    return this.#all(nth).filter(({ kind }) => kinds.has(kind));
  }

  /** As `replaced`, of a part of that text; a value that goes on beyond it is replaced as a whole. */
  replacedPart(nth: number, kinds: ReadonlySet<PrivateKind>, start: number, end: number): string {
    const { text } = this.#seen[nth]!;
    let out = "";
    let at = start;
    for (const one of this.#all(nth)) {
      if (!kinds.has(one.kind) || one.end <= start || one.start >= end) continue;
      out += text.slice(at, Math.max(at, one.start)) + this.#written(one, text.slice(one.start, one.end));
      at = one.end;
    }
    return out + text.slice(Math.min(at, end), end);
  }

  /** The stand-in in the notation of `written`. */
  #written({ kind, value, syntax }: Found, written: string): string {
    const standIn = this.#standIns.of(kind, value, syntax === "number");
    if (syntax === "expression") return quoteString(standIn);
    const escapes = syntax === "pattern" ? /\\+(?=\.)/.exec(written)?.[0] : undefined;
    if (escapes !== undefined) return standIn.replaceAll(".", `${escapes}.`);
    return /%[0-9A-Fa-f]{2}/.test(written) ? encodeURIComponent(standIn) : standIn;
  }
}

/** Parts that are not secrets and may contain some. */
function* gapsBetween(text: string, found: readonly Found[]): Iterable<DecodedText> {
  let at = 0;
  for (const { kind, start, end } of found) {
    if (!KNOWN_KINDS.has(kind)) continue;
    if (start - at >= SHORTEST_KNOWN) yield partOf(text, at, start);
    at = Math.max(at, end);
  }
  if (text.length - at >= SHORTEST_KNOWN) yield partOf(text, at, text.length);
}

/** Whether its neighbours would make it another value. */
const touches = (text: string, start: number, end: number): boolean =>
  /[\w.]/.test(text[start - 1] ?? "") || /^(?:\w|\.\d)/.test(text.slice(end, end + 2));

/** What is secret of an expression or a comment; `instead`: what would hide it. */
function withoutQuotes(text: string, start: number, end: number, instead: string): Found[] {
  const written = text.slice(start, end);
  const quoted = /^(["`])[\s\S]*\1$/.test(written);
  const [from, inner] = quoted ? [start + 1, written.slice(1, -1)] : [start, written];
  const parts: Found[] = findPrivate(inner);
  const placed = parts.map((part) => ({ ...part, start: from + part.start, end: from + part.end }));
  // A comment, or a text in which some part is one.
  if (instead !== quoteString(SECRET)) return placed;
  if (!quoted) return [{ kind: "password", start, end, value: written, syntax: "expression" }];
  if (inner === SECRET || inner === "") return [];
  return findPrivateValue("authorization", inner).map((part) => ({
    ...part,
    start: from + part.start,
    end: from + part.end,
  }));
}

/**
 * What must not leave, over many entries: each kind with its places, how often, in which entries, and an example without the
 * secret. The work is in proportion to the entries; what is kept is bounded, however many there are.
 */
import { KeyLines, keyFinding } from "./key-lines.ts";
import { PRIVATE_KINDS, type PrivateKind, type Sensitivity, sensitivityOf } from "./private-kinds.ts";
import { type Finding, findSensitive, findSensitiveValue } from "./sensitive.ts";

export type SensitivePart = "line" | "label" | "metadata";

/** Where findings are: a field of the line, a label or structured metadata; no name: in the line's text. */
export interface SensitivePlace {
  readonly part: SensitivePart;
  readonly name: string | undefined;
  readonly count: number;
  readonly entries: number;
}

export interface SensitiveKind {
  readonly kind: PrivateKind;
  readonly sensitivity: Sensitivity;
  readonly count: number;
  readonly entries: number;
  /** Labels first, since they make streams, then the most frequent. */
  readonly places: readonly SensitivePlace[];
  readonly example: { readonly index: number; readonly text: string };
  /** Of entries, as they were numbered; the first ones if there are very many. */
  readonly indexes: readonly number[];
}

export interface SensitiveReport {
  /** Entries that were read, those with a secret, and those with personal data. */
  readonly entries: number;
  readonly secret: number;
  readonly personal: number;
  /** Secrets first. */
  readonly kinds: readonly SensitiveKind[];
}

export interface ScannedEntry {
  readonly line: string;
  readonly labels?: Iterable<readonly [name: string, value: string]> | undefined;
  readonly metadata?: Iterable<readonly [name: string, value: string]> | undefined;
}

const MAX_INDEXES = 10_000;
const MAX_PLACES = 200;
/** Units before and behind a finding in its example. */
const BEFORE = 24;
const BEHIND = 40;
const HIDDEN = "••••••";

interface Counted {
  count: number;
  entries: number;
  last: number;
}

interface KindCounts extends Counted {
  readonly places: Map<string, Counted & { readonly part: SensitivePart; readonly name: string | undefined }>;
  readonly indexes: number[];
  readonly example: { readonly index: number; readonly text: string };
}

export class SensitiveScan {
  readonly #kinds = new Map<PrivateKind, KindCounts>();
  #entries = 0;
  #secret = 0;
  #personal = 0;
  readonly #keyLines = new KeyLines();

  /** An entry; `index` may repeat in a row: entries that come from one. */
  add(index: number, { line, labels = [], metadata = [] }: ScannedEntry): void {
    this.#entries++;
    const nth = this.#entries;
    const found = this.#keyLines.complete(line, findSensitive(line), keyFinding);
    let [secret, personal] = [false, false];
    const note = (part: SensitivePart, text: string, name: string | undefined, all: readonly Finding[]) => {
      for (const one of all) {
        this.#note(nth, index, part, name ?? one.field, one, () => exampleOf(text, one, all));
        if (one.sensitivity === "secret") secret = true;
        else personal = true;
      }
    };
    note("line", line, undefined, found);
    for (const [name, value] of labels) note("label", value, name, findSensitiveValue(name, value));
    for (const [name, value] of metadata) note("metadata", value, name, findSensitiveValue(name, value));
    if (secret) this.#secret++;
    if (personal) this.#personal++;
  }

  #note(
    nth: number,
    index: number,
    part: SensitivePart,
    name: string | undefined,
    { kind }: Finding,
    example: () => string,
  ): void {
    let of = this.#kinds.get(kind);
    if (of === undefined) {
      of = { count: 0, entries: 0, last: 0, places: new Map(), indexes: [], example: { index, text: example() } };
      this.#kinds.set(kind, of);
    }
    count(of, nth);
    if (of.indexes.at(-1) !== index && of.indexes.length < MAX_INDEXES) of.indexes.push(index);
    const key = `${part} ${name ?? ""}`;
    let place = of.places.get(key);
    if (place === undefined) {
      if (of.places.size >= MAX_PLACES) return;
      place = { part, name, count: 0, entries: 0, last: 0 };
      of.places.set(key, place);
    }
    count(place, nth);
  }

  report(): SensitiveReport {
    const kinds = PRIVATE_KINDS.flatMap((kind): SensitiveKind[] => {
      const of = this.#kinds.get(kind);
      if (of === undefined) return [];
      const places = [...of.places.values()]
        .map(({ part, name, count, entries }): SensitivePlace => ({ part, name, count, entries }))
        .sort((a, b) => Number(b.part === "label") - Number(a.part === "label") || b.count - a.count);
      const { count, entries, example } = of;
      return [{ kind, sensitivity: sensitivityOf(kind), count, entries, places, example, indexes: [...of.indexes] }];
    });
    kinds.sort((a, b) => Number(a.sensitivity === "personal") - Number(b.sensitivity === "personal"));
    return { entries: this.#entries, secret: this.#secret, personal: this.#personal, kinds };
  }
}

/** The report of these lines, by their indexes. */
export function sensitiveReport(lines: readonly string[]): SensitiveReport {
  const scan = new SensitiveScan();
  for (const [index, line] of lines.entries()) scan.add(index, { line });
  return scan.report();
}

function count(one: Counted, nth: number): void {
  one.count++;
  if (one.last !== nth) one.entries++;
  one.last = nth;
}

/** What is around a finding, with every finding hidden. */
function exampleOf(text: string, { start, end }: Finding, all: readonly Finding[]): string {
  const [from, to] = [Math.max(0, start - BEFORE), Math.min(text.length, end + BEHIND)];
  let shown = from > 0 ? "…" : "";
  let at = from;
  for (const one of all) {
    if (one.end <= at || one.start >= to) continue;
    shown += text.slice(at, Math.max(at, one.start)) + HIDDEN;
    at = one.end;
  }
  const tail = Math.max(to, at);
  return shown + text.slice(at, tail) + (tail < text.length ? "…" : "");
}

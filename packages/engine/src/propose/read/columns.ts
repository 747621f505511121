/**
 * The columns that lines have in common, found by a vote: at each place the kind of unit that nearly all lines have becomes a
 * column, until only a message is left or all lines are at their end. Lines that differ drop out, and stay unread.
 */
import { readLevels } from "../read-levels.ts";
import { bracketForm, isCode } from "./bracket-names.ts";
import {
  ANCHORS,
  ANCHORS_AFTER_COLON,
  ANCHORS_AFTER_LEVEL,
  type ColumnKind,
  HEADS,
  isConstant,
  isHead,
  NUMERIC,
  sortOf,
  valuesOf,
  WORDLIKE,
} from "./column-kinds.ts";
import { isEventFormat } from "./event-formats.ts";
import { areDelimited } from "./read-delimited.ts";
import { isTable } from "./tables.ts";
import { tokenAt, type Unit, type UnitKind, unitAt } from "./units.ts";

export interface Column {
  readonly kind: ColumnKind;
  /** Of times, marks and pairs: which. */
  readonly key: string;
  /** White space before it, of the lines that have it. */
  readonly gaps: ReadonlySet<string>;
  /** Some lines do not have it. */
  readonly optional: boolean;
  /** The same word in each line, which introduces the next column. */
  readonly constant: boolean;
  /** By row; undefined where the row has dropped out, or has no such column. */
  readonly units: (Unit | undefined)[];
}

export interface Columns {
  readonly columns: readonly Column[];
  /** Index of the first column that only some lines have, all up to the end; undefined: there is none. */
  readonly tail: number | undefined;
  /** A message follows the columns. */
  readonly message: boolean;
  /** White space before the message. */
  readonly gaps: ReadonlySet<string>;
  /** Blanks separate all values: what has no name is a value, too. */
  readonly table: boolean;
  /** Rows that have the columns. */
  readonly rows: readonly number[];
}

/** Share of the rows that must agree on a column, and that may drop out in all. */
const AGREE = 0.9;
const MAY_DROP = 0.22;
const MAX_COLUMNS = 60;
/** Rows that tell whether the rests of all are separated values. */
const MAX_TELLING = 60;
/** Pairs that are passed over in search of a level behind them. */
const MAX_PAIRS = 24;
/** Words that are passed over in search of something that is not one. */
const LOOK_AHEAD = 3;

const isBetweenPairs = ({ key }: Unit): boolean => /^[,;|]$/.test(key);

/** `[client 10.0.0.1:5]`: not each message is about one. */
const CLIENT = /^client \S+$/;

/** A colon stands at `at`, and a time behind it. */
function isNumbered(text: string, at: number): boolean {
  const colon = unitAt(text, at);
  return colon.key === ":" && colon.gap === "" && unitAt(text, colon.end).kind === "time";
}

/** Tags that are padded up to their colon, with blanks in some: `chatty  : `, `wifi hal: `. */
const PADDED = /([A-Za-z_][\w./@$*+#-]*(?: [\w./-]+)?)( *):(?=\s)/y;

/** The units with padded tags where nearly all rows have a tag, and some without blanks before its colon. */
function paddedTags(units: readonly (Unit | undefined)[], texts: readonly string[]): (Unit | undefined)[] {
  const [live, tags] = [
    units.filter((unit) => unit !== undefined).length,
    units.filter((unit) => unit?.kind === "tag").length,
  ];
  if (tags === 0 || tags === live) return [...units];
  const read = units.map((unit, i) => {
    if (unit === undefined || unit.kind === "tag" || !WORDLIKE.has(unit.kind) || unit.kind === "pair") return unit;
    const text = texts[i]!;
    const start = text.lastIndexOf(unit.value, unit.end);
    PADDED.lastIndex = start;
    const found = start < 0 ? null : PADDED.exec(text);
    return found === null
      ? unit
      : { kind: "tag" as const, key: "tag", gap: unit.gap, end: PADDED.lastIndex, value: found[1]!, padded: true };
  });
  const all = read.filter((unit) => unit?.kind === "tag").length;
  const padded = read.some((unit, i) => unit?.padded === true && /\s:$/.test(texts[i]!.slice(0, unit.end)));
  return padded && all >= live * AGREE ? read : [...units];
}

/** A word with a colon that no blank follows. */
const GLUED = /([A-Za-z_][\w.-]*):(?=[^\s:/\\])/y;

/**
 * The words in front of colons, where nearly all rows have them. `first`: none were before, and one of the first two must be a
 * level for them to be a head.
 */
function gluedWords(
  units: readonly (Unit | undefined)[],
  texts: readonly string[],
  first: boolean,
): (Unit | undefined)[] | undefined {
  const second: string[] = [];
  let live = 0;
  const read = units.map((unit, i): Unit | undefined => {
    if (unit === undefined) return undefined;
    live++;
    const text = texts[i]!;
    const start = text.lastIndexOf(unit.value, unit.end);
    if (start < 0 || unit.kind === "quoted" || unit.kind === "pair") return unit;
    const word = gluedAt(text, start);
    if (word === undefined) return unit;
    const end = start + word.length;
    second.push(gluedAt(text, end + 1) ?? "");
    return { kind: "word", key: "word", gap: unit.gap, end, value: word, glued: true };
  });
  const words = read.flatMap((unit) => (unit?.glued === true ? [unit.value] : []));
  if (live === 0 || words.length < live * AGREE) return undefined;
  return !first || areLevels(words) || areLevels(second) ? read : undefined;
}

function gluedAt(text: string, at: number): string | undefined {
  GLUED.lastIndex = at;
  return GLUED.exec(text)?.[1];
}

const areLevels = (words: readonly string[]): boolean => {
  const read = readLevels("", words);
  return read !== undefined && read.matched >= words.length * AGREE;
};

interface Choice {
  readonly kind: ColumnKind;
  readonly key: string;
  readonly takes: (unit: Unit) => boolean;
  /** Only some rows have it, and what follows it all. */
  readonly optional?: boolean;
}

/** `several`: entries go on in further lines than those that are given. `inside`: they are messages behind a head. */
export function findColumns(texts: readonly string[], several = false, inside = false): Columns {
  const vote = new Vote(texts, several, inside);
  vote.run();
  return vote.result();
}

class Vote {
  readonly #texts: readonly string[];
  /** Where each row goes on; undefined: it has dropped out. */
  #at: (number | undefined)[];
  readonly #columns: Column[] = [];
  #tail: number | undefined;
  #message = false;
  #gaps: ReadonlySet<string> = new Set();
  /** Rows that are whole before the tail. */
  readonly #ended = new Set<number>();
  #dropped = 0;
  #table: boolean | undefined;
  readonly #several: boolean;
  readonly #inside: boolean;

  constructor(texts: readonly string[], several: boolean, inside: boolean) {
    this.#texts = texts;
    this.#inside = inside;
    this.#several = several;
    this.#at = texts.map(() => 0);
  }

  run(): void {
    while (this.#columns.length < MAX_COLUMNS && this.#step());
  }

  result(): Columns {
    const rows = this.#texts.flatMap((_, i) => (this.#at[i] !== undefined || this.#ended.has(i) ? [i] : []));
    return {
      columns: this.#columns,
      tail: this.#tail,
      message: this.#message,
      gaps: this.#gaps,
      table: this.#table === true,
      rows,
    };
  }

  /** False: there are no more columns. */
  #step(): boolean {
    const read = this.#isTable() ? tokenAt : unitAt;
    const found = this.#texts.map((text, i) => (this.#at[i] === undefined ? undefined : read(text, this.#at[i]!)));
    const units = this.#table === true ? found : this.#tags(found);
    const live = units.filter((unit) => unit !== undefined);
    if (live.length === 0) return false;
    const ends = live.filter(({ kind }) => kind === "end").length;
    if (ends >= live.length * 0.98) return false;
    if (ends > 0 && !this.#endSome(units, ends / live.length)) return this.#stop(units);
    const going = units.map((unit, i) => (this.#at[i] === undefined ? undefined : unit));
    if (this.#columns.length > 0 && this.#areRead()) return this.#stop(going);
    const choice = this.#choose(going);
    if (choice === undefined) return this.#stop(going);
    if (!this.#isColumn(choice, going)) return this.#stop(going);
    return this.#takeColumn(choice, going) || this.#stop(going);
  }

  /** Units that are parts of a head by the colons behind them. */
  #tags(units: readonly (Unit | undefined)[]): readonly (Unit | undefined)[] {
    const first = !this.#isGluedOn();
    const glued = this.#several && first ? undefined : gluedWords(units, this.#texts, first);
    return glued ?? (this.#columns.length === 0 ? units : paddedTags(units, this.#texts));
  }

  /** A colon was the last column, in a head of words with colons. */
  #isGluedOn(): boolean {
    return (
      this.#columns.at(-1)?.key === ":" && this.#columns.some(({ units }) => units.some((unit) => unit?.glued === true))
    );
  }

  /** Some lines are at their end: the others have a tail. False: they are too many of one kind and too few of the other. */
  #endSome(units: readonly (Unit | undefined)[], share: number): boolean {
    // A few short lines are odd ones, unless a message may simply be empty.
    const few = share < 1 - AGREE;
    if (!few && this.#tail !== undefined) return false;
    if (!few) this.#tail = this.#columns.length;
    for (const [i, unit] of units.entries()) {
      if (unit?.kind !== "end") continue;
      this.#at[i] = undefined;
      if (few && this.#tail === undefined) this.#dropped++;
      else this.#ended.add(i);
    }
    return this.#dropped <= this.#texts.length * MAY_DROP;
  }

  #stop(units: readonly (Unit | undefined)[]): false {
    this.#message = units.some((unit) => unit !== undefined && unit.kind !== "end");
    this.#gaps = new Set(units.flatMap((unit) => (unit === undefined || unit.kind === "end" ? [] : [unit.gap])));
    return false;
  }

  /** The kind that nearly all rows have here. */
  #choose(units: readonly (Unit | undefined)[]): Choice | undefined {
    const live = units.filter((unit) => unit !== undefined);
    const counts = new Map<string, number>();
    for (const { key } of live) counts.set(key, (counts.get(key) ?? 0) + 1);
    const [top] = [...counts].sort((a, b) => b[1] - a[1]);
    if (top === undefined) return undefined;
    const kind = live.find(({ key }) => key === top[0])!.kind;
    if (kind === "json") return undefined;
    const share = (takes: (unit: Unit) => boolean) => live.filter(takes).length / live.length;
    if (this.#table === true && kind === "dash")
      return { kind: "text", key: "text", takes: (unit) => WORDLIKE.has(unit.kind) };
    if (this.#table === true && (kind === "ip" || kind === "id" || kind === "word" || NUMERIC.has(kind))) {
      const takes = (unit: Unit) => unit.key === top[0] || unit.kind === "dash";
      const dashes = live.some((unit) => unit.kind === "dash");
      if (share(takes) >= AGREE)
        return { kind: dashes ? (NUMERIC.has(kind) ? "number-or-dash" : "text") : kind, key: top[0], takes };
    }
    const exact: Choice = { kind, key: top[0], takes: ({ key }) => key === top[0] };
    if (top[1] >= live.length * AGREE) {
      // Missing values of a column that has numbers elsewhere are a dash: all rows that could stay, stay.
      const wider = [...this.#combinations()].find(({ takes }) => share(takes) > top[1] / live.length + 0.005);
      return wider !== undefined && NUMERIC.has(kind) && wider.kind === "number-or-dash" ? wider : exact;
    }
    const combined = [...this.#combinations()].find(({ takes }) => share(takes) >= AGREE);
    return combined ?? this.#optional(units, counts);
  }

  *#combinations(): Iterable<Choice> {
    yield { kind: "number-or-dash", key: "number", takes: ({ kind }) => NUMERIC.has(kind) };
    yield {
      kind: "level-tag",
      key: "level-tag",
      takes: ({ kind, key, value }) => key === "level:" || (kind === "tag" && /^[A-Z]{3,}$/.test(value)),
    };
    yield {
      kind: "bracket",
      key: "bracket",
      takes: ({ kind, wrap }) => kind === "bracket" || (kind === "level" && wrap?.[0] === "["),
    };
    yield {
      kind: "sign",
      key: "sign",
      takes: ({ kind, key }) => kind === "dash" || (kind === "mark" && /^[*#.+!~]$/.test(key)),
    };
    // A level with its colon ends a head: it is no word like others.
    // Outside of tables a pair is no word: it is read by its name.
    const isWord = ({ kind, key }: Unit) =>
      WORDLIKE.has(kind) && key !== "level:" && (kind !== "pair" || this.#table === true);
    yield { kind: "text", key: "text", takes: isWord };
    yield { kind: "quoted-or-word", key: "quoted", takes: (unit) => unit.kind === "quoted" || isWord(unit) };
  }

  /** A kind that some rows have in front of what all the others have. */
  #optional(units: readonly (Unit | undefined)[], counts: ReadonlyMap<string, number>): Choice | undefined {
    const live = units.filter((unit) => unit !== undefined).length;
    for (const [key, count] of counts) {
      if (count < live * 0.05) continue;
      const { kind, value } = units.find((unit) => unit?.key === key)!;
      if (kind === "json" || kind === "mark") continue;
      const others = new Map<string, number>();
      for (const [i, unit] of units.entries()) {
        if (unit === undefined) continue;
        const next = sortOf(unit.key === key ? unitAt(this.#texts[i]!, unit.end) : unit);
        others.set(next, (others.get(next) ?? 0) + 1);
      }
      const [best] = [...others].sort((a, b) => b[1] - a[1]);
      const followed = best !== undefined && best[0] !== "end" && best[0] !== "word" && best[1] >= live * AGREE;
      // A word may stand in front of what ends a head, and a group in parentheses belongs to what is said.
      if (
        kind === "paren" ||
        kind === "tag" ||
        (kind === "word" && best !== undefined && !/^(?:level|tag|time|mark|\[)/.test(best[0]))
      )
        continue;
      const named = kind === "bracket" && count >= live * 0.3 && CLIENT.test(value);
      if (followed || named) return { kind, key, takes: (unit) => unit.key === key, optional: true };
    }
    return undefined;
  }

  /** Whether what was chosen is a column, and not the beginning of a message. */
  #isColumn({ kind, key, optional }: Choice, units: readonly (Unit | undefined)[]): boolean {
    if (this.#table === true || optional === true) return true;
    const leveled = this.#columns.some((one) => one.kind === "level" || one.kind === "level-tag");
    // What looks like a second level is a word of the message: `INFO error count reset`.
    if (leveled && kind === "level") return false;
    if (kind === "pair" && this.#arePairs(units)) return false;
    if (units.some((unit) => unit?.glued === true)) return true;
    if (this.#isGluedOn()) return kind === "time" || kind === "level";
    const begins = this.#messageBegins(units);
    // `[sshd] Ban 10.0.0.1` is what is said, `[main]` who says it.
    if (kind === "bracket" && begins && bracketForm(valuesOf(units, key)) === undefined && !this.#isLevelAhead(units))
      return false;
    const words = kind === "word" || kind === "text" || (kind === "class" && begins);
    // What follows without a blank belongs to what is before it.
    if (words && this.#columns.length > 0 && units.every((unit) => unit === undefined || unit.gap === ""))
      return this.#columns.at(-1)!.key !== "|" || this.#isBarred(units);
    if (
      words &&
      (this.#isBarred(units) ||
        this.#isPadded(units) ||
        this.#isHost() ||
        this.#endsLine(units) ||
        this.#isProcess(units))
    )
      return true;
    if (begins)
      return words
        ? this.#leadsTo(units, ANCHORS_AFTER_COLON)
        : isHead(kind, key, units) || this.#isTimed(kind, key, units);
    // Behind the level only what ends a head leads on: `main com.shop.Orders:`.
    return !words || this.#leadsTo(units, leveled ? ANCHORS_AFTER_LEVEL : ANCHORS);
  }

  /** A bar or a semicolon follows the word at once: it stands between two of them. */
  #isBarred(units: readonly (Unit | undefined)[]): boolean {
    const live = units.flatMap((unit, i) => (unit === undefined ? [] : [i]));
    const barred = live.filter((i) => {
      const next = unitAt(this.#texts[i]!, units[i]!.end);
      return /^[;|]$/.test(next.key) && next.gap === "";
    });
    return barred.length >= live.length * AGREE;
  }

  /** Behind the priority and the time of syslog stands the host. */
  #isHost(): boolean {
    return this.#columns.length === 2 && this.#columns[0]!.kind === "priority" && this.#columns[1]!.kind === "time";
  }

  /** The last word of a first line, in front of the message. */
  #endsLine(units: readonly (Unit | undefined)[]): boolean {
    const ends = units.every((unit, i) => unit === undefined || unitAt(this.#texts[i]!, unit.end).kind === "end");
    return this.#several && this.#columns.length >= 2 && ends;
  }

  /** A level stands behind a few more units: this is a head still. */
  #isLevelAhead(units: readonly (Unit | undefined)[]): boolean {
    const live = units.flatMap((unit, i) => (unit === undefined ? [] : [i]));
    const ahead = live.filter((i) => {
      let next = units[i]!;
      for (let n = 0; n < MAX_PAIRS && next.kind !== "end"; n++) {
        next = unitAt(this.#texts[i]!, next.end);
        if (next.key === "level:") return true;
      }
      return false;
    });
    return ahead.length >= live.length * 0.5;
  }

  /** Django's `module 12 139207825228106`: the process and the thread. */
  #isProcess(units: readonly (Unit | undefined)[]): boolean {
    const live = units.flatMap((unit, i) => (unit === undefined ? [] : [i]));
    const found = live.filter((i) => {
      const next = unitAt(this.#texts[i]!, units[i]!.end);
      const last = unitAt(this.#texts[i]!, next.end);
      return next.kind === "number" && last.kind === "number" && last.value.length >= 9;
    });
    return found.length >= live.length * AGREE;
  }

  /** Several pairs follow each other, and no level: they are read by their names, not by their order. */
  #arePairs(units: readonly (Unit | undefined)[]): boolean {
    const live = units.flatMap((unit, i) => (unit?.kind === "pair" ? [i] : []));
    const paired = live.filter((i) => {
      let next = unitAt(this.#texts[i]!, units[i]!.end);
      let pairs = 1;
      for (let n = 0; n < MAX_PAIRS && (next.kind === "pair" || isBetweenPairs(next)); n++) {
        if (next.kind === "pair") pairs++;
        next = unitAt(this.#texts[i]!, next.end);
      }
      return next.kind !== "level" && next.kind !== "tag" && (pairs > 1 || next.kind === "end");
    });
    return paired.length >= live.length * 0.6;
  }

  /** Words of different lengths that are followed by as many blanks as make a column of them. */
  #isPadded(units: readonly (Unit | undefined)[]): boolean {
    let [wide, live] = [0, 0];
    const words = new Set<string>();
    for (const [i, unit] of units.entries()) {
      if (unit === undefined) continue;
      live++;
      words.add(unit.value);
      const { gap } = unitAt(this.#texts[i]!, unit.end);
      if (gap.length >= 2 || gap === "\t") wide++;
    }
    return wide >= live * 0.6 && words.size > 1 && words.size <= Math.max(4, live / 3);
  }

  /** A bracket in front of a time. */
  #isTimed(kind: ColumnKind, key: string, units: readonly (Unit | undefined)[]): boolean {
    if (kind !== "mark" || key !== "[") return false;
    return units.every(
      (unit, i) => unit === undefined || unit.key !== "[" || unitAt(this.#texts[i]!, unit.end).kind === "time",
    );
  }

  /** Behind a colon, a dash or a bar a message begins, where blanks follow. */
  #messageBegins(units: readonly (Unit | undefined)[]): boolean {
    const last = this.#columns.at(-1);
    if (last === undefined || units.every((unit) => unit === undefined || unit.gap === "")) return false;
    if (last.kind === "tag" || last.kind === "level-tag" || last.kind === "dash" || last.key === "level:") return true;
    return (
      last.kind === "mark" &&
      (/^(?::|-+)$/.test(last.key) || (last.key === "]" && this.#columns.at(-2)?.kind === "caller"))
    );
  }

  /** What follows is values between separators, or a security event, which are read by these. A few rows tell it. */
  #areRead(): boolean {
    const rests: string[] = [];
    for (const [i, at] of this.#at.entries()) {
      if (rests.length === MAX_TELLING) break;
      if (at !== undefined) rests.push(this.#texts[i]!.slice(at).trimStart());
    }
    return areDelimited(rests) || rests.filter(isEventFormat).length >= rests.length * AGREE;
  }

  /** Behind a level or a program nothing is a table: what follows is what the program says. */
  #isTable(): boolean {
    if (this.#table !== true)
      this.#table = !this.#columns.some(({ kind }) => HEADS.has(kind)) && isTable(this.#texts, this.#at, this.#inside);
    return this.#table;
  }

  /** Within a few words nearly all rows have an anchor. */
  #leadsTo(units: readonly (Unit | undefined)[], anchors: ReadonlySet<UnitKind>): boolean {
    const live = units.filter((unit) => unit !== undefined).length;
    let found = 0;
    for (const [i, unit] of units.entries()) {
      if (unit === undefined) continue;
      let end = unit.end;
      for (let ahead = 0; ahead < LOOK_AHEAD; ahead++) {
        const next = unitAt(this.#texts[i]!, end);
        const isSeparator =
          next.kind === "mark" &&
          /^(?:-{2,}|\||:|>)$/.test(next.key) &&
          next.gap !== "" &&
          /^\s/.test(this.#texts[i]!.slice(next.end));
        const isBracket = anchors.has("bracket") && (next.kind === "bracket" || (next.kind === "paren" && ahead === 0));
        const arePairs = !this.#inside && this.#isPairBefore(this.#texts[i]!, next);
        if (
          arePairs ||
          isBracket ||
          ((next.gap !== "" || next.kind === "time") && (anchors.has(next.kind) || isSeparator))
        ) {
          found++;
          break;
        }
        const passed = next.kind === "mark" && /^[,[\]]$/.test(next.key);
        // `host 001073: Mar 10 09:12:04.048`: the sequence number of a router
        if (next.kind === "number" && isNumbered(this.#texts[i]!, next.end)) {
          found++;
          break;
        }
        if (!passed && (next.gap === "" || !WORDLIKE.has(next.kind))) break;
        end = next.end;
      }
    }
    return found >= live * AGREE;
  }

  /** A pair that another one follows. */
  #isPairBefore(text: string, unit: Unit): boolean {
    if (unit.kind !== "pair") return false;
    const next = unitAt(text, unit.end);
    return next.kind === "pair" || (isBetweenPairs(next) && unitAt(text, next.end).kind === "pair");
  }

  /** Rows that lack a group go on as the others do behind it: it is missing there, and they are no odd ones. */
  #isPassed(takes: (unit: Unit) => boolean, units: readonly (Unit | undefined)[]): boolean {
    const behind = new Set<string>();
    const lacking: string[] = [];
    for (const [i, unit] of units.entries()) {
      if (unit === undefined) continue;
      if (takes(unit)) behind.add(sortOf(unitAt(this.#texts[i]!, unit.end)));
      else lacking.push(sortOf(unit));
    }
    return lacking.length > 0 && lacking.filter((sort) => behind.has(sort)).length >= lacking.length * 0.5;
  }

  #takeColumn({ kind, key, takes }: Choice, units: readonly (Unit | undefined)[]): boolean {
    const live = units.flatMap((unit, i) => (unit === undefined ? [] : [i]));
    const taking = live.filter((i) => takes(units[i]!));
    // A group that begins a message may be missing in the next one.
    const optional =
      taking.length < live.length * AGREE ||
      (kind === "bracket" &&
        (this.#messageBegins(units) ||
          this.#isPassed(takes, units) ||
          taking.every((i) => CLIENT.test(units[i]!.value)))) ||
      (kind === "tag" && taking.every((i) => isCode(units[i]!.value)));
    const losing = optional ? 0 : live.length - taking.length;
    if (this.#dropped + losing > this.#texts.length * MAY_DROP) return false;
    this.#dropped += losing;
    const column: (Unit | undefined)[] = units.map((unit) => (unit !== undefined && takes(unit) ? unit : undefined));
    const gaps = new Set(taking.map((i) => units[i]!.gap));
    this.#at = this.#at.map((at, i) =>
      units[i] === undefined ? at : takes(units[i]!) ? units[i]!.end : optional ? at : undefined,
    );
    this.#columns.push({ kind, key, gaps, optional, constant: isConstant(kind, column), units: column });
    return true;
  }
}

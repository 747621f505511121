/**
 * The columns that lines have in common, found by a vote: at each place the kind of unit that nearly all lines have becomes a
 * column, until only a message is left or all lines are at their end. Lines that differ drop out, and stay unread.
 */
import { bracketForm, isCode } from "./bracket-names.ts";
import { gluedWords, paddedTags } from "./colon-words.ts";
import {
  AGREE,
  ANCHORS,
  ANCHORS_AFTER_COLON,
  ANCHORS_AFTER_LEVEL,
  type ColumnKind,
  HEADS,
  isConstant,
  isHead,
  NUMERIC,
  sortOf,
  type Units,
  valuesOf,
  WORDLIKE,
} from "./column-kinds.ts";
import { isEventFormat } from "./event-formats.ts";
import { arePairs, closes, isBarred, isLevelAhead, isPadded, isProcess, leadsTo, leadsToEvent } from "./look-ahead.ts";
import { areDelimited } from "./read-delimited.ts";
import { isTable } from "./tables.ts";
import { tokenAt, type Unit, unitAt } from "./units.ts";

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
  readonly units: Units;
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

/** Share of the rows that may drop out in all. */
const MAY_DROP = 0.22;
const MAX_COLUMNS = 60;
/** Rows that tell whether the rests of all are separated values. */
const MAX_TELLING = 60;

/** `[client 10.0.0.1:5]`: not each message is about one. */
const CLIENT = /^client \S+$/;

/** What says in a request who sends it: nobody who speaks. */
const HTTP_HEADER =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|user-agent|content-(?:type|length)|accept|referer|origin|x-[a-z-]+)$/i;

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
  #tags(units: Units): Units {
    const place = { units, texts: this.#texts };
    const first = !this.#isGluedOn();
    const glued = gluedWords(place, first, this.#several);
    return glued ?? (this.#columns.length === 0 ? units : paddedTags(place));
  }

  /** A colon was the last column, in a head of words with colons. */
  #isGluedOn(): boolean {
    return (
      this.#columns.at(-1)?.key === ":" && this.#columns.some(({ units }) => units.some((unit) => unit?.glued === true))
    );
  }

  /** Some lines are at their end: the others have a tail. False: they are too many of one kind and too few of the other. */
  #endSome(units: Units, share: number): boolean {
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

  #stop(units: Units): false {
    this.#message = units.some((unit) => unit !== undefined && unit.kind !== "end");
    this.#gaps = new Set(units.flatMap((unit) => (unit === undefined || unit.kind === "end" ? [] : [unit.gap])));
    return false;
  }

  /** The kind that nearly all rows have here. */
  #choose(units: Units): Choice | undefined {
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
  #optional(units: Units, counts: ReadonlyMap<string, number>): Choice | undefined {
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
        (kind === "tag" && key !== "span") ||
        (kind === "word" && best !== undefined && !/^(?:level|tag|time|mark|\[)/.test(best[0]))
      )
        continue;
      const named = kind === "bracket" && count >= live * 0.3 && CLIENT.test(value);
      if (followed || named) return { kind, key, takes: (unit) => unit.key === key, optional: true };
    }
    return undefined;
  }

  /** Whether what was chosen is a column, and not the beginning of a message. */
  #isColumn({ kind, key, optional }: Choice, units: Units): boolean {
    if (kind === "tag" && valuesOf(units, key).every((value) => HTTP_HEADER.test(value))) return false;
    if (this.#table === true || optional === true) return true;
    const place = { units, texts: this.#texts };
    const leveled = this.#columns.some((one) => one.kind === "level" || one.kind === "level-tag");
    // What looks like a second level is a word of the message: `INFO error count reset`.
    if (leveled && kind === "level") return false;
    if (kind === "pair" && arePairs(place)) return false;
    if (units.some((unit) => unit?.glued === true)) return true;
    if (this.#isGluedOn()) return kind === "time" || kind === "level";
    const begins = this.#messageBegins(units);
    // `[sshd] Ban 10.0.0.1` is what is said, `[main]` who says it.
    if (kind === "bracket" && begins && bracketForm(valuesOf(units, key)) === undefined && !isLevelAhead(place))
      return false;
    const words = kind === "word" || kind === "text" || (kind === "class" && begins);
    // What follows without a blank belongs to what is before it.
    if (words && this.#columns.length > 0 && units.every((unit) => unit === undefined || unit.gap === ""))
      return this.#columns.at(-1)!.key !== "|" || isBarred(place);
    if (words && (isBarred(place) || isPadded(place) || this.#isHost() || this.#endsLine(units) || isProcess(place)))
      return true;
    if (words && ((this.#isOpen() && closes(place)) || leadsToEvent(place))) return true;
    if (begins)
      return words
        ? leadsTo(place, ANCHORS_AFTER_COLON, false)
        : isHead(kind, key, units) || this.#isTimed(kind, key, units);
    // Behind the level only what ends a head leads on, `main com.shop.Orders:`; words before pairs are the message.
    return !words || leadsTo(place, leveled ? ANCHORS_AFTER_LEVEL : ANCHORS, !this.#inside && !leveled);
  }

  /** A bracket around several columns has begun, and has not ended. */
  #isOpen(): boolean {
    const marks = this.#columns.flatMap(({ kind, key }) => (kind === "mark" && /^[[\]]$/.test(key) ? [key] : []));
    return marks.at(-1) === "[";
  }

  /** Behind the priority and the time of syslog stands the host. */
  #isHost(): boolean {
    return this.#columns.length === 2 && this.#columns[0]!.kind === "priority" && this.#columns[1]!.kind === "time";
  }

  /** The last word of a first line, in front of the message. */
  #endsLine(units: Units): boolean {
    const ends = units.every((unit, i) => unit === undefined || unitAt(this.#texts[i]!, unit.end).kind === "end");
    return this.#several && this.#columns.length >= 2 && ends;
  }

  /** A bracket in front of a time. */
  #isTimed(kind: ColumnKind, key: string, units: Units): boolean {
    if (kind !== "mark" || key !== "[") return false;
    return units.every(
      (unit, i) => unit === undefined || unit.key !== "[" || unitAt(this.#texts[i]!, unit.end).kind === "time",
    );
  }

  /** Behind a colon, a dash or a bar a message begins, where blanks follow. */
  #messageBegins(units: Units): boolean {
    const last = this.#columns.at(-1);
    if (last === undefined || last.key === "span" || units.every((unit) => unit === undefined || unit.gap === ""))
      return false;
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

  /** Rows that lack a group go on as the others do behind it: it is missing there, and they are no odd ones. */
  #isPassed(takes: (unit: Unit) => boolean, units: Units): boolean {
    const behind = new Set<string>();
    const lacking: string[] = [];
    for (const [i, unit] of units.entries()) {
      if (unit === undefined) continue;
      if (takes(unit)) behind.add(sortOf(unitAt(this.#texts[i]!, unit.end)));
      else lacking.push(sortOf(unit));
    }
    return lacking.length > 0 && lacking.filter((sort) => behind.has(sort)).length >= lacking.length * 0.5;
  }

  #takeColumn({ kind, key, takes }: Choice, units: Units): boolean {
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
    const column: Units = units.map((unit) => (unit !== undefined && takes(unit) ? unit : undefined));
    const gaps = new Set(taking.map((i) => units[i]!.gap));
    this.#at = this.#at.map((at, i) =>
      units[i] === undefined ? at : takes(units[i]!) ? units[i]!.end : optional ? at : undefined,
    );
    this.#columns.push({ kind, key, gaps, optional, constant: isConstant(kind, column), units: column });
    return true;
  }
}

/**
 * Fast path for most timestamps: a layout's fixed pieces as a short program over character codes, with no substrings and no
 * allocation. It accepts only simple cases; everything else (another number of digits, an odd space, a date that does not
 * exist) is left to the general parser, which also has the error texts. So it may give up at will, but what it accepts must
 * be exactly what the general parser gives.
 */

import type { Chunk } from "./chunk.ts";
import { daysFromCivil, daysInMonth, SECONDS_PER_DAY } from "./civil.ts";

const LITERAL = 0; // argument: character code
const SPACES = 1;
const YEAR = 2;
const MONTH = 3;
const MONTH_NAME = 4;
const WEEKDAY_NAME = 5;
const DAY = 6;
const PADDED_DAY = 7;
const HOUR = 8;
const MINUTE = 9;
const SECOND = 10;
const SECOND_AND_FRACTION = 11; // the layout has no fraction, the text may
const FRACTION_EXACT = 12; // argument: digits
const FRACTION_ANY = 13;
const OFFSET = 14; // argument: bits 1 colon, 2 minutes, 4 iso
const END = 15;

const SPACE = 0x20;
const MONTH_KEYS = nameKeys(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]);
const DAY_KEYS = nameKeys(["sun", "mon", "tue", "wed", "thu", "fri", "sat"]);
const POWERS = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 10, 1] as const;

function isLetter(unit: number): boolean {
  return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
/** What precedes a fraction. */
const isPoint = (unit: number): boolean => unit === 0x2e || unit === 0x2c;

/** Three letters packed into a number, without case. */
function nameKeys(names: readonly string[]): Map<number, number> {
  return new Map(names.map((name, i) => [nameKey(name, 0), i + 1]));
}

function nameKey(text: string, at: number): number {
  const a = text.charCodeAt(at);
  const b = text.charCodeAt(at + 1);
  const c = text.charCodeAt(at + 2);
  if (a > 0x7f || b > 0x7f || c > 0x7f || !isLetter(a) || !isLetter(b) || !isLetter(c)) return -1;
  return ((a | 0x20) << 16) | ((b | 0x20) << 8) | (c | 0x20);
}

/** Two digits at `at` as a number; NaN where there are none, so that every range check refuses it. */
function twoDigits(text: string, at: number): number {
  const high = text.charCodeAt(at) - 0x30;
  const low = text.charCodeAt(at + 1) - 0x30;
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : Number.NaN;
}

/** What the last successful `parse` found. One object per layout, overwritten by each call. */
export class FastParser {
  /** Seconds since the epoch of the text read as UTC, with the offset already taken off where `zone` says so. */
  seconds = 0;
  nanosecond = 0;
  /** `none`: no zone in the text; `utc`: a `Z`; `offset`: `offset` seconds east of UTC. */
  zone: "none" | "utc" | "offset" = "none";
  offset = 0;
  readonly #program: Int32Array;

  constructor(program: Int32Array) {
    this.#program = program;
  }

  /** Whether the text was read; if not, the general parser must look at it. */
  parse(text: string): boolean {
    const program = this.#program;
    let at = 0;
    let year = 0;
    let month = 1;
    let day = 1;
    let hour = 0;
    let minute = 0;
    let second = 0;
    this.#reset();
    for (let pc = 0; ; pc += 2) {
      switch (program[pc]) {
        case LITERAL:
          if (text.charCodeAt(at) !== program[pc + 1]) return false;
          at++;
          break;
        case SPACES:
          if (text.charCodeAt(at) !== SPACE) return false;
          do at++;
          while (text.charCodeAt(at) === SPACE);
          break;
        case YEAR:
          year = twoDigits(text, at) * 100 + twoDigits(text, at + 2);
          if (!(year >= 0)) return false;
          at += 4;
          break;
        case MONTH:
          month = twoDigits(text, at);
          if (!(month >= 1 && month <= 12)) return false;
          at += 2;
          break;
        case MONTH_NAME:
          month = MONTH_KEYS.get(nameKey(text, at)) ?? 0;
          if (month === 0) return false;
          at += 3;
          break;
        case WEEKDAY_NAME:
          if (!DAY_KEYS.has(nameKey(text, at))) return false;
          at += 3;
          break;
        case DAY:
          day = twoDigits(text, at);
          if (!(day >= 1)) return false;
          at += 2;
          break;
        case PADDED_DAY: {
          // Blanks before it were taken by SPACES already: one digit, or two.
          const digits = isDigit(text.charCodeAt(at + 1)) ? 2 : 1;
          day = digits === 2 ? twoDigits(text, at) : text.charCodeAt(at) - 0x30;
          if (!(day >= 1 && (digits === 2 || day <= 9))) return false;
          at += digits;
          break;
        }
        case HOUR:
          hour = twoDigits(text, at);
          if (!(hour <= 23)) return false;
          at += 2;
          break;
        case MINUTE:
          minute = twoDigits(text, at);
          if (!(minute <= 59)) return false;
          at += 2;
          break;
        case SECOND:
          second = twoDigits(text, at);
          if (!(second <= 59)) return false;
          at += 2;
          break;
        case SECOND_AND_FRACTION:
          second = twoDigits(text, at);
          if (!(second <= 59)) return false;
          at = this.#readFraction(text, at + 2);
          break;
        case FRACTION_EXACT:
          at = this.#readExactFraction(text, at, program[pc + 1]!);
          if (at < 0) return false;
          break;
        case FRACTION_ANY:
          at = this.#readFraction(text, at);
          break;
        case OFFSET:
          at = this.#readOffset(text, at, program[pc + 1]!);
          if (at < 0) return false;
          break;
        default:
          return at === text.length && this.#settle(year, month, day, hour * 3600 + minute * 60 + second);
      }
    }
  }

  /** Puts the parts together; false for a date that does not exist. `time`: seconds of the day. */
  #settle(year: number, month: number, day: number, time: number): boolean {
    if (!(day >= 1 && day <= daysInMonth(month, year))) return false;
    const east = this.zone === "offset" ? this.offset : 0;
    this.seconds = daysFromCivil(year, month, day) * SECONDS_PER_DAY + time - east;
    return true;
  }

  #reset(): void {
    this.nanosecond = 0;
    this.zone = "none";
    this.offset = 0;
  }

  /** The digits after a point at `at`, if there are any; gives where they end. */
  #readFraction(text: string, at: number): number {
    if (!isPoint(text.charCodeAt(at))) return at;
    let end = at + 1;
    while (isDigit(text.charCodeAt(end))) end++;
    if (end === at + 1) return at;
    this.nanosecond = fraction(text, at + 1, end);
    return end;
  }

  /** A point and that many digits; returns their end, -1 if they are missing. */
  #readExactFraction(text: string, at: number, digits: number): number {
    if (!isPoint(text.charCodeAt(at))) return -1;
    const end = at + 1 + digits;
    for (let i = at + 1; i < end; i++) if (!isDigit(text.charCodeAt(i))) return -1;
    this.nanosecond = fraction(text, at + 1, end);
    return end;
  }

  /** Returns the end of the offset, -1 without one. */
  #readOffset(text: string, start: number, style: number): number {
    const sign = text.charCodeAt(start);
    if ((style & 4) !== 0 && sign === 0x5a) {
      this.zone = "utc";
      return start + 1;
    }
    if (sign !== 0x2b && sign !== 0x2d) return -1;
    const hours = twoDigits(text, start + 1);
    let at = start + 3;
    let minutes = 0;
    if ((style & 2) !== 0) {
      if ((style & 1) !== 0 && text.charCodeAt(at++) !== 0x3a) return -1;
      minutes = twoDigits(text, at);
      at += 2;
    }
    if (!(hours <= 24 && minutes <= 60)) return -1;
    const east = (hours * 60 + minutes) * 60;
    this.offset = sign === 0x2d ? 0 - east : east;
    // A later offset overrides an earlier one, but never a `Z`.
    if (this.zone === "none") this.zone = "offset";
    return at;
  }
}

/** The digits `from`–`to` as nanoseconds; those after the ninth do not count. */
function fraction(text: string, from: number, to: number): number {
  const end = Math.min(to, from + 9);
  let value = 0;
  for (let i = from; i < end; i++) value = value * 10 + text.charCodeAt(i) - 0x30;
  return value * POWERS[end - from]!;
}

/** A program for the layout, or `undefined` when it has a component that only the general parser reads. */
export function compileFastParser(chunks: readonly Chunk[], tail: string): FastParser | undefined {
  const program: number[] = [];
  for (const [i, chunk] of chunks.entries()) {
    if (!addLiteral(program, chunk.prefix)) return undefined;
    const op = operation(chunk, chunks[i + 1]);
    if (op === undefined) return undefined;
    if (op[0] === PADDED_DAY && program.at(-2) !== SPACES) return undefined;
    program.push(...op);
  }
  if (!addLiteral(program, tail) || program.at(-2) === SPACES) return undefined;
  program.push(END, 0);
  return new FastParser(Int32Array.from(program));
}

function addLiteral(program: number[], text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdfff) return false;
    if (unit !== SPACE) program.push(LITERAL, unit);
    else if (program.at(-2) !== SPACES) program.push(SPACES, 0);
  }
  return true;
}

function operation(chunk: Chunk, next: Chunk | undefined): [number, number] | undefined {
  switch (chunk.kind) {
    case "LongYear":
      return [YEAR, 0];
    case "ZeroMonth":
      return [MONTH, 0];
    case "Month":
      return [MONTH_NAME, 0];
    case "WeekDay":
      return [WEEKDAY_NAME, 0];
    case "ZeroDay":
      return [DAY, 0];
    case "UnderDay":
      return [PADDED_DAY, 0];
    case "Hour":
      return [HOUR, 0];
    case "ZeroMinute":
      return [MINUTE, 0];
    case "ZeroSecond":
      // Go checks only the kind of the next chunk, at any distance.
      return next?.kind === "FracSecond0" || next?.kind === "FracSecond9" ? [SECOND, 0] : [SECOND_AND_FRACTION, 0];
    case "FracSecond0":
      return chunk.digits >= 1 && chunk.digits <= 9 ? [FRACTION_EXACT, chunk.digits] : undefined;
    case "FracSecond9":
      return [FRACTION_ANY, 0];
    case "Offset": {
      const style = chunk.offset!;
      if (style.seconds) return undefined;
      return [OFFSET, (style.colon ? 1 : 0) | (style.minutes ? 2 : 0) | (style.iso ? 4 : 0)];
    }
    default:
      return undefined;
  }
}

/** What stands behind the units at one place of lines, which tells whether they are a column. */
import { AGREE, type Place, WORDLIKE } from "./column-kinds.ts";
import { isEventFormat } from "./event-formats.ts";
import { type Unit, type UnitKind, unitAt } from "./units.ts";

/** Pairs that are passed over in search of a level behind them. */
const MAX_PAIRS = 24;
/** Words that are passed over in search of something that is not one. */
const LOOK_AHEAD = 3;

/** Whether `is` holds for at least `share` of the units. */
function holds({ units, texts }: Place, is: (unit: Unit, text: string) => boolean, share = AGREE): boolean {
  let [live, found] = [0, 0];
  for (const [i, unit] of units.entries()) {
    if (unit === undefined) continue;
    live++;
    if (is(unit, texts[i]!)) found++;
  }
  return found >= live * share;
}

/** A bar or a semicolon follows the word at once: it stands between two of them. */
export const isBarred = (place: Place): boolean =>
  holds(place, ({ end }, text) => {
    const next = unitAt(text, end);
    return /^[;|]$/.test(next.key) && next.gap === "";
  });

/** The bracket that began in front of it ends right behind it. */
export const closes = (place: Place): boolean => holds(place, ({ end }, text) => text[end] === "]");

/** A security event begins behind it, which has a grammar of its own. */
export const leadsToEvent = (place: Place): boolean =>
  holds(place, ({ end }, text) => isEventFormat(text.slice(end).trimStart()));

/** A level stands behind a few more units: this is a head still. */
export const isLevelAhead = (place: Place): boolean =>
  holds(
    place,
    (unit, text) => {
      let next = unit;
      for (let n = 0; n < MAX_PAIRS && next.kind !== "end"; n++) {
        next = unitAt(text, next.end);
        if (next.key === "level:") return true;
      }
      return false;
    },
    0.5,
  );

/** Django's `module 12 139207825228106`: the process and the thread. */
export const isProcess = (place: Place): boolean =>
  holds(place, ({ end }, text) => {
    const next = unitAt(text, end);
    const last = unitAt(text, next.end);
    return next.kind === "number" && last.kind === "number" && last.value.length >= 9;
  });

/** Words of different lengths that are followed by as many blanks as make a column of them. */
export function isPadded(place: Place): boolean {
  const live = place.units.filter((unit) => unit !== undefined);
  const words = new Set(live.map(({ value }) => value));
  const isWide = ({ end }: Unit, text: string) => {
    const { gap } = unitAt(text, end);
    return gap.length >= 2 || gap === "\t";
  };
  return words.size > 1 && words.size <= Math.max(4, live.length / 3) && holds(place, isWide, 0.6);
}

const isBetweenPairs = ({ key }: Unit): boolean => /^[,;|]$/.test(key);

/** Several pairs follow each other, and no level: they are read by their names, not by their order. */
export function arePairs({ units, texts }: Place): boolean {
  const pairs = units.map((unit) => (unit?.kind === "pair" ? unit : undefined));
  const isPaired = ({ end }: Unit, text: string) => {
    let next = unitAt(text, end);
    let count = 1;
    for (let n = 0; n < MAX_PAIRS && (next.kind === "pair" || isBetweenPairs(next)); n++) {
      if (next.kind === "pair") count++;
      next = unitAt(text, next.end);
    }
    return next.kind !== "level" && next.kind !== "tag" && (count > 1 || next.kind === "end");
  };
  return holds({ units: pairs, texts }, isPaired, 0.6);
}

/** Within a few words nearly all rows have an anchor; `pairs`: two pairs are one, too. */
export const leadsTo = (place: Place, anchors: ReadonlySet<UnitKind>, pairs: boolean): boolean =>
  holds(place, (unit, text) => {
    let { end } = unit;
    for (let ahead = 0; ahead < LOOK_AHEAD; ahead++) {
      const next = unitAt(text, end);
      if (isAnchor(next, text, anchors)) return true;
      if (next.kind === "paren" && ahead === 0 && anchors.has("bracket")) return true;
      if (pairs && isPairBefore(next, text)) return true;
      const passed = next.kind === "mark" && /^[,[\]]$/.test(next.key);
      if (!passed && (next.gap === "" || !WORDLIKE.has(next.kind))) return false;
      end = next.end;
    }
    return false;
  });

function isAnchor(unit: Unit, text: string, anchors: ReadonlySet<UnitKind>): boolean {
  const { kind, key, gap, end } = unit;
  if (kind === "bracket" && anchors.has(kind)) return true;
  // `host 001073: Mar 10 09:12:04.048`: the sequence number of a router
  if (kind === "number" && isNumbered(text, end)) return true;
  if (gap === "" && kind !== "time") return false;
  if (anchors.has(kind)) return true;
  return kind === "mark" && /^(?:-{2,}|\||:|>)$/.test(key) && /^\s/.test(text.slice(end));
}

/** A colon stands at `at`, and a time behind it. */
function isNumbered(text: string, at: number): boolean {
  const colon = unitAt(text, at);
  return colon.key === ":" && colon.gap === "" && unitAt(text, colon.end).kind === "time";
}

/** A pair that another one follows. */
function isPairBefore(unit: Unit, text: string): boolean {
  if (unit.kind !== "pair") return false;
  const next = unitAt(text, unit.end);
  return next.kind === "pair" || (isBetweenPairs(next) && unitAt(text, next.end).kind === "pair");
}

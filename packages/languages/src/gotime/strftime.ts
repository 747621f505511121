/** Formats of C's `strftime`, which many people know: recognized where a Go layout is expected, and translated. */
import { compileLayout } from "./layout.ts";

const DIRECTIVES: Readonly<Record<string, string>> = {
  Y: "2006",
  y: "06",
  m: "01",
  "-m": "1",
  d: "02",
  "-d": "2",
  e: "_2",
  j: "002",
  b: "Jan",
  h: "Jan",
  B: "January",
  a: "Mon",
  A: "Monday",
  H: "15",
  "-H": "15",
  I: "03",
  "-I": "3",
  M: "04",
  "-M": "4",
  S: "05",
  "-S": "5",
  p: "PM",
  P: "pm",
  z: "-0700",
  ":z": "-07:00",
  Z: "MST",
  T: "15:04:05",
  R: "15:04",
  F: "2006-01-02",
  D: "01/02/06",
  c: "Mon Jan _2 15:04:05 2006",
  "%": "%",
};
/** Digits of a second after a point or a comma, as many as there are up to these. */
const FRACTIONS: Readonly<Record<string, string>> = { L: "999", f: "999999", N: "999999999" };
/** Directives that no layout has an equal of. */
const OTHERS = new Set([..."CGgUuVWwklsnrtx+EOX"]);
const DIRECTIVE = /%([-:]?[A-Za-z%+])/g;

const isKnown = (name: string): boolean => name in DIRECTIVES || name in FRACTIONS || OTHERS.has(name);

export interface Strftime {
  /** The Go layout that reads the same texts; undefined without a certain one. */
  readonly layout: string | undefined;
}

/** What `format` means to `strftime`; undefined where it hardly is one of its formats. */
export function readStrftime(format: string): Strftime | undefined {
  const found = [...format.matchAll(DIRECTIVE)];
  const names = found.map(([, name]) => name!).filter((name) => name !== "%");
  if (names.length === 0 || !names.every(isKnown) || (names.length === 1 && found[0]![0] !== format)) return undefined;
  if (format === "%s") return { layout: "Unix" };
  let layout = "";
  let end = 0;
  const meant: string[] = [];
  for (const { 0: whole, 1: name = "", index } of found) {
    layout += format.slice(end, index);
    end = index + whole.length;
    const fraction = FRACTIONS[name];
    if (fraction !== undefined && /5[.,]$/.test(layout)) {
      layout += fraction;
      meant.push(layout.at(-fraction.length - 1) + fraction);
      continue;
    }
    const written = DIRECTIVES[name];
    if (written === undefined) return { layout: undefined };
    layout += written;
    meant.push(...componentsOf(written));
  }
  layout += format.slice(end);
  // Text between may be a component itself, or form one with its neighbours.
  return { layout: componentsOf(layout).join("|") === meant.join("|") ? layout : undefined };
}

const componentsOf = (layout: string): string[] => compileLayout(layout).chunks.map(({ text }) => text);

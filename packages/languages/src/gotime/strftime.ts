/** Formats of `strftime`, which other systems write times by, as Go layouts. */

/** What each conversion is in a layout; without those that Go has nothing for. */
const CONVERSIONS: Readonly<Record<string, string>> = {
  Y: "2006",
  y: "06",
  m: "01",
  d: "02",
  e: "_2",
  H: "15",
  I: "03",
  M: "04",
  S: "05",
  b: "Jan",
  h: "Jan",
  B: "January",
  a: "Mon",
  A: "Monday",
  p: "PM",
  P: "pm",
  z: "-0700",
  Z: "MST",
  j: "002",
  F: "2006-01-02",
  T: "15:04:05",
  R: "15:04",
  D: "01/02/06",
  c: "Mon Jan _2 15:04:05 2006",
  r: "03:04:05 PM",
  x: "01/02/06",
  X: "15:04:05",
  n: "\n",
  t: "\t",
  "%": "%",
};
/** Fractions: only after a point or comma does Go read one. */
const FRACTIONS: Readonly<Record<string, string>> = { f: "000000", L: "000", N: "000000000" };

export type StrftimeResult =
  | { readonly ok: true; readonly layout: string }
  /** Offsets of what has no layout; UTF-16. */
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number };

/** Whether a text looks like a format of strftime: no layout has two such conversions. */
export function isStrftime(format: string): boolean {
  return (format.match(/%[-_0]?[a-zA-Z]/g) ?? []).length >= 2 || /^%[sFTcD]$/.test(format);
}

/** `%Y-%m-%d` as `2006-01-02`. `%s` alone is `Unix`. */
export function translateStrftime(format: string): StrftimeResult {
  if (format === "%s") return { ok: true, layout: "Unix" };
  let layout = "";
  for (let at = 0; at < format.length; ) {
    if (format[at] !== "%") {
      layout += format[at++];
      continue;
    }
    const found = /%([-_0])?(:?z|[1-9]?[a-zA-Z%])/y;
    found.lastIndex = at;
    const match = found.exec(format);
    const piece = match === null ? undefined : translate(match[1] ?? "", match[2]!, /[.,]$/.test(layout));
    const end = match === null ? Math.min(at + 2, format.length) : at + match[0].length;
    if (piece === undefined) {
      const written = format.slice(at, end);
      return { ok: false, message: `Go layouts have nothing for ${JSON.stringify(written)}`, start: at, end };
    }
    layout += piece;
    at = end;
  }
  return { ok: true, layout };
}

function translate(flag: string, letter: string, afterPoint: boolean): string | undefined {
  if (letter === ":z") return "-07:00";
  const digits = /^([1-9])[fLN]$/.exec(letter)?.[1];
  const fraction = digits === undefined ? FRACTIONS[letter] : "0".repeat(Number(digits));
  if (fraction !== undefined) return afterPoint ? fraction : undefined;
  const piece = Object.hasOwn(CONVERSIONS, letter) ? CONVERSIONS[letter] : undefined;
  // Without a leading zero.
  if (flag === "-")
    return piece !== undefined && /^0[1-5]$/.test(piece) ? piece.slice(1) : letter === "H" ? "15" : undefined;
  if (flag === "_") return letter === "d" ? "_2" : undefined;
  return piece;
}

/** Times that no format reads as they are written: what a template writes instead. */
import { IANA_ZONE, ZONES } from "../../vocabulary/index.ts";

/** RE2 in the common subset of JavaScript, and what stands for what it finds. */
export interface Rewrite {
  readonly expression: string;
  readonly by: string;
}

/** Milliseconds behind a colon. */
const COLON: Rewrite = { expression: "([0-9]{2}:[0-9]{2}:[0-9]{2}):([0-9]{3})", by: "$1.$2" };
/** With a month and no year a zone's name is read by the clock of year 0, which was another one: the location has the zone. */
const YEARLESS_ZONE: Rewrite = { expression: "^([A-Z][a-z]+ +[0-9]+ [0-9:.,]+) [A-Z]{3,4}$", by: "$1" };

/** No format has the names of the tz database: the location says what they do. */
const IANA: Rewrite = { expression: " [A-Z][A-Za-z]+/[A-Za-z0-9_/+-]+$", by: "" };

/** DB2 writes the zone in minutes. */
const IN_MINUTES = /:?\d{2}\.\d{1,9}([+-]\d{3})$/;

const NAMED = new RegExp(` ${IANA_ZONE}$`);

/** `share`: of the texts that must be written so. */
export function rewritesOf(texts: readonly string[], share: number): Rewrite[] {
  const most = (regex: RegExp) =>
    texts.length > 0 && texts.filter((text) => regex.test(text)).length >= texts.length * share;
  if (most(IN_MINUTES)) return zonesInMinutes(texts);
  return [IANA, COLON, YEARLESS_ZONE].filter((one) => {
    if (one === IANA) return texts.some((text) => NAMED.test(text));
    return most(new RegExp(`${one.expression}(?![0-9])`)) && (one !== YEARLESS_ZONE || most(HAS_LOCATION));
  });
}

/** A zone's name of which the location is known. */
const HAS_LOCATION = new RegExp(` (?:${Object.keys(ZONES).join("|")})$`);

/** One for each zone that the texts have, and for those that winter and summer make of it. */
function zonesInMinutes(texts: readonly string[]): Rewrite[] {
  const seen = new Set(texts.flatMap((text) => Number(IN_MINUTES.exec(text)?.[1] ?? Number.NaN)));
  const all = new Set([...seen].filter(Number.isFinite).flatMap((minutes) => [minutes, minutes + 60, minutes - 60]));
  return [...all].slice(0, MAX_ZONES).map(zoneOf);
}
const MAX_ZONES = 6;

function zoneOf(minutes: number): Rewrite {
  const [sign, of] = [minutes < 0 ? "-" : "+", Math.abs(minutes)];
  const digits = (count: number, width: number) => String(count).padStart(width, "0");
  return {
    expression: `([.][0-9]+)[${sign}]${digits(of, 3)}$`,
    by: `\${1}${sign}${digits(Math.floor(of / 60), 2)}${digits(of % 60, 2)}`,
  };
}

/** What writes texts as `rewrites` say, each on what the one before leaves. */
export function rewriter(rewrites: readonly Rewrite[]): (text: string) => string {
  const steps = rewrites.map(({ expression, by }) => [new RegExp(expression), by.replaceAll("${1}", "$1")] as const);
  return (text) => steps.reduce((left, [regex, by]) => left.replace(regex, by), text);
}

/** One template that does all of them, each on what the one before leaves. */
export const templateOf = (rewrites: readonly Rewrite[]): string => {
  const call = rewrites.reduce(
    (value, { expression, by }) => `regexReplaceAll "${expression}" ${value === "" ? ".Value" : `(${value})`} "${by}"`,
    "",
  );
  return `{{ ${call} }}`;
};

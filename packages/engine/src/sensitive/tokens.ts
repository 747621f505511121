/** Keys with a provider's prefix, and their stand-ins: of the same prefix and length, since patterns read those. */
import { FORMS, OTHERS, type TokenForm } from "./token-forms.ts";

const SOURCES = [...FORMS.map(({ prefix, rest }) => prefix + rest), ...OTHERS.map(({ rest }) => rest)];
export const TOKENS: readonly RegExp[] = SOURCES.map((source) => new RegExp(String.raw`\b${source}`, "g"));
const WHOLE = SOURCES.map((source) => new RegExp(`^(?:${source})$`));
const PREFIXES = FORMS.map(({ prefix }) => new RegExp(`^${prefix}`));
const prefixesOf = (holds: (form: TokenForm) => boolean): string =>
  `(?:${FORMS.filter(holds)
    .map(({ prefix }) => prefix)
    .join("|")})`;

/** Of a whole key, or of one that is cut. */
function formOf(value: string): number {
  const whole = WHOLE.findIndex((form) => form.test(value));
  return whole >= 0 ? whole : PREFIXES.findIndex((prefix) => prefix.test(value));
}

/** The id of the rule that finds a token; undefined if its form is unknown. */
export function tokenRule(value: string): string | undefined {
  const rule = [...FORMS, ...OTHERS][formOf(value)]?.rule;
  if (typeof rule !== "object") return rule;
  return Object.entries(rule).find(([beginning]) => value.startsWith(beginning))![1];
}

/** Ids of the rules for all forms. */
export const TOKEN_RULES: readonly string[] = [...FORMS, ...OTHERS].flatMap(({ rule }) =>
  typeof rule === "string" ? rule : Object.values(rule),
);

/** Digits of the number of a stand-in at most; what is before them is zeros. */
const DIGITS = 6;

/** What looks like a stand-in, as the source of an expression. */
export const TOKEN_STAND_IN = String.raw`\b(?:${[
  String.raw`${prefixesOf(({ parted, letters }) => parted === undefined && letters === undefined)}0{4}\d{6,400}`,
  String.raw`${prefixesOf(({ parted }) => parted !== undefined)}(?=(?:[._/:-]?0){4})[\d._/:-]{9,300}\d`,
  `${prefixesOf(({ letters }) => letters !== undefined)}A{${16 - DIGITS},60}[A-J]{${DIGITS}}`,
].join("|")})(?!\w)`;

/** Stand-in for a token; undefined if its form is unknown. `number`: at most six digits. */
export function tokenStandIn(value: string, number: number): string | undefined {
  const nth = formOf(value);
  if (nth < 0 || nth >= FORMS.length) return undefined;
  const { parted, letters } = FORMS[nth]!;
  const prefix = PREFIXES[nth]!.exec(value)![0];
  const digits = [...String(number)];
  const rest = [...value.slice(prefix.length)].reverse().map((c) => {
    if (parted?.test(c) === true) return c;
    const digit = digits.pop() ?? "0";
    return letters === undefined ? digit : letters[Number(digit)]!;
  });
  return digits.length > 0 ? undefined : prefix + rest.reverse().join("");
}

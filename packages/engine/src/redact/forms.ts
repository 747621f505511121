/**
 * Expressions for what shows by its own form that it is sensitive, in RE2's syntax. RE2 looks neither back nor ahead, so a
 * group around the value alone is replaced. None of them crosses a quote or takes half of an escape.
 */
import { COLOUR } from "../base/secrets/decoded-text.ts";
import type { Finding } from "../sensitive/index.ts";
import { KEY_BEGIN, KEY_END } from "../sensitive/key-marks.ts";
import { PASSWORD_HASH } from "../sensitive/password-hashes.ts";
import { TOKENS } from "../sensitive/tokens.ts";

const PRIVATE_KEY = String.raw`(${KEY_BEGIN}(?:(?:[A-Za-z0-9+/=\s:,.]|\\+[nrt]|-[A-Za-z0-9])*${KEY_END}|(?:\s|\\+[nrt])*[A-Za-z0-9+/=]{16}(?:[A-Za-z0-9+/=\s]|\\+[nrt])*))`;
const HASH = new RegExp(`^${PASSWORD_HASH}$`);
const JWT = String.raw`\b(eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*)`;
const MAIL = String.raw`([A-Za-z0-9][\w.%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24})\b`;
/** No host behind the password of an address. */
const NO_ADDRESS = "(?:^|mailto:|[^A-Za-z0-9_.%+:/@-])";
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const V4 = String.raw`\b((?:${OCTET}\.){3}${OCTET})\b`;
const V6 = String.raw`\b((?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6})\b`;
/** What precedes a run of digits that is no number of JSON: that one has a name in quotes and a colon before it. */
const NO_JSON_NUMBER = String.raw`(?:^|[^\d:\[ .+%-]|(?:\b|[^":,\[ \w]) {1,4}|[^" ]: {0,4}|, {1,4})`;
const CARDS = [
  String.raw`(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6[045]\d{2}|35\d{2})[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}`,
  String.raw`3[47]\d{2}[ -]?\d{6}[ -]?\d{5}`,
  String.raw`3[0689]\d{2}[ -]?\d{6}[ -]?\d{4}`,
  String.raw`[46]\d{12}(?:\d{6})?`,
];
const INTERNATIONAL = String.raw`(?:^|[^\w+.%-])(\+[1-9](?:[ ./-]?(?:\(\d{1,4}\)|\d)){8,14})`;
const AMERICAN = String.raw`(?:^|[^\w.+-])((?:1[ -])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}-)[2-9]\d{2}-\d{4})\b`;
/** By the layout of the number. */
const NATIONAL: readonly (readonly [RegExp, string])[] = [
  [/^\d{3}-/, String.raw`\b(\d{3}-\d{2}-\d{4})\b`],
  [/^\d{3}\./, String.raw`\b(\d{3}\.\d{3}\.\d{3}-\d{2})\b`],
  [/^[A-Z]/, String.raw`\b([A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z])\b`],
  [/^\d /, String.raw`\b([12] \d{2} \d{2} \d{2} \d{3} \d{3} \d{2})\b`],
];

/** Expressions for everything of the finding's form, best first; none if only its place shows what it is. */
export function formsOf(text: string, finding: Finding): readonly string[] {
  if (finding.isNumber) return [];
  if (finding.kind === "mail") return [`${NO_ADDRESS}${MAIL}`, `\\b${MAIL}`];
  const form = formOf(finding);
  if (form === undefined) return [];
  return [BEHIND_COLOUR.test(text.slice(Math.max(0, finding.start - 60), finding.start)) ? behindColour(form) : form];
}

const BEHIND_COLOUR = new RegExp(`${COLOUR}$`);

/** No word begins behind the last letter of a colour's code. */
const behindColour = (form: string): string => form.replace(/^\\b\(|^\(\\b/, () => String.raw`(?:\b|${COLOUR})(`);

function formOf({ kind, value }: Finding): string | undefined {
  switch (kind) {
    case "private_key":
      return PRIVATE_KEY;
    case "jwt":
      return JWT;
    case "token": {
      const form = TOKENS.find((pattern) => value.match(pattern)?.[0] === value);
      return form && `(${form.source})`;
    }
    case "password":
      return HASH.test(value) ? `(${PASSWORD_HASH})` : undefined;
    case "card": {
      const form = CARDS.find((one) => new RegExp(`^(?:${one})$`).test(value));
      return form && `${NO_JSON_NUMBER}(${form})\\b`;
    }
    case "iban":
      return `\\b(${ibanForm(value.replaceAll(" ", ""))})\\b`;
    case "national_id":
      return NATIONAL.find(([layout]) => layout.test(value))?.[1];
    case "phone":
      return value.startsWith("+")
        ? INTERNATIONAL
        : /^(?:1[ -])?(?:\(\d{3}\)|\d{3}-)/.test(value)
          ? AMERICAN
          : undefined;
    case "ip":
      return value.includes(":") ? V6 : V4;
    default:
      return undefined;
  }
}

/** Of the country, in groups of four or without. */
function ibanForm(iban: string): string {
  const [groups, rest] = [Math.floor((iban.length - 4) / 4), iban.length % 4];
  return String.raw`${iban.slice(0, 2)}\d{2}(?: ?[A-Z0-9]{4}){${groups}}${rest > 0 ? ` ?[A-Z0-9]{${rest}}` : ""}`;
}

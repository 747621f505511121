/**
 * Stand-ins for private values. The same value gets the same stand-in, so that related entries stay related, and the form is
 * kept, so that stages read it alike: a mail address stays one, a card number still passes its checksum, a provider's key
 * keeps its prefix. Otherwise it has only letters, digits and dashes, which mean nothing in any syntax. A stand-in never
 * counts as private itself, and none is made that already occurs in the texts.
 */
import { ibanRemainder } from "./account-numbers.ts";
import { luhnSum } from "./card-numbers.ts";
import { HASH_STAND_IN, hashStandIn } from "./password-hashes.ts";
import type { PrivateKind } from "./private-kinds.ts";
import { TOKEN_STAND_IN, tokenStandIn } from "./tokens.ts";

/** Number of remembered values; further ones share one stand-in. */
const MAX_VALUES = 100_000;
/** A number in place of a JSON number, which is not a card or a time. */
const FIRST_NUMBER = 9_000_000_000_000;

/** What begins the stand-in for a web token: as long as a real one at least, as patterns ask for it. */
const JWT_HEAD = `eyJ${"0".repeat(17)}.eyJ${"0".repeat(17)}.`;
const JWT_STAND_IN = String.raw`eyJ0{17}\.eyJ0{17}\.0{6,9}\d{1,6}`;

/** In place of a value that programs generate. */
const GENERATED_STAND_IN = String.raw`SECRET0{4,400}\d{1,6}(?!\d)`;

/** What looks like a stand-in, in any text. Longer runs of digits count as cards if `isCardStandIn` says so. */
const LOOKS_LIKE_ONE = new RegExp(
  String.raw`${TOKEN_STAND_IN}|${JWT_STAND_IN}|${HASH_STAND_IN}|${GENERATED_STAND_IN}|(?<![\w-])(?:(?:secret|token|jwt|private-key)-\d{1,7}|user-\d{1,6}(?=(?:@|%40)example\.com))(?!\d)|(?<![\d.])(?:192\.0\.2|198\.1[89]\.\d{1,3})\.\d{1,3}(?![\d.])|2001:db8::[0-9a-f]{1,5}(?![0-9a-f:])|(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)|[A-Z]{2}\d{2}(?: ?0){4}[\d ]{4,40}|(?<![\d.])(?:X{6}00X00X|\+?[( ]?000)[\d ().\/X-]{3,24}`,
  "g",
);

/** Quicker to look for than that. */
const MAY_HOLD_ONE = /(?:secret|token|jwt|key|user)-\d|192\.0\.2\.|198\.1[89]\.|2001:db8::|000|xox|AAAA/;

const STAND_IN =
  /^(?:X{6}00X\d\dX\d{3}X|\+?\(?0{3}[\d ()./-]{3,24}|0 00 [\d ]{10,16}|user-\d{1,6}@example\.com|198\.1[89]\.\d{1,3}\.\d{1,3}|90000000\d{5})$/;
/**
 * Also with something around it, which was left before and may read as a part of the value now. The zero tells it from the
 * `token-2024` of a password.
 */
const HOLDS_STAND_IN = new RegExp(
  String.raw`(?:secret|token|jwt|private-key)-0(?:\d{3}|[1-9]\d{3,5})(?!\d)|${JWT_STAND_IN}|${GENERATED_STAND_IN}|${TOKEN_STAND_IN}`,
);
const IS_HASH = new RegExp(`^[\\w{}$-]{0,24}?${HASH_STAND_IN}$`);

/** Whether it is already a stand-in. */
export const isStandIn = (value: string): boolean =>
  STAND_IN.test(value) ||
  IS_HASH.test(value) ||
  HOLDS_STAND_IN.test(value) ||
  (/^\d[\d -]{11,25}$/.test(value) && isCardStandIn(value.replace(/[ -]/g, ""))) ||
  IBAN_STAND_IN.test(value.replaceAll(" ", ""));

/** No bank numbers its accounts so. */
const IBAN_STAND_IN = /^[A-Z]{2}\d{2}0{5,}\d{1,6}$/;

/** Stand-ins for the private values of texts that belong together. */
export class StandIns {
  readonly #numbers = new Map<string, number>();
  /** Values of each kind so far. */
  readonly #counts = new Map<PrivateKind, number>();
  /** What stood in the texts before anything was replaced. */
  readonly #taken = new Set<string>();
  readonly #keepsForm: boolean;

  /** `keepsForm`: also of generated passwords and keys, which a redaction may be made for. */
  constructor({ keepsForm = false }: { readonly keepsForm?: boolean } = {}) {
    this.#keepsForm = keepsForm;
  }

  /** Nothing that occurs in this text becomes a stand-in. */
  avoid(text: string): void {
    if (!MAY_HOLD_ONE.test(text)) return;
    for (const [one] of text.matchAll(LOOKS_LIKE_ONE))
      if (this.#taken.size < MAX_VALUES) this.#taken.add(/^\d[\d -]+$/.test(one) ? one.replace(/[ -]/g, "") : one);
  }

  /** `asNumber`: its place allows only a number. */
  of(kind: PrivateKind, value: string, asNumber = false): string {
    const number = this.#numberOf(kind, value);
    if (kind === "card") return laidOut(this.#made(kind, number, value), value);
    return asNumber ? String(FIRST_NUMBER + number) : this.#made(kind, number, value);
  }

  #made(kind: PrivateKind, number: number, value: string): string {
    const hash = kind === "password" ? hashStandIn(value, number) : undefined;
    if (hash !== undefined) return hash;
    const isGenerated = this.#keepsForm && kind === "password" && GENERATED.test(value);
    return isGenerated ? generatedSecret(number, value.length) : made(kind, number, value);
  }

  #numberOf(kind: PrivateKind, value: string): number {
    const plain = kind === "card" || kind === "iban" ? value.replace(/[ -]/g, "") : value;
    const key = `${kind} ${plain}`;
    let number = this.#numbers.get(key);
    if (number !== undefined) return number;
    if (this.#numbers.size >= MAX_VALUES) return MAX_VALUES;
    number = this.#counts.get(kind) ?? 0;
    do number++;
    while (this.#isTaken(kind, number, plain));
    this.#counts.set(kind, number);
    this.#numbers.set(key, number);
    return number;
  }

  #isTaken(kind: PrivateKind, number: number, value: string): boolean {
    const one = this.#made(kind, number, value);
    return (
      this.#taken.has(kind === "mail" ? one.replace(/@.*/, "") : one) || this.#taken.has(String(FIRST_NUMBER + number))
    );
  }
}

/** Base64, and other long values of the characters of tokens. */
const GENERATED =
  /^(?=.*[A-Z\d])(?:[\w+/=.~*!@$%^&-]{16,}|(?=.*[A-Z].*[a-z]|.*\d)(?:[A-Za-z0-9+/]{4}){1,3}[A-Za-z0-9+/]{2}(?:==|[A-Za-z0-9+/]=|[A-Za-z0-9+/]{2}))$/;

/** As long at least, and base64 as well. */
function generatedSecret(number: number, length: number): string {
  const whole = Math.min(Math.max(16, Math.ceil(length / 4) * 4), 400);
  return `SECRET${String(number).padStart(whole - "SECRET".length, "0")}`;
}

function made(kind: PrivateKind, number: number, value: string): string {
  // As long as what patterns ask of a key at least, and with a zero, which people seldom write.
  const padded = `0${String(number).padStart(3, "0")}`;
  switch (kind) {
    case "ip":
      return value.includes(":") ? `2001:db8::${number.toString(16)}` : addressV4(number);
    case "mail":
      return `user-${number}@example.com`;
    case "card":
      return cardNumber(number, value.replace(/[ -]/g, ""));
    case "iban":
      return laidOut(ibanNumber(number, value.replaceAll(" ", "")), value, /[A-Z0-9]/g);
    case "national_id":
    case "phone":
      return zeros(number, value);
    case "private_key":
      return `private-key-${padded}`;
    case "token":
      return tokenStandIn(value, number) ?? `token-${padded}`;
    case "jwt":
      return JWT_HEAD + String(number).padStart(10, "0");
    case "password":
      return `secret-${padded}`;
    default:
      return `${kind}-${padded}`;
  }
}

/** Digits that are kept of a card number: those of its issuer. */
const issuerLength = (digits: string): number => (digits.startsWith("4") ? 1 : 4);

/** Of the same issuer and length, with nothing else of the number. */
function cardNumber(number: number, digits: string): string {
  const issuer = digits.slice(0, issuerLength(digits));
  const rest = String(number).padStart(digits.length - 1 - issuer.length, "0");
  const head = issuer + rest.slice(-(digits.length - 1 - issuer.length));
  return head + String((10 - (luhnSum(`${head}0`) % 10)) % 10);
}

/** No issuer has given such a number to anyone. Number 0 is none of ours: those for trying out payments have it. */
function isCardStandIn(digits: string): boolean {
  const number = Number(digits.slice(issuerLength(digits), -1));
  return number > 0 && number <= MAX_VALUES;
}

/** `digits` with blanks and dashes where `like` has them. */
function laidOut(digits: string, like: string, places = /\d/g): string {
  let at = 0;
  return like.replace(places, () => digits[at++]!);
}

/** Of the same country and length. */
function ibanNumber(number: number, iban: string): string {
  const head = iban.slice(0, 2);
  const account = String(number).padStart(iban.length - 4, "0");
  return head + String(98 - ibanRemainder(`${head}00${account}`)).padStart(2, "0") + account;
}

/** The number in the last digits, zeros before it, `X` for letters: nobody has such a number. */
function zeros(number: number, like: string): string {
  const digits = [...String(number)];
  const written = [...like].reverse().map((c) => (/\d/.test(c) ? (digits.pop() ?? "0") : /[A-Z]/.test(c) ? "X" : c));
  return written.reverse().join("");
}

/** Of the networks for documentation (RFC 5737), and, where those are used up, for benchmarks (RFC 2544). */
function addressV4(number: number): string {
  if (number < 255) return `192.0.2.${number}`;
  const rest = number - 255;
  return `198.${18 + ((rest >> 16) & 1)}.${(rest >> 8) & 255}.${rest & 255}`;
}

/**
 * Replaces what looks like a secret, the same value by the same replacement each time, so that entries which belong together
 * still do, and stages read what comes out as they read what went in: a mail address stays one, a card number still passes
 * its checksum.
 */
import {
  type FoundSecret,
  findSecretForm,
  findSecretForms,
  luhnSum,
  type PrivateKind,
  type SecretKind,
} from "./find.ts";

/** Values that are remembered; those beyond get one replacement for all. */
const MAX_VALUES = 100_000;

/** What stands for each value: the same for the same one. */
export class Replacements {
  readonly #known = new Map<string, string>();
  /** Values of each kind so far. */
  readonly #values = new Map<PrivateKind, number>();

  of(kind: PrivateKind, value: string): string {
    const key = `${kind} ${kind === "card" ? value.replace(/[ -]/g, "") : value}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      if (this.#known.size >= MAX_VALUES) return made(kind, 0, value);
      const number = (this.#values.get(kind) ?? 0) + 1;
      this.#values.set(kind, number);
      known = made(kind, number, value);
      this.#known.set(key, known);
    }
    return kind === "card" ? laidOut(known, value) : known;
  }
}

export class SecretReplacer {
  readonly #replacements = new Replacements();
  readonly #counts = new Map<SecretKind, number>();

  /** How often something was replaced, by its kind. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  text(text: string): string {
    return this.#replace(text, findSecretForms(text));
  }

  /** The value of `name`. */
  value(name: string, value: string): string {
    return this.#replace(value, findSecretForm(name, value));
  }

  #replace(text: string, found: readonly FoundSecret[]): string {
    if (found.length === 0) return text;
    let out = "";
    let at = 0;
    for (const { kind, start, end } of found) {
      out += text.slice(at, start) + this.#replacements.of(kind, text.slice(start, end));
      at = end;
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    }
    return out + text.slice(at);
  }
}

function made(kind: PrivateKind, number: number, value: string): string {
  switch (kind) {
    case "ip":
      return value.includes(":") ? `2001:db8::${number.toString(16)}` : addressV4(number);
    case "mail":
      return `user-${number}@example.com`;
    case "card":
      return cardNumber(number, value.replace(/[ -]/g, ""));
    case "private_key":
      return `(private key ${number})`;
    case "password":
      return `secret-${number}`;
    default:
      return `${kind}-${number}`;
  }
}

/** Of the same issuer and length, with nothing else of the number. */
function cardNumber(number: number, digits: string): string {
  const issuer = digits.slice(0, digits.startsWith("4") ? 1 : 4);
  const rest = String(number).padStart(digits.length - 1 - issuer.length, "0");
  const head = issuer + rest.slice(-(digits.length - 1 - issuer.length));
  return head + String((10 - (luhnSum(`${head}0`) % 10)) % 10);
}

/** `digits` with blanks and dashes where `like` has them. */
function laidOut(digits: string, like: string): string {
  let at = 0;
  return like.replace(/\d/g, () => digits[at++]!);
}

/** Of the networks for documentation (RFC 5737), and, where those are used up, for benchmarks (RFC 2544). */
function addressV4(number: number): string {
  if (number < 255) return `192.0.2.${number}`;
  const rest = number - 255;
  return `198.${18 + ((rest >> 16) & 1)}.${(rest >> 8) & 255}.${rest & 255}`;
}

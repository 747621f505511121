/**
 * Values that are secrets by the name that they are assigned to, each as the syntax that it stands in bounds it: the content
 * of a text between quotes, a number, the elements of a list, the values of cookies, a word. Nothing around them is touched:
 * no quote, bracket, comma or name of another value.
 */
import { MASK, type QuotedText } from "./nested-texts.ts";
import type { Span } from "./span.ts";

/** What a value stands in. */
export type ValueSyntax = "quoted" | "number" | "word" | "line" | "element";

export interface AssignedSecret extends Span {
  readonly syntax: ValueSyntax;
  /** Where the scheme of a header begins that stands before it. */
  readonly from: number;
}

interface Read {
  readonly text: string;
  readonly quoted: readonly QuotedText[];
  readonly masked: string;
}

/** The last words of names whose values are secrets. What ends in `_file` names a place and is none. */
const SECRET_NAME =
  /(?:^|_)(?:password|passwd|passphrase|pwd|secret|token|jwt|credentials?|(?:api|access|account|auth|private|secret|shared|signing|encryption|master)_?key|key_pem|signature|sig|auth|authorization|cookie|session_?id)$/;

/** Words that are written as one with what says whose they are: `PGPASSWORD`, `authToken` in small letters. */
const JOINED_NAME =
  /(?:[a-z0-9](?:password|passwd|passphrase)|(?:^|_)(?:(?:auth|access|refresh|bearer|csrf|xsrf|id|api|session)token|set_cookies?|cookies|client_?secret|[a-z]+_pass))$/;

/** Whether a name says that its value is a secret: `bearer_token`, `X-Api-Key`, `clientSecret`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
  return SECRET_NAME.test(words) || JOINED_NAME.test(words);
}

const COOKIES = /(?:^|_|-|\.)(?:set[_-]?)?cookies?$/i;
/** Of cookies, what is said about them. */
const ABOUT_COOKIE = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
const SCHEME = /(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|NTLM)[ \t]+(?=\S)/iy;
/** Names under which the name of something stands, and those under which its value does. */
const NAME_OF = /^(?:name|key|header|field|param|parameter|variable|var|env)$/i;
const VALUE_OF = /^(?:values?|val|content|data)$/i;
/** In an object under a secret's name, what is about it. */
const ABOUT = /(?:^|_)(?:type|scheme|kind|method|name|user|username|login|id|status|state|realm|host|issuer|iss|sub|aud|algorithm|alg|email|level|message|msg|path|domain|version|expir\w*|at|ttl|scopes?|file|url|uri)$/i;
/** Under these names are others that say which of them are secrets. */
const DECIDED_WITHIN = /(?:^|_|-|\.)(?:auth|authorization|credentials?|jwt|signature|sig)$/i;
/** Nothing, and what was hidden before. */
const NOTHING =
  /^(?:null|none|nil|true|false|undefined|<nil>|-|\(null\)|\(secret\)|[*•.#]+|x{4,}|[[(<{]?(?:redacted|masked|hidden|filtered|removed|omitted|sensitive|censored)[\])>}]?|\*+[a-z]+\*+)$/i;

export const isNothing = (value: string): boolean => value === "" || NOTHING.test(value);

const HIDDEN =
  /[[(<{](?:secret|nil|null|none|redacted|masked|hidden|filtered|removed|omitted|sensitive|censored)[\])>}]/iy;

/** A bare name with what assigns; options of a command have a blank instead. */
const NAME =
  /(?<![\w.-])(?:--?)?([A-Za-z_][\w.-]{0,100})(?:\]?[ \t]{0,4}(=>|:=|==?|:)[ \t]{0,4}|(?<=--?[\w.-]{1,101})[ \t]{1,4})/g;
const SEPARATOR = /[ \t]{0,4}(?:=>|:|=)\s{0,20}/y;
const NEXT_ELEMENT = /[ \t]{0,4},?\s{1,20}(?=\\*["'])|,(?=\\*["'])/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,}\])]|$)/y;
const LETTERS_BEFORE_QUOTE = /[bBuUrRfF]{1,2}(?=["'])/y;
/** With types before it, as Go prints them. */
const OPENS =
  /(?:&|map(?=\[)|&?(?:[a-z]\w{0,60}\.)?[A-Z]\w{0,60}(?=\{)|map\[\w{1,60}\][\w.[\]*]{1,60}(?=\{)|(\[\])\*?[\w.]{1,60}(?=\{))?[[{(]/y;
const LOGFMT_PAIR = /(?:^|\s)[\w.-]+=/g;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };

interface Name extends Span {
  readonly name: string;
  readonly valueAt: number;
  readonly separator: string;
  /** Whether it stands between quotes, as in JSON. */
  readonly quoted: boolean;
}

/** In the order of the text; without overlaps. */
export function assignedSecrets(read: Read): AssignedSecret[] {
  return new Reader(read).find();
}

/** Of the value of a name that says that it is secret: all but a scheme, or the values of cookies. */
export function secretParts(name: string, text: string, { start, end }: Span, syntax: ValueSyntax): AssignedSecret[] {
  if (COOKIES.test(name) && text.slice(start, end).includes("=")) return cookieValues(text, { start, end }, syntax);
  SCHEME.lastIndex = start;
  const from = SCHEME.test(text) && SCHEME.lastIndex < end ? SCHEME.lastIndex : start;
  return isNothing(text.slice(from, end)) ? [] : [{ start: from, end, from: start, syntax }];
}

function cookieValues(text: string, { start, end }: Span, syntax: ValueSyntax): AssignedSecret[] {
  const found: AssignedSecret[] = [];
  for (const { 0: one, index } of text.slice(start, end).matchAll(/[^;]+/g)) {
    const equals = one.indexOf("=");
    if (equals < 0 || ABOUT_COOKIE.test(one.slice(0, equals).trim())) continue;
    const value = one.slice(equals + 1).trimEnd();
    const quote = /^\\*"/.exec(value)?.[0].length ?? 0;
    const from = start + index + equals + 1 + quote;
    const last = start + index + equals + 1 + value.length - (value.length >= 2 * quote ? quote : 0);
    if (last > from && !isNothing(text.slice(from, last))) found.push({ start: from, end: last, from, syntax });
  }
  return found;
}

class Reader {
  readonly #text: string;
  readonly #masked: string;
  readonly #quotedAt: ReadonlyMap<number, QuotedText>;
  readonly #quoted: readonly QuotedText[];
  readonly #found: AssignedSecret[] = [];
  readonly #names: readonly Name[];
  readonly #valueStarts: ReadonlySet<number>;
  readonly #keys: ReadonlySet<number>;
  #logfmt: boolean | undefined;
  #brackets: Brackets | undefined;
  /** Objects under a secret's name that was read. */
  #objectEnd = 0;

  constructor({ text, quoted, masked }: Read) {
    this.#text = text;
    this.#quoted = quoted;
    this.#masked = masked;
    this.#quotedAt = new Map(quoted.map((one) => [one.outer.start, one]));
    const names = this.#findNames();
    this.#names = names;
    this.#valueStarts = new Set(names.map(({ valueAt }) => this.#afterLetters(valueAt)));
    this.#keys = new Set(names.filter((name) => name.quoted).map(({ start }) => start));
  }

  #findNames(): Name[] {
    const names: Name[] = [];
    for (const match of this.#masked.matchAll(NAME)) {
      const separator = match[2] ?? " ";
      const start = match.index;
      const valueAt = start + match[0].length;
      // `https://…`
      if (separator === ":" && this.#masked.startsWith("//", valueAt)) continue;
      names.push({ name: match[1]!, start, end: start + match[1]!.length, valueAt, separator, quoted: false });
    }
    for (const { outer, inner } of this.#quoted) {
      if (inner.end - inner.start > 100) continue;
      const name = this.#text.slice(inner.start, inner.end);
      SEPARATOR.lastIndex = outer.end;
      if (SEPARATOR.test(this.#masked))
        names.push({ name, start: outer.start, end: outer.end, valueAt: SEPARATOR.lastIndex, separator: ":", quoted: true });
      else if (/^--?[A-Za-z]/.test(name) && isSecretName(name)) {
        NEXT_ELEMENT.lastIndex = outer.end;
        if (NEXT_ELEMENT.test(this.#masked))
          names.push({ name, start: outer.start, end: outer.end, valueAt: NEXT_ELEMENT.lastIndex, separator: " ", quoted: true });
      }
    }
    return names.sort((a, b) => a.start - b.start);
  }

  find(): AssignedSecret[] {
    /** Names after one that says that the value of what it names is a secret. */
    let expected = 0;
    for (const name of this.#names) {
      if (name.start < this.#end) continue;
      const value = expected > 0 && VALUE_OF.test(name.name);
      const within = name.start < this.#objectEnd && !ABOUT.test(name.name);
      if (isSecretName(name.name) || value) this.#read(name);
      else if (within && this.#quotedAt.has(this.#afterLetters(name.valueAt))) this.#read(name);
      expected = NAME_OF.test(name.name) && isSecretName(this.#plainValue(name)) ? 3 : value ? 0 : expected - 1;
    }
    for (const element of this.#elements()) this.#found.push(element);
    return this.#found;
  }

  get #end(): number {
    return this.#found.at(-1)?.end ?? 0;
  }

  #afterLetters(at: number): number {
    LETTERS_BEFORE_QUOTE.lastIndex = at;
    return LETTERS_BEFORE_QUOTE.test(this.#masked) ? LETTERS_BEFORE_QUOTE.lastIndex : at;
  }

  #plainValue({ valueAt }: Name): string {
    const quoted = this.#quotedAt.get(this.#afterLetters(valueAt));
    return quoted === undefined
      ? /^[\w.-]{0,100}/.exec(this.#masked.slice(valueAt, valueAt + 100))![0]
      : this.#text.slice(quoted.inner.start, quoted.inner.end);
  }

  #read(name: Name): void {
    const at = this.#afterLetters(name.valueAt);
    const quoted = this.#quotedAt.get(at);
    if (quoted !== undefined) return this.#whole(name, quoted.inner, "quoted");
    // A text that begins with a quote and has none that closes.
    if (/["`]/.test(this.#masked[at] ?? "")) return;
    HIDDEN.lastIndex = at;
    if (HIDDEN.test(this.#masked)) return;
    OPENS.lastIndex = at;
    const opens = name.separator === " " ? null : OPENS.exec(this.#masked);
    if (opens !== null) return this.#container(name, at + opens[0].length - 1, opens[1] !== undefined);
    if (name.quoted) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(this.#masked);
      if (number !== null) return this.#add({ start: at, end: at + number[0].length, from: at, syntax: "number" });
    }
    // An option without a value.
    if (name.separator === " " && this.#masked[at] === "-") return;
    const line = this.#restOfLine(name);
    if (line !== undefined) return this.#whole(name, line, "line");
    SCHEME.lastIndex = at;
    const start = SCHEME.test(this.#masked) ? SCHEME.lastIndex : at;
    if (COOKIES.test(name.name)) return this.#cookies(at, this.#endOfCookies(at), "word");
    this.#add({ start, end: this.#endOfWord(start), from: at, syntax: "word" });
  }

  #whole({ name }: Pick<Name, "name">, span: Span, syntax: ValueSyntax): void {
    this.#found.push(...secretParts(name, this.#text, span, syntax));
  }

  #add(secret: AssignedSecret): void {
    if (secret.end > secret.start && !isNothing(this.#text.slice(secret.start, secret.end))) this.#found.push(secret);
  }

  #cookies(start: number, end: number, syntax: ValueSyntax): void {
    this.#found.push(...cookieValues(this.#text, { start, end }, syntax));
  }

  /** `a=b; c=d` */
  #endOfCookies(at: number): number {
    const pairs = /(?:[\w.-]{1,100}=[^\s;,"'<>\])}]*;?[ \t]?)*/y;
    pairs.lastIndex = at;
    const end = at + (pairs.exec(this.#masked)?.[0].trimEnd().length ?? 0);
    return end > at ? end : this.#endOfWord(at);
  }

  /** The value of a header, or of a line of YAML, with which the line ends. */
  #restOfLine({ name, start, valueAt, separator, quoted }: Name): Span | undefined {
    if (quoted || separator !== ":" || !/[ \t]/.test(this.#masked[valueAt - 1] ?? "")) return undefined;
    const before = this.#masked.lastIndexOf("\n", start - 1) + 1;
    if (start - before > 40 || !/^[\s>*<-]*$/.test(this.#masked.slice(before, start))) return undefined;
    const line = this.#masked.indexOf("\n", valueAt);
    const rest = this.#masked.slice(valueAt, line < 0 ? undefined : line);
    const said = /^(.*?)(?:\s+#.*)?\s*$/s.exec(rest.slice(0, 4000))![1]!;
    const opaque = /auth|cookie/i.test(name);
    if (said === "" || (!opaque && /["'`\0<>]|[\s,;][\w.-]+(?:=|:\s)/.test(said))) return undefined;
    return { start: valueAt, end: valueAt + said.length };
  }

  /** `[…]`, `{…}`, `map[…]`: elements that have no name, and in objects all but what is about the secret. */
  #container(name: Name, open: number, typed: boolean): void {
    this.#brackets ??= new Brackets(this.#masked);
    const end = this.#brackets.endOf(open);
    if (!DECIDED_WITHIN.test(name.name)) this.#objectEnd = Math.max(this.#objectEnd, end);
    if (this.#masked[open] === "{" && !typed) return;
    const inner = this.#masked.slice(open + 1, end);
    const elements = this.#quoted.filter(({ outer }) => outer.start > open && outer.end <= end);
    if (elements.length > 0) {
      for (const { outer, inner: content } of elements)
        if (!this.#keys.has(outer.start) && !this.#valueStarts.has(outer.start)) this.#whole(name, content, "quoted");
      return;
    }
    if (this.#names.some(({ start }) => start > open && start < end) && !COOKIES.test(name.name)) return;
    // As Go prints lists: words between brackets; or numbers of JSON.
    if (COOKIES.test(name.name)) return this.#cookies(open + 1, end, "word");
    for (const { 0: word, index } of inner.matchAll(/[^\s,[\]{}()]+/g)) {
      if (/^(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|NTLM)$/i.test(word) && index + word.length < inner.trimEnd().length)
        continue;
      const start = open + 1 + index;
      const isNumber = name.quoted && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word);
      this.#add({ start, end: start + word.length, from: start, syntax: isNumber ? "number" : "word" });
    }
  }

  /** Where a value without quotes ends, by what it stands among. */
  #endOfWord(start: number): number {
    const text = this.#masked;
    this.#brackets ??= new Brackets(text);
    const open = this.#brackets.openAt(start);
    const flow = open["["] + open["{"] + open["("] > 0;
    let own = "";
    let at = start;
    for (; at < text.length; at++) {
      const c = text[at]!;
      if (c <= " " || c === '"' || c === "`" || c === MASK) break;
      if (c === "[" || c === "{" || c === "(") own += CLOSING[c];
      else if (c === "]" || c === "}" || c === ")") {
        if (own.endsWith(c)) own = own.slice(0, -1);
        else if (open[OPENING[c]] > 0) break;
      } else if (this.#ends(c, at, flow)) break;
    }
    const word = text.slice(start, at);
    return this.#isLogfmt() ? at : start + word.replace(/[.,:]+$/, "").length;
  }

  #ends(c: string, at: number, flow: boolean): boolean {
    const after = this.#masked.slice(at + 1, at + 60);
    switch (c) {
      case "'":
        return this.#quotedAt.has(at) || /^(?:[\s,;:)\]}]|$)/.test(after);
      case "\\":
        return /^\\*["']/.test(after);
      case "<":
        return /^[/A-Za-z!]/.test(after);
      case ">":
        return !/^\w/.test(after);
      case ",":
      case "|":
        return flow || !this.#isLogfmt() || /^(?:\s|$|["']?[\w.-]+["']?[ ]?[:=])/.test(after);
      case ";":
        return /^(?:\s|$|[\w. -]+=)/.test(after);
      case "&":
        return /^(?:\s|$|[\w.%[\]-]+=|(?:quot|amp|apos|lt|gt|#\w+);)/.test(after);
      default:
        return false;
    }
  }

  #isLogfmt(): boolean {
    this.#logfmt ??=
      /^[\w.-]+=/.test(this.#masked) || (this.#masked.slice(0, 10_000).match(LOGFMT_PAIR)?.length ?? 0) >= 2;
    return this.#logfmt;
  }

  /** `<password>…</password>` */
  *#elements(): Iterable<AssignedSecret> {
    if (!this.#text.includes("</")) return;
    for (const match of this.#text.matchAll(
      /<([A-Za-z_][\w:.-]{0,100})(?:\s[^<>]{0,1000})?>(?:<!\[CDATA\[)?([^<>]+?)(?:\]\]>)?<\//g,
    )) {
      const [whole, name, value] = match as unknown as [string, string, string];
      if (!isSecretName(name.slice(name.indexOf(":") + 1)) || isNothing(value.trim())) continue;
      const start = match.index + whole.lastIndexOf(value) + (value.length - value.trimStart().length);
      yield { start, end: start + value.trim().length, from: start, syntax: "element" };
    }
  }
}

const OPENING: Readonly<Record<"]" | "}" | ")", "[" | "{" | "(">> = { "]": "[", "}": "{", ")": "(" };

type Open = Record<"[" | "{" | "(", number>;

/** The brackets of a text, asked for from its beginning to its end. */
class Brackets {
  readonly #masked: string;
  readonly #open: Open = { "[": 0, "{": 0, "(": 0 };
  #at = 0;
  #ends: ReadonlyMap<number, number> | undefined;

  constructor(masked: string) {
    this.#masked = masked;
  }

  /** How many are open before a place; places are asked for in order. */
  openAt(place: number): Readonly<Open> {
    for (; this.#at < place; this.#at++) {
      const c = this.#masked[this.#at]!;
      if (c === "[" || c === "{" || c === "(") this.#open[c]++;
      else if (c === "]" || c === "}" || c === ")") this.#open[OPENING[c]] = Math.max(0, this.#open[OPENING[c]] - 1);
    }
    return this.#open;
  }

  /** Where what is opened at a place is closed; the end of the text where it is not. */
  endOf(place: number): number {
    this.#ends ??= pairs(this.#masked);
    return this.#ends.get(place) ?? this.#masked.length;
  }
}

function pairs(masked: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  const waiting: Record<string, number> = { "]": 0, "}": 0, ")": 0 };
  for (const { 0: c, index } of masked.matchAll(/[[\]{}()]/g)) {
    const closer = CLOSING[c];
    if (closer !== undefined) {
      open.push(index);
      waiting[closer]!++;
    } else if (waiting[c]! > 0) {
      // What was not closed within it ends there, too.
      for (let closed = ""; closed !== c; ) {
        const last = open.pop()!;
        closed = CLOSING[masked[last]!]!;
        waiting[closed]!--;
        ends.set(last, index);
      }
    }
  }
  return ends;
}

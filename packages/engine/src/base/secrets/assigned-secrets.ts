/**
 * Values that are secrets because of the name they are assigned to. The syntax around a value sets its bounds: the content of
 * a quoted text, a number, the elements of a list, the values of cookies, a word. Nothing outside is touched: no quote,
 * bracket, comma or name of another value.
 */
import { atOnce, STEP } from "../at-once.ts";
import type { Span } from "../span.ts";
import { Brackets, CLOSING, OPENING } from "./brackets.ts";
import { Columns } from "./columns.ts";
import { firstFrom, LETTERS, MASK, type QuotedText } from "./nested-texts.ts";
import {
  isCodeName,
  isDoubtfulName,
  isNothing,
  isSecretName,
  looksChosen,
  looksMeant,
  mayHoldSecretName,
  NAME_START,
} from "./secret-names.ts";
import { type AssignedSecret, afterScheme, COOKIES, cookieValues, secretParts } from "./secret-parts.ts";
import { userInfos } from "./user-info.ts";

interface Read {
  readonly text: string;
  readonly quoted: readonly QuotedText[];
  readonly masked: string;
}

/** Keys that hold the name of something, and keys that hold its value. */
export const NAME_KEYS = "name|key|header|field|param|parameter|variable|var|env";
export const VALUE_KEYS = "values?|val|content|data";
const NAME_OF = new RegExp(`^(?:${NAME_KEYS})$`, "i");
const VALUE_OF = new RegExp(`^(?:${VALUE_KEYS})$`, "i");
/** Keys that describe the secret, in an object under its name. */
const ABOUT =
  /(?:^|_)(?:type|scheme|kind|method|name|user|username|login|id|status|state|realm|host|issuer|iss|sub|aud|algorithm|alg|email|level|message|msg|path|domain|version|expir\w*|at|ttl|scopes?|file|url|uri)$/i;
/** Keys whose object has further names; those say which values are secrets. */
const DECIDED_WITHIN = /(?:^|_|-|\.)(?:auth|authorization|credentials?|jwt|signature|sig)$/i;
const HIDDEN =
  /[[(<{](?:secret|nil|null|none|redacted|masked|hidden|filtered|removed|omitted|sensitive|censored)[\])>}]|<[a-z][\w .:-]{0,40}>|\{\{|\$[({]/iy;

/** A bare name with what assigns; options of a command have a blank instead. */
const NAME = new RegExp(
  String.raw`(?<![\w.-])(?:--?)?([${NAME_START}][${NAME_START}\d.-]{0,100})(?:\*?\]?[ \t]{0,4}(=>|:=|==?|:|\uff1a)[ \t]{0,20}|(?<=(?<![\w.-])--?[A-Za-z][\w.-]{0,100})[ \t]{1,4})`,
  "g",
);
/** `<entry key="password">…</entry>` */
const NAMED_BY = /\s(?:name|key)=\\*(["'])([^"'\\<>]{1,100})\\*\1/i;
/** Also as PHP and Lua print a table: `["password"]=> string(3) "…"`. */
const SEPARATOR = /\]?[ \t]{0,4}(?:=>|:|=)\s{0,20}(?:string\(\d{1,9}\)[ \t])?/y;
/** The next argument, also as in `a1="--password" a2="…"`. */
const NEXT_ELEMENT = /(?:[ \t]{0,4},?\s{1,20}|,)(?:a\d{1,4}=)?(?=[bBuUrR]{0,2}\\*["'])/y;
/** Not the arguments of a call. */
const BEGINS_PAIR = /(?:\[|(?<!\w)\()[bBuUrR]{0,2}$/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,}\])]|$)/y;
const LETTERS_BEFORE_QUOTE = new RegExp(`${LETTERS}(?=["'])`, "y");
/** With types before it, as Go prints them. */
const OPENS =
  /(?:&|map(?=\[)|&?(?:[a-z]\w{0,60}\.)?[A-Z]\w{0,60}(?=\{(?:\}|\s|\w{1,60}:))|map\[\w{1,60}\][\w.[\]*]{1,60}(?=\{)|(\[\])\*?[\w.]{1,60}(?=\{))?[[{(]/y;
/** A closing brace of the value is doubled. */
const BRACED = /\{((?:[^}\n]|\}\}){1,500})\}[ \t]{0,4}(?=(;|[\s"'\0)\]]|\\|$))/y;
/** Not behind a comma, as in `User{id=5, name=bob}`. */
const LOGFMT_PAIR = /(?:^|[^\s,]\s+)[\w.-]+=/g;

/** Behind a value with which the line would end. */
const COLUMN_BEHIND = /(?:\t| [|;] ).*$/;

interface Name extends Span {
  readonly name: string;
  readonly valueAt: number;
  readonly separator: string;
  /** Whether it is quoted, as in JSON. */
  readonly quoted: boolean;
  /** Whether it is the first of two elements, as in `["X-Api-Key","…"]`: two names look the same. */
  readonly paired?: boolean;
}

/** In the order of the text; without overlaps. */
export const assignedSecrets = (read: Read): AssignedSecret[] => atOnce(assignedSecretsInSteps(read));

/** The same in steps. */
export function* assignedSecretsInSteps(read: Read): Generator<void, AssignedSecret[]> {
  return mayHoldSecretName(read.text) ? yield* new Reader(read).find() : [];
}

class Reader {
  readonly #text: string;
  readonly #masked: string;
  readonly #quoted: readonly QuotedText[];
  #names: readonly Name[] = [];
  #named: ReadonlySet<number> | undefined;
  #users: readonly Span[] | undefined;
  #logfmt: boolean | undefined;
  readonly #brackets: Brackets;
  readonly #columns: Columns;
  /** Lists that were read. */
  #listEnd = 0;
  /** Objects under a secret's name that was read. */
  #objectEnd = 0;

  constructor({ text, quoted, masked }: Read) {
    this.#text = text;
    this.#quoted = quoted;
    this.#masked = masked;
    this.#brackets = new Brackets(masked, this.#isLogfmt());
    this.#columns = new Columns(masked);
  }

  *#findNames(): Generator<void, Name[]> {
    const names: Name[] = [];
    let done = 0;
    for (const match of this.#masked.matchAll(NAME)) {
      if (++done % STEP === 0) yield;
      const separator = match[2] ?? " ";
      const start = match.index;
      const valueAt = start + match[0].length;
      // `https://…`, and `token:…` behind it, where a host or a user has its name
      if (separator === ":" && (this.#masked.startsWith("//", valueAt) || this.#isInAddress(start))) continue;
      names.push({ name: match[1]!, start, end: start + match[1]!.length, valueAt, separator, quoted: false });
    }
    for (const { outer, inner } of this.#quoted) {
      if (++done % STEP === 0) yield;
      if (inner.end - inner.start > 100) continue;
      const name = this.#text.slice(inner.start, inner.end);
      SEPARATOR.lastIndex = outer.end;
      if (SEPARATOR.test(this.#masked))
        names.push({
          name,
          start: outer.start,
          end: outer.end,
          valueAt: SEPARATOR.lastIndex,
          separator: ":",
          quoted: true,
        });
      else if (isSecretName(name)) {
        const paired = !/^--?[A-Za-z]/.test(name);
        if (paired && !BEGINS_PAIR.test(this.#masked.slice(Math.max(0, outer.start - 4), outer.start))) continue;
        NEXT_ELEMENT.lastIndex = outer.end;
        if (NEXT_ELEMENT.test(this.#masked))
          names.push({
            name,
            start: outer.start,
            end: outer.end,
            valueAt: NEXT_ELEMENT.lastIndex,
            separator: " ",
            quoted: true,
            paired,
          });
      }
    }
    return names.sort((a, b) => a.start - b.start);
  }

  /** Whether it stands where an address has its host or user. */
  #isInAddress(start: number): boolean {
    if (this.#masked.startsWith("://", start - 3)) return true;
    this.#users ??= [...userInfos(this.#masked, false)].sort((a, b) => a.start - b.start);
    const one = this.#users[firstFrom(this.#users, start + 1, (one) => one.start) - 1];
    return one !== undefined && start < one.end;
  }

  *find(): Generator<void, AssignedSecret[]> {
    this.#names = yield* this.#findNames();
    let done = 0;
    const found: AssignedSecret[] = [];
    let end = 0;
    /** The names that follow a key that announces a secret value, and what it announces. */
    let expected = 0;
    let told = "";
    /** Where the last value of a doubtful name ends. */
    let doubted = 0;
    for (const name of this.#names) {
      if (++done % STEP === 0) yield;
      if (name.start < end) continue;
      const isValue = expected > 0 && VALUE_OF.test(name.name);
      if (name.paired !== true && (isSecretName(name.name) || isValue || this.#isOfSecretObject(name))) {
        for (const one of this.#secretsOf(isValue ? { ...name, name: told } : name)) found.push(one);
        end = Math.max(end, found.at(-1)?.end ?? 0);
      } else if ((name.paired === true || isDoubtfulName(name.name)) && name.start >= doubted) {
        const values = name.paired === true && !this.#endsPair(name) ? [] : this.#secretsOf(name);
        const chosen = values.filter((one) =>
          name.paired === true
            ? looksChosen(this.#text.slice(one.start, one.end))
            : looksMeant(name.name, this.#text.slice(one.start, one.end)),
        );
        for (const one of chosen) found.push(one);
        end = Math.max(end, chosen.at(-1)?.end ?? 0);
        doubted = values.at(-1)?.end ?? 0;
      }
      const tells = NAME_OF.test(name.name) && isSecretName(this.#plainValue(name));
      if (tells) told = this.#plainValue(name);
      expected = tells ? 3 : isValue ? 0 : expected - 1;
    }
    found.push(...this.#elements());
    return found;
  }

  #isOfSecretObject({ start, name, valueAt }: Name): boolean {
    return start < this.#objectEnd && !ABOUT.test(name) && this.#quotedAt(this.#afterLetters(valueAt)) !== undefined;
  }

  #endsPair({ valueAt }: Name): boolean {
    const value = this.#quotedAt(this.#afterLetters(valueAt));
    return value !== undefined && /^\s{0,4}[\])]/.test(this.#masked.slice(value.outer.end, value.outer.end + 5));
  }

  #quoteOf({ start }: Name): Span | undefined {
    const one = this.#quotedAt(start);
    return one && { start: one.outer.start, end: one.inner.start };
  }

  #quotedAt(at: number): QuotedText | undefined {
    const c = this.#masked[at];
    if (c !== '"' && c !== "'" && c !== "`" && c !== "\\") return undefined;
    const one = this.#quoted[firstFrom(this.#quoted, at, ({ outer }) => outer.start)];
    return one?.outer.start === at ? one : undefined;
  }

  /** Whether it is a name or a name's value. */
  #isNamed({ outer }: QuotedText): boolean {
    this.#named ??= new Set(
      this.#names.flatMap(({ start, quoted, valueAt }) =>
        quoted ? [start, this.#afterLetters(valueAt)] : [this.#afterLetters(valueAt)],
      ),
    );
    return this.#named.has(outer.start);
  }

  #afterLetters(at: number): number {
    LETTERS_BEFORE_QUOTE.lastIndex = at;
    return LETTERS_BEFORE_QUOTE.test(this.#masked) ? LETTERS_BEFORE_QUOTE.lastIndex : at;
  }

  #plainValue({ valueAt }: Name): string {
    const quoted = this.#quotedAt(this.#afterLetters(valueAt));
    return quoted === undefined
      ? /^[\w.-]{0,100}/.exec(this.#masked.slice(valueAt, valueAt + 100))![0]
      : this.#text.slice(quoted.inner.start, quoted.inner.end);
  }

  #secretsOf(name: Name): readonly AssignedSecret[] {
    const at = this.#afterLetters(name.valueAt);
    const quoted = this.#quotedAt(at);
    if (quoted !== undefined) return this.#between(name, quoted);
    // A text with an opening quote and no closing one.
    if (/["`]/.test(this.#masked[at] ?? "")) return [];
    HIDDEN.lastIndex = afterScheme(this.#masked, at);
    if (HIDDEN.test(this.#masked)) return [];
    const braced = this.#braced(name);
    if (braced !== undefined) return secretParts(name.name, this.#text, braced, "braced");
    OPENS.lastIndex = at;
    const opens = name.separator === " " ? null : OPENS.exec(this.#masked);
    if (opens !== null) return this.#container(name, at + opens[0].length - 1, opens[1] !== undefined);
    if (name.quoted) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(this.#masked);
      if (number !== null)
        return [
          {
            name: name.name,
            start: at,
            end: at + number[0].length,
            from: at,
            syntax: "number",
            quote: this.#quoteOf(name),
          },
        ];
    }
    // An option without a value.
    if (name.separator === " " && this.#masked[at] === "-") return [];
    const line = this.#restOfLine(name);
    if (line !== undefined) return secretParts(name.name, this.#text, line, "line");
    const inAddress = /[?&]/.test(this.#masked[name.start - 1] ?? "");
    const end = COOKIES.test(name.name)
      ? this.#endOfCookies(at)
      : this.#endOfWord(afterScheme(this.#masked, at), { inAddress, inSentence: name.separator === ":" });
    // What is called: `PASSWORD = PASSWORD('…')`
    if (/["']/.test(this.#masked[end] ?? "") && /^\w[\w.:]*\($/.test(this.#masked.slice(at, end))) return [];
    return end <= at ? [] : secretParts(name.name, this.#text, { start: at, end }, "word");
  }

  /** As in ODBC: `;PWD={a;b}}c};` */
  #braced({ start, valueAt, separator }: Name): Span | undefined {
    if (separator !== "=" || this.#text[valueAt] !== "{" || !/[;"'\0]/.test(this.#text[start - 1] ?? ";"))
      return undefined;
    BRACED.lastIndex = valueAt;
    const match = BRACED.exec(this.#text);
    if (match === null || (match[2] !== ";" && this.#text[start - 1] !== ";")) return undefined;
    return { start: valueAt + 1, end: valueAt + 1 + match[1]!.length };
  }

  #between({ name }: Name, quotes: QuotedText): AssignedSecret[] {
    return secretParts(name, this.#text, quotes.inner, "quoted").map((one) => ({ ...one, quotes }));
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
    if (quoted || isCodeName(name) || separator !== ":" || !/[ \t]/.test(this.#masked[valueAt - 1] ?? ""))
      return undefined;
    const before = this.#masked.slice(Math.max(0, start - 40), start);
    if ((start > 40 && !before.includes("\n")) || !/(?:^|\n)[ \t>*<-]*$/.test(before)) return undefined;
    const line = this.#masked.indexOf("\n", valueAt);
    const rest = this.#masked.slice(valueAt, line < 0 ? undefined : line);
    const said = rest.slice(0, 4000).replace(COLUMN_BEHIND, "").trimEnd();
    const opaque = /auth|cookie/i.test(name);
    if (said === "" || (!opaque && /["'`\0]|\s[\w.-]+(?:=|:\s)/.test(said))) return undefined;
    return { start: valueAt, end: valueAt + said.length };
  }

  /** `[…]`, `{…}`, `map[…]`: elements without a name, and in objects everything except what describes the secret. */
  #container(name: Name, open: number, typed: boolean): readonly AssignedSecret[] {
    const end = this.#brackets.endOf(open);
    if (!DECIDED_WITHIN.test(name.name)) this.#objectEnd = Math.max(this.#objectEnd, end);
    // The elements of a list that was read were read with it.
    if ((this.#masked[open] === "{" && !typed) || open < this.#listEnd) return [];
    const found: AssignedSecret[] = [];
    let between = firstFrom(this.#quoted, open, ({ outer }) => outer.start);
    if ((this.#quoted[between]?.outer.start ?? end) < end) {
      this.#listEnd = end;
      for (; (this.#quoted[between]?.outer.start ?? end) < end; between++) {
        const one = this.#quoted[between]!;
        if (!this.#isNamed(one)) found.push(...this.#between(name, one));
      }
      return found;
    }
    if (COOKIES.test(name.name)) return cookieValues(this.#text, { start: open + 1, end }, "word");
    const inner = this.#names[firstFrom(this.#names, open, ({ start }) => start)];
    return inner !== undefined && inner.start < end ? [] : this.#words(name, open + 1, end);
  }

  /** As Go prints lists: words between brackets; or numbers of JSON. */
  #words(named: Name, start: number, end: number): AssignedSecret[] {
    const { name, quoted } = named;
    const found: AssignedSecret[] = [];
    const inner = this.#masked.slice(start, end).trimEnd();
    for (const { 0: word, index } of inner.matchAll(/[^\s,[\]{}()]+/g)) {
      const isScheme = /^(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|NTLM)$/i.test(word);
      if (isScheme && index + word.length < inner.length) continue;
      const isNumber = quoted && /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word);
      const span = { start: start + index, end: start + index + word.length };
      const parts = secretParts(name, this.#text, span, isNumber ? "number" : "word");
      found.push(...(isNumber ? parts.map((one) => ({ ...one, quote: this.#quoteOf(named) })) : parts));
    }
    return found;
  }

  /** End of a value without quotes, by the syntax around it. */
  #endOfWord(start: number, { inAddress = false, inSentence = false } = {}): number {
    const text = this.#masked;
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
        else if (open[OPENING[c]] > 0 && (!this.#isLogfmt() || /^(?:[\s)\]},;]|$)/.test(text.slice(at + 1, at + 2))))
          break;
      } else if (inAddress && (c === "&" || c === "#")) break;
      else if (this.#ends(c, at, flow)) break;
    }
    at = this.#columns.endWithin(start, at);
    const word = text.slice(start, at);
    // What stands behind a colon is no pair of logfmt.
    return this.#isLogfmt() && !inSentence ? at : start + word.replace(/[.,:]+$/, "").length;
  }

  #ends(c: string, at: number, flow: boolean): boolean {
    const after = this.#masked.slice(at + 1, at + 60);
    switch (c) {
      case "'":
        return this.#quotedAt(at) !== undefined || (!this.#isLogfmt() && /^(?:[\s,;:)\]}]|$)/.test(after));
      case "\\":
        return /^\\*["']/.test(after);
      case "<":
        return after.startsWith("/") || (!this.#isLogfmt() && /^(?:!|[A-Za-z][^<>]*>)/.test(after));
      case ">":
        return !this.#isLogfmt() && this.#isInTag(at);
      case "|":
        return !this.#isLogfmt() && (flow || /^(?:\s|$|[\w.-]+ ?[:=])/.test(after) || /^[\w.-]*\|/.test(after));
      case ",":
        return !this.#isLogfmt() || /^(?:\s|$|["']?[\w.-]+["']?[ ]?[:=])/.test(after);
      case ";":
        return (this.#isLogfmt() ? /^(?:\s|$|[\w.-]+=)/ : /^(?:\s|$|[\w. -]+=)/).test(after);
      case "&":
        return (
          (!this.#isLogfmt() && /^(?:\s|$)/.test(after)) ||
          /^(?:[\w.%[\]-]+=|(?:quot|amp|apos|lt|gt|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/.test(after)
        );
      default:
        return false;
    }
  }

  #isInTag(at: number): boolean {
    const before = this.#masked.slice(Math.max(0, at - 300), at);
    return before.lastIndexOf("<") > before.lastIndexOf(">");
  }

  #isLogfmt(): boolean {
    this.#logfmt ??=
      !/^\s*</.test(this.#masked) &&
      (/^[\w.-]+=/.test(this.#masked) || (this.#masked.slice(0, 10_000).match(LOGFMT_PAIR)?.length ?? 0) >= 2);
    return this.#logfmt;
  }

  /** Whether an element begins or ends within quotes that its own content does not open. */
  #crossesQuotes(start: number, content: number, end: number): boolean {
    const next = firstFrom(this.#quoted, start, ({ outer }) => outer.start);
    if ((this.#quoted[next - 1]?.outer.end ?? 0) > start) return true;
    const last = this.#quoted[firstFrom(this.#quoted, end, ({ outer }) => outer.start) - 1];
    return last !== undefined && last.outer.end > end && last.outer.start < content;
  }

  /** `<password>…</password>` */
  *#elements(): Iterable<AssignedSecret> {
    if (!this.#text.includes("</")) return;
    for (const match of this.#text.matchAll(
      /<([A-Za-z_][\w:.-]{0,100})(\s[^<>]{0,1000})?>(?:<!\[CDATA\[)?([^<>]+?)(?:\]\]>)?<\//g,
    )) {
      const [whole, element, attributes = "", value] = match as unknown as [string, string, string | undefined, string];
      const tag = element.slice(element.indexOf(":") + 1);
      const name = isSecretName(tag) ? element : NAMED_BY.exec(attributes)?.[2];
      if (name === undefined || (name !== element && !isSecretName(name)) || isNothing(value.trim())) continue;
      const start = match.index + whole.lastIndexOf(value) + (value.length - value.trimStart().length);
      if (this.#crossesQuotes(match.index, start, match.index + whole.length)) continue;
      yield { name, start, end: start + value.trim().length, from: start, syntax: "element" };
    }
  }
}

/**
 * The parts of a pattern of messages: what stands between its constant words, and how that is called. Values that are the same in
 * all messages of the pattern are found by the text around them, as another pattern has others: `status=sent`, `GET /orders`.
 */
import { toName } from "../../detect/index.ts";
import type { Pattern, PatternPart } from "../../patterns/index.ts";
import { REDACTED } from "../../redact/index.ts";
import { findSensitive, mayHoldSecret } from "../../sensitive/index.ts";
import { isDurationName, isProtocol, isRequest, nameByForm } from "../../vocabulary/index.ts";

/** A value among constant texts. */
export interface Slot {
  /** Undefined: the text does not say what it is. */
  readonly name: string | undefined;
  /** What it looks like, in an expression. */
  readonly inside: string;
  /** Written around it, in an expression. */
  readonly open?: string;
  readonly close?: string;
}

export type Piece = string | Slot;

/** A piece that has no name yet. */
interface RawSlot {
  readonly kind: PatternPart["kind"];
  readonly texts: readonly string[];
  readonly range: PatternPart["range"];
  /** What it looks like, where not as its kind does. */
  readonly inside?: string;
}
type RawPiece = string | RawSlot | Slot;

const isRaw = (piece: RawPiece | undefined): piece is RawSlot => typeof piece === "object" && "kind" in piece;

/** What a part of each kind looks like. */
const PARTS: Readonly<Record<PatternPart["kind"], string>> = {
  number: "[-+#]?\\d[\\d.]*%?",
  time: ".+?",
  id: "[\\w-]+",
  address: "[^\\s,;()\\[\\]<>\"']+",
  path: "[^\\s,;)\\]>\"']+",
  url: "[^\\s,;)\\]>\"']+",
  quoted: "(?:\"[^\"]*\"|'[^']*')",
  duration: "[\\d.]+ ?[a-zµμ]+",
  size: "[\\d.]+ ?[A-Za-z]+",
  word: "\\S+?",
};

/** Kinds that tell what a value is, and how it is called then. */
const BY_KIND: Readonly<Partial<Record<PatternPart["kind"], string>>> = {
  url: "url",
  duration: "duration",
};
/** Words that name the value behind them. */
const NOUNS: ReadonlySet<string> = new Set(
  "user username account client host server peer port address ip status code id pid tid uid job task order customer session request connection node pod container image namespace topic partition offset group queue table index key file path url device interface version release attempt retry size bytes count duration took elapsed latency timeout rows records entries messages channel zone vhost database db role service unit tenant project branch commit event error reason state method uri query thread worker child shard segment generation term revision priority percent".split(
    " ",
  ),
);
/** Accounts that systems have. */
const ACCOUNTS: ReadonlySet<string> = new Set(
  "root www-data nobody daemon backup postgres mysql admin administrator system git operator nginx apache".split(" "),
);

/** The pieces of `pattern`, each value with its name where the text says it. */
export function piecesOf(pattern: Pattern): Piece[] {
  const raw = pattern.pieces.map((piece): RawPiece => {
    if (typeof piece === "string") return piece;
    const { kind, first, last, range } = pattern.parts[piece]!;
    return { kind, texts: [first, last], range };
  });
  return named(opened(withUnits(joined(raw))));
}

/** `10.0.0.1/443` is an address and a port, which a tokenizer takes for a path or for the length of a prefix. */
function joined(pieces: readonly RawPiece[]): RawPiece[] {
  const isPort = (piece: RawPiece | undefined) =>
    isRaw(piece) && piece.kind === "path" && piece.texts.every((text) => /^\/\d+$/.test(text));
  const withPorts = pieces.some((piece, i) => isRaw(piece) && piece.kind === "address" && isPort(pieces[i + 1]));
  const result: RawPiece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    const isAddress = isRaw(piece) && piece.kind === "address";
    const glued = isAddress && isPort(pieces[i + 1]);
    const prefixed = withPorts && isAddress && piece.texts.every((text) => /\/\d+$/.test(text));
    if (!glued && !prefixed) {
      result.push(piece);
      continue;
    }
    const role = portRole(textBefore(result), pieces);
    result.push({ name: role === undefined ? "ip" : `${role}_ip`, inside: "[\\da-fA-F.:]+" }, "/", {
      name: role === undefined ? "port" : `${role}_port`,
      inside: "\\d+",
    });
    if (glued) i++;
  }
  return result;
}

const TIME_UNITS = "ns|[uµμ]s|ms|s|m?secs?|mins?|hrs?|(?:nano|micro|milli)?seconds?|minutes?|hours?";
const SIZE_UNITS = "[kKMGT]?i?B|[Bb]ytes";
const areTimes = ({ texts }: RawSlot): boolean => texts.every((text) => new RegExp(`^(?:${TIME_UNITS})$`).test(text));
const areSizes = ({ texts }: RawSlot): boolean => texts.every((text) => new RegExp(`^(?:${SIZE_UNITS})$`).test(text));

/** A number whose unit differs from message to message is one value with it. */
function withUnits(pieces: readonly RawPiece[]): RawPiece[] {
  const result: RawPiece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const [piece, gap, unit] = [pieces[i]!, pieces[i + 1], pieces[i + 2]];
    const units =
      isRaw(piece) && piece.kind === "number" && gap === " " && isRaw(unit) && unit.kind === "word"
        ? areTimes(unit)
          ? TIME_UNITS
          : areSizes(unit)
            ? SIZE_UNITS
            : undefined
        : undefined;
    if (units === undefined) {
      result.push(piece);
      continue;
    }
    const kind = units === TIME_UNITS ? "duration" : "size";
    result.push({ ...(piece as RawSlot), kind, inside: `[-+]?\\d[\\d.]* (?:${units})` });
    i += 2;
  }
  return result;
}

/** `src outside:10.0.0.1/5`, `from 10.0.0.1/5 to inside:10.0.0.2/6` */
function portRole(before: string, pieces: readonly RawPiece[]): string | undefined {
  const word = /\b([a-z]+) (?:[\w-]+:)?$/.exec(before)?.[1];
  const both = pieces.some((piece) => typeof piece === "string" && /\bfrom (?:[\w-]+:)?$/.test(piece));
  if (word === "src" || word === "source" || (word === "from" && both)) return "src";
  if (word === "dst" || word === "destination" || (word === "to" && both)) return "dst";
  return word === "to" ? "to" : undefined;
}

const textBefore = (pieces: readonly RawPiece[]): string => {
  let text = "";
  for (let i = pieces.length - 1; i >= 0 && text.length < 80; i--) {
    const piece = pieces[i]!;
    text = (typeof piece === "string" ? piece : "\u0000") + text;
  }
  return text;
};

const PAIR = /(^|[\s,;([])([A-Za-z_][\w.-]*)=(?:"([^"]*)"|<([^<>]*)>|([^\s,;()<>[\]"'=]+))(?=[\s,;)\]]|$)/;
const METHOD_AT_END = /(^|[\s"])([A-Z]{3,8}) $/;

/** Constants that are values by the text around them. */
function opened(pieces: readonly RawPiece[]): RawPiece[] {
  const called = calledBy(pieces);
  if (called !== undefined) return called;
  return pieces
    .flatMap(withoutRedacted)
    .flatMap(withoutSecrets)
    .flatMap((piece, i, all): RawPiece[] => {
      if (typeof piece !== "string") return [piece];
      const [next, isLast] = [all[i + 1], i === all.length - 1];
      const result: RawPiece[] = [];
      let left = piece;
      for (;;) {
        const found = PAIR.exec(left);
        // What touches the next value goes on in it.
        if (found === null || (!isLast && found.index + found[0].length === left.length)) break;
        const [whole, gap, key, quoted, angled, bare] = found;
        const [open, close] = quoted !== undefined ? ['"', '"'] : angled !== undefined ? ["<", ">"] : ["", ""];
        result.push(`${left.slice(0, found.index)}${gap!}${key!}=`, {
          name: toName(key!).toLowerCase(),
          inside: quoted !== undefined ? '[^"]*' : angled !== undefined ? "[^<>]*" : "[^\\s,;()<>\\[\\]\"']+",
          open,
          close,
        });
        left = left.slice(found.index + whole.length);
        if (bare === undefined && quoted === undefined && angled === undefined) break;
      }
      const method = METHOD_AT_END.exec(left);
      if (method !== null && nameByForm(method[2]!) === "method" && isRaw(next) && isTarget(next))
        result.push(left.slice(0, method.index) + method[1]!, { name: "method", inside: "[A-Z]+" }, " ");
      else result.push(...(instanceIn(left, next) ?? actorIn(left, next)));
      return result;
    });
}

/** What a method asks for, in quotes or without. */
const isTarget = ({ kind, texts }: RawSlot): boolean =>
  /^(?:path|url|word)$/.test(kind) || (kind === "quoted" && texts.every((text) => /^.(?:\/|[a-z]+:\/\/)/.test(text)));

/** What is redacted in the samples is another text where the stage that does so is left out. */
const withoutRedacted = (piece: RawPiece): RawPiece[] =>
  typeof piece !== "string"
    ? [piece]
    : piece
        .split(REDACTED)
        .flatMap((text, i): RawPiece[] => [...(i === 0 ? [] : [{ name: undefined, inside: "\\S+?" }]), text])
        .filter((one) => one !== "");

/** A secret that is the same in all messages, and that no redaction reaches, is no text to look for. */
function withoutSecrets(piece: RawPiece): RawPiece[] {
  if (typeof piece !== "string" || !mayHoldSecret(piece)) return [piece];
  const pieces: RawPiece[] = [];
  let at = 0;
  for (const { sensitivity, start, end } of findSensitive(piece)) {
    if (sensitivity !== "secret") continue;
    pieces.push(piece.slice(at, start), { name: undefined, inside: ".+?" });
    at = end;
  }
  return [...pieces, piece.slice(at)].filter((one) => one !== "");
}

/** `shop.tasks.mail[8f0c…]`: what is run, and the id of the run. */
function instanceIn(text: string, next: RawPiece | undefined): RawPiece[] | undefined {
  const found = /(?<![\w.])([A-Za-z_]\w*(?:\.\w+)+)\[$/.exec(text);
  if (found === null || !isRaw(next) || next.kind !== "id") return undefined;
  const before = text.slice(0, found.index);
  return [before, { name: /\btask\b/i.test(before) ? "task" : "name", inside: "[\\w.]+" }, "["];
}

/** `for bob from 10.0.0.1` */
function actorIn(text: string, next: RawPiece | undefined): RawPiece[] {
  const found = /\b(?:for|by) (?:(?:invalid|illegal|unknown) )?(?:user )?([^\s"'<>()]+) from $/.exec(text);
  if (found === null || !isRaw(next) || next.kind !== "address") return text === "" ? [] : [text];
  const at = text.lastIndexOf(`${found[1]!} from `);
  return [text.slice(0, at), { name: "user", inside: "\\S+" }, " from "];
}

/** `(root) CMD (run-parts)`: who, and what in parentheses up to the end. */
function calledBy(pieces: readonly RawPiece[]): RawPiece[] | undefined {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (typeof first !== "string" || typeof last !== "string" || !last.endsWith(")")) return undefined;
  const found = /^\(([\w.-]+)\) ([A-Z]{3,}) \(/.exec(first);
  if (found === null || !ACCOUNTS.has(found[1]!.toLowerCase())) return undefined;
  return [
    "(",
    { name: "user", inside: "[^()]+" },
    `) ${found[2]!} (`,
    { name: toName(found[2]!).toLowerCase(), inside: ".*" },
    ")",
  ];
}

function named(pieces: readonly RawPiece[]): Piece[] {
  const result: Piece[] = [];
  let behind: "request" | "status" | undefined;
  for (const [i, piece] of pieces.entries()) {
    if (!isRaw(piece)) {
      result.push(piece);
      if (typeof piece !== "string" || piece.trim() !== "") behind = undefined;
      continue;
    }
    const [before, next] = [textBefore(result), pieces[i + 1]];
    const after = typeof next === "string" ? next : next === undefined ? "" : "\u0000";
    if (piece.kind === "quoted" && piece.texts.every((text) => isRequest(text.slice(1, -1)))) {
      result.push(...requestOf(piece));
      behind = "request";
      continue;
    }
    // As access logs have them: the status, and the bytes.
    const numeric = piece.kind === "number" && piece.texts.every((text) => /^\d+$/.test(text));
    if (behind !== undefined && numeric && (behind === "status" || piece.texts.every(isStatus))) {
      result.push({ name: behind === "request" ? "status" : "bytes", inside: "\\d+" });
      behind = behind === "request" ? "status" : undefined;
      continue;
    }
    behind = undefined;
    result.push(slotOf(piece, before, after));
  }
  return result;
}

const isStatus = (text: string): boolean => /^[1-5]\d\d$/.test(text);

/** `"GET /orders HTTP/1.1"` */
const requestOf = ({ texts }: RawSlot): Piece[] => [
  '"',
  { name: "method", inside: "[A-Z]+" },
  " ",
  { name: "path", inside: '[^\\s"]+' },
  ...(texts.every((text) => isProtocol(text.slice(1, -1).split(" ").at(-1)!))
    ? [" ", { name: "protocol", inside: "HTTP/[\\d.]+" }]
    : []),
  '"',
];

function slotOf(piece: RawSlot, before: string, after: string): Slot {
  const name = nameOf(piece, before, after);
  const quote = piece.kind === "quoted" && piece.texts.every((text) => text[0] === piece.texts[0]![0]);
  if (quote) {
    const mark = piece.texts[0]![0]!;
    return { name, inside: `[^${mark}]*`, open: mark, close: mark };
  }
  return { name, inside: piece.inside ?? insideOf(piece, before, after) };
}

/** `key=`, `(key: `, or `key: ` at the beginning. */
const ASSIGNED = /(?:^|[^\w.-])([A-Za-z_][\w.-]*)=["'<([]?$|(?:^|[(|,;] ?)([A-Za-z]\w*): ?["'<([]?$/;
const NOUN_BEFORE = /([A-Za-z_][\w-]*)(?: |: |#|[ :]?["'(<[]| #)$/;
const ACTOR_BEFORE = /\b(?:for|by|of|login) (?:(?:invalid|illegal|unknown) )?["']?$/i;
const STATUS_BEFORE = /\b(?:responded|returned|completed|respond(?:ed)? with|status|code|HTTP\/[\d.]+"?) $/i;
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^ ?(?:ns|nanoseconds)\b/, "ns"],
  [/^ ?(?:[uµμ]s|usec|microseconds)\b/, "us"],
  [/^ ?(?:ms|milliseconds|msec)\b/, "ms"],
  [/^ ?(?:s|sec|secs|seconds)\b/, "seconds"],
];

function nameOf({ kind, texts }: RawSlot, before: string, after: string): string | undefined {
  const assigned = ASSIGNED.exec(before);
  const key = assigned?.[1] ?? assigned?.[2];
  const unit = kind === "number" ? UNITS.find(([regex]) => regex.test(after))?.[1] : undefined;
  // Another message may have it in another unit.
  const withUnit = (name: string) => (unit !== undefined && isDurationName(name) ? `${name}_${unit}` : name);
  if (key !== undefined) return withUnit(toName(key).toLowerCase());
  const previous =
    before.endsWith(" ") && /(?:^|[\s"])\u0000 $/.test(before) ? undefined : NOUN_BEFORE.exec(before)?.[1];
  const noun = previous?.toLowerCase();
  if (noun !== undefined && NOUNS.has(noun)) return isNamed(noun, texts) ? withUnit(noun) : undefined;
  if (/^(?:word|id|quoted)$/.test(kind) && ACTOR_BEFORE.test(before) && /^["']? from\b/.test(after)) return "user";
  if (kind === "number" || kind === "word") {
    if (STATUS_BEFORE.test(before) && texts.every(isStatus)) return "status";
    const amount = /\b(?:in|took|after|for|of|read|sent|wrote|duration:?) $/i.test(before);
    if (amount && unit !== undefined) return `duration_${unit}`;
    if (amount && kind === "number" && /^ bytes\b/.test(after)) return "bytes";
  }
  if (kind === "id" && before.endsWith("\u0000[") && after.startsWith("]")) return "id";
  if (kind === "id" && before === "" && after.startsWith(":") && texts.every((text) => text.length >= 6)) return "id";
  if (kind === "quoted") {
    const forms = new Set(texts.map((text) => nameByForm(text.slice(1, -1))));
    return forms.size === 1 ? [...forms][0] : undefined;
  }
  if (kind === "word" && (before === "" || before.endsWith(" ")) && texts.every((text) => text.startsWith("/")))
    return "path";
  if (kind === "path")
    return texts.every((text) => nameByForm(text) === "path" || /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/]/.test(text))
      ? "path"
      : undefined;
  // No host has the number 0: `TMDb 10.8.13.0`.
  if (kind === "address" && after[0] !== "/" && texts.every((text) => /^\d+\.\d+\.\d+\.0$/.test(text)))
    return "version";
  if (kind === "address") {
    const forms = new Set(texts.map(nameByForm));
    return forms.size === 1 && (forms.has("ip") || forms.has("mac")) ? [...forms][0] : "address";
  }
  return BY_KIND[kind];
}

/** A port and a process are numbers. */
const isNamed = (noun: string, texts: readonly string[]): boolean =>
  !/^(?:port|pid|tid|uid|bytes|size|count|offset)$/.test(noun) || texts.every((text) => /\d/.test(text));

/** `after`: the text behind it. */
function insideOf({ kind, texts, range }: RawSlot, before: string, after: string): string {
  // The tokenizer takes a list for one value.
  if (texts.some((text) => /,\s/.test(text))) return kind === "quoted" ? ".*?" : "[^\\])}]+?";
  const ends = after === "" || after.startsWith(" ");
  const begins = before === "" || before.endsWith(" ");
  if (
    kind === "number" &&
    range !== undefined &&
    texts.every((text) => /^-?\d+$/.test(text)) &&
    Number.isInteger(range.min) &&
    Number.isInteger(range.max)
  )
    return range.min < 0 ? "-?\\d+" : "\\d+";
  // A word with a colon may begin any message; an id has a digit.
  if (kind === "id" && before === "" && after.startsWith(":")) return "[A-Za-z]*\\d\\w*";
  if (ends && begins && (kind === "address" || kind === "path" || kind === "url" || kind === "id")) return "\\S+";
  if (ends && (kind === "url" || (kind === "word" && after === ""))) return "\\S+";
  return PARTS[kind];
}

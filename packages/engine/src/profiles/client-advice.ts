/**
 * What a client of `POST /ingest` has to change, as its request shows: sentences for the client's answer and for whoever looks
 * at the request. A server that refuses says little of it (Pyroscope answers a number that it cannot parse).
 */
import { decodeUtf8 } from "@sluice/languages/base";
import { queryPairs } from "@sluice/languages/gourl";
import { trimGoSpace } from "@sluice/languages/govalue";
import { type BodyFormat, isBlankLine, readFoldedLine } from "./body-format.ts";
import type { BodyPart } from "./multipart.ts";
import { parseProfileName } from "./profile-name.ts";

export interface IngestShown {
  /** Of the query, as it was sent. */
  readonly rawQuery: string;
  /** Small letters. */
  readonly contentEncoding: string;
  readonly format: BodyFormat | undefined;
  readonly parts: readonly Pick<BodyPart, "name">[] | undefined;
  /** The beginning of the body, taken out of its compression and parts. */
  readonly beginning: Uint8Array;
}

/** For whoever looks at the request: profiles without a name are taken, and the answer of a target is passed on as it is. */
export const WITHOUT_NAME =
  "The query has no name, so that the profile has no service. Send name=app or name=app{label=value}.";

/** Bytes of a beginning that are looked at. */
const BEGINNING = 4096;
/** Characters of a client's own text in a sentence. */
const MAX_TOLD = 60;
const FORM_DATA = "[object FormData]";
/** Parts that hold a profile. */
const PROFILE_PARTS = ["profile", "jfr"];

const told = (text: string): string => `“${text.length > MAX_TOLD ? `${text.slice(0, MAX_TOLD)}…` : text}”`;

/** Sentences, the most telling first; none where nothing is wrong for certain. */
export function adviseClient(shown: IngestShown): string[] {
  const query = new Map<string, string>();
  for (const [name, value] of queryPairs(encode(shown.rawQuery))) if (!query.has(name)) query.set(name, value);
  return [
    ...adviseBody(shown, query.get("format") ?? ""),
    ...adviseName(query.get("name")),
    ...(["from", "until"] as const).flatMap((name) => adviseTime(name, query.get(name))),
  ];
}

const encode = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 0xff);

function adviseBody({ parts, beginning, format, contentEncoding }: IngestShown, wanted: string): string[] {
  const begin = decodeUtf8(beginning.subarray(0, BEGINNING)).trim();
  if (begin === FORM_DATA)
    return [
      `The client sent the text ${FORM_DATA} instead of a profile: its HTTP library does not know the FormData of its runtime. Update the SDK, or run it where fetch and FormData come from the same place (Node.js 18 or later).`,
    ];
  if (parts !== undefined && !parts.some(({ name }) => PROFILE_PARTS.includes(name))) {
    const found =
      parts.length === 0
        ? "it has no parts"
        : `its parts are ${parts
            .slice(0, 5)
            .map(({ name }) => told(name))
            .join(", ")}`;
    return [
      `The multipart body has no part named profile: ${found}. Name the part with the profile ${wanted === "jfr" ? "jfr" : "profile"}.`,
    ];
  }
  if (parts !== undefined || !isText(format)) return [];
  if (contentEncoding.includes("gzip"))
    return [
      "The text is compressed by Content-Encoding: gzip, which is forwarded neither decompressed nor with this header, so that Pyroscope cannot read it. Send it without compression.",
    ];
  const fraction = wanted === "" || wanted === "folded" ? fractionIn(begin) : undefined;
  return fraction === undefined
    ? []
    : [
        `The count of a stack is a whole number, and a line ends in ${told(fraction)}. Send whole numbers, scaled if need be.`,
      ];
}

const isText = (format: BodyFormat | undefined): boolean =>
  format === "folded" || format === "lines" || format === "text";

/** The fraction at the end of a line that is a stack otherwise. */
function fractionIn(text: string): string | undefined {
  for (const line of text.split("\n")) {
    const given = line.trim();
    if (isBlankLine(given) || readFoldedLine(given) !== undefined) continue;
    const fraction = /^\S.*\s(\d+\.\d+)$/.exec(given)?.[1];
    if (fraction !== undefined) return fraction;
  }
  return undefined;
}

function adviseName(name: string | undefined): string[] {
  if (name === undefined || trimGoSpace(name) === "") return [WITHOUT_NAME];
  const parsed = parseProfileName(name);
  if (!parsed.ok) {
    const blank = parsed.message.endsWith("' '") ? " Write an underscore for the blank." : "";
    return [
      `The name cannot be read, so that the profile is forwarded without labels: ${shorten(parsed.message)}.${blank}`,
    ];
  }
  const quoted = [...parsed.labels].find(([, value]) => value.length > 1 && /^".*"$/s.test(value));
  if (quoted !== undefined) {
    const [key, value] = quoted;
    return [
      `The quotes are a part of the label's value: ${told(`${key}=${value}`)}. Send ${told(`${key}=${value.slice(1, -1)}`)}.`,
    ];
  }
  const open = name.lastIndexOf("{") > name.lastIndexOf("}");
  return open ? ["The name has no closing brace, so that its last label is dropped. Send name=app{label=value}."] : [];
}

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Pyroscope reads whole seconds, dates and `now-1h`; from what it cannot read it takes the current time. */
function adviseTime(name: string, value: string | undefined): string[] {
  if (value === undefined || !/^\d+\.\d*$/.test(value)) return [];
  return [
    `${name}=${told(value).slice(1, -1)} is no whole number, which Pyroscope reads as the current time. Send ${name}=${value.slice(0, value.indexOf("."))}.`,
  ];
}

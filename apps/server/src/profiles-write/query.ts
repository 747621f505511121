/**
 * The query of an ingest request as it is sent on: parameters sorted by their names, each name's values in their order,
 * and everything escaped anew. A byte is a character, so that what is not UTF-8 stays what it is. Go's rules of reading
 * hold: what holds a `;` or a bad escape is left out by itself, and `+` is a blank.
 */
import { encodeUtf8 } from "@sluice/engine";

const NAME = "name";

/** A name as `encodeIngestQuery` takes it. */
export const escapeName = (name: string): string => escapeQuery(Buffer.from(encodeUtf8(name)).toString("latin1"));

/** `rawQuery` with one `name`, which is this one, escaped. */
export function encodeIngestQuery(rawQuery: string, escapedName: string): string {
  const pairs: Parameter[] = [{ key: NAME, pair: `${NAME}=${escapedName}` }];
  for (const text of rawQuery.split("&")) {
    if (text === "" || text.includes(";")) continue;
    const equals = text.indexOf("=");
    const key = unescapeQuery(equals < 0 ? text : text.slice(0, equals));
    if (key === NAME) continue;
    const value = unescapeQuery(equals < 0 ? "" : text.slice(equals + 1));
    if (key === undefined || value === undefined) continue;
    pairs.push({ key, pair: `${escapeQuery(key)}=${escapeQuery(value)}` });
  }
  // What has the same name stays in its order.
  return pairs
    .sort(byKey)
    .map(({ pair }) => pair)
    .join("&");
}

interface Parameter {
  /** Unescaped. */
  readonly key: string;
  readonly pair: string;
}

const byKey = (a: Parameter, b: Parameter): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

const ESCAPED = /[%+]/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

function unescapeQuery(text: string): string | undefined {
  if (!ESCAPED.test(text)) return text;
  if (BAD_ESCAPE.test(text)) return undefined;
  return text
    .replaceAll("+", " ")
    .replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** By the number of a byte; worked out once, since every profile has a name with a dozen of them. */
const ESCAPES = Array.from({ length: 256 }, (_, byte) =>
  byte === 0x20 ? "+" : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
);

const escapeQuery = (bytes: string): string =>
  bytes.replace(/[^A-Za-z0-9_.~-]/g, (byte) => ESCAPES[byte.charCodeAt(0)]!);

/** Go's `url.ParseQuery`: the pairs of a raw query, without those that Go refuses. */
import { decodeGo } from "../base/text.ts";
import { unescapeQuery } from "./query-escape.ts";

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const SEMICOLON = 0x3b;

/** A name and its value, as texts: bytes that are not UTF-8 are U+FFFD. */
export type QueryPair = readonly [name: string, value: string];

/**
 * The pairs of a raw query, in order, each decoded on demand. Those with a `;` or a bad escape are skipped, as in Go; the
 * others stay valid.
 */
export function* queryPairs(query: Uint8Array): Generator<QueryPair, void, undefined> {
  for (let start = 0; start < query.length; ) {
    let end = query.indexOf(AMPERSAND, start);
    if (end < 0) end = query.length;
    const pair = parsePair(query.subarray(start, end));
    if (pair !== undefined) yield pair;
    start = end + 1;
  }
}

function parsePair(bytes: Uint8Array): QueryPair | undefined {
  if (bytes.length === 0 || bytes.includes(SEMICOLON)) return undefined;
  const equals = bytes.indexOf(EQUALS);
  const name = unescapeQuery(equals < 0 ? bytes : bytes.subarray(0, equals));
  const value = unescapeQuery(equals < 0 ? new Uint8Array() : bytes.subarray(equals + 1));
  return name.ok && value.ok ? [decodeGo(name.bytes), decodeGo(value.bytes)] : undefined;
}

/** Loki's push body in its JSON form: `{"streams": [{"stream": {…}, "values": [["<nanoseconds>", "line", {metadata}?]]}]}`. */
import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import { type OnUnknownKey, readPushJson } from "./json-reader.ts";
import { type PushResult, type PushStream, readAtOnce, UNLIMITED } from "./push.ts";

/** Reads a push body whole or not at all; unlike the API's, it must name streams. Errors name the path of what is wrong: `streams[0].values[3][0] …`. */
export function parsePushJson(text: string, onUnknown?: OnUnknownKey): PushResult {
  const bytes = encodeUtf8(text);
  const result = readAtOnce(
    readPushJson(bytes, (from, to) => decodeGo(bytes.subarray(from, to)), UNLIMITED, onUnknown),
  );
  if (!result.ok) return result;
  const wrong = result.refused ?? (result.streams.length > 0 || namesStreams(text) ? undefined : NO_STREAMS);
  return wrong === undefined ? result : { ok: false, message: wrong, tooMuch: false };
}

const NO_STREAMS = 'body must be an object with a list "streams"';

/** Of a body without streams: whether it has at least the list. */
function namesStreams(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return body !== null && typeof body === "object" && Array.isArray((body as { streams?: unknown }).streams);
  } catch {
    // Something stands behind the body.
    return false;
  }
}

/** The times that this form can say: 64 bits of nanoseconds. */
const MAX_TIME = 2n ** 63n - 1n;

/** The push body of streams. A time outside the years 1677 to 2262 becomes the nearest inside. */
export function formatPushJson(streams: readonly PushStream[]): string {
  return JSON.stringify({
    streams: streams.map(({ labels, entries }) => ({
      stream: labels,
      values: entries.map(({ timestamp, line, metadata }) => {
        const at = String(timestamp > MAX_TIME ? MAX_TIME : timestamp < -MAX_TIME - 1n ? -MAX_TIME - 1n : timestamp);
        return metadata.length === 0 ? [at, line] : [at, line, Object.fromEntries(metadata)];
      }),
    })),
  });
}

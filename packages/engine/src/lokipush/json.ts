/** Loki's push body in its JSON form: `{"streams": [{"stream": {…}, "values": [["<nanoseconds>", "line", {metadata}?]]}]}`. */
import { decodeGo, encodeUtf8 } from "@sluice/languages/base";
import { atOnce } from "../base/at-once.ts";
import { readPushJson } from "./json-reader.ts";
import { type PushResult, type PushStream, UNLIMITED } from "./push.ts";

/**
 * Reads a push body whole or not at all; unlike the API's, it must name streams. Errors name the path of what is wrong:
 * `streams[0].values[3][0] …`.
 */
export function parsePushJson(text: string): PushResult {
  const bytes = encodeUtf8(text);
  let named = false;
  const streams = () => {
    named = true;
  };
  const result = atOnce(readPushJson(bytes, (from, to) => decodeGo(bytes.subarray(from, to)), UNLIMITED, { streams }));
  if (!result.ok) return result;
  const wrong = result.refused ?? (named ? undefined : NO_STREAMS);
  return wrong === undefined ? result : { ok: false, message: wrong, tooMuch: false };
}

/** Of a body without any. */
export const NO_STREAMS = 'body must be an object with a list "streams"';

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

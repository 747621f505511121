/** Loki's push body in its JSON form: `{"streams": [{"stream": {…}, "values": [["<nanoseconds>", "line", {metadata}?]]}]}`. */
import { NO_METADATA } from "../../base/entry.ts";
import { type PushEntry, PushRefusal, type PushResult, type PushStream } from "./push.ts";

/** Reads a push body. Errors name the path of what is wrong: `streams[0].values[3][0]: …`. */
export function parsePushJson(text: string): PushResult {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `body is not JSON: ${(error as Error).message}` };
  }
  try {
    if (!isObject(body) || !Array.isArray(body.streams))
      throw new PushRefusal('body must be an object with a list "streams"');
    return { ok: true, streams: body.streams.map((stream, i) => readStream(stream, `streams[${i}]`)) };
  } catch (error) {
    if (error instanceof PushRefusal) return { ok: false, message: error.message };
    throw error;
  }
}

function readStream(stream: unknown, path: string): PushStream {
  if (!isObject(stream)) throw new PushRefusal(`${path} must be an object`);
  const values = stream.values ?? [];
  if (!Array.isArray(values)) throw new PushRefusal(`${path}.values must be a list`);
  return {
    labels: readTexts(stream.stream ?? {}, `${path}.stream`),
    entries: values.map((value, i) => readEntry(value, `${path}.values[${i}]`)),
  };
}

function readEntry(value: unknown, path: string): PushEntry {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3)
    throw new PushRefusal(`${path} must be [timestamp, line] or [timestamp, line, metadata]`);
  const [timestamp, line, metadata] = value as unknown[];
  if (typeof timestamp !== "string" || !/^-?\d{1,19}$/.test(timestamp))
    throw new PushRefusal(`${path}[0] must be a string of nanoseconds since 1970`);
  if (typeof line !== "string") throw new PushRefusal(`${path}[1] must be a string`);
  const at = BigInt(timestamp);
  if (BigInt.asIntN(64, at) !== at) throw new PushRefusal(`${path}[0] is out of range`);
  return {
    timestamp: at,
    line,
    metadata: metadata === undefined ? NO_METADATA : Object.entries(readTexts(metadata, `${path}[2]`)),
  };
}

function readTexts(value: unknown, path: string): Readonly<Record<string, string>> {
  if (!isObject(value)) throw new PushRefusal(`${path} must be an object of strings`);
  for (const [name, text] of Object.entries(value)) {
    if (name === "") throw new PushRefusal(`${path} has an empty name`);
    if (typeof text !== "string") throw new PushRefusal(`${path}.${name} must be a string`);
  }
  return value as Readonly<Record<string, string>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** The push body of streams. */
export function formatPushJson(streams: readonly PushStream[]): string {
  return JSON.stringify({
    streams: streams.map(({ labels, entries }) => ({
      stream: labels,
      values: entries.map(({ timestamp, line, metadata }) =>
        metadata.length === 0 ? [String(timestamp), line] : [String(timestamp), line, Object.fromEntries(metadata)],
      ),
    })),
  });
}

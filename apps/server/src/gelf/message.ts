/** A message of GELF, perhaps compressed, as the original reads it and writes it as a line. */
import { gunzipSync, inflateSync } from "node:zlib";
import { type Nanos, SECOND } from "@sluice/engine";
import { encodeGoJson, type JsonObject, parseJsonObject, setField } from "@sluice/languages/json";
import { SEVERITIES } from "../core/severities.ts";
import { decodeReplacing } from "../core/text.ts";

/** Bytes of a message after decompression. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

export interface GelfMessage {
  readonly line: string;
  /** Undefined where it says none that can be kept. */
  readonly timestamp: Nanos | undefined;
  readonly level: string;
  readonly host: string;
  readonly version: string;
  readonly facility: string;
}

export type GelfResult =
  | { readonly ok: true; readonly message: GelfMessage }
  | { readonly ok: false; readonly problem: string };

/** Fields with their types; one of these that is empty or zero is left out of the line where it is not the first three. */
const TEXTS = ["version", "host", "short_message", "full_message", "facility"] as const;
const OPTIONAL: ReadonlySet<string> = new Set(["full_message", "level", "facility"]);
const ORDER = ["version", "host", "short_message", "full_message", "timestamp", "level", "facility"] as const;
/** Years that nanoseconds in 64 bits reach. */
const MAX_SECONDS = 9_223_372_036;

export function readGelf(bytes: Buffer): GelfResult {
  const inflated = inflate(bytes);
  if (inflated === undefined)
    return { ok: false, problem: `a message cannot be decompressed, or becomes more than ${MAX_MESSAGE_BYTES} bytes` };
  if (inflated.length > MAX_MESSAGE_BYTES)
    return { ok: false, problem: `a message has more than ${MAX_MESSAGE_BYTES} bytes` };
  // Some senders end a message with a zero byte, as over TCP.
  const end = inflated.at(-1) === 0 ? inflated.length - 1 : inflated.length;
  const parsed = parseJsonObject(decodeReplacing(inflated, 0, end));
  if (!parsed.ok) return { ok: false, problem: "a message is no object of JSON" };
  return readFields(parsed.value);
}

const GZIP = 0x1f8b;
/** Deflate with a window of 32 KiB, in zlib's wrapping. */
const ZLIB = 0x78;

function inflate(bytes: Buffer): Buffer | undefined {
  const options = { maxOutputLength: MAX_MESSAGE_BYTES };
  try {
    if (bytes.length >= 2 && bytes.readUInt16BE(0) === GZIP) return gunzipSync(bytes, options);
    if (bytes[0] === ZLIB) return inflateSync(bytes, options);
  } catch {
    return undefined;
  }
  return bytes;
}

function readFields(object: JsonObject): GelfResult {
  const known: Record<string, string | number> = { version: "", host: "", short_message: "", timestamp: 0 };
  const extra: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (name.startsWith("_")) setField(extra, name, value);
    else if (isText(name) || name === "timestamp" || name === "level") {
      if (typeof value !== (isText(name) ? "string" : "number"))
        return { ok: false, problem: `invalid type for field ${name}` };
      known[name] = name === "level" ? Math.trunc(value as number) | 0 : (value as string | number);
    }
  }
  const fields = ORDER.flatMap((name) => {
    const value = known[name];
    return value === undefined || (OPTIONAL.has(name) && (value === "" || value === 0))
      ? []
      : `${JSON.stringify(name)}:${encodeGoJson(value, "standard")}`;
  });
  const own = encodeGoJson(extra, "standard")!.slice(1, -1);
  const seconds = known.timestamp as number;
  const hasTime = seconds !== 0 && Math.abs(seconds) < MAX_SECONDS;
  const text = (name: (typeof TEXTS)[number]): string => (known[name] as string | undefined) ?? "";
  return {
    ok: true,
    message: {
      line: `{${[...fields, ...(own === "" ? [] : [own])].join(",")}}`,
      timestamp: hasTime ? nanosOf(seconds) : undefined,
      level: SEVERITIES[(known.level as number | undefined) ?? 0] ?? "",
      host: text("host"),
      version: text("version"),
      facility: text("facility"),
    },
  };
}

const isText = (name: string): boolean => (TEXTS as readonly string[]).includes(name);

/** Fractions to a microsecond: a number of seconds has no more. */
const nanosOf = (seconds: number): Nanos => {
  const whole = Math.floor(seconds);
  return BigInt(whole) * SECOND + BigInt(Math.round((seconds - whole) * 1e6)) * 1000n;
};

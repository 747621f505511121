/** Opens whatever a profiler sends or writes to a file, by what it begins with. */
import { type BodyFormat, detectFormat, isGzip, isMultipart, readMultipart } from "@sluice/engine/profiles";
import { inflate } from "./inflate.ts";
import { checkFileSize, ProfileError } from "./limits.ts";
import type { Profile } from "./profile.ts";
import { readFolded } from "./read-folded.ts";
import { readPprof } from "./read-pprof.ts";

export interface OpenedBody {
  readonly format: BodyFormat;
  readonly gzip: boolean;
  /** As it was given, and after decompression. */
  readonly bytes: number;
  readonly plainBytes: number;
  /** Of the multipart body that it stood in. */
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
  /** Undefined: it is what it is named, and cannot be drawn. */
  readonly profile: Profile | undefined;
}

/** Throws a `ProfileError` with one sentence where nothing can be made of it. */
export async function readBody(given: Uint8Array): Promise<OpenedBody> {
  if (given.length === 0) throw new ProfileError("The file is empty.");
  checkFileSize(given.length);
  const gzip = isGzip(given);
  const plain = gzip ? await inflate(given) : given;
  if (isMultipart(plain)) return readParts(plain, gzip, given.length);
  return { ...readPlain(plain), gzip, bytes: given.length, plainBytes: plain.length, parts: [] };
}

/** The part that holds the profile, which is the one of that name, or the first. It may be a multipart body, once more. */
async function readParts(plain: Uint8Array, gzip: boolean, bytes: number, nested = false): Promise<OpenedBody> {
  const read = readMultipart(plain);
  if (!read.ok) throw new ProfileError(read.message);
  const { parts } = read;
  const part = parts.find(({ name }) => name === "profile") ?? parts.find(({ name }) => name === "jfr") ?? parts[0];
  if (part === undefined || part.bytes.length === 0) throw new ProfileError("The multipart body has no profile in it.");
  const packed = isGzip(part.bytes);
  const inner = packed ? await inflate(part.bytes) : part.bytes;
  const outer = parts.map((one) => ({ name: one.name, bytes: one.bytes.length }));
  if (isMultipart(inner) && !nested) {
    const opened = await readParts(inner, gzip || packed, bytes, true);
    return { ...opened, parts: [...outer, ...opened.parts] };
  }
  return { ...readPlain(inner), gzip: gzip || packed, bytes, plainBytes: inner.length, parts: outer };
}

function readPlain(bytes: Uint8Array): { format: BodyFormat; profile: Profile | undefined } {
  if (bytes.length === 0) throw new ProfileError("The profile is empty.");
  const format = detectFormat(bytes);
  if (format === "jfr") return { format, profile: undefined };
  if (format === undefined)
    throw new ProfileError("This looks like JSON, which cannot be drawn: open a profile as pprof or as folded stacks.");
  const text = format === "pprof" ? undefined : asText(bytes);
  if (format === "pprof" || text === undefined) return { format: "pprof", profile: readPprof(bytes) };
  return { format, profile: readFolded(text) };
}

/** Undefined: these are not the bytes of a text. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

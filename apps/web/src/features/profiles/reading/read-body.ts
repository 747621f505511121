/**
 * Opens whatever a profiler sends or writes to a file, by how it begins: pprof, folded text, lines, multipart. JFR is
 * recognized by its name alone.
 */
import { type BodyFormat, detectFormat, isGzip, unpackBody } from "@sluice/engine/profiles";
import { inflate } from "./inflate.ts";
import { ACCEPTED, checkFileSize, ProfileError } from "./limits.ts";
import type { Profile } from "./profile.ts";
import { NotStacks, readFolded, type SkippedLines } from "./read-folded.ts";
import { readPprof } from "./read-pprof.ts";

export interface OpenedBody {
  readonly format: BodyFormat;
  /** Whether the body is compressed, independent of its parts. */
  readonly gzip: boolean;
  /** Bytes as given, and of the profile in it after decompression. */
  readonly bytes: number;
  readonly plainBytes: number;
  /** Parts of the multipart body around it. */
  readonly parts: readonly { readonly name: string; readonly bytes: number; readonly gzip: boolean }[];
  /** Undefined: the format is known but cannot be drawn. */
  readonly profile: Profile | undefined;
  /** Why a text is not a profile: a sentence. */
  readonly why?: string | undefined;
  /** Skipped lines of folded stacks. */
  readonly skipped?: SkippedLines | undefined;
}

/** Throws a `ProfileError` with one sentence if the body cannot be read. */
export async function readBody(given: Uint8Array): Promise<OpenedBody> {
  if (given.length === 0) throw new ProfileError("The file is empty.");
  checkFileSize(given.length);
  const unpacking = unpackBody(given);
  let step = unpacking.next();
  while (!step.done) step = unpacking.next({ bytes: await inflate(step.value), isCut: false });
  if (!step.value.ok) throw new ProfileError(step.value.message);
  const { bytes, gzip, parts = [] } = step.value.body;
  if (bytes.length === 0)
    throw new ProfileError(parts.length === 0 ? "The profile is empty." : "The multipart body has no profile in it.");
  return {
    ...readPlain(bytes),
    gzip,
    bytes: given.length,
    plainBytes: bytes.length,
    parts: parts.map((part) => ({ name: part.name, bytes: part.bytes.length, gzip: isGzip(part.bytes) })),
  };
}

function readPlain(bytes: Uint8Array): Pick<OpenedBody, "format" | "profile" | "why" | "skipped"> {
  const format = detectFormat(bytes);
  if (format === "jfr") return { format, profile: undefined };
  if (format === "pprof") return { format, profile: readPprof(bytes) };
  const text = asText(bytes);
  if (format === undefined && text !== undefined && /^\s*[[{]/.test(text))
    throw new ProfileError(`This looks like JSON, which cannot be drawn. ${ACCEPTED}`);
  if (format === undefined || text === undefined)
    throw new ProfileError(`This is not a profile: it is binary, and not in the pprof format. ${ACCEPTED}`);
  try {
    const profile = readFolded(text);
    return { format: profile.counted ? "folded" : "lines", profile, skipped: profile.skipped };
  } catch (error) {
    if (!(error instanceof NotStacks)) throw error;
    return { format: "text", profile: undefined, why: error.message };
  }
}

/** Undefined: these are not the bytes of a text. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

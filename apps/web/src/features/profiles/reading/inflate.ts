import { gunzip } from "../../../core/text/gunzip.ts";
import { PROFILE_LIMITS, ProfileError } from "./limits.ts";

/** Decompresses a profile. `most`: the most bytes after it. */
export async function inflate(bytes: Uint8Array, most: number = PROFILE_LIMITS.bytes): Promise<Uint8Array> {
  const read = await gunzip(bytes, most);
  if (read.ok) return read.bytes;
  throw new ProfileError(
    read.reason === "damaged"
      ? "The file is damaged or cut off: it begins as gzip and cannot be decompressed."
      : `The profile is too large to show: it has more than ${Math.floor(most / 2 ** 20)} MiB after decompression.`,
  );
}

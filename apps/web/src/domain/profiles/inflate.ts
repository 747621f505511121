/** Decompresses gzip by the platform, and no further than the limit: a few kilobytes can be a terabyte. */
import { PROFILE_LIMITS, ProfileError } from "./limits.ts";

export async function inflate(bytes: Uint8Array, most: number = PROFILE_LIMITS.bytes): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((): never => {
      throw new ProfileError("The file is damaged or cut off: it begins as gzip and cannot be decompressed.");
    });
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel().catch(() => {});
      throw new ProfileError(
        `The profile is too large to show: it has more than ${Math.floor(most / 2 ** 20)} MiB after decompression.`,
      );
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

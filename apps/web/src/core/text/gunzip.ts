/** Compresses and decompresses by the platform, and decompresses no further than the limit: a few kilobytes can be a terabyte. */

export type Gunzipped =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Damaged: it is not of that format, or is cut off. */
  | { readonly ok: false; readonly reason: "damaged" | "too-large" };

/** `most`: bytes after decompression. */
export const gunzip = (bytes: Uint8Array, most: number): Promise<Gunzipped> => decompress(bytes, "gzip", most);

/** `deflate` is zlib's form of it, which has a checksum: truncated or changed data is detected. */
export async function decompress(bytes: Uint8Array, format: "gzip" | "deflate", most: number): Promise<Gunzipped> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const read = await reader.read().catch(() => undefined);
    if (read === undefined) return { ok: false, reason: "damaged" };
    if (read.done) break;
    size += read.value.length;
    if (size > most) {
      await reader.cancel().catch(() => {});
      return { ok: false, reason: "too-large" };
    }
    chunks.push(read.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return { ok: true, bytes: whole };
}

export async function compress(bytes: Uint8Array, format: "gzip" | "deflate"): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

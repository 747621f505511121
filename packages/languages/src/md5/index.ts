/** MD5, for what others share out by it; it keeps nothing secret. */
import { md5 } from "#parts/md5/md5";
import { encodeUtf8 } from "../base/text.ts";

/** The hash of a text's UTF-8, as two numbers of 64 bits: its first and its last eight bytes, highest first. */
export function md5Words(text: string): { readonly high: bigint; readonly low: bigint } {
  const { buffer, byteOffset, byteLength } = md5()(encodeUtf8(text));
  const view = new DataView(buffer, byteOffset, byteLength);
  return { high: view.getBigUint64(0), low: view.getBigUint64(8) };
}

/** Values of JSON as text again. */
import { encodeGoJson } from "./encode.ts";

/** As `JSON.stringify`; what nests deeper than that can go has its keys sorted. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return encodeGoJson(value) ?? "null";
  }
}

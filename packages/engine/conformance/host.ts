/**
 * What the kinds need of their platform. Except the two runners, nothing else in this folder depends on Node or a browser.
 */

export interface ConformanceHost {
  /** A file that a case names, relative to the folder above its vector file's; undefined where there is none. */
  resource(path: string): Uint8Array | undefined;
  /** Lower-case hexadecimal SHA-256 of the text's UTF-8. */
  sha256(text: string): string;
  readonly base64: {
    decode(text: string): Uint8Array;
    encode(bytes: Uint8Array): string;
  };
}

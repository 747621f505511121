// The few globals that browsers and Node both have and that the engine uses. Anything else of either platform
// is a compile error here, because the engine's tsconfig names no library but ECMAScript's.

interface TextEncoderEncodeIntoResult {
  read: number;
  written: number;
}
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): TextEncoderEncodeIntoResult;
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

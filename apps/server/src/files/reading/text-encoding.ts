/**
 * Encodings of the texts in files. A line's end is looked for in units of the encoding, and each line is decoded by itself.
 * A mark at the beginning of a file says how it is written, whatever the configuration says, and is no part of its text.
 */
import { findTextEncoding } from "@sluice/engine";
import iconv from "iconv-lite";
import { decodeBytes } from "../../core/text.ts";

/** Told when bytes of a line are none of its encoding; there is a U+FFFD for them. */
export type OnMalformed = () => void;

export interface TextEncoding {
  /** Bytes of the units in which line ends are looked for. */
  readonly width: 1 | 2;
  readonly newline: Buffer;
  readonly carriageReturn: Buffer;
  /** The text of `bytes[from..to)`. */
  decode(bytes: Buffer, from: number, to: number, onMalformed?: OnMalformed): string;
  /** The last place at or before `limit` that is not inside a character, as far as that can be told. */
  characterEnd(bytes: Buffer, limit: number): number;
}

/** An encoding, and how many bytes of the file's beginning are its mark. */
export interface MarkedEncoding {
  readonly encoding: TextEncoding;
  readonly mark: number;
}

/** Bytes at the beginning of a file that tell whether it has a mark. */
export const MARK_BYTES = 3;

/** What bytes are not UTF-8 stay raw bytes, which are no failure: they may leave as they came. */
export const UTF_8: TextEncoding = {
  width: 1,
  newline: Buffer.from("\n"),
  carriageReturn: Buffer.from("\r"),
  decode: (bytes, from, to) => decodeBytes(bytes, from, to),
  characterEnd(bytes, limit) {
    let start = limit - 1;
    while (start > limit - 4 && (bytes[start]! & 0xc0) === 0x80) start--;
    const first = bytes[start]!;
    const width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    return start + width > limit ? start : limit;
  },
};

const UTF_16_LE = sixteen("utf-16le");
const UTF_16_BE = sixteen("utf-16be");

const MARKS: readonly (readonly [bytes: Buffer, TextEncoding])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), UTF_8],
  [Buffer.from([0xfe, 0xff]), UTF_16_BE],
  [Buffer.from([0xff, 0xfe]), UTF_16_LE],
];

/** The encoding of a name that the component's spec has checked; empty means UTF-8. */
export function textEncoding(name: string): TextEncoding {
  const found = name === "" ? undefined : findTextEncoding(name);
  switch (found?.name) {
    case undefined:
    case "UTF-8":
      return UTF_8;
    // Without a mark it is big-endian, by RFC 2781.
    case "UTF-16":
    case "UTF-16BE":
      return UTF_16_BE;
    case "UTF-16LE":
      return UTF_16_LE;
    default:
      return ofBytes(found!.name);
  }
}

/** The encoding of a file that begins with `beginning`: what its mark says, else the configured one. */
export function markedEncoding(beginning: Buffer, configured: TextEncoding): MarkedEncoding {
  for (const [mark, encoding] of MARKS)
    if (beginning.subarray(0, mark.length).equals(mark)) return { encoding, mark: mark.length };
  return { encoding: configured, mark: 0 };
}

function sixteen(label: "utf-16le" | "utf-16be"): TextEncoding {
  // Only one that may throw tells what is malformed.
  const strict = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder(label, { ignoreBOM: true });
  const low = label === "utf-16le" ? 0 : 1;
  const unit = (code: number) => Buffer.from(low === 0 ? [code, 0] : [0, code]);
  return {
    width: 2,
    newline: unit(0x0a),
    carriageReturn: unit(0x0d),
    decode(bytes, from, to, onMalformed) {
      const part = bytes.subarray(from, to);
      try {
        return strict.decode(part);
      } catch {
        onMalformed?.();
        return lenient.decode(part);
      }
    },
    characterEnd(bytes, limit) {
      const even = limit - (limit % 2);
      const isHigh = (bytes[even - 1 - low]! & 0xfc) === 0xd8;
      return isHigh ? even - 2 : even;
    },
  };
}

/** Where iconv-lite has another name than IANA's. */
const ICONV_NAMES: ReadonlyMap<string, string> = new Map([["IBM00858", "IBM858"]]);

/** Encodings of one or more bytes in which a newline is one byte, as in ASCII, and never a part of something else. */
function ofBytes(name: string): TextEncoding {
  const known = ICONV_NAMES.get(name) ?? name;
  return {
    width: 1,
    newline: Buffer.from("\n"),
    carriageReturn: Buffer.from("\r"),
    decode(bytes, from, to, onMalformed) {
      const text = iconv.decode(bytes.subarray(from, to), known, { stripBOM: false });
      if (text.includes("\ufffd")) onMalformed?.();
      return text;
    },
    characterEnd: (_bytes, limit) => limit,
  };
}

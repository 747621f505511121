/** The parts of a `multipart/form-data` body, as several profilers send them, by the boundary that the body begins with. */
import { decodeUtf8 } from "@sluice/languages/base";

export interface BodyPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** A view of the body. */
  readonly bytes: Uint8Array;
}

/** Parts, or why there are none: one sentence. */
export type MultipartBody =
  | { readonly ok: true; readonly parts: readonly BodyPart[] }
  | { readonly ok: false; readonly message: string };

const MAX_BOUNDARY = 200;
const MAX_HEAD = 16_384;
const MAX_PARTS = 100;
const [LF, CR, DASH] = [10, 13, 45];

/** Whether bytes begin as a multipart body does: with `--` and a boundary, and a head after it. */
export function isMultipart(bytes: Uint8Array): boolean {
  if (bytes[0] !== DASH || bytes[1] !== DASH) return false;
  return /^--[^\r\n]+\r\n[\w-]+:/.test(String.fromCharCode(...bytes.subarray(0, MAX_BOUNDARY + 100)));
}

/** Index of `wanted` in `bytes` from a place on; -1 if it is absent. */
export type FindBytes = (bytes: Uint8Array, wanted: Uint8Array, from: number) => number;

export interface MultipartOptions {
  /** For platforms that have a faster way. */
  readonly find?: FindBytes | undefined;
  /** These bytes are only the beginning: the last part may be cut. */
  readonly isCut?: boolean;
}

export function readMultipart(
  bytes: Uint8Array,
  { find = findBytes, isCut = false }: MultipartOptions = {},
): MultipartBody {
  const first = bytes.indexOf(CR);
  if (first < 3 || first > MAX_BOUNDARY) return refusal("has no boundary at its beginning");
  // After the first part it is at the beginning of a line.
  const delimiter = Uint8Array.of(CR, LF, ...bytes.subarray(0, first));
  const parts: BodyPart[] = [];
  for (let at = first; ; ) {
    // After the boundary: CR LF and a part, or -- and the end.
    if (bytes[at] === DASH && bytes[at + 1] === DASH) return { ok: true, parts };
    if (parts.length >= MAX_PARTS) return refusal(`has more than ${MAX_PARTS} parts`);
    const head = at + 2;
    const body = findHeadEnd(bytes, head);
    if (body === undefined) {
      if (isCut && parts.length > 0) return { ok: true, parts };
      return refusal("is cut off: the head of a part has no end");
    }
    const found = find(bytes, delimiter, body - 2);
    if (found < 0 && !isCut) return refusal("is cut off: its last boundary is not there");
    const next = found < 0 ? bytes.length : found;
    parts.push({
      ...readHead(decodeUtf8(bytes.subarray(head, body))),
      bytes: bytes.subarray(body, Math.max(body, next)),
    });
    if (found < 0) return { ok: true, parts };
    at = next + delimiter.length;
  }
}

const refusal = (what: string): MultipartBody => ({ ok: false, message: `The multipart body ${what}.` });

function findHeadEnd(bytes: Uint8Array, from: number): number | undefined {
  const end = Math.min(bytes.length - 3, from + MAX_HEAD);
  for (let i = from; i < end; i++)
    if (bytes[i] === CR && bytes[i + 1] === LF && bytes[i + 2] === CR && bytes[i + 3] === LF) return i + 4;
  return undefined;
}

const findBytes: FindBytes = (bytes, wanted, from) => {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same++;
    if (same === wanted.length) return at;
  }
  return -1;
};

function readHead(head: string): Omit<BodyPart, "bytes"> {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? "";
  const value = (name: string) => new RegExp(`;\\s*${name}="([^"]*)"`, "i").exec(disposition)?.[1];
  const contentType = /^content-type:(.*)$/im.exec(head)?.[1]?.trim();
  return { name: value("name") ?? "", fileName: value("filename"), contentType };
}

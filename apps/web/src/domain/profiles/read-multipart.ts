/** The parts of a `multipart/form-data` body, as several profilers send them, by the boundary that the body begins with. */
import { checkLimit, ProfileError } from "./limits.ts";

export interface BodyPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly bytes: Uint8Array;
}

const MAX_BOUNDARY = 200;
const MAX_HEAD = 16_384;
const latin1 = new TextDecoder("latin1");
const utf8 = new TextDecoder();

/** Whether bytes begin as a multipart body does: with `--` and a boundary, and a head after it. */
export function isMultipart(bytes: Uint8Array): boolean {
  if (bytes[0] !== 45 || bytes[1] !== 45) return false;
  return /^--[^\r\n]+\r\n[\w-]+:/.test(latin1.decode(bytes.subarray(0, MAX_BOUNDARY + 100)));
}

export function readMultipart(bytes: Uint8Array): readonly BodyPart[] {
  const first = bytes.indexOf(13);
  if (first < 3 || first > MAX_BOUNDARY) throw new ProfileError("The multipart body has no boundary at its beginning.");
  const delimiter = bytes.subarray(0, first);
  const parts: BodyPart[] = [];
  for (let at = first; ; ) {
    // After the boundary: CR LF and a part, or -- and the end.
    if (bytes[at] === 45 && bytes[at + 1] === 45) return parts;
    checkLimit("parts", parts.length + 1);
    const head = at + 2;
    const body = findHeadEnd(bytes, head);
    const next = findDelimiter(bytes, delimiter, body - 2);
    parts.push({
      ...readHead(utf8.decode(bytes.subarray(head, body))),
      bytes: bytes.subarray(body, Math.max(body, next - 2)),
    });
    at = next + delimiter.length;
  }
}

function findHeadEnd(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length - 3, from + MAX_HEAD);
  for (let i = from; i < end; i++)
    if (bytes[i] === 13 && bytes[i + 1] === 10 && bytes[i + 2] === 13 && bytes[i + 3] === 10) return i + 4;
  throw new ProfileError("The multipart body is cut off: the head of a part has no end.");
}

/** Where the next boundary begins, which stands after a line end. */
function findDelimiter(bytes: Uint8Array, delimiter: Uint8Array, from: number): number {
  for (let i = bytes.indexOf(13, from); i >= 0; i = bytes.indexOf(13, i + 1)) {
    if (bytes[i + 1] !== 10) continue;
    let same = 0;
    while (same < delimiter.length && bytes[i + 2 + same] === delimiter[same]) same++;
    if (same === delimiter.length) return i + 2;
  }
  throw new ProfileError("The multipart body is cut off: its last boundary is not there.");
}

function readHead(head: string): Pick<BodyPart, "name" | "fileName"> {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? "";
  const value = (name: string) => new RegExp(`;\\s*${name}="([^"]*)"`, "i").exec(disposition)?.[1];
  return { name: value("name") ?? "", fileName: value("filename") };
}

/** What the body of a request is, and what its client has to change. */
import type { IncomingHttpHeaders } from "node:http";
import { adviseClient, type BodyFormat, type BodyPart, detectFormat, unpackBody } from "@sluice/engine/profiles";
import { beginningOf } from "./gzip-beginning.ts";

/** By small letters; of those that came several times the first, which is what the platform takes of those read here. */
export function headersOf(rawHeaders: readonly string[]): IncomingHttpHeaders {
  const headers: Record<string, string> = Object.create(null);
  for (let i = 0; i < rawHeaders.length; i += 2) headers[rawHeaders[i]!.toLowerCase()] ??= rawHeaders[i + 1]!;
  return headers;
}

/** What a profile is: by itself, or by the part of a multipart body that holds it. */
export interface BodyDescription {
  readonly format: BodyFormat | undefined;
  readonly parts: readonly BodyPart[] | undefined;
  /** Of the profile itself. */
  readonly beginning: Uint8Array;
}

/** Of what is compressed only the beginning is looked at. */
export function describeBody(bytes: Uint8Array): BodyDescription {
  const unpacking = unpackBody(bytes, find);
  let step = unpacking.next();
  while (!step.done) step = unpacking.next(beginningOf(step.value));
  if (!step.value.ok) return { format: undefined, parts: undefined, beginning: NOTHING };
  const { body } = step.value;
  return { format: detectFormat(body.bytes, body.isCut), parts: body.parts, beginning: body.bytes };
}

const NOTHING = new Uint8Array();

/** What the client of an ingest has to change. */
export function adviceFor(
  { url = "", rawHeaders }: { readonly url?: string | undefined; readonly rawHeaders: readonly string[] },
  described: BodyDescription,
): string[] {
  const question = url.indexOf("?");
  const rawQuery = question < 0 ? "" : url.slice(question + 1);
  const contentEncoding = (headersOf(rawHeaders)["content-encoding"] ?? "").toLowerCase();
  return adviseClient({ rawQuery, contentEncoding, ...described });
}

const find = (bytes: Uint8Array, wanted: Uint8Array, from: number): number =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(wanted, from);

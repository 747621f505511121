/**
 * A document to hand on: as a bundle, which is one file, or as the fragment of a link, which no server sees. Both hold
 * the same JSON with a version, compressed. Input is bounded before and after decompression and read through a
 * schema, as a whole or not at all.
 */
import { DEFAULT_SEED, tidySample } from "@sluice/engine";
import { decodeUtf8, encodeUtf8 } from "@sluice/languages/base";
import * as v from "valibot";
import type { DocumentContent } from "../../core/model/document.ts";
import { readContent } from "../../core/storage/document-record.ts";
import { compress, decompress } from "../../core/text/gunzip.ts";
import { sameJson } from "../../core/text/same-json.ts";
import { ANY_LINK, MAX_BUNDLE } from "./shared-name.ts";

/** The selection in the shared document. */
export interface SharedSelection {
  /** Index of the sample. */
  readonly sample: number | null;
  readonly stage: string | null;
  readonly pipeline: string | null;
}

export interface SharedDocument {
  /** Its samples have ids from 1 on. */
  readonly content: DocumentContent;
  readonly selection: SharedSelection | null;
}

export type ReadShared =
  | { readonly ok: true; readonly shared: SharedDocument }
  /** `why` completes a sentence that begins with the name of the source. */
  | { readonly ok: false; readonly why: string };

/** The version of the JSON. An extended format gets a new number. */
const VERSION = 1;
/** The version of the link: how it encodes the JSON. */
const LINK = "s1=";
/** The most characters of a fragment. */
const MAX_FRAGMENT = 1_000_000;
/** The most bytes of the JSON in a bundle or a link. */
const MAX_JSON = 64 * 1024 * 1024;
const MAX_LINK_JSON = 16 * 1024 * 1024;

const index = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const path = v.nullable(v.pipe(v.string(), v.maxLength(1000)));
const Shared = v.object({
  sluice: v.literal("document"),
  version: v.number(),
  content: v.record(v.string(), v.unknown()),
  selection: v.optional(v.object({ sample: index, stage: path, pipeline: path })),
});

/** Leaves out defaults, so that links are short. */
function writeJson({ content, selection }: SharedDocument): string {
  const { name, text, lineEnd, samples, commonLabels, clock, seed, holdEnd, steps, tests } = content;
  return JSON.stringify({
    sluice: "document",
    version: VERSION,
    content: {
      name,
      text,
      ...(lineEnd === "\n" ? {} : { lineEnd }),
      samples: samples.map((sample) => tidySample(sample)),
      ...(commonLabels === "" ? {} : { commonLabels }),
      clock,
      ...(seed === DEFAULT_SEED ? {} : { seed }),
      ...(holdEnd ? { holdEnd } : {}),
      ...(steps.length === 0 ? {} : { steps }),
      ...(tests === "" ? {} : { tests }),
    },
    ...(selection === null ? {} : { selection }),
  });
}

/** The content of a bundle as a file, and the fragment of a link, without its `#`. */
export async function writeShared(
  shared: SharedDocument,
): Promise<{ readonly bundle: Uint8Array<ArrayBuffer>; readonly fragment: string }> {
  const json = encodeUtf8(writeJson(shared));
  const [bundle, packed] = await Promise.all([compress(json, "gzip"), compress(json, "deflate")]);
  return { bundle, fragment: LINK + toBase64Url(packed) };
}

/** Reads a bundle; `compressed`: gzip, as written, otherwise the JSON itself. */
export async function readBundle(bytes: Uint8Array, compressed: boolean): Promise<ReadShared> {
  if (bytes.length > MAX_BUNDLE) return refuse(`is larger than ${MAX_BUNDLE >> 20} MiB, the maximum of a bundle`);
  if (!compressed) return readJson(bytes);
  const read = await decompress(bytes, "gzip", MAX_JSON);
  if (read.ok) return readJson(read.bytes);
  return refuse(
    read.reason === "damaged"
      ? "is damaged or cut off: it cannot be decompressed"
      : `has more than ${MAX_JSON >> 20} MiB after decompression, the maximum of a bundle`,
  );
}

/** Reads the fragment of a link, without its `#`. */
export async function readFragment(fragment: string): Promise<ReadShared> {
  const version = ANY_LINK.exec(fragment)?.[1];
  if (version === undefined) return refuse("is not one of a shared pipeline");
  if (!fragment.startsWith(LINK)) return refuse(`is of version ${version}, which this Sluice cannot read: it is newer`);
  if (fragment.length > MAX_FRAGMENT)
    return refuse(`has more than ${MAX_FRAGMENT.toLocaleString("en")} characters, the maximum`);
  const bytes = fromBase64Url(fragment.slice(LINK.length));
  if (bytes === undefined) return refuse(CUT_OFF);
  const read = await decompress(bytes, "deflate", MAX_LINK_JSON);
  if (read.ok) return readJson(read.bytes);
  return refuse(
    read.reason === "damaged" ? CUT_OFF : `has more than ${MAX_LINK_JSON >> 20} MiB after decompression, the maximum`,
  );
}

const CUT_OFF = "is damaged or cut off: copy it again, as a whole";

const refuse = (why: string): ReadShared => ({ ok: false, why });

function readJson(bytes: Uint8Array): ReadShared {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch {
    return refuse("holds no JSON");
  }
  const parsed = v.safeParse(Shared, value);
  if (!parsed.success) return refuse("holds no document of Sluice");
  const { version, content: given, selection } = parsed.output;
  if (version !== VERSION) return refuse(`holds a document of version ${version}, which this Sluice cannot read`);
  const samples = Array.isArray(given.samples) ? given.samples.map(withId) : given.samples;
  const content = readContent({ ...given, samples });
  if (content === undefined) return refuse("holds a document whose configuration or name cannot be read");
  // The schema skips what it cannot read, which suits the browser's own storage. A shared document must be complete.
  const lost = (["samples", "commonLabels", "clock", "seed", "holdEnd", "steps", "tests", "lineEnd"] as const).find(
    (key) => given[key] !== undefined && !sameJson(key === "samples" ? samples : given[key], content[key]),
  );
  if (lost !== undefined) return refuse(`holds a document whose ${WORDS[lost]} cannot be read`);
  return { ok: true, shared: { content: { ...content, draft: null }, selection: selection ?? null } };
}

const WORDS = {
  samples: "samples",
  commonLabels: "labels",
  clock: "clock",
  seed: "seed",
  holdEnd: "clock",
  steps: "steps of the clock",
  tests: "tests",
  lineEnd: "line ends",
} as const;

const withId = (sample: unknown, i: number): unknown =>
  sample !== null && typeof sample === "object" ? { ...sample, id: i + 1 } : sample;

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

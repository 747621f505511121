/**
 * A document of the editor as the page opens it: the JSON of a bundle (`apps/web/src/features/share/shared-document.ts` reads it), as
 * it is in a file, or compressed in the fragment of a link, which browsers do not send to the server of the page.
 */
import { basename } from "node:path";
import { deflateSync } from "node:zlib";
import { lineEndOf, type SampleContent, tidySample } from "@sluice/engine";
import { readSampleFile } from "./sample-file.ts";
import { NamedFileError, resolveNamed } from "./workspace-files.ts";

export interface EditedDocument {
  readonly uri: string;
  readonly text: string;
  /** Undefined: it is no file of this machine. */
  readonly path: string | undefined;
  /** Folders that are open in the editor. */
  readonly folders: readonly string[];
  /** What `sluice:samples` names. */
  readonly samplesFile: string | undefined;
}

export interface HandedDocument {
  readonly name: string;
  readonly text: string;
  readonly samples: readonly SampleContent[];
  /** When the clock of its runs starts, RFC 3339. */
  readonly clock: string;
  /** What is not as the editor has it: samples that are missing, and why. */
  readonly note: string | undefined;
}

/** UTF-16 units of a configuration, and of the lines of all samples together, that the page takes. */
export const MAX_PAGE_TEXT = 1024 * 1024;
export const MAX_PAGE_LINES = 4_000_000;
/** Characters of a link: some of the programs that open one take no longer ones. */
export const MAX_LINK = 8000;
/** UTF-16 units of lines that are tried for a link: what is longer does not fit, unless it is one line again and again. */
const MAX_LINK_LINES = 400_000;

const count = (samples: number): string => samples.toLocaleString("en");

/** The document with the samples that it names, at `now` (milliseconds since 1970); or why the page cannot take it. */
export async function handOver(
  { text, path, uri, folders, samplesFile }: EditedDocument,
  now: number,
): Promise<HandedDocument | string> {
  if (text.length > MAX_PAGE_TEXT)
    return `the page takes configurations of up to ${count(MAX_PAGE_TEXT)} characters, and this one has ${count(text.length)}`;
  const plain = {
    name: nameOf(path ?? uri),
    text: text.toWellFormed(),
    samples: [],
    clock: new Date(now).toISOString(),
    note: undefined,
  };
  if (samplesFile === undefined || path === undefined) return plain;
  try {
    const read = await readSampleFile(await resolveNamed(samplesFile, path, folders), samplesFile);
    const { entries, cut } = read.samples;
    const samples = withinLines(entries, MAX_PAGE_LINES);
    const less = cut || samples.length < entries.length;
    return {
      ...plain,
      samples,
      note: less ? `The page has the first ${count(samples.length)} entries of ${samplesFile}.` : undefined,
    };
  } catch (error) {
    if (!(error instanceof NamedFileError)) throw error;
    return { ...plain, note: `The page has no samples: ${error.message}.` };
  }
}

/** As many of the first as have `most` UTF-16 units in their lines. */
function withinLines(samples: readonly SampleContent[], most: number): readonly SampleContent[] {
  let room = most;
  const end = samples.findIndex(({ line }) => {
    room -= line.length;
    return room < 0;
  });
  return end < 0 ? samples : samples.slice(0, end);
}

/** The JSON of a bundle, with the first `most` samples. */
export function handedJson({ name, text, samples, clock }: HandedDocument, most = samples.length): string {
  return JSON.stringify({
    sluice: "document",
    version: 1,
    content: {
      name,
      text: text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"),
      ...(lineEndOf(text) === "\n" ? {} : { lineEnd: "\r\n" }),
      samples: samples.slice(0, most).map((sample) => tidySample(sample)),
      clock,
    },
  });
}

/**
 * The link that opens the document in the page at `page`, which ends with a slash, with as many of its first samples as
 * leave it short enough; or why there is none.
 */
export function linkTo(
  page: string,
  document: HandedDocument,
): { readonly url: string; readonly samples: number } | string {
  const withSamples = (most: number): string => {
    const packed = deflateSync(handedJson(document, most), { level: 9 });
    return `${page}#s1=${packed.toString("base64url")}`;
  };
  const possible = withinLines(document.samples, MAX_LINK_LINES).length;
  const whole = withSamples(possible);
  if (whole.length <= MAX_LINK) return { url: whole, samples: possible };
  let found = withSamples(0);
  if (found.length > MAX_LINK)
    return `the configuration is too long for a link (${count(found.length)} characters, ${count(MAX_LINK)} at most)`;
  // More samples make a longer link, but for a few characters.
  let [low, high] = [0, possible];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const url = withSamples(middle);
    if (url.length <= MAX_LINK) [low, found] = [middle, url];
    else high = middle;
  }
  return { url: found, samples: low };
}

const nameOf = (path: string): string => basename(path).replace(/\.(?:alloy|river)$/, "") || "configuration";

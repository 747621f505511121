/** What a request for a preview asks: its body read, the entries and the pipeline found. */
import {
  DEFAULT_SEED,
  type Diagnostic,
  findPipeline,
  isSeed,
  messageOf,
  type Nanos,
  type OpenedDocument,
  openDocument,
  type PreviewPipeline,
  parseRfc3339,
  previewablePipelines,
  type ReadPush,
  readPushBody,
  readSamples,
  type Sample,
  type SampleProblem,
  toSample,
} from "@sluice/engine";
import { NO_STREAMS } from "@sluice/engine/lokipush";

const MAX_SAMPLES = 2000;

export interface PreviewRequest {
  readonly config: string;
  readonly pipeline: PreviewPipeline;
  readonly samples: readonly Sample[];
  /** What was passed over in the entries. */
  readonly warnings: readonly SampleProblem[];
  readonly start: Nanos;
  readonly seed: number;
}

/** What is wrong with a request, with the HTTP status that says so. */
export class RequestError extends Error {
  readonly status: number;
  readonly config: string;
  readonly diagnostics: readonly Diagnostic[];

  /** `diagnostics` are those of the configuration `config`. */
  constructor(status: number, message: string, config = "", diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.status = status;
    this.config = config;
    this.diagnostics = diagnostics;
  }
}

/** Reads a body, once; its clock starts at `now` unless it says otherwise. Throws `RequestError`. */
export function readPreviewRequest(bytes: Uint8Array, now: Nanos): PreviewRequest {
  const body = readPushBody(bytes, BODY_KEYS);
  if (!body.ok) throw new RequestError(400, isOtherJson(bytes) ? "the body must be a JSON object" : body.message);
  const field = (name: string) => parseField(name, body.also.get(name));
  const config = field("config");
  if (typeof config !== "string")
    throw new RequestError(
      400,
      'body must be an object with "config" (a string), and "samples" (a string) or "streams" (a list)',
    );
  const start = field("now");
  const at = start === undefined ? now : typeof start === "string" ? parseRfc3339(start) : undefined;
  if (at === undefined) throw new RequestError(400, "now must be an RFC 3339 time");
  const asked = field("seed");
  const seed = asked === undefined ? DEFAULT_SEED : asked;
  if (!isSeed(seed)) throw new RequestError(400, "seed must be a whole number");
  const samples = field("samples");
  const document = openDocument(config, { purpose: "preview" });
  if (samples === undefined && !body.hasStreams && document.samplesFile !== undefined)
    throw new RequestError(400, `entries are missing: ${notOpened(document.samplesFile.file)}`);
  const read = samples === undefined ? readStreams(body) : readSampleText(samples, body.hasStreams);
  const pipeline = choosePipeline(document, field("pipeline"));
  const warnings = [...body.warnings, ...read.warnings];
  return { config, pipeline, samples: read.samples, warnings, start: at, seed };
}

/** Whether it is JSON, but no object. */
function isOtherJson(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  if (/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const notOpened = (file: string) =>
  `sluice:samples names ${JSON.stringify(file)}, which the server does not open; send its content as "samples"`;

const BODY_KEYS: ReadonlySet<string> = new Set(["config", "pipeline", "now", "seed", "samples"]);

/** The value of one key of the body. */
function parseField(name: string, written: string | undefined): unknown {
  if (written === undefined) return undefined;
  try {
    return JSON.parse(written);
  } catch (error) {
    throw new RequestError(400, `body is not JSON: ${name}: ${messageOf(error)}`);
  }
}

type RequestSamples = Pick<PreviewRequest, "samples" | "warnings">;

const TOO_MANY = `more than ${MAX_SAMPLES} entries; preview them in parts`;

/** The entries of the body as a push body. */
function readStreams({ entries, hasStreams }: Extract<ReadPush, { readonly ok: true }>): RequestSamples {
  if (!hasStreams) throw new RequestError(400, NO_STREAMS);
  if (entries.length > MAX_SAMPLES) throw new RequestError(413, TOO_MANY);
  return { samples: entries.map((entry) => toSample(entry, {})), warnings: [] };
}

/** Those of a text, as the command line and the page read it. */
function readSampleText(text: unknown, streams: boolean): RequestSamples {
  if (typeof text !== "string" || streams)
    throw new RequestError(400, 'send entries as "samples" (a string) or as "streams" (a list), not both');
  const read = readSamples(text, { most: MAX_SAMPLES });
  if (!read.ok && read.tooMany) throw new RequestError(413, TOO_MANY);
  if (!read.ok) throw new RequestError(400, `samples, line ${read.error.line}: ${read.error.message}`);
  return { samples: read.entries.map((entry) => toSample(entry, {})), warnings: read.warnings };
}

/** The pipeline called `wanted`, or the first. */
function choosePipeline(document: OpenedDocument, wanted: unknown): PreviewPipeline {
  if (wanted !== undefined && typeof wanted !== "string") throw new RequestError(400, "pipeline must be a text");
  const pipelines = previewablePipelines(document);
  const chosen = wanted === undefined ? pipelines[0] : findPipeline(document, wanted);
  if (chosen !== undefined) return chosen;
  throw new RequestError(422, whyNone(document, wanted, pipelines), document.text, document.diagnostics);
}

function whyNone(document: OpenedDocument, wanted: string | undefined, others: readonly { id: string }[]): string {
  if (document.kind === "stages" && !document.ok) return "the stages have errors";
  if (wanted !== undefined)
    return `there is no such pipeline; there are: ${others.map(({ id }) => id).join(", ") || "none"}`;
  return document.ok ? "there is no logs.process to preview" : "the configuration has errors";
}

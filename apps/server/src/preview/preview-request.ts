/** What a request for a preview asks: its body read, the entries and the pipeline found. */
import {
  type Diagnostic,
  decodeGo,
  findPipeline,
  type Nanos,
  openDocument,
  type PreviewPipeline,
  parseRfc3339,
  previewablePipelines,
  readPushBody,
  readSamples,
  type Sample,
  type SampleProblem,
  toSample,
} from "@sluice/engine";

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

/** Reads a body; its clock starts at `now` unless it says otherwise. Throws `RequestError`. */
export function readPreviewRequest(bytes: Uint8Array, now: Nanos): PreviewRequest {
  const text = decodeGo(bytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new RequestError(400, `body is not JSON: ${(error as Error).message}`);
  }
  if (body === null || typeof body !== "object" || typeof (body as { config?: unknown }).config !== "string") {
    throw new RequestError(
      400,
      'body must be an object with a text "config", and a text "samples" or a list "streams"',
    );
  }
  const { config, pipeline, now: start, seed = 42, samples } = body as Record<string, unknown> & { config: string };
  const at = start === undefined ? now : typeof start === "string" ? parseRfc3339(start) : undefined;
  if (at === undefined) throw new RequestError(400, "now must be an RFC 3339 time");
  if (!Number.isSafeInteger(seed)) throw new RequestError(400, "seed must be a whole number");
  const read = samples === undefined ? readStreams(text) : readSampleText(samples, Object.hasOwn(body, "streams"));
  return { config, pipeline: choosePipeline(config, pipeline), ...read, start: at, seed: seed as number };
}

type RequestSamples = Pick<PreviewRequest, "samples" | "warnings">;

const BODY_KEYS: ReadonlySet<string> = new Set(["config", "pipeline", "now", "seed"]);
const TOO_MANY = `more than ${MAX_SAMPLES} entries; preview them in parts`;

/** The entries of the body as a push body. */
function readStreams(text: string): RequestSamples {
  const read = readPushBody(text, BODY_KEYS);
  if (!read.ok) throw new RequestError(400, read.message);
  if (read.entries.length > MAX_SAMPLES) throw new RequestError(413, TOO_MANY);
  return { samples: read.entries.map((entry) => toSample(entry, {})), warnings: read.warnings };
}

/** Those of a text, as the command line and the page read it. */
function readSampleText(text: unknown, streams: boolean): RequestSamples {
  if (typeof text !== "string" || streams)
    throw new RequestError(400, 'entries come as a text "samples" or as a list "streams", not both');
  const read = readSamples(text, { most: MAX_SAMPLES });
  if (!read.ok && read.tooMany) throw new RequestError(413, TOO_MANY);
  if (!read.ok) throw new RequestError(400, `samples, line ${read.error.line}: ${read.error.message}`);
  return { samples: read.entries.map((entry) => toSample(entry, {})), warnings: read.warnings };
}

function choosePipeline(config: string, wanted: unknown): PreviewPipeline {
  const document = openDocument(config, { purpose: "preview" });
  const pipelines = previewablePipelines(document);
  const chosen = typeof wanted === "string" ? findPipeline(document, wanted) : pipelines[0];
  if (chosen !== undefined) return chosen;
  const ids = pipelines.map(({ id }) => id).join(", ") || "none";
  const message =
    document.kind === "stages" && !document.ok
      ? "the stages have errors"
      : `there is no such pipeline to preview; there are: ${ids}`;
  throw new RequestError(422, message, config, document.diagnostics);
}

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
  type Sample,
} from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lokipush";

const MAX_SAMPLES = 2000;

export interface PreviewRequest {
  readonly config: string;
  readonly pipeline: PreviewPipeline;
  readonly samples: readonly Sample[];
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
    throw new RequestError(400, 'body must be an object with a text "config" and a list "streams", as in a push body');
  }
  const { config, pipeline, now: start, seed = 42 } = body as Record<string, unknown> & { config: string };
  const at = start === undefined ? now : typeof start === "string" ? parseRfc3339(start) : undefined;
  if (at === undefined) throw new RequestError(400, "now must be an RFC 3339 time");
  if (!Number.isSafeInteger(seed)) throw new RequestError(400, "seed must be a whole number");
  const samples = readSamples(text);
  return { config, pipeline: choosePipeline(config, pipeline), samples, start: at, seed: seed as number };
}

function readSamples(text: string): Sample[] {
  const parsed = parsePushJson(text);
  if (!parsed.ok) throw new RequestError(400, parsed.message);
  const count = parsed.streams.reduce((sum, { entries }) => sum + entries.length, 0);
  if (count > MAX_SAMPLES) throw new RequestError(413, `more than ${MAX_SAMPLES} entries; preview them in parts`);
  return parsed.streams.flatMap(({ labels, entries }) =>
    entries.map(({ timestamp, line, metadata }) => ({ line, labels, timestamp, metadata })),
  );
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

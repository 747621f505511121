/**
 * `POST /api/preview`: sample entries through a pipeline of a configuration that is sent along, answered in the trace's
 * documented form. It touches neither the pipelines that run nor files nor the environment, and is bounded, because it
 * shares the process with live traffic.
 */
import {
  buildWithResources,
  decodeGo,
  entryRecord,
  isStageBody,
  loadConfig,
  loadStages,
  outputRecord,
  type PlacedDiagnostic,
  Preview,
  type PreviewPipeline,
  parseFile,
  parseRfc3339,
  placeDiagnostics,
  previewablePipelines,
  type Sample,
  summaryRecord,
} from "@sluice/engine";
import { parsePushJson } from "@sluice/engine/lang/lokipush";
import type { Request, Response } from "express";
import { sha256Hex } from "../host/stage-host.ts";
import { BodyError, ClientGone, readBody } from "./body.ts";

/** Bytes of a request's body, and entries in it. */
const MAX_BODY = 4 * 1024 * 1024;
const MAX_SAMPLES = 2000;

/** What is wrong with a request, beyond one line: the configuration's own diagnostics. */
class Refused extends BodyError {
  readonly diagnostics: readonly PlacedDiagnostic[];

  constructor(message: string, diagnostics: readonly PlacedDiagnostic[]) {
    super(422, message);
    this.diagnostics = diagnostics;
  }
}

/** Answers `{outputs, entries, summary}`, or `{error, diagnostics?}` with 400, 413, 415 or 422. */
export async function answerPreview(request: Request, response: Response, now: () => bigint): Promise<void> {
  response.set("Cache-Control", "no-store");
  try {
    if (!request.is("application/json")) throw new BodyError(415, "send application/json");
    response.json(runPreview(decodeGo(await readBody(request, MAX_BODY)), now));
  } catch (error) {
    if (error instanceof ClientGone) return;
    if (!(error instanceof BodyError)) throw error;
    if (error.status === 413) response.set("Connection", "close");
    const diagnostics = error instanceof Refused ? { diagnostics: error.diagnostics } : {};
    response.status(error.status).json({ error: error.message, ...diagnostics });
  }
}

function runPreview(text: string, now: () => bigint): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new BodyError(400, `body is not JSON: ${(error as Error).message}`);
  }
  if (body === null || typeof body !== "object" || typeof (body as { config?: unknown }).config !== "string") {
    throw new BodyError(400, 'body must be an object with a text "config" and a list "streams", as in a push body');
  }
  const { config, pipeline, now: start, seed = 42 } = body as Record<string, unknown>;
  const at = start === undefined ? now() : typeof start === "string" ? parseRfc3339(start) : undefined;
  if (at === undefined) throw new BodyError(400, "now must be an RFC 3339 time");
  if (!Number.isSafeInteger(seed)) throw new BodyError(400, "seed must be a whole number");
  const samples = readSamples(text);
  const found = findPipeline(config as string, pipeline);
  const built = buildWithResources(() =>
    Preview.run(found, samples, {
      start: at,
      seed: seed as number,
      host: { resource: () => undefined, sha256: sha256Hex },
    }),
  );
  if (!built.ok) throw new Refused(built.diagnostic.message, placeDiagnostics(config as string, [built.diagnostic]));
  const preview = built.built;
  return {
    outputs: preview.outputs.map(outputRecord),
    entries: samples.map((_, i) => entryRecord(preview, i)),
    summary: summaryRecord(preview, false),
  };
}

function readSamples(text: string): Sample[] {
  const parsed = parsePushJson(text);
  if (!parsed.ok) throw new BodyError(400, parsed.message);
  const samples = parsed.streams.flatMap(({ labels, entries }) =>
    entries.map(({ timestamp, line, metadata }) => ({ line, labels, timestamp, metadata })),
  );
  if (samples.length > MAX_SAMPLES) throw new BodyError(413, `more than ${MAX_SAMPLES} entries; preview them in parts`);
  return samples;
}

function findPipeline(config: string, wanted: unknown): PreviewPipeline {
  if (isStageBody(parseFile(config).file.body)) {
    const { stages, diagnostics, ok } = loadStages(config);
    if (!ok) throw new Refused("the stages have errors", placeDiagnostics(config, diagnostics));
    return { stages, dialect: "logs" };
  }
  const loaded = loadConfig(config, { unknownComponents: "warning" });
  const pipelines = previewablePipelines(loaded);
  const chosen = wanted === undefined ? pipelines[0] : pipelines.find(({ id }) => id === wanted);
  if (chosen !== undefined) return chosen;
  const ids = pipelines.map(({ id }) => id).join(", ") || "none";
  throw new Refused(
    `there is no such pipeline to preview; there are: ${ids}`,
    placeDiagnostics(config, loaded.diagnostics),
  );
}

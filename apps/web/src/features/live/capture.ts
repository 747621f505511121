/** Adds entries of the server as samples of the open document, or of a new one. */
import type { CaptureAnswer, CaptureRequest, CaptureTargets } from "@sluice/protocol";
import { captureRoutes } from "@sluice/protocol/capture";
import * as v from "valibot";
import type { App } from "../../core/page/app.ts";
import { documentNotes } from "../../core/page/documents/document-notes.ts";
import { notify } from "../../core/page/notify.ts";
import type { AskServer } from "../../core/server/ask-server.ts";
import { askFor } from "../../core/server/server-api.ts";
import { KEYS } from "../../core/storage/text-storage.ts";
import { plural } from "../../core/text/counted.ts";
import type { Result } from "../../core/text/result.ts";
import { addSamples } from "../samples/index.ts";

const NO_CAPTURE = "This server cannot capture entries.";

export const readTargets = (ask: AskServer): Promise<Result<CaptureTargets>> =>
  askFor(ask, captureRoutes.captureTargets, {}, NO_CAPTURE);

export const capture = (ask: AskServer, body: CaptureRequest): Promise<Result<CaptureAnswer>> =>
  askFor(ask, captureRoutes.capture, { body }, NO_CAPTURE);

/** The pipeline that each document's samples entered. */
const captured = documentNotes(KEYS.captured, v.string());

/** The source of captured entries: the pipeline that they enter, or a Loki. */
export interface CaptureSource {
  readonly component?: string | undefined;
  /** In words. */
  readonly from: string;
}

/**
 * Whether entries of a pipeline go into a new document. Those of two pipelines are not mixed, since one configuration's
 * stages would run on the input of another.
 */
export function opensOwn(app: App, component: string | undefined): boolean {
  const other = captured.of(app);
  return component !== undefined && other !== undefined && other !== component && hasSamples(app);
}

const hasSamples = ({ stores }: App): boolean => stores.document.getState().samples.length > 0;

/** Adds captured entries to the document, or to a new one, and reports replaced secrets. */
export function addCaptured(app: App, { samples, replaced }: CaptureAnswer, { component, from }: CaptureSource): void {
  const source = { from, name: component === undefined ? "Captured logs" : `Captured from ${component}` };
  addSamples(app, samples, source, opensOwn(app, component));
  if (component !== undefined) captured.set(app.documents.app, component);
  const kinds = Object.entries(replaced).filter(([, count]) => count > 0);
  if (kinds.length === 0) return;
  const sum = kinds.reduce((all, [, count]) => all + count, 0);
  const words = kinds.map(([kind, count]) => `${count} ${kind.replaceAll("_", " ")}`).join(", ");
  notify(
    app,
    "info",
    `${sum} ${plural(sum, "text that looks like a secret was", "texts that look like secrets were")} replaced: ${words}.`,
    undefined,
    "capture",
  );
}

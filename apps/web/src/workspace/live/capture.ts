/** Entries of the server as samples of the open document. */
import type { CaptureAnswer, CaptureRequest, CaptureTargets } from "@sluice/engine/live";
import { plural } from "../../domain/counted.ts";
import { readCaptureAnswer, readCaptureTargets } from "../../domain/live/read-live.ts";
import type { Result } from "../../workers/profile-protocol.ts";
import type { App } from "../app.ts";
import type { AskServer } from "../ask-server.ts";
import { addSamples } from "../commands/add-samples.ts";
import { notify } from "../commands/notify.ts";
import { readAnswer } from "../read-answer.ts";

const PATH = "api/capture";
const NO_CAPTURE = "The server is one that captures nothing.";

export const readTargets = async (ask: AskServer): Promise<Result<CaptureTargets>> =>
  readAnswer(await ask(PATH), readCaptureTargets, NO_CAPTURE);

export const capture = async (ask: AskServer, request: CaptureRequest): Promise<Result<CaptureAnswer>> =>
  readAnswer(await ask(PATH, request), readCaptureAnswer, NO_CAPTURE);

/** Adds what was captured to the document, and says what was replaced. */
export function addCaptured(app: App, { samples, replaced }: CaptureAnswer, from: string): void {
  addSamples(app, samples, { from, name: "Captured logs" });
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

/** The worker side that runs previews, and answers what is asked about them. */
import { withParts } from "@sluice/engine";
import { analysisOrWhy, describeDocument, keepLastOpened } from "../../core/workers/analyze.ts";
import type { WorkerScope } from "../../core/workers/port.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import { type Handlers, type Reply, type Request, serveRequests } from "../../core/workers/requests.ts";
import { costQuestions } from "./cost-questions.ts";
import { documentQuestions } from "./document-questions.ts";
import { LastRun, StageFiles } from "./last-run.ts";
import { patternQuestions } from "./pattern-questions.ts";
import { resultQuestions } from "./result-questions.ts";
import { RunQuestions } from "./run-questions.ts";

export function servePreview(scope: WorkerScope<Request<PreviewKinds>, Reply<PreviewKinds>>): void {
  const open = keepLastOpened();
  const files = new StageFiles();
  const last = new LastRun();
  const runs = new RunQuestions({ open, files, last });
  const handlers: Handlers<PreviewKinds> = {
    ready: () => undefined,
    open(text) {
      open(text);
      return undefined;
    },
    analyze: (text) => analysisOrWhy(text, () => describeDocument(open(text))),
    file({ path, file }) {
      files.set(path, file);
      return undefined;
    },
    ...runs.handlers,
    ...resultQuestions({ open, files, last, runEnded: () => runs.ended }),
    ...documentQuestions({ open, files }),
    ...patternQuestions({ files, last }),
    ...costQuestions({ open, files, last }),
  };
  serveRequests(scope, handlers, withParts);
}

/**
 * The worker side that understands configurations: problems, stages, completion, hover, references, formatting. It keeps the text
 * that it was asked about last, opened, and nothing else.
 */
import {
  changesMeaning,
  complete,
  definition,
  folds,
  formatDocument,
  hover,
  references,
  rename,
  renameTarget,
} from "@sluice/engine";
import { describeDocument, keepLastOpened } from "./analyze.ts";
import type { LanguageKinds } from "./language-protocol.ts";
import type { WorkerScope } from "./port.ts";
import { type Reply, type Request, serveRequests } from "./requests.ts";

export function serveLanguage(scope: WorkerScope<Request<LanguageKinds>, Reply<LanguageKinds>>): void {
  const open = keepLastOpened();
  serveRequests<LanguageKinds>(scope, {
    analyze: (text) => describeDocument(open(text)),
    complete: ({ text, offset }) => complete(text, offset),
    hover: ({ text, offset }) => hover(open(text).file, offset),
    definition: ({ text, offset }) => definition(open(text).file, offset),
    references: ({ text, offset }) => references(open(text).file, offset),
    renameTarget: ({ text, offset }) => renameTarget(open(text).file, offset),
    rename: ({ text, offset, to }) => rename(open(text).file, offset, to),
    folds: (text) => folds(open(text).file),
    format: (text) => {
      const formatted = formatDocument(open(text));
      if (!formatted.ok) return { kind: "not parsed" };
      if (formatted.warnings.some(changesMeaning)) return { kind: "changes meaning" };
      return { kind: "formatted", text: formatted.text };
    },
  });
}

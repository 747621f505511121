/**
 * The worker side that understands configurations: problems, stages, completion, hover, formatting. It keeps the text
 * that it was asked about last, opened, and nothing else.
 */
import { complete, formatFile, hover, type OpenedDocument } from "@sluice/engine";
import { describeDocument, openForPreview } from "./analyze.ts";
import type { LanguageKinds } from "./language-protocol.ts";
import type { WorkerScope } from "./port.ts";
import { type Reply, type Request, serveRequests } from "./requests.ts";

export function serveLanguage(scope: WorkerScope<Request<LanguageKinds>, Reply<LanguageKinds>>): void {
  let last: OpenedDocument | undefined;
  const open = (text: string): OpenedDocument => {
    if (last?.text !== text) last = openForPreview(text);
    return last;
  };
  serveRequests<LanguageKinds>(scope, {
    analyze: (text) => describeDocument(open(text)),
    complete: ({ text, offset }) => complete(text, offset),
    hover: ({ text, offset }) => hover(open(text).file, offset),
    format: (text) => {
      const formatted = formatFile(text);
      return formatted.ok ? formatted.text : undefined;
    },
  });
}

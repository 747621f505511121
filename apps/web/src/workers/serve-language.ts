/** The worker side that understands configurations: problems, stages, completion, hover, formatting. Stateless. */
import { complete, formatFile, hover } from "@sluice/engine";
import { analyze } from "./analyze.ts";
import type { LanguageKinds } from "./language-protocol.ts";
import type { WorkerScope } from "./port.ts";
import { type Reply, type Request, serveRequests } from "./requests.ts";

export function serveLanguage(scope: WorkerScope<Request<LanguageKinds>, Reply<LanguageKinds>>): void {
  serveRequests<LanguageKinds>(scope, {
    analyze,
    complete: ({ text, offset }) => complete(text, offset),
    hover: ({ text, offset }) => hover(text, offset),
    format: (text) => {
      const formatted = formatFile(text);
      return formatted.ok ? formatted.text : undefined;
    },
  });
}

/**
 * The script of both workers: one understands the configuration while it is typed, the other runs previews and may be
 * busy or ended at any time. One script, so that the engine is loaded once. The worker's name says which it is.
 */
import type { LanguageReply, LanguageRequest } from "./language/protocol.ts";
import { serveLanguage } from "./language/serve-language.ts";
import type { PreviewReply, PreviewRequest } from "./preview/protocol.ts";
import { servePreview } from "./preview/serve-preview.ts";
import type { WorkerScope } from "./preview/worker-port.ts";

const scope: unknown = self;
if (self.name === "language") serveLanguage(scope as WorkerScope<LanguageRequest, LanguageReply>);
else servePreview(scope as WorkerScope<PreviewRequest, PreviewReply>);

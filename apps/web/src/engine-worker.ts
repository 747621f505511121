/**
 * The script of both workers: one understands the configuration while it is typed, the other runs previews and may be
 * busy or ended at any time. One script, so that the engine is loaded once. The worker's name says which it is.
 */
import { serveLanguage } from "./language/serve-language.ts";
import { servePreview } from "./preview/serve-preview.ts";
import type { WorkerScope } from "./preview/worker-port.ts";

if (self.name === "language") serveLanguage(self as unknown as WorkerScope<never, unknown>);
else servePreview(self as unknown as WorkerScope<never, unknown>);

/**
 * The script of both workers: one understands the configuration while it is typed, the other runs previews and may be
 * busy or ended at any time. One script, so that the engine is loaded once. The worker's name says which it is.
 */
import { serveLanguage } from "./serve-language.ts";
import { servePreview } from "./serve-preview.ts";

const scope: unknown = self;
if (self.name === "language") serveLanguage(scope as Parameters<typeof serveLanguage>[0]);
else servePreview(scope as Parameters<typeof servePreview>[0]);

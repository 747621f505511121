/** The script of the worker that opens profiles. It starts with the first one, and knows nothing of the engine. */
import { serveProfiles } from "./serve-profiles.ts";

const scope: unknown = self;
serveProfiles(scope as Parameters<typeof serveProfiles>[0]);

/** The script of the profile worker. It starts with the first profile, and is independent of the engine. */
import { serveProfiles } from "./serve-profiles.ts";

const scope: unknown = self;
serveProfiles(scope as Parameters<typeof serveProfiles>[0]);

/** What the live area keeps after its first visit. */
import type { LiveSession } from "./live-session.ts";
import type { ShadowSession } from "./shadow/shadow-session.ts";
import type { TapSession } from "./tap-session.ts";

export interface LiveArea {
  readonly live: LiveSession;
  readonly tap: TapSession;
  readonly shadow: ShadowSession;
}

declare module "../../core/page/stores.ts" {
  interface AreaParts {
    live: LiveArea;
  }
}

/** What the profiles area keeps after its first visit. */
import type { ProfileSession } from "./profile-session.ts";
import type { RequestSession } from "./request-session.ts";

export interface ProfilesArea {
  readonly session: ProfileSession;
  readonly requests: RequestSession;
}

declare module "../../../core/page/stores.ts" {
  interface AreaParts {
    profiles: ProfilesArea;
  }
}

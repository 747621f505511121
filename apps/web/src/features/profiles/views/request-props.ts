/** The props of the views of an open request. */
import type { ProfileSession } from "../sessions/profile-session.ts";
import type { OpenRequest, RequestSession } from "../sessions/request-session.ts";

export interface RequestProps {
  readonly session: ProfileSession;
  readonly requests: RequestSession;
  readonly opened: OpenRequest;
}

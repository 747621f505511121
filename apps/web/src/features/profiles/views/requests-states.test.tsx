import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createRealApp, show } from "../../../testing/views.tsx";
import { ProfileSession } from "../sessions/profile-session.ts";
import { RequestSession } from "../sessions/request-session.ts";
import { NoRequests } from "./requests-states.tsx";

it("says without a server which command starts one", () => {
  const test = createRealApp();
  const requests = new RequestSession(
    { askServer: test.app.access.ask, scheduler: test.time, serverStatus: () => "absent", isVisible: () => true },
    new ProfileSession(test.platform.startProfiles),
  );
  requests.store.setState({ phase: "no-server" });
  show(test, <NoRequests requests={requests} onChoose={() => {}} />);
  expect(screen.getByText(/^Requests come from/).textContent).toContain(
    "you are not signed in. sluice run starts one.",
  );
});

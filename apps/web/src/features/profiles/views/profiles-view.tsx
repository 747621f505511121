/** The profiles area: requests, files and profilers on the left, the shown profile on the right. */
import { useEffect } from "react";
import { useStore } from "zustand";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { notify } from "../../../core/page/notify.ts";
import * as paneCss from "../../../ui/pane.module.css";
import { ProfileSession } from "../sessions/profile-session.ts";
import type { ProfilesArea } from "../sessions/profiles-parts.ts";
import { RequestSession } from "../sessions/request-session.ts";
import { ProfilePane } from "./profile-pane.tsx";
import * as css from "./profiles.module.css";
import { ProfilesSide } from "./profiles-side.tsx";
import { RequestPane } from "./request-pane.tsx";

export default function ProfilesView() {
  const app = useApp();
  const profiles = useAppState("area", (state) => state.profiles);
  useEffect(() => {
    const { area, server } = app.stores;
    if (area.getState().profiles !== undefined) return;
    const { platform, scheduler } = app;
    const session = new ProfileSession(platform.startProfiles);
    const requests = new RequestSession(
      {
        askServer: app.access.ask,
        scheduler,
        serverStatus: () => server.getState().status,
        isVisible: platform.isVisible,
      },
      session,
    );
    area.setState({ profiles: { session, requests } });
  }, [app]);
  return profiles === undefined ? <main className={paneCss.panes} aria-busy="true" /> : <Profiles {...profiles} />;
}

function Profiles({ session, requests }: ProfilesArea) {
  const app = useApp();
  const handed = useAppState("area", (state) => state.handed);
  const subject = useStore(session.store, (state) => state.subject);
  const opened = useStore(requests.store, (state) => state.opened);
  useEffect(() => requests.follow(), [requests]);
  useEffect(() => {
    if (handed.length === 0) return;
    app.stores.area.setState({ handed: [] });
    void session.open(handed).then((told) => {
      if (told !== undefined) notify(app, told.tone, told.message, undefined, "profiles");
    });
  }, [app, session, handed]);
  return (
    <main className={`${paneCss.panes} ${css.profiles}`}>
      <ProfilesSide session={session} requests={requests} />
      {subject === "request" && opened !== null ? (
        <RequestPane session={session} requests={requests} opened={opened} />
      ) : (
        <ProfilePane session={session} />
      )}
    </main>
  );
}

/** The area of profiles: what is open at the left, what is shown of it at the right. */
import "../../styles/profiles.css";
import { useEffect } from "react";
import { useStore } from "zustand";
import { notify } from "../../workspace/commands/notify.ts";
import { ProfileSession } from "../../workspace/profile-session.ts";
import { useApp, useAppState } from "../app-context.ts";
import { PointProfilers } from "./point-profilers.tsx";
import { ProfileFiles } from "./profile-files.tsx";
import { ProfilePane } from "./profile-pane.tsx";

export default function ProfilesView() {
  const { stores, platform } = useApp();
  const session = useAppState("area", (state) => state.profiles);
  useEffect(() => {
    if (stores.area.getState().profiles === null)
      stores.area.setState({ profiles: new ProfileSession(platform.startProfiles) });
  }, [stores, platform]);
  return session === null ? <main className="panes" aria-busy="true" /> : <Profiles session={session} />;
}

function Profiles({ session }: { session: ProfileSession }) {
  const app = useApp();
  const handed = useAppState("area", (state) => state.handed);
  const empty = useStore(session.store, (state) => state.files.length === 0);
  useEffect(() => {
    if (handed.length === 0) return;
    app.stores.area.setState({ handed: [] });
    void session.open(handed).then((problem) => {
      if (problem !== undefined) notify(app, "error", problem, undefined, "profiles");
    });
  }, [app, session, handed]);
  return (
    <main className="panes profiles">
      <section className="pane" aria-label="Profiles">
        <ProfileFiles session={session} />
        <div className="profiles-scroll">
          {empty && (
            <div className="empty">
              <p>No profile is open.</p>
              <p>
                Drop a <code>.pprof</code>, <code>.pb.gz</code> or folded file anywhere on the page, or open one. It is
                read in this browser and sent nowhere. A second one can be merged or compared with the first.
              </p>
            </div>
          )}
          <PointProfilers />
        </div>
      </section>
      <ProfilePane session={session} />
    </main>
  );
}

/** The left side of the profiles area: recorded requests, open files, instructions for profilers. */
import { Pause, Play } from "lucide-react";
import { useId } from "react";
import { useStore } from "zustand";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import type { ProfilesSide as Side } from "../../../core/page/stores.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import { TabList } from "../../../ui/tab-list.tsx";
import type { ProfilesArea } from "../sessions/profiles-parts.ts";
import { PointProfilers } from "./point-profilers.tsx";
import { ProfileFiles } from "./profile-files.tsx";
import * as profilesCss from "./profiles.module.css";
import * as requestsCss from "./requests.module.css";
import { RequestsTab } from "./requests-tab.tsx";

const TABS: readonly { id: Side; label: string }[] = [
  { id: "requests", label: "Requests" },
  { id: "files", label: "Files" },
  { id: "profilers", label: "Profilers" },
];

export function ProfilesSide({ session, requests }: ProfilesArea) {
  const { stores } = useApp();
  const side = useAppState("area", (state) => state.side);
  const panel = useId();
  const receivers = useStore(requests.store, (state) => state.list?.receivers);
  const looked = useStore(requests.store, ({ filter, opened }) => filter.receiver ?? opened?.request.receiver);
  const choose = (id: Side) => stores.area.setState({ side: id });
  return (
    <section className={`${paneCss.pane} ${requestsCss.profilesSide}`} aria-label="Profiles">
      <div className={paneCss.paneHead}>
        <TabList label="Profiles" panel={panel} tabs={TABS} current={side} onChoose={choose} />
        <span className="spring" />
        {side === "requests" && <Following requests={requests} />}
      </div>
      <div className={requestsCss.sidePanel} role="tabpanel" id={panel} aria-labelledby={`${panel}-${side}`}>
        {side === "requests" && <RequestsTab requests={requests} session={session} onChoose={choose} />}
        {side === "files" && <ProfileFiles session={session} />}
        {side === "profilers" && (
          <div className={profilesCss.profilesScroll}>
            <PointProfilers receivers={receivers ?? []} looked={looked} />
          </div>
        )}
      </div>
    </section>
  );
}

/** The number of listed requests, and the pause button. */
function Following({ requests }: Pick<ProfilesArea, "requests">) {
  const list = useStore(requests.store, (state) => state.list);
  const latest = useStore(requests.store, (state) => state.latest);
  const paused = useStore(requests.store, (state) => state.paused);
  if (list === null || !list.recording || list.receivers.length === 0) return null;
  const missed = latest === null ? 0 : latest.received - list.received;
  const Icon = paused ? Play : Pause;
  return (
    <>
      <span className="muted small-text">
        {list.requests.length === list.received
          ? list.received.toLocaleString("en")
          : `last ${list.requests.length} of ${list.received.toLocaleString("en")}`}
      </span>
      {missed > 0 && (
        <span className={controlsCss.tag} role="status">
          +{missed.toLocaleString("en")} new
        </span>
      )}
      <button
        type="button"
        className={buttonClass("quiet", "small")}
        aria-label={paused ? "Resume the list" : "Pause the list"}
        title={paused ? "Show new requests again" : "Keep the list unchanged while requests arrive"}
        onClick={() => requests.setPaused(!paused)}
      >
        <Icon aria-hidden="true" size={14} /> {paused ? "Resume" : "Pause"}
      </button>
    </>
  );
}

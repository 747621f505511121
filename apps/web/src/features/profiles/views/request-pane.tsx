/** One recorded request: its profile, its headers, its body. */
import { type ReactNode, useId, useState } from "react";
import { useStore } from "zustand";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import * as readingCss from "../../../ui/reading.module.css";
import { TabList } from "../../../ui/tab-list.tsx";
import { NO_FILTER } from "../reading/request-choice.ts";
import { formatClock, NO_MATCH } from "../reading/request-words.ts";
import { isLeftOut, type OpenRequest } from "../sessions/request-session.ts";
import { UndrawnNote } from "./profile-facts.tsx";
import { DrawnProfile } from "./profile-pane.tsx";
import { RequestBody, RequestHeaders } from "./request-contents.tsx";
import type { RequestProps } from "./request-props.ts";
import { RepeatRequest } from "./request-repeat.tsx";
import { RequestScope } from "./request-scope.tsx";
import { RequestSummary } from "./request-summary.tsx";
import * as css from "./requests.module.css";

type Tab = "profile" | "headers" | "body";
const TABS: readonly { id: Tab; label: string }[] = [
  { id: "profile", label: "Profile" },
  { id: "headers", label: "Headers" },
  { id: "body", label: "Body" },
];

export function RequestPane(props: RequestProps) {
  const { opened } = props;
  const [tab, setTab] = useState<Tab>("profile");
  const panel = useId();
  return (
    <section className={paneCss.pane} data-part="request" aria-label="Request">
      <div className={paneCss.paneHead}>
        <h2>Request</h2>
        <span className="muted small-text">{formatClock(opened.request.time)}</span>
        <span className="spring" />
        <TabList label="Request" panel={panel} tabs={TABS} current={tab} onChoose={setTab} />
      </div>
      <div
        key={tab}
        className={css.panel}
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        id={panel}
        aria-labelledby={`${panel}-${tab}`}
      >
        <LeftOut {...props} />
        {opened.problem !== null && (
          <p className={`${controlsCss.note} tone-error`} role="alert">
            {opened.problem}
          </p>
        )}
        {tab === "profile" && <ProfileTab {...props} />}
        {tab === "headers" && <WithDetail opened={opened}>{(detail) => <RequestHeaders detail={detail} />}</WithDetail>}
        {tab === "body" && (
          <WithDetail opened={opened}>{(detail) => <RequestBody {...props} detail={detail} />}</WithDetail>
        )}
      </div>
    </section>
  );
}

/** The same note as in the inspector, for an entry. */
function LeftOut({ requests }: RequestProps) {
  const isOut = useStore(requests.store, isLeftOut);
  return (
    isOut && (
      <p className={readingCss.leftOut} role="status">
        This request is not in the filtered list.{" "}
        <button type="button" className={controlsCss.link} onClick={() => requests.setFilter(NO_FILTER)}>
          Show all requests
        </button>
      </p>
    )
  );
}

interface WithDetailProps {
  readonly opened: OpenRequest;
  readonly children: (detail: NonNullable<OpenRequest["detail"]>) => ReactNode;
}

/** Content that needs the server's details. */
function WithDetail({ opened: { detail, problem }, children }: WithDetailProps) {
  if (detail !== null) return children(detail);
  return problem === null ? <p className={`${paneCss.empty} ${paneCss.running}`}>Asking the server …</p> : null;
}

function ProfileTab(props: RequestProps) {
  const { session, requests, opened } = props;
  return (
    <>
      <RequestSummary {...props} />
      <RequestScope {...props} />
      <Drawn {...props} />
      {opened.detail !== null && <RepeatRequest requests={requests} detail={opened.detail} session={session} />}
    </>
  );
}

function Drawn({ session, opened: { request } }: RequestProps) {
  const built = useStore(session.store, (state) => state.built);
  const problem = useStore(session.store, (state) => state.problem);
  const note = useStore(session.store, (state) => state.note);
  const opening = useStore(session.store, (state) => state.opening);
  const first = useStore(session.store, (state) => state.opened.find(({ id }) => id === state.shown?.ids[0]));
  if (problem !== null)
    return (
      <p className={`${controlsCss.note} tone-error`} role="alert">
        {problem}
      </p>
    );
  if (built !== null)
    return (
      <div className={css.drawn} aria-busy={opening}>
        {note !== null && (
          <p className={`${controlsCss.note} tone-missed`} role="status">
            {note}
          </p>
        )}
        <DrawnProfile session={session} built={built} rows={10} />
      </div>
    );
  if (opening) return <p className={`${paneCss.empty} ${paneCss.running}`}>Reading the profile …</p>;
  if (request.profiles === 0)
    return (
      <p className={paneCss.empty}>
        Refused with {request.status} before a profile was read, so there is nothing to draw.
      </p>
    );
  if (!request.bodyKept)
    return (
      <p className={paneCss.empty}>Its body is no longer kept: only the newest bodies are, up to 64 MiB in total.</p>
    );
  if (first?.problem !== undefined)
    return (
      <p className={`${controlsCss.note} tone-error`} role="alert">
        {first.problem}
      </p>
    );
  if (first?.about === undefined) return <p className={paneCss.empty}>{NO_MATCH}</p>;
  return (
    <div className={paneCss.empty}>
      <UndrawnNote about={first.about} />
    </div>
  );
}

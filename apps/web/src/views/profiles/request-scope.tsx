/** How much is drawn of a service: one request or a time, with a label or all; and what it is compared with. */
import { GitCompareArrows, X } from "lucide-react";
import { useStore } from "zustand";
import { labelsToChoose, requestsUpTo, SPANS } from "../../domain/profiles/request-choice.ts";
import { sameChoice } from "../../workspace/profile-session.ts";
import { Choice } from "../choice.tsx";
import { Menu } from "../menu.tsx";
import { LabelChoice } from "./label-choice.tsx";
import type { RequestProps } from "./request-props.ts";

export function RequestScope({ session, requests, opened }: RequestProps) {
  const list = useStore(requests.store, (state) => state.list?.requests);
  const { request, span, label, nth, detail, chosen } = opened;
  const labels = labelsToChoose(requestsUpTo(list ?? [], request, span, null));
  const profiles = (detail?.contents ?? []).map(
    ({ type }, i) => `profile ${i + 1}${type === undefined ? "" : `: ${type}`}`,
  );
  const spanName = SPANS.find(({ length }) => length === span)!.name;
  if (request.profiles === 0) return null;
  return (
    <div className="profile-bar request-scope">
      {profiles.length > 1 && (
        <Choice
          label="Profile of the request"
          value={profiles[nth] ?? ""}
          options={profiles}
          onChange={(name) => requests.chooseProfile(profiles.indexOf(name))}
        />
      )}
      <Choice
        label="Time that is drawn"
        value={spanName}
        options={SPANS.map(({ name }) => name)}
        onChange={(name) => requests.setSpan(SPANS.find((one) => one.name === name)!.length)}
      />
      <LabelChoice
        name="Label of requests"
        labels={labels}
        chosen={label}
        onChoose={(chosen) => requests.setLabel(chosen)}
      />
      {(span > 0 || label !== null) && (
        <span className="muted small-text" role="status">
          {chosen.length === 1 ? "1 request" : `${chosen.length} requests`}
        </span>
      )}
      <span className="spring" />
      <Compared session={session} requests={requests} opened={opened} />
    </div>
  );
}

function Compared({ session, requests, opened }: RequestProps) {
  const before = useStore(session.store, (state) => state.before);
  const shown = useStore(session.store, (state) => state.shown);
  const built = useStore(session.store, (state) => state.built);
  const held = before !== null && sameChoice(before, shown);
  // Reads the list, which changes: the menu is drawn anew with it.
  useStore(requests.store, (state) => state.list);
  const earlier = requests.earlier();
  return (
    <>
      {before !== null && (
        <button
          type="button"
          className="chip held"
          aria-label={`Stop comparing with ${before.title}`}
          title={`Stop comparing with ${before.title}`}
          onClick={() => session.stopComparing()}
        >
          <span className="cut">
            {held ? "held: choose another request or time" : "before"}: {before.title}
          </span>
          <X aria-hidden="true" size={12} />
        </button>
      )}
      <Menu
        label="Compare"
        align="end"
        className="button small"
        items={[
          {
            label: opened.span === 0 ? "With the request before it" : "With the time before it",
            detail:
              earlier === undefined
                ? "None of its service and type came before"
                : "Of the same service and type, as long",
            disabled: earlier === undefined || built === null,
            run: () => void requests.compareWithEarlier(),
          },
          {
            label: "Hold this as before",
            detail: "Whatever is opened next is compared with it",
            disabled: built === null,
            run: () => session.holdAsBefore(),
          },
        ]}
      >
        <GitCompareArrows aria-hidden="true" size={12} /> Compare
      </Menu>
    </>
  );
}

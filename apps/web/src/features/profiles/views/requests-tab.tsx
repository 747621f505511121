/** The last recorded requests, with their filters; or why there are none, and what to do about it. */
import { visible } from "@sluice/engine";
import { CircleX } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "zustand";
import type { ProfilesSide } from "../../../core/page/stores.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import * as rowsCss from "../../../ui/rows.module.css";
import { filterRequests, NO_FILTER, receiversOf, servicesOf } from "../reading/request-choice.ts";
import { NO_MATCH, shortReceiver } from "../reading/request-words.ts";
import type { ProfilesArea } from "../sessions/profiles-parts.ts";
import * as profilesCss from "./profiles.module.css";
import { ReceiverChoice } from "./receiver-choice.tsx";
import { RequestList } from "./request-list.tsx";
import * as requestsCss from "./requests.module.css";
import { NoRequests, SampleResult } from "./requests-states.tsx";

/** The most services with a button; the search finds the others. */
const MAX_SERVICES = 8;

interface RequestsTabProps extends ProfilesArea {
  onChoose(side: ProfilesSide): void;
}

export function RequestsTab({ session, requests, onChoose }: RequestsTabProps) {
  const list = useStore(requests.store, (state) => state.list);
  const phase = useStore(requests.store, (state) => state.phase);
  const message = useStore(requests.store, (state) => state.message);
  const listed = list?.recording === true && list.requests.length > 0;
  if (!listed) return <NoRequests requests={requests} onChoose={onChoose} />;
  return (
    <>
      {phase !== "ready" && (
        <p className={`${controlsCss.note} tone-missed`} role="status">
          {phase === "failed" ? message : "The server does not answer."} The list is from its last answer.
        </p>
      )}
      <Filters requests={requests} />
      <SampleResult requests={requests} />
      <Listed session={session} requests={requests} />
      <div className={paneCss.paneFoot}>
        {list.receivers.map(({ id, address }) => (
          <span key={id} className={requestsCss.receiverAddress} title={`${id} ${address}`}>
            <span className="mono cut">{shortReceiver(id)}</span>
            <span>{address === "" ? "does not listen" : address}</span>
          </span>
        ))}
      </div>
    </>
  );
}

function Filters({ requests }: Pick<ProfilesArea, "requests">) {
  const all = useStore(requests.store, (state) => state.list!.requests);
  const filter = useStore(requests.store, (state) => state.filter);
  const receivers = useMemo(() => receiversOf(all), [all]);
  // The number of requests behind each button, under the other filters.
  const { text, receiver } = filter;
  const found = useMemo(() => filterRequests(all, { ...NO_FILTER, text, receiver }), [all, text, receiver]);
  const services = useMemo(() => servicesOf(found), [found]);
  const failed = useMemo(
    () => filterRequests(found, { ...NO_FILTER, service: filter.service, failed: true }).length,
    [found, filter.service],
  );
  const shown = services.slice(0, MAX_SERVICES);
  if (filter.service !== null && !shown.includes(filter.service)) shown.push(filter.service);
  const isAll = filter.service === null && !filter.failed;
  return (
    <>
      <div className={rowsCss.search}>
        <input
          type="search"
          className={`${controlsCss.field} ${profilesCss.smallField}`}
          aria-label="Filter requests"
          placeholder="Filter by text or label, as in region=eu-1"
          spellCheck={false}
          value={filter.text}
          onChange={(event) => requests.setFilter({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "Escape") requests.setFilter({ text: "" });
          }}
        />
      </div>
      <fieldset className={rowsCss.filters}>
        <legend className="visually-hidden">Filter by receiver, result and service</legend>
        {(receivers.length > 1 || receiver !== null) && (
          <ReceiverChoice
            name="Receiver"
            receivers={receivers}
            chosen={receiver}
            onChoose={(id) => requests.setFilter({ receiver: id })}
          />
        )}
        <button
          type="button"
          className={controlsCss.chip}
          aria-pressed={isAll}
          onClick={() => requests.setFilter({ service: null, failed: false })}
        >
          All <b>{found.length}</b>
        </button>
        {(failed > 0 || filter.failed) && (
          <button
            type="button"
            className={controlsCss.chip}
            aria-pressed={filter.failed}
            onClick={() => requests.setFilter({ failed: !filter.failed })}
          >
            <CircleX aria-hidden="true" size={12} className="tone-error" /> Failed <b>{failed}</b>
          </button>
        )}
        {shown.map((service) => (
          <button
            key={service}
            type="button"
            className={`${controlsCss.chip} ${requestsCss.serviceChip}`}
            aria-pressed={filter.service === service}
            title={visible(service)}
            onClick={() => requests.setFilter({ service: filter.service === service ? null : service })}
          >
            <span className="cut">{visible(service) || "(no service)"}</span>
          </button>
        ))}
      </fieldset>
    </>
  );
}

function Listed({ session, requests }: ProfilesArea) {
  const all = useStore(requests.store, (state) => state.list!.requests);
  const filter = useStore(requests.store, (state) => state.filter);
  const rows = useMemo(() => filterRequests(all, filter), [all, filter]);
  if (rows.length > 0) return <RequestList rows={rows} requests={requests} session={session} />;
  return (
    <div className={paneCss.empty}>
      <p>{NO_MATCH}</p>
      <button type="button" className={buttonClass()} onClick={() => requests.setFilter(NO_FILTER)}>
        Show all requests
      </button>
    </div>
  );
}

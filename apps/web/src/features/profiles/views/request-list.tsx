/**
 * The requests in two lines each: time, service, type, size, duration and result; then route, client and labels. It is a
 * list box: arrows move between requests, and Enter moves into the flame graph.
 */

import { visible } from "@sluice/engine";
import type { ProfileRequest } from "@sluice/protocol";
import { CircleX } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { formatMilliseconds } from "../../../core/text/format-duration.ts";
import { formatLabels } from "../../../core/text/label-text.ts";
import { formatBytes } from "../../../core/text/units.ts";
import { isUnchanged, labelsOfRow, receiversOf, sharedLabels } from "../reading/request-choice.ts";
import {
  describeTarget,
  describeType,
  formatClock,
  hasFailed,
  serviceName,
  shortReceiver,
  shortResult,
  whyFailed,
} from "../reading/request-words.ts";
import type { ProfilesArea } from "../sessions/profiles-parts.ts";
import type { RequestSession } from "../sessions/request-session.ts";
import * as css from "./requests.module.css";

/** Rows that a page key moves by. */
const PAGE = 10;

interface RequestListProps extends ProfilesArea {
  readonly rows: readonly ProfileRequest[];
}

export function RequestList({ rows, requests, session }: RequestListProps) {
  const opened = useStore(requests.store, (state) => state.opened?.request.id);
  const subject = useStore(session.store, (state) => state.subject);
  const several = useStore(requests.store, (state) => receiversOf(state.list?.requests ?? []).length > 1);
  const filtered = useStore(requests.store, (state) => state.filter.receiver !== null);
  const named = several && !filtered;
  const shared = useMemo(() => sharedLabels(rows), [rows]);
  const selected = subject === "request" ? opened : undefined;
  const listId = useId();
  const at = rows.findIndex(({ id }) => id === selected);
  const box = useRef<HTMLDivElement>(null);
  // Choosing a row scrolls it into sight; new requests do not scroll the list.
  useEffect(() => {
    if (selected !== undefined)
      box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const last = rows.length - 1;
    // Without a choice, every key except End starts at the newest.
    const places: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + PAGE,
      PageUp: at - PAGE,
      Home: 0,
      End: last,
    };
    const place = at < 0 && event.key !== "End" ? 0 : places[event.key];
    if (event.key === "Enter" && at >= 0)
      document.querySelector<HTMLElement>("[data-part=request] [role=application]")?.focus();
    else if (event.key in places) {
      const next = rows[Math.max(0, Math.min(last, place!))]!;
      if (next.id !== selected) void requests.open(next);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={`${css.cells} ${css.heads}`} aria-hidden="true">
        <span>Time</span>
        <span>Service</span>
        <span>Type</span>
        <span className={css.number}>Size</span>
        <span className={css.number}>Took</span>
        <span className={css.number}>Result</span>
      </div>
      <div
        ref={box}
        className={css.list}
        role="listbox"
        tabIndex={0}
        aria-label="Requests, newest first"
        aria-activedescendant={at < 0 ? undefined : `${listId}-${selected}`}
        onKeyDown={onKeyDown}
      >
        {rows.map((request) => (
          <Row
            key={request.id}
            request={request}
            domId={`${listId}-${request.id}`}
            selected={request.id === selected}
            requests={requests}
            named={named}
            labels={visible(formatLabels(labelsOfRow(request, shared)))}
          />
        ))}
      </div>
    </>
  );
}

interface RowProps {
  readonly request: ProfileRequest;
  readonly domId: string;
  readonly selected: boolean;
  readonly requests: RequestSession;
  /** Whether to show its receiver. */
  readonly named: boolean;
  /** The shown labels. */
  readonly labels: string;
}

const Row = memo(
  function Row({ request, domId, selected, requests, named, labels }: RowProps) {
    const failed = hasFailed(request);
    const targets = failed
      ? whyFailed(request)
      : request.targets.map((target) => `${target.target}: ${describeTarget(target)}`);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys
      <div
        id={domId}
        className={css.row}
        role="option"
        tabIndex={-1}
        aria-selected={selected}
        title={[formatLabels(request.labels), request.client, ...targets].filter(Boolean).map(visible).join("\n")}
        onClick={() => void requests.open(request)}
      >
        <span className={css.cells}>
          <span className="mono muted">{formatClock(request.time)}</span>
          <span className="name cut">{serviceName(request)}</span>
          <span className="muted cut">{describeType(request)}</span>
          <span className={css.number}>{formatBytes(request.bytes)}</span>
          <span className={`${css.number} muted`}>{formatMilliseconds(request.milliseconds)}</span>
          <span className={`${css.number} ${failed ? "tone-error" : "muted"}`}>
            {failed && <CircleX aria-hidden="true" size={12} />}{" "}
            {failed && <span className="visually-hidden">failed </span>}
            {shortResult(request)}
          </span>
        </span>
        <span className={`${css.about} faint tiny`}>
          <span>{request.route}</span>
          {named && <span className={`${css.receiver} mono cut`}>{shortReceiver(request.receiver)}</span>}
          <span className={`${css.client} cut`}>{visible(request.client) || "no User-Agent"}</span>
          <span className="mono cut">{labels}</span>
        </span>
      </div>
    );
  },
  // Each answer of the server has new objects.
  (a, b) =>
    isUnchanged(a.request, b.request) &&
    a.selected === b.selected &&
    a.named === b.named &&
    a.labels === b.labels &&
    a.domId === b.domId,
);

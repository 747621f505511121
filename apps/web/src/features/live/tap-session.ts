/**
 * A tap on a running pipeline: its rows, what was left out, and the selection. While a row is selected the list pauses
 * and counts new entries. The tap continues for a while when another area of the page is shown, and resumes after the
 * server was away; the gap in between is counted.
 */
import { messageOf } from "@sluice/engine";
import type { Asked, EventOf, TapBegin, TapChange, TapCounts, TapRequest } from "@sluice/protocol";
import { tapRoutes } from "@sluice/protocol/tap";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { AskServer, OpenStream } from "../../core/server/ask-server.ts";
import { askFor, openEvents, refusalOf } from "../../core/server/server-api.ts";
import type { Scheduler } from "../../core/workers/port.ts";
import { addRows, type TapRow, tapRow } from "./tap-rows.ts";

/** Milliseconds: rows within this time are shown together, so that a thousand a second cost ten changes. */
const TOGETHER = 100;
const AGAIN = 2000;
/** Milliseconds for which it continues while another area is shown, as it costs the server some work. */
const AWAY = 5 * 60 * 1000;
/** Status of a server that is stopping and takes no more taps. */
const STOPPING = 503;
/** The settings that decide which rows there are. */
const CHOOSING = ["stage", "selector", "text", "only"];

export type TapPhase = "off" | "connecting" | "live" | "away" | "ended" | "refused";

export interface TapState {
  readonly phase: TapPhase;
  /** Why it was refused or ended, or why a filter was refused. */
  readonly message: string | null;
  readonly request: TapRequest | null;
  readonly begin: TapBegin | null;
  readonly counts: TapCounts | null;
  /** The shown rows, newest first. */
  readonly rows: readonly TapRow[];
  /** The number of rows not shown because a row is selected. */
  readonly waiting: number;
  readonly paused: boolean;
  /** `key` of the selected row. */
  readonly selected: number | null;
  /** Milliseconds since its start in which nothing was tapped. */
  readonly missed: number;
}

export interface TapHost {
  readonly open: OpenStream;
  readonly ask: AskServer;
  readonly scheduler: Scheduler;
}

const NOTHING_CAME = {
  begin: null,
  counts: null,
  rows: [],
  waiting: 0,
  paused: false,
  selected: null,
  missed: 0,
} satisfies Partial<TapState>;

export class TapSession {
  readonly store: StoreApi<TapState> = createStore(() => ({
    phase: "off",
    message: null,
    request: null,
    ...NOTHING_CAME,
  }));
  readonly #host: TapHost;
  #abort: AbortController | undefined;
  #cancelAgain = () => {};
  #came: TapRow[] = [];
  #lastKey = 0;
  /** The number of the tap, counting a replaced pipeline as a new one. */
  #tap = 0;
  /** The counts of the taps before this one. */
  #earlier: TapCounts | null = null;
  /** When the last one ended. */
  #endedAt: number | undefined;
  #cancelAway = () => {};
  /** Rows up to this one are discarded. */
  #passed = 0;
  /** All rows, while the list is paused. */
  #latest: readonly TapRow[] = [];
  #cancelTurn: (() => void) | undefined;

  constructor(host: TapHost) {
    this.#host = host;
  }

  /** Taps a pipeline, or a stage of it, and ends the previous tap. */
  start(request: TapRequest): void {
    this.#stop();
    this.#latest = [];
    this.#earlier = null;
    this.#endedAt = undefined;
    this.store.setState({
      phase: "connecting",
      message: null,
      request,
      ...NOTHING_CAME,
    });
    this.#go();
  }

  /** Ends it; received entries stay. */
  end(): void {
    if (this.#came.length > 0) this.#show();
    this.#stop();
    this.store.setState({ phase: this.store.getState().request === null ? "off" : "ended" });
  }

  /** Another area is shown: the tap continues for a while, then ends. */
  leave(): void {
    this.#cancelAway();
    if (this.#abort !== undefined) this.#cancelAway = this.#host.scheduler.after(AWAY, () => this.end());
  }

  /** Resumes after `leave`, after `end`, or after the server ended it. */
  resume(): void {
    this.#cancelAway();
    if (this.#abort !== undefined || this.store.getState().request === null) return;
    this.#go();
  }

  /** Changes the request while it runs. */
  async change(change: TapChange): Promise<void> {
    const { request, begin, phase } = this.store.getState();
    if (request === null) return;
    // It starts, or restarts, with the request of that moment.
    if (begin === null || this.#abort === undefined || phase === "away") return this.#wish(change);
    const asking = { params: { id: begin.id }, body: change };
    const read = await askFor(this.#host.ask, tapRoutes.changeTap, asking, "The server has ended this tap.");
    // Another tap was started meanwhile.
    if (this.store.getState().begin?.id !== begin.id) return;
    // A refused setting is not sent again when the tap restarts.
    if (!read.ok) return this.store.setState({ message: read.message });
    this.#wish(change);
    this.store.setState({ paused: read.value.paused, begin: { ...begin, ...read.value } });
    // Rows of another stage, or that no longer match, would mix with the new ones.
    if (CHOOSING.some((name) => name in change)) this.#clear(read.value.seq);
  }

  #wish({ paused: _, ...settings }: TapChange): void {
    const next = { ...this.store.getState().request, ...settings } as Record<string, unknown>;
    for (const [name, value] of Object.entries(next)) if (value === null) delete next[name];
    this.store.setState({ request: next as unknown as TapRequest, message: null });
  }

  setPaused(paused: boolean): void {
    this.store.setState({ paused });
    void this.change({ paused });
  }

  /** Selects a row, which pauses the list. Null: the list continues. */
  select(selected: number | null): void {
    if (selected === null) this.store.setState({ selected, rows: this.#latest, waiting: 0 });
    else this.store.setState({ selected });
  }

  /** Shows the new rows, and keeps the selected one. */
  showNew(): void {
    this.store.setState({ rows: this.#latest, waiting: 0, selected: null });
  }

  /** `seq`: of the last row to discard; some of them may still be on their way. */
  #clear(seq: number): void {
    this.#passed = seq;
    const isWanted = ({ tap, entry }: TapRow) => tap === this.#tap && entry.seq > seq;
    this.#came = this.#came.filter(isWanted);
    this.#latest = this.#latest.filter(isWanted);
    this.store.setState({ rows: this.#latest, waiting: 0, selected: null });
  }

  #stop(): void {
    if (this.store.getState().phase === "live") this.#endedAt = this.#host.scheduler.now();
    this.#cancelAway();
    this.#abort?.abort();
    this.#abort = undefined;
    this.#cancelAgain();
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
    this.#came = [];
  }

  #go(): void {
    const abort = new AbortController();
    this.#abort = abort;
    const turn = async () => {
      this.store.setState({ phase: "connecting" });
      try {
        await this.#listen(abort.signal);
      } catch (error) {
        // A defect of the page; the server may be well.
        if (!abort.signal.aborted) this.#fail(error);
      }
      if (abort.signal.aborted || this.store.getState().phase !== "away") return;
      this.#cancelAgain = this.#host.scheduler.after(AGAIN, () => void turn());
    };
    void turn();
  }

  #fail(error: unknown): void {
    this.#abort = undefined;
    this.#endedAt = this.#host.scheduler.now();
    this.store.setState({ phase: "refused", message: `This page failed: ${messageOf(error)}` });
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { counts, request } = this.store.getState();
    if (counts !== null) this.#earlier = counts;
    if (request === null) return;
    const opened = await openEvents(this.#host.open, tapRoutes.tap, { body: request }, signal);
    if (signal.aborted) return;
    if (opened.kind === "none") return this.#refused(opened.asked);
    for await (const { event, size } of opened.events) {
      if (signal.aborted) return;
      if (event !== undefined && this.#take(event, size) === "end") {
        this.#abort = undefined;
        return;
      }
    }
    if (signal.aborted) return;
    this.#endedAt = this.#host.scheduler.now();
    this.store.setState({ phase: "away" });
  }

  #refused(asked: Asked<typeof tapRoutes.tap>): void {
    if (asked.kind === "away" || asked.status === STOPPING) {
      this.store.setState({ phase: "away" });
      return;
    }
    this.#abort = undefined;
    this.store.setState({ phase: "refused", message: refusalOf(asked, "This server has no taps.") });
  }

  #take(event: EventOf<typeof tapRoutes.tap>, size: number): "end" | undefined {
    switch (event.name) {
      case "entry": {
        if (event.data.seq <= this.#passed) return undefined;
        const from = { key: ++this.#lastKey, tap: this.#tap };
        this.#came.push(tapRow(event.data, this.store.getState().request?.stage, size, from));
        this.#cancelTurn ??= this.#host.scheduler.after(TOGETHER, () => this.#show());
        return undefined;
      }
      case "tap":
        this.#begin(event.data);
        return undefined;
      case "counts":
        this.store.setState({ counts: addCounts(this.#earlier, event.data) });
        return undefined;
      case "end":
        // As if it had gone away without a message: the restarted server is asked again.
        if (event.data.stopping === true) return undefined;
        this.#endedAt = this.#host.scheduler.now();
        this.store.setState({ phase: "ended", message: event.data.reason });
        return "end";
    }
  }

  /** Also when the pipeline was replaced during the tap. */
  #begin(begin: TapBegin): void {
    this.#tap++;
    this.#passed = begin.seq;
    const { missed } = this.store.getState();
    const gap = this.#endedAt === undefined ? 0 : Math.max(0, this.#host.scheduler.now() - this.#endedAt);
    this.#endedAt = undefined;
    this.store.setState({ phase: "live", begin, paused: begin.paused, message: null, missed: missed + gap });
  }

  #show(): void {
    this.#cancelTurn?.();
    this.#cancelTurn = undefined;
    const came = this.#came;
    this.#came = [];
    this.#latest = addRows(this.#latest, came);
    const { selected, waiting } = this.store.getState();
    if (selected === null) this.store.setState({ rows: this.#latest, waiting: 0 });
    else this.store.setState({ waiting: waiting + came.length });
  }
}

/** Adds the counts of a tap to those before it. */
function addCounts(earlier: TapCounts | null, counts: TapCounts): TapCounts {
  if (earlier === null) return counts;
  const sum = (name: "seen" | "passed_over" | "unmatched" | "followed" | "filtered" | "sent" | "skipped") =>
    earlier[name] + counts[name];
  return {
    ...counts,
    seen: sum("seen"),
    passed_over: sum("passed_over"),
    unmatched: sum("unmatched"),
    followed: sum("followed"),
    filtered: sum("filtered"),
    sent: sum("sent"),
    skipped: sum("skipped"),
  };
}

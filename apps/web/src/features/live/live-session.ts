/**
 * What runs on the server, as it reports while somebody looks: components, rates, the last hour. It reconnects by
 * itself. It outlives a visit of another area, but nothing is sent while nobody looks.
 */
import { messageOf } from "@sluice/engine";
import type { Asked, LiveHistory, LiveSnapshot, LiveState } from "@sluice/protocol";
import { liveRoutes } from "@sluice/protocol/live";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { OpenStream } from "../../core/server/ask-server.ts";
import { openEvents } from "../../core/server/server-api.ts";
import type { Scheduler } from "../../core/workers/port.ts";
import { type GrowingHistory, growHistory } from "./grow-history.ts";

/** Milliseconds before a retry. */
const AGAIN = 2000;

/** `old`: the server has no live view. `away`: it does not answer; its last data stays. */
export type LivePhase = "connecting" | "live" | "away" | "locked" | "old" | "failed";

export interface LiveViewState {
  readonly phase: LivePhase;
  readonly message: string | null;
  readonly state: LiveState | null;
  readonly history: LiveHistory | null;
  /** The open component. */
  readonly chosen: string | null;
}

export class LiveSession {
  readonly store: StoreApi<LiveViewState> = createStore(() => ({
    phase: "connecting",
    message: null,
    state: null,
    history: null,
    chosen: null,
  }));
  readonly #open: OpenStream;
  readonly #scheduler: Scheduler;
  #growing: GrowingHistory | null = null;

  constructor(open: OpenStream, scheduler: Scheduler) {
    this.#open = open;
    this.#scheduler = scheduler;
  }

  choose(chosen: string | null): void {
    this.store.setState({ chosen });
  }

  /** Listens until the returned function is called. */
  follow(): () => void {
    const abort = new AbortController();
    let cancel = () => {};
    const turn = async () => {
      try {
        await this.#listen(abort.signal);
      } catch (error) {
        // A defect of the page; the server may be well.
        if (abort.signal.aborted) return;
        this.store.setState({ phase: "failed", message: `This page failed: ${messageOf(error)}` });
      }
      if (!abort.signal.aborted) cancel = this.#scheduler.after(AGAIN, () => void turn());
    };
    void turn();
    return () => {
      abort.abort();
      cancel();
    };
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const opened = await openEvents(this.#open, liveRoutes.liveEvents, {}, signal);
    if (signal.aborted) return;
    if (opened.kind === "none") return this.#refused(opened.asked);
    for await (const { event } of opened.events) {
      if (signal.aborted) return;
      if (event === undefined) this.#unread();
      else if (event.name === "snapshot") this.#begin(event.data);
      else if (event.name === "live") this.#go(event.data);
    }
    if (!signal.aborted) this.store.setState({ phase: "away" });
  }

  #refused(asked: Asked<typeof liveRoutes.liveEvents>): void {
    const status = asked.kind === "away" ? undefined : asked.status;
    const phase = status === undefined ? "away" : status === 401 ? "locked" : status === 404 ? "old" : "failed";
    this.store.setState({ phase, message: phase === "failed" ? `The server answered ${status}.` : null });
  }

  #begin({ history, ...state }: LiveSnapshot): void {
    this.#growing = { history, pending: [] };
    this.store.setState({ phase: "live", message: null, state, history });
  }

  #go(state: LiveState): void {
    if (this.#growing === null) this.#unread();
    else {
      this.#growing = growHistory(this.#growing, state);
      this.store.setState({ phase: "live", state, history: this.#growing.history });
    }
  }

  #unread(): void {
    const message = "This page cannot read the server's answer. If the server is newer, reload the page.";
    this.store.setState({ phase: "failed", message });
  }
}

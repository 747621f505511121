/** What runs on the server, as it tells it while somebody looks: components, rates, the last hour. It reconnects by itself. */
import type { LiveHistory, LiveState } from "@sluice/protocol";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type GrowingHistory, growHistory } from "../../domain/live/grow-history.ts";
import { readSnapshot, readState } from "../../domain/live/read-live.ts";
import type { Scheduler } from "../../workers/port.ts";
import type { OpenStream } from "../ask-server.ts";
import { readEvents } from "./event-stream.ts";

/** Milliseconds until it is tried again. */
const AGAIN = 2000;

/** `old`: the server has no live view. `away`: it does not answer; what it last said stays. */
export type LivePhase = "connecting" | "live" | "away" | "locked" | "old" | "failed";

export interface LiveViewState {
  readonly phase: LivePhase;
  readonly message: string | null;
  readonly state: LiveState | null;
  readonly history: LiveHistory | null;
  /** The component that is opened. */
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

  /** Listens until what it gives is called. */
  follow(): () => void {
    const abort = new AbortController();
    let cancel = () => {};
    const turn = async () => {
      await this.#listen(abort.signal);
      if (!abort.signal.aborted) cancel = this.#scheduler.after(AGAIN, () => void turn());
    };
    void turn();
    return () => {
      abort.abort();
      cancel();
    };
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const response = await this.#open("api/live/events", undefined, signal);
    if (signal.aborted) return;
    if (response?.status !== 200 || response.body === null) {
      // Else the connection is held open for nothing.
      await response?.body?.cancel();
      return this.#refused(response?.status);
    }
    if (!(response.headers.get("content-type") ?? "").includes("event-stream")) return this.#refused(404);
    try {
      for await (const { name, data } of readEvents(response.body)) {
        if (signal.aborted) return;
        if (name === "snapshot") this.#begin(data);
        else if (name === "live") this.#go(data);
      }
    } catch {
      // As where it ends.
    }
    if (!signal.aborted) this.store.setState({ phase: "away" });
  }

  #refused(status: number | undefined): void {
    const phase = status === undefined ? "away" : status === 401 ? "locked" : status === 404 ? "old" : "failed";
    this.store.setState({ phase, message: phase === "failed" ? `The server answered ${status}.` : null });
  }

  #begin(data: unknown): void {
    const snapshot = readSnapshot(data);
    if (snapshot === undefined) this.#unread();
    else {
      const { history, ...state } = snapshot;
      this.#growing = { history, pending: [] };
      this.store.setState({ phase: "live", message: null, state, history });
    }
  }

  #go(data: unknown): void {
    const state = readState(data);
    if (state === undefined || this.#growing === null) this.#unread();
    else {
      this.#growing = growHistory(this.#growing, state);
      this.store.setState({ phase: "live", state, history: this.#growing.history });
    }
  }

  #unread(): void {
    const message = "This page cannot read what the server tells. If the server is newer, reload the page.";
    this.store.setState({ phase: "failed", message });
  }
}

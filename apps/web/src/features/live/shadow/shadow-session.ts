/** A draft that runs on the server beside the active configuration, on copies of what comes, and forwards nothing. */
import type { ShadowAnswer } from "@sluice/protocol";
import { shadowRoutes } from "@sluice/protocol/shadow";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { AskServer } from "../../../core/server/ask-server.ts";
import { poll } from "../../../core/server/poll.ts";
import { askFor, askServer, resultOf } from "../../../core/server/server-api.ts";
import type { Scheduler } from "../../../core/workers/port.ts";
import { sha256Hex } from "../../../core/workers/sha256.ts";

/** Milliseconds between two questions: while it runs, and else. */
const EVERY = 1000;
const SELDOM = 60_000;

export interface ShadowViewState {
  /** The last one, whoever began it; null: there was none, or the server cannot do it. */
  readonly shadow: ShadowAnswer | null;
  /** `id` of the one that was looked at and is not shown any more, once it has ended. */
  readonly discarded: string | null;
  readonly busy: boolean;
  /** Why it was not begun or ended. */
  readonly message: string | null;
}

/** The one to show: none that was discarded. */
export const shownShadow = ({ shadow, discarded }: ShadowViewState): ShadowAnswer | null =>
  shadow?.id === discarded ? null : shadow;

export class ShadowSession {
  readonly store: StoreApi<ShadowViewState> = createStore(() => ({
    shadow: null,
    discarded: null,
    busy: false,
    message: null,
  }));
  readonly #ask: AskServer;

  constructor(ask: AskServer) {
    this.#ask = ask;
  }

  /** Asks how it does while somebody looks; gives what ends that. */
  follow(scheduler: Scheduler, visible: () => boolean): () => void {
    let asked = Number.NEGATIVE_INFINITY;
    const ask = async () => {
      // It may begin at any moment between two questions.
      if (this.store.getState().shadow?.state !== "running" && scheduler.now() - asked < SELDOM) return;
      asked = scheduler.now();
      await this.refresh();
    };
    return poll(scheduler, { ask, pause: () => EVERY, visible });
  }

  async refresh(): Promise<void> {
    const asked = await askServer(this.#ask, shadowRoutes.shadow, {});
    if (asked.kind === "away") return;
    const read = resultOf(shadowRoutes.shadow, asked);
    this.store.setState({ shadow: read.ok ? read.value : null });
  }

  async start(text: string, seconds: number): Promise<void> {
    this.store.setState({ busy: true, message: null });
    const body = { text, seconds };
    const read = await askFor(this.#ask, shadowRoutes.startShadow, { body }, "The server has no shadow runs.");
    this.store.setState(read.ok ? { busy: false, shadow: read.value } : { busy: false, message: read.message });
  }

  async stop(): Promise<void> {
    const read = await askFor(this.#ask, shadowRoutes.endShadow, {});
    this.store.setState(read.ok ? { shadow: read.value, message: null } : { message: read.message });
  }

  /** Ends it, if it runs, and shows it no longer. */
  async discard(): Promise<void> {
    if (this.store.getState().shadow?.state === "running") await this.stop();
    const { shadow } = this.store.getState();
    if (shadow !== null && shadow.state !== "running") this.store.setState({ discarded: shadow.id, message: null });
  }

  /** Whether what it ran is this text. */
  isOf(text: string): boolean {
    const { shadow } = this.store.getState();
    return shadow !== null && shadow.sha256 === sha256Hex(text);
  }
}

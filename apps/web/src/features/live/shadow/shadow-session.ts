/** A shadow run: the draft runs on the server on copies of the live entries, and forwards nothing. */
import type { ShadowAnswer } from "@sluice/protocol";
import { shadowRoutes } from "@sluice/protocol/shadow";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { AskServer } from "../../../core/server/ask-server.ts";
import { poll } from "../../../core/server/poll.ts";
import { askFor, askServer, resultOf } from "../../../core/server/server-api.ts";
import type { Scheduler } from "../../../core/workers/port.ts";
import { sha256Hex } from "../../../core/workers/sha256.ts";
import { type ChosenWay, placeOf } from "../../deploy/index.ts";

/** Milliseconds between two polls: while it runs, and otherwise. */
const EVERY = 1000;
const SELDOM = 60_000;

export interface ShadowViewState {
  /** The last one, whoever started it; null: there was none, or the server has no shadow runs. */
  readonly shadow: ShadowAnswer | null;
  /** `id` of the discarded one, which is hidden once it has ended. */
  readonly discarded: string | null;
  readonly busy: boolean;
  /** Why it could not be started or stopped. */
  readonly message: string | null;
}

/** The run to show, unless it was discarded. */
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

  /** Polls while the area is visible and the server knows of a run; the returned function stops that. */
  follow(scheduler: Scheduler, visible: () => boolean, known: () => boolean): () => void {
    let asked = Number.NEGATIVE_INFINITY;
    const ask = async () => {
      if (!known()) return;
      // It may start at any moment between two polls.
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

  /** `way`: how the draft would be deployed. */
  async start(text: string, seconds: number, way: ChosenWay): Promise<void> {
    this.store.setState({ busy: true, message: null });
    const body = { text, seconds, ...placeOf(way) };
    const read = await askFor(this.#ask, shadowRoutes.startShadow, { body }, "This server has no shadow runs.");
    this.store.setState(read.ok ? { busy: false, shadow: read.value } : { busy: false, message: read.message });
  }

  async stop(): Promise<void> {
    const read = await askFor(this.#ask, shadowRoutes.endShadow, {});
    this.store.setState(read.ok ? { shadow: read.value, message: null } : { message: read.message });
  }

  /** Stops it if it runs, and hides it. */
  async discard(): Promise<void> {
    if (this.store.getState().shadow?.state === "running") await this.stop();
    const { shadow } = this.store.getState();
    if (shadow !== null && shadow.state !== "running") this.store.setState({ discarded: shadow.id, message: null });
  }

  /** Whether it ran this text. */
  isOf(text: string): boolean {
    const { shadow } = this.store.getState();
    return shadow !== null && shadow.sha256 === sha256Hex(text);
  }
}

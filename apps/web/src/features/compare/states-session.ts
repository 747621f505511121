/** The snapshots of the open document: the list, and the selected one compared with the current document. */
import { compareLines, type DiffLine } from "@sluice/engine";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { App } from "../../core/page/app.ts";
import { notify } from "../../core/page/notify.ts";
import { type KeptState, type StateInfo, whenOfState } from "../../core/storage/kept-states.ts";
import { keepState, restoreState } from "./states.ts";

export interface StatesState {
  /** Newest first; null until loaded. */
  readonly list: readonly StateInfo[] | null;
  /** The browser stores nothing. */
  readonly unkept: boolean;
  readonly chosen: KeptState | null;
  /** From the selected snapshot to now. */
  readonly diff: readonly DiffLine[];
}

export class StatesSession {
  readonly store: StoreApi<StatesState>;
  readonly #app: App;
  #asked = 0;

  constructor(app: App) {
    this.#app = app;
    this.store = createStore(() => ({ list: null, unkept: false, chosen: null, diff: [] }));
  }

  get #document(): string {
    return this.#app.stores.documents.getState().currentId;
  }

  async load(): Promise<void> {
    await this.#app.states.settled();
    const list = await this.#app.platform.stateStorage.list(this.#document);
    this.store.setState({ list: list ?? [], unkept: list === undefined });
    const { chosen } = this.store.getState();
    const next = list?.find(({ id }) => id === chosen?.id) ?? list?.[0];
    if (next === undefined) this.store.setState({ chosen: null, diff: [] });
    else await this.choose(next.id);
  }

  async choose(id: string): Promise<void> {
    const nth = ++this.#asked;
    const state = await this.#app.platform.stateStorage.read(this.#document, id);
    if (nth !== this.#asked) return;
    if (state === undefined) {
      notify(this.#app, "error", "This snapshot can no longer be read.", undefined, "states");
      this.store.setState({ chosen: null, diff: [] });
      return;
    }
    const { text } = this.#app.stores.document.getState();
    this.store.setState({ chosen: state, diff: compareLines(state.content.text, text) });
  }

  /** Saves a snapshot of the document, named by a label or, if that is empty, by the time. */
  async keep(label: string): Promise<void> {
    const name = label.trim() || `Snapshot of ${whenOfState(this.#app.platform.currentTime())}`;
    const isKept = await keepState(this.#app, name);
    if (!isKept) {
      const text = "This snapshot could not be saved: the browser's storage is full or blocked.";
      notify(this.#app, "error", text, undefined, "states");
    }
    this.store.setState({ chosen: null });
    await this.load();
  }

  async remove(id: string): Promise<void> {
    await this.#app.platform.stateStorage.remove(this.#document, id);
    await this.load();
  }

  /** Restores a snapshot; one undo reverts that. */
  async restore(): Promise<void> {
    const { chosen } = this.store.getState();
    if (chosen !== null) await restoreState(this.#app, chosen);
  }
}

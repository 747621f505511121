/**
 * Keeps earlier states of one document, bounded in number and size. The state is kept automatically before the first
 * change, before each change that replaces much, before a restore, with each deployment, and every ten minutes while
 * work goes on; and by name. So a text can be restored long after the undo history ended with its tab. A restore is a
 * transaction like any other.
 */
import { contentOf, type DocumentContent, isBlank, sameContent } from "../model/document.ts";
import { type KeptState, MAX_STATE_LABEL, STATE_INTERVAL, unitsOf } from "./kept-states.ts";
import { replacesMuch } from "./replaces-much.ts";
import type { StateStorage } from "./state-storage.ts";

interface StateHost {
  readonly stateStorage: StateStorage;
  /** Milliseconds since 1970. */
  currentTime(): number;
  newId(): string;
}

export class StateKeeper {
  readonly #platform: StateHost;
  /** When the present stretch of work began. */
  #since = Number.NEGATIVE_INFINITY;
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(platform: StateHost) {
    this.#platform = platform;
  }

  /** The document `id` was `before` and is `after`; `change` says what was done to it. */
  changes(id: string, before: DocumentContent, after: DocumentContent, change: string): void {
    // A document that was blank has nothing to lose, and the change after this one is its first.
    if (isBlank(before)) return;
    const now = this.#platform.currentTime();
    const isDue = now - this.#since >= STATE_INTERVAL;
    if (!isDue && !replacesMuch(before, after)) return;
    this.#since = now;
    void this.keep(id, before, { label: `Before: ${change}`, named: false });
  }

  /** False: it could not be stored. What is the newest already is not kept again, unless it is `named`. */
  keep(id: string, content: DocumentContent, { label, named }: Pick<KeptState, "label" | "named">): Promise<boolean> {
    const { stateStorage, currentTime, newId } = this.#platform;
    const state: KeptState = {
      id: newId(),
      label: label.slice(0, MAX_STATE_LABEL),
      at: currentTime(),
      named,
      units: unitsOf(content),
      content: contentOf(content),
    };
    const kept = this.#keeping.then(async () => {
      if (!named && (await isNewest(stateStorage, id, content))) return true;
      return stateStorage.keep(id, state);
    });
    this.#keeping = kept;
    return kept;
  }

  /** When all that was to be kept is. */
  settled(): Promise<unknown> {
    return this.#keeping;
  }
}

async function isNewest(storage: StateStorage, document: string, content: DocumentContent): Promise<boolean> {
  const newest = (await storage.list(document))?.[0];
  if (newest === undefined || newest.units !== unitsOf(content)) return false;
  const state = await storage.read(document, newest.id);
  return state !== undefined && sameContent(state.content, content);
}

/** The browser's storage in memory: for tests, and for several workspaces in one page. */

import { type DocumentRecord, readRecord } from "./document-record.ts";
import type { DocumentStorage, TabMessage } from "./document-storage.ts";
import { keptHistory, readHistory, readHistoryInfo } from "./history-record.ts";
import { surplusStates } from "./kept-states.ts";
import { readState, readStateInfos, type StateStorage, storedState } from "./state-storage.ts";
import type { TextStorage } from "./text-storage.ts";

/** Documents in memory, shared by several tabs. Records go in and out as copies. */
export class SharedDocuments {
  readonly records = new Map<string, unknown>();
  readonly histories = new Map<string, { readonly info: unknown; readonly steps: ReadonlyMap<number, unknown> }>();
  /** Storing fails. */
  full = false;
  readonly #tabs = new Set<(message: TabMessage) => void>();

  tab(): DocumentStorage {
    let own: ((message: TabMessage) => void) | undefined;
    const read = (id: string): DocumentRecord | undefined => readRecord(structuredClone(this.records.get(id)));
    return {
      load: async () => [...this.records.keys()].flatMap((id) => read(id) ?? []),
      read: async (id, after = -1) => {
        const record = read(id);
        return record === undefined || record.revision <= after ? undefined : record;
      },
      save: async (record, revision, history) => {
        if (this.full) return { kind: "failed" };
        const stored = read(record.id);
        if (stored !== undefined && stored.revision !== revision) return { kind: "conflict" };
        this.records.set(record.id, structuredClone({ ...record, revision: revision + 1 }));
        if (history !== undefined)
          this.histories.set(record.id, structuredClone(keptHistory(history, record, revision + 1)));
        return { kind: "saved", revision: revision + 1 };
      },
      history: async ({ id, revision, content }) => {
        const stored = structuredClone(this.histories.get(id));
        const info = readHistoryInfo(stored?.info);
        return info && readHistory(info, (step) => stored?.steps.get(step), { revision, content });
      },
      remove: async (id) => {
        this.histories.delete(id);
        return !this.full && this.records.delete(id);
      },
      tell: (message) => {
        for (const hear of this.#tabs) if (hear !== own) hear(message);
      },
      listen: (hear) => {
        own = hear;
        this.#tabs.add(hear);
        return () => this.#tabs.delete(hear);
      },
    };
  }
}

/** States in memory; they go in and out as copies. */
export function memoryStates(): StateStorage {
  const all = new Map<string, Map<string, { info: unknown; content: unknown }>>();
  const of = (document: string) => [...(all.get(document) ?? new Map<string, { info: unknown }>()).values()];
  const list = (document: string) => readStateInfos(of(document).map(({ info }) => info));
  return {
    list: async (document) => list(document),
    read: async (document, id) => {
      const state = structuredClone(all.get(document)?.get(id));
      return state && readState(state.info, state.content);
    },
    keep: async (document, state) => {
      const { info, content } = storedState(state);
      const states = all.get(document) ?? new Map();
      all.set(document, states);
      for (const { id } of surplusStates([info, ...list(document)])) states.delete(id);
      states.set(info.id, structuredClone({ info, content }));
      return true;
    },
    remove: async (document, id) => all.get(document)?.delete(id) ?? false,
    tidy: async (documents, before) => {
      for (const document of all.keys()) {
        if (!documents.has(document) && (list(document)[0]?.at ?? 0) < before) all.delete(document);
      }
    },
  };
}

export function memoryText(
  values: Record<string, string> = {},
): TextStorage & { readonly values: Record<string, string> } {
  return {
    values,
    getItem: (key) => values[key] ?? null,
    setItem: (key, value) => {
      values[key] = value;
    },
    removeItem: (key) => {
      delete values[key];
    },
    keys: () => Object.keys(values),
  };
}

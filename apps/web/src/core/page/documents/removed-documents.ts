/**
 * Documents that were removed, so that each can be restored: the last with their histories in this tab, and all of them
 * in the browser, within the bounds of snapshots. They are kept as the snapshots of a document that is none. One that the
 * browser could not store stays in this tab as long as the page is there, since this is its only copy.
 */

import type { DocumentRecord } from "../../storage/document-record.ts";
import { MAX_STATE_LABEL, type StateInfo, unitsOf } from "../../storage/kept-states.ts";
import type { Platform } from "../app.ts";
import type { KeptDocument } from "./kept-document.ts";

/** The id of removed documents among snapshots; no document has it. */
const REMOVED = "removed";
/** Removed documents whose histories are kept in this tab. */
const MAX_WITH_HISTORY = 8;

interface Removed {
  readonly record: DocumentRecord;
  /** With its history, where it was open. */
  readonly document: KeptDocument | undefined;
  readonly info: StateInfo;
  /** The browser has it, too. */
  readonly isStored: boolean;
}

export class RemovedDocuments {
  readonly #platform: Pick<Platform, "stateStorage" | "currentTime">;
  readonly #show: (list: readonly StateInfo[]) => void;
  /** What was removed in this tab; the last is last. */
  readonly #here = new Map<string, Removed>();

  /** `show` gets what can be restored, whenever that changes. */
  constructor(platform: Pick<Platform, "stateStorage" | "currentTime">, show: (list: readonly StateInfo[]) => void) {
    this.#platform = platform;
    this.#show = show;
  }

  /** Reads what is kept, newest first. */
  async load(): Promise<readonly StateInfo[]> {
    const stored = (await this.#platform.stateStorage.list(REMOVED)) ?? [];
    const known = new Set(stored.map(({ id }) => id));
    const unstored = [...this.#here.values()].flatMap(({ info }) => (known.has(info.id) ? [] : [info]));
    const list = [...unstored, ...stored].sort((a, b) => b.at - a.at);
    this.#show(list);
    return list;
  }

  /** False: it lasts only until the page is left. */
  async keep(record: DocumentRecord, document: KeptDocument | undefined): Promise<boolean> {
    const { id, content } = record;
    const info: StateInfo = {
      id,
      label: content.name.slice(0, MAX_STATE_LABEL),
      at: this.#platform.currentTime(),
      named: false,
      units: unitsOf(content),
    };
    const { drafts } = record;
    const isStored = await this.#platform.stateStorage.keep(REMOVED, { ...info, content, drafts });
    this.#here.delete(id);
    this.#here.set(id, { record, document, info, isStored });
    this.#boundHistories();
    await this.load();
    return isStored;
  }

  /** Drops the oldest histories, and documents that the browser has as well. */
  #boundHistories(): void {
    const withHistory = [...this.#here.values()].filter(({ document }) => document !== undefined);
    for (const removed of withHistory.slice(0, -MAX_WITH_HISTORY)) {
      removed.document?.close();
      if (removed.isStored) this.#here.delete(removed.record.id);
      else this.#here.set(removed.record.id, { ...removed, document: undefined });
    }
  }

  /** The document as it was removed; undefined: it is no longer kept. It stays here until it is forgotten. */
  async find(id: string): Promise<Pick<Removed, "record" | "document"> | undefined> {
    const here = this.#here.get(id);
    if (here !== undefined) return here;
    const state = await this.#platform.stateStorage.read(REMOVED, id);
    if (state === undefined) return undefined;
    const { at: updated, content, drafts = [] } = state;
    const record = { id, revision: 0, updated, content, good: null, drafts };
    return { record, document: undefined };
  }

  /** It is open again: whatever is done with what is kept of it, the document is closed by others. What is kept stays. */
  letGo(id: string): void {
    const here = this.#here.get(id);
    if (here !== undefined) this.#here.set(id, { ...here, document: undefined });
  }

  /** For good, where it was not restored before. */
  async forget(id: string): Promise<void> {
    this.#drop(id);
    await this.#platform.stateStorage.remove(REMOVED, id);
    await this.load();
  }

  /** Another tab restored it, or deleted it for good. */
  async hearGone(id: string): Promise<void> {
    this.#drop(id);
    await this.load();
  }

  #drop(id: string): void {
    this.#here.get(id)?.document?.close();
    this.#here.delete(id);
  }

  /** Ids whose snapshots are still wanted. */
  idsOf(list: readonly StateInfo[]): readonly string[] {
    return [REMOVED, ...list.map(({ id }) => id)];
  }
}

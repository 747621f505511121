/**
 * The whole page without its views: all documents, the open one, and what keeps them in the browser in step with the
 * other tabs. An idle tab follows the others; where two have changes of one document, the later becomes a document of
 * its own, so that neither is lost and nothing has to be asked.
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { contentOf, type DocumentContent, emptyDocument, freeName, sameContent } from "../domain/document.ts";
import { NO_SELECTION, type SelectionState } from "../domain/settings.ts";
import type { DocumentRecord } from "../storage/document-record.ts";
import { MAX_DOCUMENTS, type TabMessage } from "../storage/document-storage.ts";
import { KEYS, writeJson } from "../storage/text-storage.ts";
import { LanguageClient } from "../workers/language-client.ts";
import type { App, Documents, Platform } from "./app.ts";
import { notify } from "./commands/notify.ts";
import { createApp } from "./create-app.ts";
import { followDocument } from "./follow-document.ts";
import type { InitialState } from "./initial-state.ts";
import {
  createFileStore,
  createNoticeStore,
  createServerStore,
  createSettingsStore,
  type DocumentInfo,
  type SharedStores,
} from "./stores.ts";

/** Milliseconds from a change until it is stored. */
export const SAVE_DELAY = 300;
/** Documents whose history is kept while others are open. */
const MAX_OPEN = 8;

/** A document that is or was open in this tab, with its history. */
interface Opened {
  id: string;
  readonly app: App;
  /** What this tab knows to be stored; 0: nothing. */
  revision: number;
  /** It has changes that are not stored. */
  dirty: boolean;
  saving: Promise<void> | undefined;
  cancelSave: (() => void) | undefined;
  /** What another tab did is being put in place, which is no change of this one. */
  following: boolean;
  readonly unsubscribe: () => void;
}

export class Workspace implements Documents {
  readonly platform: Platform;
  readonly language: LanguageClient;
  readonly shared: SharedStores;
  /** The open document; views follow it. */
  readonly current: StoreApi<{ readonly app: App }>;
  readonly #opened = new Map<string, Opened>();
  readonly #removed = new Map<string, { readonly record: DocumentRecord; readonly opened: Opened | undefined }>();
  #open: Opened;
  #selections: Record<string, SelectionState>;
  #stopFollowing: (() => void) | undefined;
  readonly #stop: (() => void)[] = [];
  #started = false;
  #saidNotKept = false;

  constructor(platform: Platform, initial: InitialState) {
    this.platform = platform;
    this.language = new LanguageClient(platform.startLanguage);
    const { record } = initial;
    const list = initial.list.some(({ id }) => id === record.id) ? initial.list : [infoOf(record), ...initial.list];
    this.shared = {
      documents: createStore(() => ({ list: sorted(list), currentId: record.id, kept: initial.kept })),
      settings: createSettingsStore(initial.settings),
      notices: createNoticeStore(),
      server: createServerStore(),
      files: createFileStore(),
    };
    this.#selections = { ...initial.selections };
    this.#open = this.#adopt(record);
    this.current = createStore(() => ({ app: this.#open.app }));
    if (!initial.kept) this.#sayNotKept();
  }

  /** The open document. */
  get app(): App {
    return this.#open.app;
  }

  /** Follows the open document and the other tabs. */
  start(): void {
    this.#started = true;
    this.#stopFollowing = followDocument(this.app);
    this.#stop.push(this.platform.documentStorage.listen((message) => void this.#hear(message)));
    const { settings } = this.shared;
    this.#stop.push(settings.subscribe((state) => void writeJson(this.platform.textStorage, KEYS.settings, state)));
    this.#rememberCurrent();
  }

  /** Stops everything, for when the page or a test is done with it. */
  async close(): Promise<void> {
    await this.flush();
    this.#stopFollowing?.();
    for (const stop of this.#stop) stop();
    for (const { unsubscribe, app } of this.#opened.values()) {
      unsubscribe();
      app.preview.close();
    }
    this.language.close();
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((opened) => this.#saveNow(opened)));
  }

  /**
   * For when the page is left: what may not be stored any more is put where it is written at once, and the next visit
   * stores it.
   */
  leave(): void {
    writeJson(this.platform.textStorage, KEYS.selections, this.#selections);
    for (const opened of this.#opened.values()) {
      if (!opened.dirty && opened.saving === undefined) continue;
      const record = { ...this.#recordOf(opened), revision: opened.revision };
      writeJson(this.platform.textStorage, `${KEYS.unsaved}${opened.id}.${this.platform.newId()}`, record);
    }
    void this.flush();
  }

  /** Looks whether other tabs changed the open document while nobody listened. */
  async catchUp(): Promise<void> {
    await this.#follow(this.#open);
  }

  names(): readonly string[] {
    return this.shared.documents.getState().list.map(({ name }) => name);
  }

  async open(id: string): Promise<void> {
    if (id === this.#open.id) return;
    const known = this.#opened.get(id);
    if (known !== undefined) {
      this.#show(known);
      await this.#follow(known);
      return;
    }
    const record = await this.platform.documentStorage.read(id);
    if (record === undefined) {
      this.#unlist(id);
      notify(this.#notifier, "error", "This document is not there any more: another tab removed it, or it is damaged.");
    } else this.#show(this.#adopt(record));
  }

  create(content: DocumentContent): App {
    const id = this.platform.newId();
    const record = { id, revision: 0, updated: this.platform.currentTime(), content, good: null };
    if (this.shared.documents.getState().list.length >= MAX_DOCUMENTS)
      notify(
        this.#notifier,
        "error",
        `There are more than ${MAX_DOCUMENTS} documents: remove some, or not all are kept.`,
      );
    const opened = this.#adopt(record);
    this.#list(infoOf(record));
    this.#show(opened);
    opened.dirty = true;
    void this.#saveNow(opened);
    return opened.app;
  }

  async remove(id: string): Promise<void> {
    const opened = this.#opened.get(id);
    opened?.cancelSave?.();
    await opened?.saving;
    const record = opened === undefined ? await this.platform.documentStorage.read(id) : this.#recordOf(opened);
    if (record !== undefined) this.#removed.set(id, { record: { ...record, revision: 0 }, opened });
    const { list } = this.shared.documents.getState();
    if (id === this.#open.id) {
      const next = list.find((info) => info.id !== id);
      if (next !== undefined) await this.open(next.id);
      // The last one, or the others cannot be read.
      if (id === this.#open.id) this.create(emptyDocument("Untitled pipeline"));
    }
    this.#opened.delete(id);
    if (opened !== undefined) opened.dirty = false;
    this.#unlist(id);
    await this.platform.documentStorage.remove(id);
    this.platform.documentStorage.tell({ kind: "removed", id });
  }

  async restore(id: string): Promise<void> {
    const removed = this.#removed.get(id);
    if (removed === undefined) return;
    this.#removed.delete(id);
    const opened = removed.opened ?? this.#adopt(removed.record);
    opened.revision = 0;
    opened.dirty = true;
    this.#opened.set(id, opened);
    this.#list(infoOf(removed.record));
    this.#show(opened);
    await this.#saveNow(opened);
  }

  get #notifier() {
    return { scheduler: this.platform.scheduler, stores: this.shared };
  }

  /** Makes a document one of this tab. */
  #adopt({ id, revision, content, good }: Omit<DocumentRecord, "updated">): Opened {
    const shared = { platform: this.platform, language: this.language, stores: this.shared, documents: this };
    const app = createApp(shared, content, { selection: this.#selections[id] ?? NO_SELECTION, good });
    const changed = () => {
      if (!opened.following) this.#changed(opened);
    };
    const stops = [
      app.stores.document.subscribe((state, before) => {
        if (contentFields(state, before)) changed();
      }),
      app.stores.selection.subscribe((state) => {
        this.#selections[opened.id] = state;
        writeJson(this.platform.textStorage, KEYS.selections, this.#selections);
      }),
    ];
    const opened: Opened = {
      id,
      app,
      revision,
      dirty: false,
      saving: undefined,
      cancelSave: undefined,
      following: false,
      unsubscribe: () => {
        for (const stop of stops) stop();
      },
    };
    this.#opened.set(id, opened);
    this.#closeOldest(opened);
    return opened;
  }

  /** The history of what was opened longest ago goes, once all of it is stored. */
  #closeOldest(keep: Opened): void {
    for (const opened of this.#opened.values()) {
      if (this.#opened.size <= MAX_OPEN) return;
      if (opened === keep || opened === this.#open || opened.dirty || opened.saving !== undefined) continue;
      opened.unsubscribe();
      this.#opened.delete(opened.id);
    }
  }

  #show(opened: Opened): void {
    const before = this.#open;
    if (opened === before) return;
    void this.#saveNow(before);
    this.#open = opened;
    // The one that was looked at last is the last to go.
    this.#opened.delete(opened.id);
    this.#opened.set(opened.id, opened);
    this.shared.documents.setState({ currentId: opened.id });
    this.#rememberCurrent();
    this.#stopFollowing?.();
    this.#stopFollowing = this.#started ? followDocument(opened.app) : undefined;
    this.current.setState({ app: opened.app });
  }

  #rememberCurrent(): void {
    writeJson(this.platform.tabStorage, KEYS.current, this.#open.id);
    writeJson(this.platform.textStorage, KEYS.current, this.#open.id);
  }

  #changed(opened: Opened): void {
    opened.dirty = true;
    const { name } = opened.app.stores.document.getState();
    const listed = this.shared.documents.getState().list.find(({ id }) => id === opened.id);
    if (listed !== undefined && listed.name !== name) this.#list({ ...listed, name });
    opened.cancelSave ??= this.platform.scheduler.after(SAVE_DELAY, () => void this.#saveNow(opened));
  }

  #recordOf({ id, app }: Opened): Omit<DocumentRecord, "revision"> {
    const content = contentOf(app.stores.document.getState());
    const good = app.stores.analysis.getState().good?.text ?? app.lastGood;
    return { id, updated: this.platform.currentTime(), content, good: good === content.text ? null : good };
  }

  async #saveNow(opened: Opened): Promise<void> {
    opened.cancelSave?.();
    opened.cancelSave = undefined;
    while (opened.saving !== undefined) await opened.saving;
    if (!opened.dirty) return;
    opened.saving = this.#save(opened);
    await opened.saving;
    opened.saving = undefined;
    if (opened.dirty) opened.cancelSave ??= this.platform.scheduler.after(SAVE_DELAY, () => void this.#saveNow(opened));
    else await this.#follow(opened);
  }

  async #save(opened: Opened): Promise<void> {
    opened.dirty = false;
    const record = this.#recordOf(opened);
    const storage = this.platform.documentStorage;
    const saved = await storage.save(record, opened.revision);
    switch (saved.kind) {
      case "saved": {
        const { id, updated, content } = record;
        opened.revision = saved.revision;
        this.#list({ id, name: content.name, updated });
        this.shared.documents.setState({ kept: true });
        storage.tell({ kind: "saved", id, revision: saved.revision, name: content.name, updated });
        return;
      }
      case "conflict": {
        const theirs = await storage.read(opened.id);
        // The same from both sides is no conflict: a change that was written as the page was left, for one.
        if (theirs !== undefined && sameContent(theirs.content, record.content)) opened.revision = theirs.revision;
        else if (!this.#removed.has(opened.id)) this.#part(opened, theirs);
        return;
      }
      case "failed":
        this.#sayNotKept();
    }
  }

  /** Both tabs have changes: this one's, which are later, become a document of their own. */
  #part(opened: Opened, theirs: DocumentRecord | undefined): void {
    const id = opened.id;
    const name = theirs?.content.name ?? opened.app.stores.document.getState().name;
    const copy = freeName(`${opened.app.stores.document.getState().name} (other tab)`, this.names());
    this.#opened.delete(id);
    opened.id = this.platform.newId();
    opened.revision = 0;
    this.#opened.set(opened.id, opened);
    this.#selections[opened.id] = opened.app.stores.selection.getState();
    if (theirs !== undefined) this.#list(infoOf(theirs));
    this.#list({ id: opened.id, name: copy, updated: this.platform.currentTime() });
    if (opened === this.#open) {
      this.shared.documents.setState({ currentId: opened.id });
      this.#rememberCurrent();
    }
    opened.app.stores.document.adopt({ name: copy });
    opened.dirty = true;
    this.platform.documentStorage.tell({ kind: "parted", id, name, copy });
    notify(
      this.#notifier,
      "info",
      `“${name}” was changed in another tab too. Your changes are kept as “${copy}”.`,
      { label: `Open “${name}”`, run: () => void this.open(id) },
      "tabs",
    );
  }

  /** Takes what another tab has stored of a document that has no changes here. */
  async #follow(opened: Opened): Promise<void> {
    if (opened.dirty || opened.saving !== undefined) return;
    const record = await this.platform.documentStorage.read(opened.id);
    if (record === undefined || record.revision <= opened.revision || opened.dirty || opened.saving !== undefined)
      return;
    opened.revision = record.revision;
    opened.following = true;
    // In the history of this tab too, so that its own steps before it still fit.
    opened.app.stores.document.transact("Changes from another tab", record.content, { group: "other tab" });
    opened.following = false;
    this.#list(infoOf(record));
  }

  async #hear(message: TabMessage): Promise<void> {
    switch (message.kind) {
      case "saved": {
        if (this.#removed.has(message.id) && !this.#opened.has(message.id)) this.#removed.delete(message.id);
        const opened = this.#opened.get(message.id);
        if (opened === undefined || !opened.dirty) this.#list(message);
        if (opened !== undefined) await this.#follow(opened);
        return;
      }
      case "removed": {
        const opened = this.#opened.get(message.id);
        if (opened === this.#open) {
          // It stays on the screen, and is stored again with the next change.
          const { name } = opened.app.stores.document.getState();
          notify(
            this.#notifier,
            "info",
            `“${name}” was removed in another tab. It is kept if you change it here.`,
            undefined,
            "tabs",
          );
          return;
        }
        this.#opened.delete(message.id);
        opened?.unsubscribe();
        this.#unlist(message.id);
        return;
      }
      case "parted":
        if (this.#open.id === message.id)
          notify(
            this.#notifier,
            "info",
            `“${message.name}” was changed in another tab at the same time. Those changes are kept as “${message.copy}”.`,
            undefined,
            "tabs",
          );
    }
  }

  #list({ id, name, updated }: DocumentInfo): void {
    const { list } = this.shared.documents.getState();
    this.shared.documents.setState({ list: sorted([{ id, name, updated }, ...list.filter((info) => info.id !== id)]) });
  }

  #unlist(id: string): void {
    const { list } = this.shared.documents.getState();
    this.shared.documents.setState({ list: list.filter((info) => info.id !== id) });
    delete this.#selections[id];
  }

  #sayNotKept(): void {
    this.shared.documents.setState({ kept: false });
    if (this.#saidNotKept) return;
    this.#saidNotKept = true;
    notify(
      this.#notifier,
      "error",
      "This browser does not keep your documents: its storage is full or not allowed. They last until the page is left; download what you want to keep.",
    );
  }
}

const infoOf = ({ id, content, updated }: Pick<DocumentRecord, "id" | "content" | "updated">): DocumentInfo => ({
  id,
  name: content.name,
  updated,
});

const sorted = (list: readonly DocumentInfo[]): DocumentInfo[] =>
  [...list].sort((a, b) => b.updated - a.updated || (a.name < b.name ? -1 : 1));

const contentFields = (a: DocumentContent, b: DocumentContent): boolean => {
  const now = contentOf(a);
  const before = contentOf(b);
  return Object.keys(now).some((key) => now[key as keyof DocumentContent] !== before[key as keyof DocumentContent]);
};

/**
 * The whole page without its views: all documents, the open one, and what keeps them in the browser in step with the
 * other tabs. Nothing is global to the module, so one page can have two workspaces. An idle tab follows the others;
 * where two have changes of one document, the later becomes a document of its own, so that neither is lost and nothing
 * has to be asked (docs/adr/0005).
 */
import { createStore, type StoreApi } from "zustand/vanilla";
import { finishEdits } from "../../core/edit/finish-edits.ts";
import { type DocumentContent, emptyDocument, freeName, UNTITLED } from "../../core/model/document.ts";
import { NO_HISTORY } from "../../core/model/history.ts";
import { NO_SELECTION, type SelectionState } from "../../core/model/settings.ts";
import type { App, Documents, Platform } from "../../core/page/app.ts";
import type { Command } from "../../core/page/command.ts";
import { KeptDocument, type KeptEvents } from "../../core/page/documents/kept-document.ts";
import { RemovedDocuments } from "../../core/page/documents/removed-documents.ts";
import { dismissErrorsOfOthers, notify } from "../../core/page/notify.ts";
import {
  createAreaStore,
  createFileStore,
  createNoticeStore,
  createServerStore,
  createSettingsStore,
  createWindowStore,
  type DocumentInfo,
  type SharedStores,
} from "../../core/page/stores.ts";
import { Re2Client } from "../../core/re2/re2-client.ts";
import { ServerAccess } from "../../core/server/server-access.ts";
import type { DocumentRecord } from "../../core/storage/document-record.ts";
import { MAX_DOCUMENTS, type TabMessage } from "../../core/storage/document-storage.ts";
import type { PendingEdit } from "../../core/storage/pending-edit.ts";
import { KEYS, writeJson } from "../../core/storage/text-storage.ts";
import { LanguageClient } from "../../core/workers/language-client.ts";
import { createApp } from "./create-app.ts";
import { followDocument } from "./follow-document.ts";
import type { InitialState } from "./initial-state.ts";

/** Documents whose history is kept while others are open. */
const MAX_OPEN = 8;

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

export class Workspace implements Documents {
  readonly platform: Platform;
  readonly language: LanguageClient;
  readonly re2: Re2Client;
  readonly access: ServerAccess;
  readonly shared: SharedStores;
  /** The open document; views follow it. */
  readonly current: StoreApi<{ readonly app: App }>;
  /** What is or was open in this tab, each with its history; the one that was shown last is last. */
  readonly #opened = new Map<string, KeptDocument>();
  readonly #commands: readonly Command[];
  readonly #removed: RemovedDocuments;
  readonly #events: KeptEvents;
  readonly #selections: Record<string, SelectionState>;
  /** Edits of an earlier visit, by document: made once it is shown. */
  readonly #unfinished: Map<string, readonly PendingEdit[]>;
  readonly #restoring = new Set<string>();
  readonly #stop: (() => void)[] = [];
  #open: KeptDocument;
  #stopFollowing: (() => void) | undefined;
  #started = false;
  #saidNotKept = false;

  /** `commands`: what can be done in it. */
  constructor(platform: Platform, initial: InitialState, commands: readonly Command[]) {
    this.platform = platform;
    this.#commands = commands;
    this.language = new LanguageClient(platform.startLanguage);
    this.re2 = new Re2Client(platform.startRe2, platform.scheduler);
    this.access = new ServerAccess(platform);
    const { record } = initial;
    const list = initial.list.some(({ id }) => id === record.id) ? initial.list : [infoOf(record), ...initial.list];
    this.shared = {
      documents: createStore(() => ({ list: sorted(list), currentId: record.id, kept: initial.kept, removed: [] })),
      settings: createSettingsStore(initial.settings),
      notices: createNoticeStore(),
      server: createServerStore(),
      access: this.access.store,
      files: createFileStore(),
      area: createAreaStore(),
      window: createWindowStore(),
    };
    this.#removed = new RemovedDocuments(platform, (removed) => this.shared.documents.setState({ removed }));
    this.#events = {
      listed: (info) => this.#list(info),
      stored: () => this.shared.documents.setState({ kept: true }),
      notStored: () => this.#sayNotKept(),
      conflict: (document, theirs) => this.#part(document, theirs),
    };
    this.#selections = { ...initial.selections };
    this.#unfinished = new Map(initial.edits);
    this.#open = this.#adopt(record, initial.history);
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
    this.#follow();
    const { documentStorage, textStorage } = this.platform;
    this.#stop.push(
      documentStorage.listen((message) => void this.#hear(message)),
      this.shared.settings.subscribe((state) => void writeJson(textStorage, KEYS.settings, state)),
    );
    this.#rememberCurrent();
    void this.#tidy();
  }

  /** Lets go of snapshots of documents that are neither listed nor can be restored. */
  async #tidy(): Promise<void> {
    const removed = await this.#removed.load();
    const { kept, list } = this.shared.documents.getState();
    const known = new Set([...list.map(({ id }) => id), ...this.#removed.idsOf(removed)]);
    // What another tab makes now is left alone.
    if (kept) await this.platform.stateStorage.tidy(known, this.platform.currentTime() - DAY);
  }

  /** Stops everything, for when the page or a test is done with it. */
  async close(): Promise<void> {
    await this.flush();
    this.#stopFollowing?.();
    for (const stop of this.#stop) stop();
    for (const document of this.#opened.values()) document.close();
    this.language.close();
    this.re2.close();
    this.shared.area.getState().profiles?.session.end();
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((document) => document.saveNow()));
  }

  /** For when the page is left: what may not be stored any more is there at the next visit all the same. */
  leave(): void {
    for (const document of this.#opened.values()) document.backUp();
    void this.flush();
  }

  /** Looks whether other tabs changed the open document while nobody listened. */
  async catchUp(): Promise<void> {
    await this.#open.follow();
  }

  names(): readonly string[] {
    return this.shared.documents.getState().list.map(({ name }) => name);
  }

  async open(id: string): Promise<void> {
    if (id === this.#open.id) return;
    const known = this.#opened.get(id);
    if (known !== undefined) {
      this.#show(known);
      await known.follow();
      return;
    }
    const { documentStorage } = this.platform;
    const record = await documentStorage.read(id);
    if (record !== undefined) this.#show(this.#adopt(record, await documentStorage.history(record)));
    else {
      this.#unlist(id);
      this.#say("This document no longer exists: another tab removed it, or it is damaged.", "error");
    }
  }

  create(content: DocumentContent): App {
    const record = {
      id: this.platform.newId(),
      revision: 0,
      updated: this.platform.currentTime(),
      content,
      good: null,
      drafts: [],
    };
    if (this.shared.documents.getState().list.length >= MAX_DOCUMENTS)
      this.#say(`There are more than ${MAX_DOCUMENTS} documents: remove some, or not all are kept.`, "error");
    const document = this.#adopt(record);
    this.#list(infoOf(record));
    this.#show(document);
    document.touch();
    void document.saveNow();
    return document.app;
  }

  async remove(id: string): Promise<boolean> {
    const document = this.#opened.get(id);
    await document?.giveUp();
    const record = document?.record() ?? (await this.platform.documentStorage.read(id));
    const isKept = record === undefined || (await this.#removed.keep(record, document));
    if (id === this.#open.id) {
      const next = this.shared.documents.getState().list.find((info) => info.id !== id);
      if (next !== undefined) await this.open(next.id);
      // It was the last one, or the others cannot be read.
      if (id === this.#open.id) this.create(emptyDocument(UNTITLED));
    }
    this.#opened.delete(id);
    this.#unlist(id);
    await this.platform.documentStorage.remove(id);
    this.platform.documentStorage.tell({ kind: "removed", id });
    return isKept;
  }

  canRestore(id: string): boolean {
    return this.shared.documents.getState().removed.some((one) => one.id === id);
  }

  async restore(id: string): Promise<void> {
    // Another tab, or a second click, may have been first.
    if (!this.canRestore(id)) return;
    const removed = await this.#removed.find(id);
    if (removed === undefined) {
      this.#say("This pipeline is no longer kept: another tab restored or deleted it.", "error");
      await this.#removed.load();
      return;
    }
    // A second click while the first one is worked on.
    if (this.#restoring.has(id)) return;
    this.#restoring.add(id);
    try {
      if (this.shared.documents.getState().list.some((one) => one.id === id)) await this.#restoreAsCopy(removed.record);
      else await this.#restoreAs(id, removed);
    } finally {
      this.#restoring.delete(id);
    }
  }

  /** Of a document that lives on, since a tab changed it after it was removed. */
  async #restoreAsCopy({ id, content }: DocumentRecord): Promise<void> {
    const name = freeName(content.name, this.names());
    this.create({ ...content, name });
    await this.#removed.forget(id);
    this.#say(`“${content.name}” is still there: what was removed is restored beside it as “${name}”.`);
  }

  async #restoreAs(
    id: string,
    removed: { readonly record: DocumentRecord; readonly document: KeptDocument | undefined },
  ): Promise<void> {
    this.#removed.letGo(id);
    const document = removed.document ?? this.#adopt(removed.record);
    document.startAnew();
    this.#opened.set(id, document);
    this.#list(document.info());
    this.#show(document);
    await document.saveNow();
    // Where the browser could not store it, what it kept stays.
    if (document.isPending) return;
    await this.#removed.forget(id);
    this.platform.documentStorage.tell({ kind: "restored", id });
  }

  async forgetRemoved(id: string): Promise<void> {
    await this.#removed.forget(id);
    this.platform.documentStorage.tell({ kind: "forgotten", id });
  }

  /** Makes a document one of this tab. */
  #adopt({ id, revision, content, good, drafts }: DocumentRecord, history = NO_HISTORY): KeptDocument {
    const shared = {
      platform: this.platform,
      language: this.language,
      re2: this.re2,
      access: this.access,
      stores: this.shared,
      documents: this,
      commands: this.#commands,
    };
    const app = createApp(shared, content, {
      selection: this.#selections[id] ?? NO_SELECTION,
      good,
      drafts,
      history,
    });
    const document = new KeptDocument(app, { id, revision }, this.#events);
    app.stores.selection.subscribe((state) => this.#rememberSelection(document.id, state));
    this.#opened.set(id, document);
    this.#closeOldest(document);
    return document;
  }

  /** The history of what was shown longest ago goes, once all of it is stored. */
  #closeOldest(keep: KeptDocument): void {
    for (const document of this.#opened.values()) {
      if (this.#opened.size <= MAX_OPEN) return;
      if (document === keep || document === this.#open || document.isPending) continue;
      document.close();
      this.#opened.delete(document.id);
    }
  }

  #show(document: KeptDocument): void {
    if (document === this.#open) return;
    void this.#open.saveNow();
    this.#open = document;
    this.#opened.delete(document.id);
    this.#opened.set(document.id, document);
    this.shared.documents.setState({ currentId: document.id });
    dismissErrorsOfOthers(this.#notifier, document.id);
    this.#rememberCurrent();
    this.#stopFollowing?.();
    if (this.#started) this.#follow();
    this.current.setState({ app: document.app });
  }

  /** Keeps up with the open document, and makes the edits that an earlier visit had asked for. */
  #follow(): void {
    const { app, id } = this.#open;
    this.#stopFollowing = followDocument(app);
    const edits = this.#unfinished.get(id);
    this.#unfinished.delete(id);
    if (edits !== undefined) void finishEdits(app, edits);
  }

  #rememberCurrent(): void {
    writeJson(this.platform.tabStorage, KEYS.current, this.#open.id);
    writeJson(this.platform.textStorage, KEYS.current, this.#open.id);
  }

  #rememberSelection(id: string, selection: SelectionState): void {
    this.#selections[id] = selection;
    writeJson(this.platform.textStorage, KEYS.selections, this.#selections);
  }

  /** Two tabs have changes: this one's, which are later, become a document of their own. */
  #part(document: KeptDocument, theirs: DocumentRecord | undefined): void {
    const { id } = document;
    const own = document.app.stores.document.getState().name;
    const name = theirs?.content.name ?? own;
    const copy = freeName(`${own} (other tab)`, this.names());
    this.#opened.delete(id);
    document.startAnew(this.platform.newId());
    this.#opened.set(document.id, document);
    this.#rememberSelection(document.id, document.app.stores.selection.getState());
    document.app.stores.document.adopt({ name: copy });
    if (theirs !== undefined) this.#list(infoOf(theirs));
    if (document === this.#open) {
      this.shared.documents.setState({ currentId: document.id });
      this.#rememberCurrent();
    }
    this.platform.documentStorage.tell({ kind: "parted", id, name, copy });
    const text = `“${name}” was changed in another tab too. Your changes are kept as “${copy}”.`;
    notify(this.#notifier, "info", text, { label: `Open “${name}”`, run: () => void this.open(id) }, "tabs");
  }

  async #hear(message: TabMessage): Promise<void> {
    const document = this.#opened.get(message.id);
    switch (message.kind) {
      case "saved":
        if (document?.isPending !== true) this.#list(message);
        await document?.follow();
        return;
      case "restored":
        await document?.follow();
        await this.#removed.hearGone(message.id);
        return;
      case "forgotten":
        await this.#removed.hearGone(message.id);
        return;
      case "removed":
        void this.#removed.load();
        document?.hearRemoved();
        if (document === this.#open) {
          // It stays on the screen, and is stored again with the next change.
          const { name } = document.app.stores.document.getState();
          this.#say(`“${name}” was removed in another tab. It is kept if you change it here.`);
          return;
        }
        this.#opened.delete(message.id);
        document?.close();
        this.#unlist(message.id);
        return;
      case "parted":
        if (document !== this.#open) return;
        this.#say(
          `“${message.name}” was changed in another tab at the same time. Those changes are kept as “${message.copy}”.`,
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

  get #notifier() {
    return { scheduler: this.platform.scheduler, stores: this.shared };
  }

  #say(text: string, kind: "info" | "error" = "info"): void {
    notify(this.#notifier, kind, text, undefined, "tabs");
  }

  #sayNotKept(): void {
    this.shared.documents.setState({ kept: false });
    if (this.#saidNotKept) return;
    this.#saidNotKept = true;
    const text =
      "This browser does not keep your documents: its storage is full or blocked. They last until you leave the page; download what you want to keep.";
    notify(this.#notifier, "error", text);
  }
}

const infoOf = ({ id, content, updated }: DocumentRecord): DocumentInfo => ({ id, name: content.name, updated });

const sorted = (list: readonly DocumentInfo[]): DocumentInfo[] =>
  [...list].sort((a, b) => b.updated - a.updated || (a.name < b.name ? -1 : 1));

/**
 * One document of this tab and its copy in the browser. A change is stored a moment later, if no other tab has
 * stored one since; a document without changes of its own takes over what another tab stored.
 */
import { contentOf, type DocumentContent, sameContent } from "../../model/document.ts";
import type { DocumentRecord } from "../../storage/document-record.ts";
import { forget, KEYS, writeJson } from "../../storage/text-storage.ts";
import { unsavedOf } from "../../storage/unsaved-record.ts";
import { sameJson } from "../../text/same-json.ts";
import type { App } from "../app.ts";
import type { DocumentState } from "../document-store.ts";
import { pendingEdits } from "../pending-edits.ts";
import type { DocumentInfo } from "../stores.ts";

/** Milliseconds from a change until it is stored. */
export const SAVE_DELAY = 300;

export interface KeptEvents {
  /** Its name or its time is another. */
  listed(info: DocumentInfo): void;
  stored(): void;
  /** The browser's storage is full or not allowed. */
  notStored(): void;
  /** Another tab stored `theirs` while this one had changes, which have to become a separate document. */
  conflict(document: KeptDocument, theirs: DocumentRecord | undefined): void;
}

export class KeptDocument {
  readonly app: App;
  readonly #events: KeptEvents;
  /** The key for changes that could not be stored before the page was left. */
  readonly #unsavedKey: string;
  readonly #unsubscribe: readonly (() => void)[];
  #id: string;
  /** What this tab knows to be stored; 0: nothing. */
  #revision: number;
  #dirty = false;
  #saving: Promise<void> | undefined;
  #cancelSave: (() => void) | undefined;
  /** A change of another tab is being applied; it is not a change of this one. */
  #following = false;

  constructor(app: App, { id, revision }: Pick<DocumentRecord, "id" | "revision">, events: KeptEvents) {
    this.app = app;
    this.#id = id;
    this.#revision = revision;
    this.#events = events;
    this.#unsavedKey = `${KEYS.unsaved}${app.platform.newId()}`;
    const { document, view } = app.stores;
    this.#unsubscribe = [
      document.subscribe((state, before) => {
        if (this.#following || !hasChanged(state, before)) return;
        app.states.changes(this.#id, contentOf(before), contentOf(state), whatWasDone(before, state));
        if (state.name !== before.name) events.listed(this.info());
        this.touch();
      }),
      view.subscribe(({ drafts }, before) => {
        if (!this.#following && drafts !== before.drafts && !sameJson(drafts, before.drafts)) this.touch();
      }),
    ];
  }

  get id(): string {
    return this.#id;
  }

  /** Something of it is not stored. */
  get isPending(): boolean {
    return this.#dirty || this.#saving !== undefined;
  }

  info(): DocumentInfo {
    return { id: this.#id, name: this.app.stores.document.getState().name, updated: this.app.platform.currentTime() };
  }

  /** As it would be stored now. */
  record(): DocumentRecord {
    const { stores, platform, lastGood } = this.app;
    const content = contentOf(stores.document.getState());
    const good = stores.analysis.getState().good?.text ?? lastGood;
    const updated = platform.currentTime();
    return {
      id: this.#id,
      revision: this.#revision,
      updated,
      content,
      good: good === content.text ? null : good,
      drafts: stores.view.getState().drafts,
    };
  }

  /** Stores it in a moment. */
  touch(): void {
    this.#dirty = true;
    this.#cancelSave ??= this.app.scheduler.after(SAVE_DELAY, () => void this.saveNow());
  }

  /** Makes it a document that is not stored yet, under another id if one is given. */
  startAnew(id = this.#id): void {
    this.#id = id;
    this.#revision = 0;
    this.touch();
  }

  /** Another tab removed what is stored: its revisions begin anew, should it be stored again. */
  hearRemoved(): void {
    this.#revision = 0;
  }

  /** Stores what is not stored yet. */
  async saveNow(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    while (this.#saving !== undefined) await this.#saving;
    if (!this.#dirty) return;
    this.#saving = this.#save();
    await this.#saving;
    this.#saving = undefined;
    if (!this.#dirty) await this.follow();
  }

  async #save(): Promise<void> {
    this.#dirty = false;
    const record = this.record();
    const { documentStorage, textStorage } = this.app.platform;
    const saved = await documentStorage.save(record, this.#revision, this.app.stores.document.history());
    if (saved.kind === "failed") {
      // Tried again with the next change, and when the page is left.
      this.#dirty = true;
      this.#events.notStored();
      return;
    }
    // While a worker owes an edit, what was put aside with it stays.
    if (pendingEdits(this.app.stores.document).length === 0) forget(textStorage, this.#unsavedKey);
    const { id, updated, content } = record;
    if (saved.kind === "saved") {
      this.#revision = saved.revision;
      this.#events.listed({ id, name: content.name, updated });
      this.#events.stored();
      documentStorage.tell({ kind: "saved", id, revision: saved.revision, name: content.name, updated });
      return;
    }
    const theirs = await documentStorage.read(id);
    // The same from both sides is not a conflict.
    if (theirs === undefined || !sameContent(theirs.content, content)) this.#events.conflict(this, theirs);
    else {
      this.#revision = theirs.revision;
      // Of what was refused in forms the later stays.
      if (!sameJson(theirs.drafts, record.drafts)) this.touch();
    }
  }

  /** Applies what another tab has stored, unless there are changes here. */
  async follow(): Promise<void> {
    if (this.isPending) return;
    const record = await this.app.platform.documentStorage.read(this.#id, this.#revision);
    if (record === undefined || record.revision <= this.#revision || this.isPending) return;
    this.#revision = record.revision;
    this.#following = true;
    // In the history of this tab too, so that its own steps before it still fit.
    this.app.stores.document.transact("Changes from another tab", record.content, { group: "other tab", isLoad: true });
    this.app.stores.view.setState({ drafts: record.drafts });
    this.#following = false;
    this.#events.listed({ id: record.id, name: record.content.name, updated: record.updated });
  }

  /** Writes unsaved changes to storage that works at once, as the page is left: the next visit stores them. */
  backUp(): void {
    const { platform, stores } = this.app;
    const edits = pendingEdits(stores.document);
    if (!this.isPending && edits.length === 0) return;
    const record = this.record();
    const whole = unsavedOf(record, stores.document.history(), edits);
    if (!writeJson(platform.textStorage, this.#unsavedKey, whole))
      writeJson(platform.textStorage, this.#unsavedKey, { ...record, edits });
  }

  /** Waits for what is being stored, and stores nothing more. */
  async giveUp(): Promise<void> {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    while (this.#saving !== undefined) await this.#saving;
    this.#dirty = false;
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.app.preview.close();
  }
}

/** What a snapshot of before it is called by. */
function whatWasDone(before: DocumentState, now: DocumentState): string {
  const undone =
    now.redoable !== null && now.redoable.id !== before.redoable?.id && now.redoable.id === before.undoable?.id;
  return undone ? `Undo of ${now.redoable!.label}` : (now.undoable?.label ?? "a change");
}

function hasChanged(a: DocumentContent, b: DocumentContent): boolean {
  const [now, before] = [contentOf(a), contentOf(b)];
  return Object.keys(now).some((key) => now[key as keyof DocumentContent] !== before[key as keyof DocumentContent]);
}

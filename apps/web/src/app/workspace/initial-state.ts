/** What the page opens with: the documents that the browser keeps, else one with nothing in it. */
import { emptyDocument, UNTITLED } from "../../core/model/document.ts";
import { type History, NO_HISTORY } from "../../core/model/history.ts";
import type { SelectionState, SettingsState } from "../../core/model/settings.ts";
import type { Platform } from "../../core/page/app.ts";
import { isDocumentPlace, readPlace } from "../../core/page/place.ts";
import type { DocumentInfo } from "../../core/page/stores.ts";
import { type DocumentRecord, readContent } from "../../core/storage/document-record.ts";
import type { PendingEdit } from "../../core/storage/pending-edit.ts";
import {
  forget,
  KEYS,
  readJson,
  readOldSelection,
  readSelections,
  readSettings,
  type TextStorage,
} from "../../core/storage/text-storage.ts";
import { historyOfUnsaved, readUnsaved } from "../../core/storage/unsaved-record.ts";
import { documentOf, type Example } from "../../features/examples/examples.ts";

export interface InitialState {
  /** The document to open. */
  readonly record: DocumentRecord;
  /** Of an earlier visit. */
  readonly history: History;
  /** Edits that an earlier visit had asked for when it was left, by document. */
  readonly edits: ReadonlyMap<string, readonly PendingEdit[]>;
  readonly list: readonly DocumentInfo[];
  readonly selections: Readonly<Record<string, SelectionState>>;
  readonly settings: SettingsState;
  /** The browser keeps documents. */
  readonly kept: boolean;
}

/** The document of the first visit has the same id in each tab, and is stored once it is changed. */
export const FIRST_ID = "first";

/** `example`: what the first visit opens, in place of a pipeline with nothing in it. */
export async function loadInitialState(platform: Platform, example?: Example): Promise<InitialState> {
  const { textStorage, tabStorage, documentStorage } = platform;
  await takeOldDocument(platform);
  const edits = await takeUnsaved(platform);
  const records = await documentStorage.load();
  const list = (records ?? []).map(({ id, content, updated }) => ({ id, name: content.name, updated }));
  const latest = [...(records ?? [])].sort((a, b) => b.updated - a.updated)[0];
  const place = readPlace(platform.address.fragment());
  const addressed = place !== undefined && isDocumentPlace(place) ? place.document : undefined;
  const wanted = [addressed, readJson(tabStorage, KEYS.current), readJson(textStorage, KEYS.current)];
  const found = wanted.flatMap((id) => records?.find((record) => record.id === id) ?? [])[0];
  const content = example === undefined ? emptyDocument(UNTITLED) : await documentOf(example);
  const first: DocumentRecord = { id: FIRST_ID, revision: 0, updated: 0, content, good: null, drafts: [] };
  const settings = readSettings(textStorage);
  const record = found ?? latest ?? first;
  return {
    record,
    history: (await documentStorage.history(record)) ?? NO_HISTORY,
    edits,
    list,
    selections: { [FIRST_ID]: readOldSelection(textStorage), ...readSelections(textStorage) },
    settings: { ...settings, rowNames: { ...(example?.rows && { [FIRST_ID]: example.rows }), ...settings.rowNames } },
    kept: records !== undefined,
  };
}

/** The one document from before there were several. It is forgotten there once it is stored here. */
async function takeOldDocument({ textStorage, documentStorage, currentTime }: Platform): Promise<void> {
  const content = readContent(readJson(textStorage, KEYS.oldDocument));
  if (content === undefined) return;
  const saved = await documentStorage.save(
    { id: FIRST_ID, updated: currentTime(), content, good: null, drafts: [] },
    0,
  );
  // Stored already: another tab was first.
  if (saved.kind !== "failed") forget(textStorage, KEYS.oldDocument);
}

/** What tabs could not store any more when they were closed. The result: edits that are to be made yet. */
async function takeUnsaved(platform: Platform): Promise<InitialState["edits"]> {
  const { textStorage, documentStorage } = platform;
  const edits = new Map<string, readonly PendingEdit[]>();
  for (const key of unsavedKeys(textStorage)) {
    const unsaved = readUnsaved(readJson(textStorage, key));
    if (unsaved === undefined) {
      forget(textStorage, key);
      continue;
    }
    const { record } = unsaved;
    const found = await documentStorage.read(record.id);
    const stored = found?.revision === record.revision ? found : undefined;
    const before = stored && (await documentStorage.history(stored));
    const history = historyOfUnsaved(unsaved, stored, before ?? NO_HISTORY);
    const saved = await documentStorage.save(record, record.revision, history);
    let { id } = record;
    if (saved.kind === "conflict") {
      const stored = await documentStorage.read(record.id);
      // A revision that is one further is either this very change, which was stored after all, or another tab's.
      if (stored !== undefined && JSON.stringify(stored.content) !== JSON.stringify(record.content)) {
        const content = { ...record.content, name: `${record.content.name} (other tab)` };
        id = platform.newId();
        await documentStorage.save({ ...record, id, content }, 0);
      }
    }
    if (saved.kind === "failed") continue;
    forget(textStorage, key);
    if (unsaved.edits.length > 0) edits.set(id, unsaved.edits);
  }
  return edits;
}

function unsavedKeys(storage: TextStorage | undefined): readonly string[] {
  try {
    return storage?.keys().filter((key) => key.startsWith(KEYS.unsaved)) ?? [];
  } catch {
    return [];
  }
}

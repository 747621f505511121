/** Tabs of one browser that show documents of the same storage. */

import { COMMANDS } from "../app/table.ts";
import { loadInitialState } from "../app/workspace/initial-state.ts";
import { Workspace } from "../app/workspace/workspace.ts";
import type { Platform } from "../core/page/app.ts";
import { SAVE_DELAY } from "../core/page/documents/kept-document.ts";
import type { KeptDraft } from "../core/storage/drafts.ts";
import { SharedDocuments } from "../core/storage/memory-storage.ts";
import { EXAMPLES } from "../features/examples/examples.ts";
import { createTestPlatform, settle, type TestPlatform, testDocument } from "./testing.ts";

export interface Tab extends TestPlatform {
  readonly workspace: Workspace;
}

/** A tab that shows document `a`, unless nothing is stored. */
export async function openTab(documents: SharedDocuments, given: Partial<Platform> = {}): Promise<Tab> {
  const test = createTestPlatform({ documentStorage: documents.tab(), ...given });
  const workspace = new Workspace(test.platform, await loadInitialState(test.platform, EXAMPLES[0]), COMMANDS);
  workspace.start();
  return { ...test, workspace };
}

export function withDocument(): SharedDocuments {
  const documents = new SharedDocuments();
  documents.records.set("a", {
    id: "a",
    revision: 1,
    updated: 1,
    content: testDocument({ name: "A" }),
    good: null,
    drafts: [],
  });
  return documents;
}

export const name = ({ workspace }: Tab) => workspace.app.stores.document.getState().name;
export const text = ({ workspace }: Tab) => workspace.app.stores.document.getState().text;
export const listed = ({ workspace }: Tab) => [...workspace.names()].sort();
export const removed = ({ workspace }: Tab) => workspace.shared.documents.getState().removed.map(({ label }) => label);
export const notices = ({ workspace }: Tab) =>
  workspace.app.stores.notices.getState().notices.map((notice) => notice.text);
/** Lets what was changed be stored, and heard of. */
export async function save(...tabs: readonly Tab[]): Promise<void> {
  for (const { time } of tabs) time.pass(SAVE_DELAY);
  for (let i = 0; i < 4; i++) await settle();
}
export const stored = (documents: SharedDocuments) =>
  [...documents.records.values()].map((record) => (record as { content: { name: string } }).content.name).sort();

export const REFUSED: KeptDraft = {
  place: { pipeline: "stages", stage: "1", body: [], argument: "expression" },
  value: "a(",
  code: undefined,
  messages: ["missing closing )"],
  source: '"b"',
};
export const drafts = ({ workspace }: Tab) => workspace.app.stores.view.getState().drafts;

import { describe, expect, it, vi } from "vitest";
import { rename, setText } from "../../core/edit/edit-document.ts";
import { keepDraft } from "../../core/edit/keep-draft.ts";
import { redo, undo } from "../../core/edit/undo.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import type { Platform } from "../../core/page/app.ts";
import { SAVE_DELAY } from "../../core/page/kept-document.ts";
import type { KeptDraft } from "../../core/storage/drafts.ts";
import { MAX_STATES } from "../../core/storage/kept-states.ts";
import { memoryStates, memoryText, SharedDocuments } from "../../core/storage/memory-storage.ts";
import { KEYS } from "../../core/storage/text-storage.ts";
import { EXAMPLES } from "../../features/examples/examples.ts";
import { clearSamples } from "../../features/samples/edit-entry.ts";
import { createTestPlatform, settle, type TestPlatform, testDocument } from "../../testing/testing.ts";
import { duplicateDocument, newDocument, removeDocument } from "../documents.ts";
import { COMMANDS } from "../table.ts";
import { FIRST_ID, loadInitialState } from "./initial-state.ts";
import { Workspace } from "./workspace.ts";

interface Tab extends TestPlatform {
  readonly workspace: Workspace;
}

/** A tab that shows document `a`, unless nothing is stored. */
async function openTab(documents: SharedDocuments, given: Partial<Platform> = {}): Promise<Tab> {
  const test = createTestPlatform({ documentStorage: documents.tab(), ...given });
  const workspace = new Workspace(test.platform, await loadInitialState(test.platform, EXAMPLES[0]), COMMANDS);
  workspace.start();
  return { ...test, workspace };
}

function withDocument(): SharedDocuments {
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

const name = ({ workspace }: Tab) => workspace.app.stores.document.getState().name;
const text = ({ workspace }: Tab) => workspace.app.stores.document.getState().text;
const listed = ({ workspace }: Tab) => [...workspace.names()].sort();
const removed = ({ workspace }: Tab) => workspace.shared.documents.getState().removed.map(({ label }) => label);
const notices = ({ workspace }: Tab) => workspace.app.stores.notices.getState().notices.map((notice) => notice.text);
/** Lets what was changed be stored, and heard of. */
async function save(...tabs: readonly Tab[]): Promise<void> {
  for (const { time } of tabs) time.pass(SAVE_DELAY);
  for (let i = 0; i < 4; i++) await settle();
}
const stored = (documents: SharedDocuments) =>
  [...documents.records.values()].map((record) => (record as { content: { name: string } }).content.name).sort();

const REFUSED: KeptDraft = {
  place: { pipeline: "stages", stage: "1", body: [], argument: "expression" },
  value: "a(",
  code: undefined,
  messages: ["missing closing )"],
  source: '"b"',
};
const drafts = ({ workspace }: Tab) => workspace.app.stores.view.getState().drafts;

describe("what a form refused", () => {
  const refuse = (tab: Tab, value: string) => {
    const { place, ...draft } = REFUSED;
    keepDraft(tab.workspace.app, place, { ...draft, value });
  };

  it("is there again when the page is loaded anew, and gone once it was discarded", async () => {
    const documents = withDocument();
    const tab = await openTab(documents);
    refuse(tab, "a(");
    await save(tab);
    const again = await openTab(documents);
    expect(drafts(again)).toEqual([REFUSED]);
    keepDraft(again.workspace.app, REFUSED.place, undefined);
    await save(again);
    expect(drafts(await openTab(documents))).toEqual([]);
  });

  it("is put aside when the page is left at once, and stored at the next visit", async () => {
    const documents = withDocument();
    const textStorage = memoryText();
    const tab = await openTab(documents, { textStorage });
    refuse(tab, "a(");
    documents.full = true;
    tab.workspace.leave();
    await settle();
    documents.full = false;
    expect(drafts(await openTab(documents, { textStorage }))).toEqual([REFUSED]);
  });

  it("stays in memory where nothing is stored, also while another document is open", async () => {
    const documents = withDocument();
    const tab = await openTab(documents);
    documents.full = true;
    refuse(tab, "a(");
    await save(tab);
    newDocument(tab.workspace.app);
    expect(drafts(tab)).toEqual([]);
    await tab.workspace.open("a");
    expect(drafts(tab)).toEqual([REFUSED]);
    expect(notices(tab).join()).toContain("does not keep your documents");
  });

  it("reaches an idle tab; refused in two at once, the later stays, and the document is still one", async () => {
    const documents = withDocument();
    const [tab, other] = [await openTab(documents), await openTab(documents)];
    refuse(tab, "a(");
    await save(tab, other);
    expect(drafts(other)).toEqual([REFUSED]);
    refuse(tab, "b(");
    refuse(other, "c(");
    await save(tab);
    await save(other);
    await save(tab, other);
    expect(drafts(tab).map(({ value }) => value)).toEqual(["c("]);
    expect(listed(tab)).toEqual(["A"]);
  });
});

describe("documents", () => {
  it("are stored a moment after a change, and not before", async () => {
    const documents = withDocument();
    const tab = await openTab(documents);
    setText(tab.workspace.app, "stage.new { }");
    await settle();
    expect(documents.records.get("a")).toMatchObject({ revision: 1 });
    await save(tab);
    expect(documents.records.get("a")).toMatchObject({ revision: 2, content: { text: "stage.new { }" } });
  });

  it("are made anew, duplicated, renamed, and each keeps its own history", async () => {
    const documents = withDocument();
    const tab = await openTab(documents);
    setText(tab.workspace.app, "stage.new { }");
    duplicateDocument(tab.workspace.app);
    expect([name(tab), text(tab), tab.workspace.app.stores.document.getState().undoable]).toEqual([
      "A copy",
      "stage.new { }",
      null,
    ]);
    rename(tab.workspace.app, "B");
    newDocument(tab.workspace.app);
    expect(listed(tab)).toEqual(["A", "B", "Untitled pipeline"]);
    await save(tab);
    expect(stored(documents)).toEqual(["A", "B", "Untitled pipeline"]);
    await tab.workspace.open("a");
    undo(tab.workspace.app);
    expect(text(tab)).toBe(testDocument().text);
    redo(tab.workspace.app);
    expect(text(tab)).toBe("stage.new { }");
  });

  it("are not changed unseen by the notice of another one", async () => {
    const tab = await openTab(withDocument());
    const { app } = tab.workspace;
    clearSamples(app);
    const action = () => tab.workspace.app.stores.notices.getState().notices.at(-1)!.action!;
    expect(action().isOffered!()).toBe(true);
    newDocument(app);
    expect(action().isOffered!()).toBe(false);
    await tab.workspace.open("a");
    expect(action().isOffered!()).toBe(true);
  });

  it("are removed, and come back with their history", async () => {
    const documents = withDocument();
    const tab = await openTab(documents);
    newDocument(tab.workspace.app);
    await tab.workspace.open("a");
    rename(tab.workspace.app, "B");
    await removeDocument(tab.workspace.app);
    await save(tab);
    expect([listed(tab), stored(documents)]).toEqual([["Untitled pipeline"], ["Untitled pipeline"]]);
    tab.workspace.app.stores.notices.getState().notices.at(-1)!.action!.run();
    await save(tab);
    expect([name(tab), stored(documents)]).toEqual(["B", ["B", "Untitled pipeline"]]);
    undo(tab.workspace.app);
    expect(name(tab)).toBe("A");
  });

  it("come back after the page was left, by their id and with their snapshots, and are removed ones no longer", async () => {
    const documents = withDocument();
    const stateStorage = memoryStates();
    const tab = await openTab(documents, { stateStorage });
    setText(tab.workspace.app, "a text that is worth it");
    await save(tab);
    await tab.workspace.app.states.settled();
    const snapshots = await stateStorage.list("a");
    expect(snapshots).toHaveLength(1);
    await removeDocument(tab.workspace.app);
    expect(notices(tab).at(-1)).toContain("Removed “A”. It is kept under “Removed pipelines…”.");
    await tab.workspace.close();

    // Two days later: what tidies up leaves it and its snapshots alone.
    const later = await openTab(documents, { stateStorage, currentTime: () => 3 * 24 * 3600 * 1000 });
    await vi.waitFor(() => expect(removed(later)).toEqual(["A"]));
    expect(listed(later)).not.toContain("A");
    await later.workspace.restore("a");
    expect(later.workspace.app.stores.document.getState()).toMatchObject({
      name: "A",
      text: "a text that is worth it",
    });
    expect([listed(later), removed(later)]).toEqual([expect.arrayContaining(["A"]), []]);
    expect(stored(documents)).toContain("A");
    expect(await stateStorage.list("a")).toEqual(snapshots);
    await later.workspace.restore("a");
    expect(listed(later).filter((one) => one === "A")).toHaveLength(1);
  });

  it("are restored beyond those whose history is kept, are bounded in number, and are deleted for good when asked", async () => {
    const tab = await openTab(withDocument(), { stateStorage: memoryStates() });
    for (let i = 1; i <= MAX_STATES + 2; i++) {
      newDocument(tab.workspace.app);
      rename(tab.workspace.app, `new ${i}`);
      await removeDocument(tab.workspace.app);
    }
    await save(tab);
    const list = tab.workspace.shared.documents.getState().removed;
    expect([list.length, list.some(({ label }) => label === "new 2")]).toEqual([MAX_STATES, false]);
    const idOf = (label: string) => list.find((one) => one.label === label)!.id;
    await tab.workspace.restore(idOf("new 3"));
    expect(name(tab)).toBe("new 3");
    await tab.workspace.forgetRemoved(idOf("new 4"));
    expect([removed(tab).includes("new 4"), tab.workspace.canRestore(idOf("new 4"))]).toEqual([false, false]);
  });

  it("say so where the browser can keep no copy, and come back as long as the page is there", async () => {
    const stateStorage = { ...memoryStates(), keep: async () => false };
    const tab = await openTab(withDocument(), { stateStorage });
    await removeDocument(tab.workspace.app);
    expect(notices(tab).at(-1)).toContain("it can be restored only until you leave this page");
    expect(removed(tab)).toEqual(["A"]);
    await tab.workspace.restore("a");
    expect([name(tab), removed(tab)]).toEqual(["A", []]);
  });

  it("come back with the drafts of their forms, also after the page was left", async () => {
    const documents = withDocument();
    const stateStorage = memoryStates();
    const tab = await openTab(documents, { stateStorage });
    const { place, ...draft } = REFUSED;
    keepDraft(tab.workspace.app, place, draft);
    await removeDocument(tab.workspace.app);
    await tab.workspace.close();
    const later = await openTab(documents, { stateStorage });
    await vi.waitFor(() => expect(removed(later)).toEqual(["A"]));
    await later.workspace.restore("a");
    expect(drafts(later)).toEqual([REFUSED]);
  });

  it("are all kept as long as the page is there, however many, where the browser can store none", async () => {
    const stateStorage = { ...memoryStates(), keep: async () => false };
    const tab = await openTab(withDocument(), { stateStorage });
    const names = Array.from({ length: 12 }, (_, i) => `new ${i + 1}`);
    for (const one of names) {
      newDocument(tab.workspace.app);
      rename(tab.workspace.app, one);
      setText(tab.workspace.app, `// ${one}`);
      await removeDocument(tab.workspace.app);
    }
    expect(removed(tab).sort()).toEqual(names.toSorted());
    const first = tab.workspace.shared.documents.getState().removed.find(({ label }) => label === "new 1")!;
    await tab.workspace.restore(first.id);
    expect([name(tab), text(tab)]).toEqual(["new 1", "// new 1"]);
  });

  it.each([
    ["deleted for good in the list", (tab: Tab) => tab.workspace.forgetRemoved("a")],
    [
      "forgotten by another tab",
      async (_: Tab, documents: SharedDocuments) => documents.tab().tell({ kind: "forgotten", id: "a" }),
    ],
    [
      "followed by more removals than histories are kept of",
      async (tab: Tab) => {
        for (let i = 0; i < 9; i++) {
          newDocument(tab.workspace.app);
          await tab.workspace.remove(tab.workspace.shared.documents.getState().currentId);
        }
      },
    ],
  ])("are stored after they were restored into a full storage and %s", async (_, act) => {
    const documents = withDocument();
    const tab = await openTab(documents);
    newDocument(tab.workspace.app);
    await tab.workspace.open("a");
    await removeDocument(tab.workspace.app);
    await save(tab);
    documents.full = true;
    await tab.workspace.restore("a");
    await act(tab, documents);
    await tab.workspace.open("a");
    documents.full = false;
    setText(tab.workspace.app, "// after");
    await save(tab);
    expect(text(tab)).toBe("// after");
    expect(documents.records.get("a")).toMatchObject({ content: { text: "// after" } });
  });

  it("are never none: the last one gives way to an empty one", async () => {
    const tab = await openTab(withDocument());
    await removeDocument(tab.workspace.app);
    expect([name(tab), listed(tab)]).toEqual(["Untitled pipeline", ["Untitled pipeline"]]);
  });

  it("last until the page is left where the browser does not keep them, which is said once", async () => {
    const documents = withDocument();
    const tab = await openTab(documents);
    documents.full = true;
    setText(tab.workspace.app, "one");
    await save(tab);
    setText(tab.workspace.app, "two");
    await save(tab);
    expect([text(tab), notices(tab)]).toEqual(["two", [expect.stringContaining("does not keep your documents")]]);
    expect(tab.workspace.shared.documents.getState().kept).toBe(false);
    documents.full = false;
    setText(tab.workspace.app, "three");
    await save(tab);
    expect(documents.records.get("a")).toMatchObject({ content: { text: "three" } });
    expect(tab.workspace.shared.documents.getState().kept).toBe(true);
  });

  it("that were changed as the page was left are there at the next visit", async () => {
    const documents = withDocument();
    const textStorage = memoryText();
    const tab = await openTab(documents, { textStorage });
    setText(tab.workspace.app, "left");
    tab.workspace.leave();
    expect(Object.keys(textStorage.values).filter((key) => key.startsWith(KEYS.unsaved))).toHaveLength(1);
    await save(tab);
    // It was stored after all: nothing is left to do, and there is no second document.
    expect(Object.keys(textStorage.values).filter((key) => key.startsWith(KEYS.unsaved))).toEqual([]);
    const next = await openTab(documents, { textStorage });
    expect([text(next), listed(next)]).toEqual(["left", ["A"]]);
  });
});

describe("two tabs", () => {
  it("an idle one follows the other live, and can still go back", async () => {
    const documents = withDocument();
    const [one, two] = [await openTab(documents), await openTab(documents)];
    setText(one.workspace.app, "stage.new { }");
    rename(one.workspace.app, "B");
    await save(one);
    expect([text(two), name(two), listed(two)]).toEqual(["stage.new { }", "B", ["B"]]);
    expect(two.workspace.app.stores.document.getState().undoable?.label).toBe("Changes from another tab");
    await save(two);
    expect(documents.records.get("a"), "following is not a change").toMatchObject({ revision: 2 });
    setText(two.workspace.app, "stage.more { }");
    await save(two);
    expect([text(one), listed(one)]).toEqual(["stage.more { }", ["B"]]);
    undo(two.workspace.app);
    undo(two.workspace.app);
    await save(two, one);
    expect([text(one), name(one)]).toEqual([testDocument().text, "A"]);
  });

  it("with changes in both, the later is kept beside, and both say so", async () => {
    const documents = withDocument();
    const [one, two] = [await openTab(documents), await openTab(documents)];
    setText(one.workspace.app, "first");
    setText(two.workspace.app, "second");
    await save(one);
    await save(two);
    await save(two, one);
    expect([text(one), name(one), text(two), name(two)]).toEqual(["first", "A", "second", "A (other tab)"]);
    expect(stored(documents)).toEqual(["A", "A (other tab)"]);
    expect([listed(one), listed(two)]).toEqual([stored(documents), stored(documents)]);
    expect(notices(one)).toEqual([expect.stringContaining("Those changes are kept as “A (other tab)”")]);
    expect(notices(two)).toEqual([expect.stringContaining("Your changes are kept as “A (other tab)”")]);
    setText(one.workspace.app, "first!");
    setText(two.workspace.app, "second!");
    await save(one, two);
    expect([listed(one), text(one), text(two)], "from then on they are two").toEqual([
      ["A", "A (other tab)"],
      "first!",
      "second!",
    ]);
  });

  it("never overwrite each other silently, also not the untouched example", async () => {
    const documents = new SharedDocuments();
    const [one, two] = [await openTab(documents), await openTab(documents)];
    setText(one.workspace.app, "first");
    setText(two.workspace.app, "second");
    await save(one);
    await save(two);
    await save(two, one);
    expect([text(one), text(two), stored(documents).length]).toEqual(["first", "second", 2]);
  });

  it("one that heard nothing catches up when it is looked at", async () => {
    const documents = withDocument();
    const deaf = { ...documents.tab(), listen: () => () => {} };
    const [one, two] = [await openTab(documents), await openTab(documents, { documentStorage: deaf })];
    setText(one.workspace.app, "stage.new { }");
    await save(one);
    await two.workspace.catchUp();
    expect(text(two)).toBe("stage.new { }");
  });

  it("what one deletes for good, or restores, is no removed one of the other's any more", async () => {
    const documents = withDocument();
    const stateStorage = memoryStates();
    const given = { stateStorage };
    const [one, two] = [await openTab(documents, given), await openTab(documents, given)];
    for (const label of ["deleted", "restored"]) {
      newDocument(one.workspace.app);
      rename(one.workspace.app, label);
      await save(one);
      await removeDocument(one.workspace.app);
    }
    await save(one, two);
    expect([removed(one), removed(two)]).toEqual([
      ["restored", "deleted"],
      ["restored", "deleted"],
    ]);
    const idOf = (label: string) =>
      two.workspace.shared.documents.getState().removed.find((info) => info.label === label)!.id;
    await two.workspace.forgetRemoved(idOf("deleted"));
    await save(two, one);
    expect(removed(one)).toEqual(["restored"]);
    await two.workspace.restore(idOf("restored"));
    await save(two, one);
    expect([removed(one), listed(one).includes("restored")]).toEqual([[], true]);
  });

  it("what one removes goes from the other's list, and stays where it is open", async () => {
    const documents = withDocument();
    const [one, two] = [await openTab(documents), await openTab(documents)];
    newDocument(one.workspace.app);
    await save(one);
    expect(listed(two)).toEqual(["A", "Untitled pipeline"]);
    await removeDocument(one.workspace.app);
    await save(one);
    expect(listed(two)).toEqual(["A"]);
    await one.workspace.remove("a");
    expect([name(two), notices(two)]).toEqual(["A", [expect.stringContaining("was removed in another tab")]]);
    setText(two.workspace.app, "mine");
    await save(two);
    expect(documents.records.get("a")).toMatchObject({ content: { text: "mine" } });
  });
});

it("two workspaces of one page share nothing", async () => {
  const [one, two] = [await openTab(withDocument()), await openTab(withDocument())];
  setText(one.workspace.app, "mine");
  rename(one.workspace.app, "B");
  one.workspace.app.stores.view.setState({ dialog: { kind: "help" } });
  expect([text(two), name(two), two.workspace.app.stores.view.getState().dialog, notices(two)]).toEqual([
    testDocument().text,
    "A",
    null,
    [],
  ]);
  const rowNames = { [FIRST_ID]: EXAMPLES[0].rows };
  expect(two.workspace.shared.settings.getState()).toEqual({ ...DEFAULT_SETTINGS, rowNames });
});

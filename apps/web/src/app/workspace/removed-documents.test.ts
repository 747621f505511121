import { describe, expect, it, vi } from "vitest";
import { rename, setText } from "../../core/edit/edit-document.ts";
import { keepDraft } from "../../core/edit/keep-draft.ts";
import { undo } from "../../core/edit/undo.ts";
import { MAX_STATES } from "../../core/storage/kept-states.ts";
import { memoryStates, type SharedDocuments } from "../../core/storage/memory-storage.ts";
import {
  drafts,
  listed,
  name,
  notices,
  openTab,
  REFUSED,
  removed,
  save,
  stored,
  type Tab,
  text,
  withDocument,
} from "../../testing/tabs.ts";
import { newDocument, removeDocument } from "../documents.ts";

describe("removed documents", () => {
  it("that live on, since another tab changed them since, come back beside them, and say so", async () => {
    const documents = withDocument();
    const stateStorage = memoryStates();
    const [tab, other] = [await openTab(documents, { stateStorage }), await openTab(documents, { stateStorage })];
    await removeDocument(tab.workspace.app);
    await save(tab, other);
    setText(other.workspace.app, "changed since");
    await save(other, tab);
    expect(listed(tab)).toContain("A");
    const [first, second] = [tab.workspace.restore("a"), tab.workspace.restore("a")];
    await Promise.all([first, second]);
    await save(tab);
    expect(listed(tab)).toEqual(["A", "A 2", "Untitled pipeline"]);
    expect(name(tab)).toBe("A 2");
    expect(removed(tab)).toEqual([]);
    expect(notices(tab).at(-1)).toBe("“A” is still there: what was removed is restored beside it as “A 2”.");
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
});

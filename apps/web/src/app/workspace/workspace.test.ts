import { describe, expect, it } from "vitest";
import { rename, setText } from "../../core/edit/edit-document.ts";
import { editStage } from "../../core/edit/edit-stage.ts";
import { keepDraft } from "../../core/edit/keep-draft.ts";
import { putStages } from "../../core/edit/put-stages.ts";
import { redo, undo } from "../../core/edit/undo.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import { memoryStates, memoryText, SharedDocuments } from "../../core/storage/memory-storage.ts";
import { KEYS } from "../../core/storage/text-storage.ts";
import { EXAMPLES } from "../../features/examples/examples.ts";
import { clearSamples } from "../../features/samples/edit-entry.ts";
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
import { settle, startRealLanguage, testDocument } from "../../testing/testing.ts";
import { duplicateDocument, newDocument, removeDocument } from "../documents.ts";
import { FIRST_ID } from "./initial-state.ts";

describe("an edit that a worker owes when the page is left", () => {
  const PLACE = { pipeline: "stages", stage: "1" };
  const DROP = 'stage.drop {\n  value = "b"\n}\n';
  const set = (value: string) => ({ kind: "set" as const, body: [], argument: "value", value });
  const leave = async (write: (tab: Tab) => void) => {
    const [documents, textStorage] = [withDocument(), memoryText()];
    // Its worker never answers.
    const tab = await openTab(documents, { textStorage });
    setText(tab.workspace.app, DROP);
    await save(tab);
    write(tab);
    tab.workspace.leave();
    await save(tab);
    const again = await openTab(documents, { textStorage, startLanguage: startRealLanguage });
    for (let i = 0; i < 500; i++) await settle();
    return { again, textStorage };
  };

  it("is made at the next visit: all that a field of a form held", async () => {
    const { again, textStorage } = await leave(({ workspace: { app } }) => {
      for (const value of ["# ", "# T", "# Time: 2026"]) void editStage(app, { place: PLACE, text: DROP }, set(value));
    });
    expect(text(again)).toBe(DROP.replace('"b"', '"# Time: 2026"'));
    undo(again.workspace.app);
    expect(text(again)).toBe(DROP);
    expect(textStorage.keys().filter((key) => key.startsWith(KEYS.unsaved))).toEqual([]);
  });

  it("is kept for its form where it is refused", async () => {
    const { again } = await leave(({ workspace: { app } }) => {
      void editStage(app, { place: PLACE, text: DROP }, { ...set("a("), argument: "expression" });
    });
    expect(text(again)).toBe(DROP);
    expect(drafts(again)).toMatchObject([{ place: { ...PLACE, argument: "expression" }, value: "a(" }]);
  });

  it("is made at the next visit: the stages of a proposal", async () => {
    const { again } = await leave(({ workspace: { app } }) => {
      const put = {
        kind: "put",
        label: "Used the proposed stages",
        stages: "stage.cri { }\n",
        mode: "replace",
      } as const;
      void putStages(app, put);
    });
    expect(text(again)).toBe("stage.cri { }\n");
    expect(again.workspace.app.stores.document.getState().undoable?.label).toBe("Used the proposed stages");
  });
});

describe("what can be undone", () => {
  const write = (tab: Tab, written: string) =>
    tab.workspace.app.stores.document.transact(`Wrote ${written}`, { text: written });

  it("can be undone, and redone, after the page was loaded anew, across what is done then", async () => {
    const documents = withDocument();
    const tab = await openTab(documents);
    const before = text(tab);
    write(tab, "stage.drop { }");
    write(tab, "stage.cri { }");
    write(tab, "stage.docker { }");
    undo(tab.workspace.app);
    await save(tab);
    const again = await openTab(documents);
    await settle();
    redo(again.workspace.app);
    expect(text(again)).toBe("stage.docker { }");
    undo(again.workspace.app);
    rename(again.workspace.app, "B");
    await save(again);
    const third = await openTab(documents);
    await settle();
    const { redoable, undoable } = third.workspace.app.stores.document.getState();
    expect([redoable, undoable?.label]).toEqual([null, again.workspace.app.stores.document.getState().undoable!.label]);
    const texts = [0, 1, 2].map(() => {
      undo(third.workspace.app);
      return `${name(third)} ${text(third)}`;
    });
    expect(texts).toEqual(["A stage.cri { }", "A stage.drop { }", `A ${before}`]);
  });

  it("can be undone where the page was left before it was stored", async () => {
    const documents = withDocument();
    const textStorage = memoryText();
    const tab = await openTab(documents, { textStorage });
    const before = text(tab);
    write(tab, "stage.drop { }");
    await save(tab);
    documents.full = true;
    write(tab, "stage.cri { }");
    tab.workspace.leave();
    await settle();
    documents.full = false;
    const again = await openTab(documents, { textStorage });
    await settle();
    expect(text(again)).toBe("stage.cri { }");
    undo(again.workspace.app);
    expect(text(again)).toBe("stage.drop { }");
    undo(again.workspace.app);
    expect(text(again)).toBe(before);
  });

  it("can be redone where it was undone just before, also in a document that was not stored before", async () => {
    const documents = new SharedDocuments();
    const textStorage = memoryText();
    const tab = await openTab(documents, { textStorage });
    write(tab, "stage.drop { }");
    write(tab, "stage.cri { }");
    undo(tab.workspace.app);
    documents.full = true;
    tab.workspace.leave();
    await settle();
    documents.full = false;
    const again = await openTab(documents, { textStorage });
    const { undoable, redoable } = again.workspace.app.stores.document.getState();
    expect([undoable?.label, redoable?.label]).toEqual(["Wrote stage.drop { }", "Wrote stage.cri { }"]);
    redo(again.workspace.app);
    expect(text(again)).toBe("stage.cri { }");
  });

  it("is one step where the last ones are too large to be put aside", async () => {
    const documents = withDocument();
    const textStorage = memoryText();
    const tab = await openTab(documents, { textStorage });
    const before = text(tab);
    write(tab, `// ${"x".repeat(150_000)}`);
    documents.full = true;
    tab.workspace.leave();
    await settle();
    documents.full = false;
    const again = await openTab(documents, { textStorage });
    expect(again.workspace.app.stores.document.getState().undoable?.label).toBe(
      "Changes just before the page was left",
    );
    undo(again.workspace.app);
    expect(text(again)).toBe(before);
  });

  it("is that of the tab that stored last, in each tab that is opened then", async () => {
    const documents = withDocument();
    const [tab, other] = [await openTab(documents), await openTab(documents)];
    write(tab, "stage.drop { }");
    await save(tab, other);
    write(other, "stage.cri { }");
    await save(other, tab);
    const again = await openTab(documents);
    await settle();
    undo(again.workspace.app);
    expect(text(again)).toBe("stage.drop { }");
    await save(again, tab, other);
    expect([text(tab), text(other)]).toEqual(["stage.drop { }", "stage.drop { }"]);
  });
});

it("what was decided about a proposal is there again when the page is loaded anew, of its own document", async () => {
  const documents = withDocument();
  const textStorage = memoryText();
  const tab = await openTab(documents, { textStorage });
  tab.workspace.app.proposals.choose("metric", false);
  tab.workspace.app.proposals.answer("time:order", "02/01/2006");
  const decided = ({ workspace }: Tab) => {
    const { choices, answers } = workspace.app.stores.proposal.getState();
    return [[...choices], [...answers]];
  };
  const again = await openTab(documents, { textStorage });
  expect(decided(again)).toEqual([[["metric", false]], [["time:order", "02/01/2006"]]]);
  newDocument(again.workspace.app);
  expect(decided(again)).toEqual([[], []]);
});

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

  it("with changes in both, keeps the later as a document of its own, and both say so", async () => {
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

  it("one that heard nothing catches up when it is shown", async () => {
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

  it("what one removes and restores is followed by the other, and overwritten by neither", async () => {
    const documents = withDocument();
    const stateStorage = memoryStates();
    const [one, two] = [await openTab(documents, { stateStorage }), await openTab(documents, { stateStorage })];
    setText(two.workspace.app, "two");
    await save(two, one);
    await one.workspace.remove("a");
    await one.workspace.restore("a");
    await save(one, two);
    // As many revisions as the other tab had seen of the removed one.
    setText(one.workspace.app, "one");
    await save(one, two);
    expect(text(two)).toBe("one");
    setText(two.workspace.app, "two again");
    await save(two, one);
    expect([text(one), text(two), listed(one)]).toEqual(["two again", "two again", expect.arrayContaining(["A"])]);
    undo(one.workspace.app);
    await save(one, two);
    expect([text(one), text(two)]).toEqual(["one", "one"]);
  });

  it("keep undoing in each where the stored history is gone, and show the same", async () => {
    const documents = withDocument();
    const one = await openTab(documents);
    setText(one.workspace.app, "first");
    await save(one);
    documents.histories.clear();
    const two = await openTab(documents);
    expect(two.workspace.app.stores.document.getState().undoable).toBeNull();
    setText(two.workspace.app, "second");
    await save(two, one);
    expect([text(one), text(two)]).toEqual(["second", "second"]);
    undo(one.workspace.app);
    await save(one, two);
    expect([text(one), text(two)]).toEqual(["first", "first"]);
    undo(one.workspace.app);
    await save(one, two);
    expect([text(one), text(two)]).toEqual([testDocument().text, testDocument().text]);
    // Each goes back over what the other did.
    undo(two.workspace.app);
    undo(two.workspace.app);
    await save(two, one);
    expect([text(one), text(two), listed(one)]).toEqual(["first", "first", ["A"]]);
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

import { describe, expect, it, onTestFinished } from "vitest";
import { setText } from "../../core/edit/edit-document.ts";
import { undo } from "../../core/edit/undo.ts";
import type { Platform } from "../../core/page/app.ts";
import { goTo, goToDesign, leavePlace } from "../../core/page/areas.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { memoryText, type SharedDocuments } from "../../core/storage/memory-storage.ts";
import { openCompare } from "../../features/compare/states.ts";
import { pasteText } from "../../features/samples/paste-samples.ts";
import { openTests } from "../../features/tests/test-commands.ts";
import { notices, openTab, save, type Tab, withDocument } from "../../testing/tabs.ts";
import { settle, type TestAddress, testAddress, testDocument } from "../../testing/testing.ts";
import { newDocument, removeDocument } from "../documents.ts";
import { PlaceFollower, presentPlace, SETTLED } from "./follow-place.ts";

interface Placed extends Tab {
  readonly address: TestAddress;
  readonly places: PlaceFollower;
}

/** A tab that was opened at an address, of a browser that has documents “A” and “B”. */
async function open(fragment = "", given: Partial<Platform> = {}): Promise<Placed> {
  const address = testAddress(`https://sluice.example/#${fragment}`);
  const tab = await openTab(withTwo(), { address, ...given });
  const places = new PlaceFollower(tab.workspace);
  places.start();
  onTestFinished(async () => {
    places.close();
    await tab.workspace.close();
  });
  await quiet();
  return { ...tab, address, places };
}

function withTwo(): SharedDocuments {
  const documents = withDocument();
  documents.records.set("b", {
    ...(documents.records.get("a") as object),
    id: "b",
    content: testDocument({ name: "B" }),
  });
  return documents;
}

const quiet = async () => {
  for (let i = 0; i < 6; i++) await settle();
};
const select = ({ workspace }: Tab, sampleId: number) => workspace.app.stores.selection.setState({ sampleId });
const selected = ({ workspace }: Tab) => workspace.app.stores.selection.getState().sampleId;
const lost = ({ workspace }: Tab) => workspace.shared.area.getState().lost;
const document = ({ workspace }: Tab) => workspace.shared.documents.getState().currentId;
async function go({ address }: Placed, by: number): Promise<void> {
  address.go(by);
  await quiet();
}

describe("the address of the page", () => {
  it("names the place, is a step back for each place, and none for entries and typing", async () => {
    const tab = await open();
    const { address, workspace, time } = tab;
    expect(address.history, "the page without an address gets one, without a step").toEqual(["/design/a/entry/1"]);
    for (const id of [2, 3, 2]) {
      select(tab, id);
      await quiet();
    }
    expect(address.fragment(), "not with each key").toBe("/design/a/entry/1");
    time.pass(SETTLED);
    setText(workspace.app, 'stage.drop { expression = "z" }');
    await quiet();
    expect(address.history).toEqual(["/design/a/entry/2"]);
    select(tab, 3);
    await quiet();
    openTests(workspace.app, "one");
    await quiet();
    goTo(workspace.app, "live");
    await quiet();
    newDocument(workspace.app);
    goToDesign(workspace.app);
    await quiet();
    expect(address.history).toEqual(["/design/a/entry/3", "/tests/a/test/one", "/live", `/design/${document(tab)}`]);
  });

  it("leads back and forward, to documents, places and entries", async () => {
    const tab = await open("/design/b/entry/2");
    const { workspace, address } = tab;
    expect([document(tab), selected(tab)]).toEqual(["b", 2]);
    await workspace.open("a");
    await quiet();
    openCompare(workspace.app, { kind: "document", id: "b", name: "B" });
    await quiet();
    expect(address.history).toEqual(["/design/b/entry/2", "/design/a/entry/1", "/compare/a/with/document%3Ab"]);
    openDialog(workspace.app, { kind: "help" });
    await go(tab, -1);
    const { shows, dialog } = workspace.app.stores.view.getState();
    expect([shows, dialog], "a dialog of the place closes with it").toEqual(["panes", null]);
    await go(tab, -1);
    expect([document(tab), selected(tab)]).toEqual(["b", 2]);
    await go(tab, 2);
    expect(document(tab)).toBe("a");
    expect(workspace.app.stores.view.getState().shows).toBe("comparison");
    expect(workspace.app.stores.comparison.getState().a).toEqual({ kind: "document", id: "b", name: "B" });
    expect(address.history, "going back makes no steps").toHaveLength(3);
  });

  it("leads back to before samples were added, without taking them away, and forward to them", async () => {
    const tab = await open("/design/a/entry/3");
    const { workspace, address } = tab;
    select(tab, 2);
    await quiet();
    pasteText(workspace.app, "one more\nand another");
    await quiet();
    const count = () => workspace.app.stores.document.getState().samples.length;
    const [added, all] = [selected(tab), count()];
    expect(address.history).toEqual(["/design/a/entry/2", `/design/a/entry/${added}`]);
    await go(tab, -1);
    expect([selected(tab), count()]).toEqual([2, all]);
    await go(tab, 1);
    expect([selected(tab), count()]).toEqual([added, all]);
    await go(tab, -1);
    undo(workspace.app);
    expect(count()).toBe(all - 2);
    await go(tab, 1);
    expect(notices(tab).join()).toContain("The entry of this address is no longer in “A”");
  });

  it("leads back to the start page, whose document keeps what was pasted there", async () => {
    const tab = await open("/design/b/entry/2");
    const { workspace, address } = tab;
    newDocument(workspace.app);
    await quiet();
    const start = `/design/${document(tab)}`;
    pasteText(workspace.app, "one\ntwo");
    await quiet();
    expect(address.history).toEqual(["/design/b/entry/2", start, `${start}/entry/1`]);
    const view = () => workspace.app.stores.view.getState();
    await go(tab, -1);
    expect([view().atStart, workspace.app.stores.document.getState().samples.length]).toEqual([true, 2]);
    expect(address.fragment()).toBe(start);
    await go(tab, 1);
    expect([view().atStart, selected(tab)]).toEqual([false, 1]);
    await go(tab, -1);
    goToDesign(workspace.app);
    await quiet();
    expect([view().atStart, address.history]).toEqual([false, ["/design/b/entry/2", start, `${start}/entry/1`]]);
    await go(tab, -1);
    undo(workspace.app);
    await quiet();
    expect([view().atStart, workspace.app.stores.document.getState().samples]).toEqual([false, []]);
    expect(address.fragment()).toBe(start);
  });

  it("opens the same again after a reload, however it was reached", async () => {
    for (const fragment of [
      "/design/b/entry/3",
      "/tests/a/test/one",
      "/compare/a/with/running",
      "/compare/b/with/document%3Aa",
      "/live",
      "/profiles/files",
    ]) {
      const tab = await open(fragment);
      expect(tab.address.history).toEqual([fragment]);
      expect(lost(tab)).toBeNull();
      expect(presentPlace(tab.workspace.app)).toMatchObject({ at: fragment.split("/")[1] });
    }
  });

  it("says that a document is gone, and offers it where it was only removed", async () => {
    const tab = await open("/design/gone/entry/1");
    expect(lost(tab)).toEqual({ address: "/design/gone/entry/1", document: "gone" });
    expect(tab.address.history, "it stays, so that a reload says the same").toEqual(["/design/gone/entry/1"]);
    expect(leavePlace(tab.workspace.app)).toBe(true);
    await quiet();
    expect(tab.address.fragment()).toMatch(/^\/design\/[ab]\/entry\/1$/);
    await tab.workspace.open("a");
    await quiet();
    await removeDocument(tab.workspace.app);
    await save(tab);
    await go(tab, -1);
    expect(lost(tab)).toMatchObject({ document: "a" });
    await tab.workspace.restore("a");
    await quiet();
    expect([lost(tab), document(tab)]).toEqual([null, "a"]);
  });

  it("says that there is no such place, entry, test or source of a comparison", async () => {
    const tab = await open("/desing/a");
    expect(lost(tab)).toEqual({ address: "/desing/a", document: null });
    tab.address.visit("/design/a/entry/99");
    await quiet();
    expect(lost(tab)).toBeNull();
    expect(notices(tab).join()).toContain("The entry of this address is no longer in “A”");
    tab.time.pass(SETTLED);
    expect(tab.address.fragment(), "it does not stay").toBe("/design/a/entry/1");
    tab.address.visit("/compare/a/with/state%3Anone");
    await quiet();
    expect(notices(tab).join()).toContain("compares with no longer exists");
    tab.address.visit("/profiles/files");
    await quiet();
    expect(tab.workspace.shared.area.getState()).toMatchObject({ area: "profiles", side: "files" });
  });

  it("of a page that is left right after a key names the entry of that key after a reload", async () => {
    const tabStorage = memoryText();
    const tab = await open("/design/a/entry/1", { tabStorage });
    select(tab, 3);
    await quiet();
    tab.places.leave();
    const again = await open("/design/a/entry/1", { tabStorage });
    expect(selected(again)).toBe(3);
    const other = await open("/design/a/entry/1", { tabStorage });
    expect(selected(other), "once").toBe(1);
  });

  it("shows an entry that a filter hides", async () => {
    const tab = await open();
    tab.workspace.app.stores.entryFilter.setState({ filter: { kind: "all" }, search: "a" });
    tab.address.visit("/design/a/entry/2");
    await quiet();
    expect(selected(tab)).toBe(2);
    expect(tab.workspace.app.stores.entryFilter.getState().search).toBe("");
  });

  it("leaves alone what hands a document on, and is no step back to it", async () => {
    const tab = await open("document");
    tab.address.clear();
    newDocument(tab.workspace.app);
    await quiet();
    expect(tab.address.history).toEqual([`/design/${document(tab)}`]);
  });
});

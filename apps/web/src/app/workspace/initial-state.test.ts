import { describe, expect, it } from "vitest";
import { memoryText, SharedDocuments } from "../../core/storage/memory-storage.ts";
import { KEYS } from "../../core/storage/text-storage.ts";
import { EXAMPLES } from "../../features/examples/examples.ts";
import { createTestPlatform, testDocument } from "../../testing/testing.ts";
import { FIRST_ID, loadInitialState } from "./initial-state.ts";

const [example] = EXAMPLES;
const record = (id: string, updated: number, revision = 1) => ({
  id,
  revision,
  updated,
  content: testDocument({ name: id }),
  good: null,
  drafts: [],
});

function setUp(values: Record<string, string> = {}, records: readonly ReturnType<typeof record>[] = []) {
  const documents = new SharedDocuments();
  for (const one of records) documents.records.set(one.id, one);
  const text = memoryText(values);
  const { platform } = createTestPlatform({ documentStorage: documents.tab(), textStorage: text });
  return { platform, documents, text, open: () => loadInitialState(platform, example) };
}

describe("the page opens", () => {
  it("with the example where nothing is stored, and stores nothing by that", async () => {
    const { open, documents } = setUp();
    const { record: opened, kept } = await open();
    expect([opened.content.name, opened.revision, kept, documents.records.size]).toEqual([example.name, 0, true, 0]);
  });
  it("with the selection in an example that was never changed", async () => {
    const selection = { sampleId: 3, stagePath: "2", pipelineId: null };
    const { selections } = await setUp({ [KEYS.selections]: JSON.stringify({ [FIRST_ID]: selection }) }).open();
    expect(selections[FIRST_ID]).toEqual(selection);
  });
  it("with the document that was open last, else the one that was changed last", async () => {
    const records = [record("a", 1), record("b", 2)];
    expect((await setUp({}, records).open()).record.id).toBe("b");
    expect((await setUp({ [KEYS.current]: '"a"' }, records).open()).record.id).toBe("a");
    expect((await setUp({ [KEYS.current]: '"gone"' }, records).open()).record.id).toBe("b");
  });
  it("without a document that is damaged, and with the others", async () => {
    const test = setUp({}, [record("a", 1)]);
    test.documents.records.set("b", { id: "b", content: "damaged" });
    expect((await test.open()).list).toEqual([{ id: "a", name: "a", updated: 1 }]);
  });
  it("with the one document from before there were several, once", async () => {
    const old = JSON.stringify(testDocument({ name: "mine" }));
    const test = setUp({ [KEYS.oldDocument]: old, [KEYS.oldSelection]: '{"sampleId":2}' });
    const { record: opened, selections } = await test.open();
    expect([opened.content.name, selections[opened.id]?.sampleId]).toEqual(["mine", 2]);
    expect(test.text.values[KEYS.oldDocument]).toBeUndefined();
    expect((await test.open()).list).toHaveLength(1);
  });
  it("keeps the old document where it cannot be stored anew", async () => {
    const test = setUp({ [KEYS.oldDocument]: JSON.stringify(testDocument()) });
    test.documents.full = true;
    await test.open();
    expect(test.text.values[KEYS.oldDocument]).toBeDefined();
  });
  it("with what a tab could not store any more when it was closed", async () => {
    const left = { ...record("a", 9), content: testDocument({ name: "a", text: "stage.new { }" }) };
    const test = setUp({ [`${KEYS.unsaved}a.1`]: JSON.stringify(left) }, [record("a", 1)]);
    const { record: opened } = await test.open();
    expect([opened.content.text, opened.revision]).toEqual(["stage.new { }", 2]);
    expect(Object.keys(test.text.values)).toEqual([]);
  });
  it("with one document, if the unsaved changes were stored after all", async () => {
    const left = { ...record("a", 9), content: testDocument({ name: "a", text: "stage.new { }" }) };
    const test = setUp({ [`${KEYS.unsaved}a.1`]: JSON.stringify(left) }, [{ ...left, revision: 2 }]);
    expect((await test.open()).list).toHaveLength(1);
    expect(Object.keys(test.text.values)).toEqual([]);
  });
  it("with both, where another tab changed that document too", async () => {
    const left = { ...record("a", 9), content: testDocument({ name: "a", text: "stage.new { }" }) };
    const test = setUp({ [`${KEYS.unsaved}a.1`]: JSON.stringify(left) }, [record("a", 1, 2)]);
    const { list } = await test.open();
    expect(list.map(({ name }) => name).sort()).toEqual(["a", "a (other tab)"]);
  });
});

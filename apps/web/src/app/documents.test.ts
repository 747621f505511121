import { describe, expect, it } from "vitest";
import { rename, setText } from "../core/edit/edit-document.ts";
import { copyConfig, exportFile, fileName } from "../core/edit/export-file.ts";
import { undo } from "../core/edit/undo.ts";
import { contentOf, emptyDocument, isBlank, MAX_TEXT } from "../core/model/document.ts";
import { setResource } from "../core/page/choose-resource.ts";
import { closeDialog } from "../core/page/dialogs.ts";
import { notify } from "../core/page/notify.ts";
import type { LanguageKinds } from "../core/workers/language-protocol.ts";
import type { Reply } from "../core/workers/requests.ts";
import { formatText } from "../features/code/format-text.ts";
import { documentOf, EXAMPLES, loadExample, untouchedExample } from "../features/examples/examples.ts";
import { loadExampleSamples, openExample } from "../features/examples/open-example.ts";
import { importFile, takeImport } from "../features/import/import-file.ts";
import type {} from "../features/import/import-store.ts";
import { addSamples, CLIPBOARD, fileSource } from "../features/samples/add-samples.ts";
import { clearSamples } from "../features/samples/edit-entry.ts";
import { uploadSamples } from "../features/samples/upload-samples.ts";
import { chosenFile, createTestApp, linesOf, noticesOf, settle, startRealLanguage } from "../testing/testing.ts";
import { takeFiles } from "./take-files.ts";
import { serveLanguage } from "./workers/serve-language.ts";

const TEXT = 'stage.drop { expression = "b" }';

describe("documents", () => {
  it("have no characters in their names, and in messages about files, that reverse the text around them", async () => {
    const test = createTestApp();
    const turned = "pay\u202egol.exe\u2066";
    rename(test.app, `${turned} עברית\u200f`);
    expect(test.app.stores.document.getState().name).toBe("paygol.exe עברית\u200f");
    rename(test.app, "\u202e");
    expect(test.app.stores.document.getState().name).toBe("paygol.exe עברית\u200f");
    await uploadSamples(test.app, chosenFile(`${turned}.log`, ""));
    expect(noticesOf(test).at(-1)).toBe("paygol.exe.log is empty.");
  });

  it("take their errors with them when another is opened, but not notices about all documents", async () => {
    const test = createTestApp();
    await uploadSamples(test.app, chosenFile("none.log", ""));
    notify({ scheduler: test.time, stores: { notices: test.app.stores.notices } }, "error", "Nothing can be stored.");
    expect(noticesOf(test)).toEqual(["none.log is empty.", "Nothing can be stored."]);
    test.app.documents.create(emptyDocument("another"));
    expect(noticesOf(test)).toEqual(["Nothing can be stored."]);
  });

  it("of a file whose lines end with CR LF are exported with CR LF, and edited without", async () => {
    const test = createTestApp({}, { startLanguage: () => startRealLanguage() });
    await importFile(test.app, chosenFile("w.alloy", "//a\r\n//b\r\n"));
    takeImport(test.app);
    const first = test.workspace.app;
    expect(first.stores.document.getState()).toMatchObject({ text: "//a\n//b\n", lineEnd: "\r\n" });
    setText(first, "a\nb\nc\n");
    exportFile(first);
    await importFile(first, chosenFile("mixed.alloy", "//a\r\n//b\n"));
    takeImport(first);
    exportFile(test.workspace.app);
    exportFile(first);
    expect(test.downloads.map(({ text }) => text)).toEqual(["a\r\nb\r\nc\r\n", "//a\n//b\n", "a\r\nb\r\nc\r\n"]);
  });

  it("say what an undo took back: typing and its line, a paste, a cut, a suggestion", () => {
    const test = createTestApp({ document: { text: "one\ntwo\n" } });
    setText(test.app, "one\ntwo!\n");
    setText(test.app, "one\ntwo!\nstage.drop { }", { kind: "pasted" });
    setText(test.app, "stage.drop { }", { kind: "cut" });
    setText(test.app, "stage.drop { }\n", { kind: "completed" });
    const said = Array.from({ length: 4 }, () => {
      undo(test.app);
      return noticesOf(test).at(-1);
    });
    expect(said).toEqual([
      "Undone: Accepted a suggestion in the configuration.",
      "Undone: Cut from the configuration.",
      "Undone: Pasted into the configuration.",
      "Undone: Typing in line 2 of the configuration.",
    ]);
  });

  it("are not touched when an example is opened, which is a document of its own and one undo away", async () => {
    const test = createTestApp();
    await openExample(test.app, EXAMPLES[0]);
    expect(test.workspace.app.stores.document.getState()).toMatchObject({
      name: EXAMPLES[0].name,
      text: (await loadExample(EXAMPLES[0])).config,
      commonLabels: 'job="nginx"',
    });
    test.app.stores.notices.getState().notices[0]!.action!.run();
    await settle();
    expect([test.workspace.app, test.workspace.names()]).toEqual([test.app, ["test"]]);
  });

  it("take an example where there is nothing in them yet, and one undo brings the first visit back", async () => {
    const test = createTestApp({ document: emptyDocument("Untitled pipeline") });
    await openExample(test.app, EXAMPLES[0]);
    expect(test.workspace.app).toBe(test.app);
    expect(test.workspace.names()).toEqual([EXAMPLES[0].name]);
    expect(untouchedExample(test.app.stores.document.getState())).toBe(EXAMPLES[0]);
    undo(test.app);
    expect(isBlank(test.app.stores.document.getState())).toBe(true);
    addSamples(test.app, "z", fileSource({ name: "shop.log" }));
    expect(test.app.stores.document.getState()).toMatchObject({ name: "shop", samples: [{ line: "z" }] });
  });

  it("find the database of an example at the path that it names, unless another was chosen for it", async () => {
    const geoip = EXAMPLES.find(({ id }) => id === "geoip")!;
    const test = createTestApp({}, { fetchFile: async () => new Blob(["demo"]) });
    await openExample(test.app, geoip);
    expect(test.app.stores.files.getState().files[geoip.database!]).toMatchObject({ name: "demo-city.mmdb", size: 4 });
    const other = createTestApp({}, { fetchFile: async () => new Blob(["demo"]) });
    await setResource(other.app, geoip.database!, Object.assign(new Blob(["x"]), { name: "mine.mmdb" }));
    await openExample(other.app, geoip);
    expect(other.app.stores.files.getState().files[geoip.database!]).toMatchObject({ name: "mine.mmdb" });
  });

  it("keep their text when only an example's samples are taken", async () => {
    const test = createTestApp();
    await loadExampleSamples(test.app, EXAMPLES[0]);
    expect(test.app.stores.document.getState()).toMatchObject({
      name: "test",
      text: TEXT,
      commonLabels: 'job="nginx"',
    });
  });

  it("offer to undo only the last replacement", () => {
    const test = createTestApp();
    addSamples(test.app, "d", CLIPBOARD);
    clearSamples(test.app);
    expect(noticesOf(test)).toEqual([expect.stringContaining("Removed")]);
    setText(test.app, "other");
    expect(test.app.stores.notices.getState().notices[0]!.action!.isOffered!()).toBe(false);
  });

  it("that have no pipeline yet take one with the file's name, and keep their samples", async () => {
    const { samples } = createTestApp().app.stores.document.getState();
    const test = createTestApp({ document: { ...emptyDocument("Untitled pipeline"), samples } });
    await importFile(test.app, chosenFile("my shop.alloy", "stage.output { }"));
    expect(test.app.stores.document.getState()).toMatchObject({ name: "my shop", text: "stage.output { }" });
    expect([linesOf(test), test.workspace.names()]).toEqual([["a", "b", "c"], ["my shop"]]);
  });

  it("with a pipeline are asked where an import goes, and are not touched when it is a document of its own", async () => {
    const test = createTestApp();
    const before = contentOf(test.app.stores.document.getState());
    await importFile(test.app, chosenFile("my shop.alloy", "stage.output { }"));
    expect(test.app.stores.view.getState()).toMatchObject({ dialog: { kind: "import", offered: { of: "Alloy" } } });
    test.time.pass(60_000);
    takeImport(test.app);
    const imported = test.workspace.app;
    expect(contentOf(test.app.stores.document.getState())).toEqual(before);
    expect(imported.stores.document.getState()).toMatchObject({
      name: "my shop",
      text: "stage.output { }",
      samples: [],
    });
    expect(imported.stores.view.getState().dialog).toBe(null);
    expect(imported.stores.imported.getState().report).toBe(null);
    expect(noticesOf(test).at(-1)).toBe("Imported my shop.alloy as “my shop”. “test” was not changed.");
  });

  it("take an import in place of their pipeline where that is chosen, and one undo takes it back", async () => {
    const test = createTestApp();
    const before = contentOf(test.app.stores.document.getState());
    await importFile(test.app, chosenFile("my shop.alloy", "stage.output { }"));
    takeImport(test.app, "open");
    expect(test.workspace.names()).toEqual(["test"]);
    expect(test.app.stores.document.getState()).toMatchObject({ name: "test", text: "stage.output { }" });
    expect(linesOf(test)).toEqual(["a", "b", "c"]);
    undo(test.app);
    expect(contentOf(test.app.stores.document.getState())).toEqual(before);
  });

  it("that are untitled and take an import are named after its file, not as a second one", async () => {
    const test = createTestApp({ document: { name: "Untitled pipeline" } });
    await importFile(test.app, chosenFile("other.alloy", "stage.output { }"));
    takeImport(test.app, "open");
    expect([test.app.stores.document.getState().name, test.workspace.names()]).toEqual(["other", ["other"]]);
  });

  it("stay as they are where the import is not taken", async () => {
    const test = createTestApp();
    const before = contentOf(test.app.stores.document.getState());
    await importFile(test.app, chosenFile("my shop.alloy", "stage.output { }"));
    closeDialog(test.app);
    expect([contentOf(test.workspace.app.stores.document.getState()), test.workspace.names()]).toEqual([
      before,
      ["test"],
    ]);
  });

  it("are opened from a file as their own document where an example is untouched", async () => {
    const test = createTestApp({ document: await documentOf(EXAMPLES[0]) });
    await importFile(test.app, chosenFile("my shop.alloy", "stage.output { }\r\n"));
    takeImport(test.app);
    expect(test.workspace.app.stores.document.getState()).toMatchObject({
      name: "my shop",
      text: "stage.output { }\n",
      samples: [],
      commonLabels: "",
    });
    expect(untouchedExample(test.app.stores.document.getState())).toBe(EXAMPLES[0]);
  });

  it("are not imported from files of other kinds", async () => {
    const test = createTestApp();
    await importFile(test.app, chosenFile("a.bin", "\u0000\u0001"));
    await importFile(test.app, chosenFile("big.alloy", "x", 4e6));
    expect(test.app.stores.document.getState().text).toBe(TEXT);
    expect(noticesOf(test)).toHaveLength(2);
  });

  it("are not imported from a file that is not UTF-8, of which the page changed the bytes", async () => {
    const test = createTestApp();
    await importFile(test.app, chosenFile("latin1.alloy", "// Gr\udcfc\udcdfe"));
    expect(test.app.stores.document.getState().text).toBe(TEXT);
    expect(noticesOf(test)).toEqual([expect.stringContaining("latin1.alloy is not UTF-8")]);
  });

  it("are imported up to the length that may be typed, which took a third of it where characters have three bytes", async () => {
    const test = createTestApp({}, { startLanguage: () => startRealLanguage() });
    const text = `// ${"語".repeat(MAX_TEXT - 3)}`;
    await importFile(test.app, chosenFile("long.alloy", text, 3 * text.length));
    takeImport(test.app);
    const { app } = test.workspace;
    expect(app.stores.document.getState().text === text).toBe(true);
    await importFile(app, chosenFile("longer.alloy", `${text}語`, 3 * text.length));
    expect([test.workspace.app === app && app.stores.document.getState().text === text, noticesOf(test)]).toEqual([
      true,
      [
        "Imported long.alloy as “long”. “test” was not changed.",
        expect.stringContaining("longer than 1,048,576 characters"),
      ],
    ]);
  });

  it("are exported under a name made of theirs, and copied", async () => {
    const test = createTestApp();
    exportFile(test.app);
    await copyConfig(test.app);
    expect([test.downloads, test.copied]).toEqual([[{ name: "test.alloy", text: TEXT }], [TEXT]]);
  });

  const names: readonly [string, string][] = [
    ["nginx access log", "nginx-access-log.alloy"],
    ["../../etc/passwd", "etc-passwd.alloy"],
    ["Ärger №1", "ärger-1.alloy"],
    ["///", "pipeline.alloy"],
  ];
  for (const [name, expected] of names) it(`names the file of “${name}”`, () => expect(fileName(name)).toBe(expected));

  it("are renamed, not to nothing", () => {
    const test = createTestApp();
    rename(test.app, "  shop ");
    rename(test.app, "   ");
    expect(test.app.stores.document.getState().name).toBe("shop");
  });
});

it("a dropped file is a configuration by its name, a log otherwise; of several only the first is taken", async () => {
  const test = createTestApp();
  await takeFiles(test.app, [chosenFile("shop.alloy", "stage.docker { }"), chosenFile("b.log", "no")]);
  takeImport(test.app);
  expect(test.workspace.app.stores.document.getState().text).toBe("stage.docker { }");
  expect(noticesOf(test)).toContain("Only shop.alloy of 2 files was opened: drop one at a time.");
  await takeFiles(test.app, [chosenFile("app.log", "x")]);
  await takeFiles(test.app, []);
  expect(linesOf(test)).toEqual(["a", "b", "c", "x"]);
});

describe("formatting", () => {
  const format = async (text: string) => {
    const test = createTestApp({ document: { text } });
    const done = formatText(test.app);
    // What the worker itself answers.
    const [worker] = test.languageWorkers;
    const replies: Reply<LanguageKinds>[] = [];
    const scope: Parameters<typeof serveLanguage>[0] = { onmessage: null, postMessage: (reply) => replies.push(reply) };
    serveLanguage(scope);
    scope.onmessage!({ data: worker!.received[0]! });
    worker!.onmessage!({ data: replies[0]! });
    await done;
    return test;
  };

  it("is one labelled step of the history", async () => {
    const test = await format('stage.drop{expression="b"}');
    expect(test.app.stores.document.getState()).toMatchObject({
      text: 'stage.drop {\n\texpression = "b"\n}\n',
      undoable: { label: "Formatted the configuration" },
    });
  });

  it("leaves a text alone that does not parse or would change its meaning, and says so", async () => {
    const cases = [
      ["stage.drop {", "The configuration does not parse, so it was not formatted."],
      ["a = [ // c\n((1 + 1) + 1),]", "Formatting would change what the configuration means, so it was not formatted."],
    ] as const;
    for (const [text, said] of cases) {
      const test = await format(text);
      expect([test.app.stores.document.getState().text, noticesOf(test)]).toEqual([text, [said]]);
    }
  });
});

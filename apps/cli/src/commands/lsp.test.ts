/** `sluice lsp` as a process, asked by the client library that editors use. */
import { symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  CodeActionRequest,
  CodeLensRequest,
  type CompletionItem,
  CompletionRequest,
  CompletionResolveRequest,
  DefinitionRequest,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentSymbolRequest,
  ExecuteCommandRequest,
  ExitNotification,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  type Position,
  PrepareRenameRequest,
  type Range,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRequest,
  ShutdownRequest,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { LanguageClient } from "../testing/language-client.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";
import { ownTokens, readTokens } from "../testing/tokens.ts";

const folder = useTemporaryFolder();

/** Places in a text as a client has them, by itself: the server's are not asked. */
function placesIn(text: string) {
  const position = (offset: number): Position => {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length - 1, character: before.at(-1)!.length };
  };
  const offset = ({ line, character }: Position): number => {
    let at = 0;
    for (let i = 0; i < line; i++) at = text.indexOf("\n", at) + 1;
    return at + character;
  };
  return {
    /** In the middle of the `nth` place where `word` stands. */
    at(word: string, nth = 1): Position {
      let found = -1;
      for (let i = 0; i < nth; i++) found = text.indexOf(word, found + 1);
      return position(found + Math.floor(word.length / 2));
    },
    cut: ({ start, end }: Range): string => text.slice(offset(start), offset(end)),
    edit: (edits: readonly TextEdit[]): string =>
      edits
        .toSorted((a, b) => offset(b.range.start) - offset(a.range.start))
        .reduce(
          (done, { range, newText }) => done.slice(0, offset(range.start)) + newText + done.slice(offset(range.end)),
          text,
        ),
  };
}

/** A line end of Windows, and characters of two halves before what is asked about. */
const TEXT = [
  "// 😀😀 sluice:samples is named below",
  "// sluice:samples app.log",
  'logs.process "main" { /* 😀 */ forward_to = [logs.write.out.receiver]',
  "",
  "  stage.drop {",
  '    expression = "^debug"',
  "  }",
  "  stage.static_labels {",
  '    values = { team = "a" }',
  "  }",
  "}",
  'logs.write "out" {',
  "  endpoint {",
  '    url = "http://loki/loki/api/v1/push"',
  "  }",
  "}",
  "",
].join("\r\n");

describe("sluice lsp", () => {
  it("answers an editor's questions about a document, and ends as the protocol wants it", async () => {
    const file = folder.write("main.alloy", TEXT);
    folder.write("app.log", "debug a\ninfo b\ninfo c\n");
    const uri = pathToFileURL(file).href;
    const client = new LanguageClient(["--stdio"]);
    const { connection } = client;
    const { capabilities, serverInfo } = await client.initialize(dirname(file));
    expect(serverInfo).toEqual({ name: "sluice", version: expect.stringMatching(/^\d/) });
    expect(capabilities).toMatchObject({ positionEncoding: "utf-16", codeLensProvider: {} });
    expect(capabilities.inlayHintProvider).toBeUndefined();
    const textDocument = { uri };

    // Problems, with the version that they are about; what is typed is sent as the smallest change.
    await client.open(uri, TEXT);
    expect(await client.diagnosed(uri, 1)).toEqual([]);
    const { at, cut, edit } = placesIn(TEXT);
    const drop = at("stage.drop");
    const typo = { start: { ...drop, character: 10 }, end: { ...drop, character: 11 } };
    await client.change(uri, 2, [{ range: typo, text: "q" }]);
    const [unknown] = await client.diagnosed(uri, 2);
    expect(unknown).toMatchObject({ severity: 1, source: "sluice", range: { start: { line: 4, character: 2 } } });
    const [fix] = (await connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range: { start: drop, end: drop },
      context: { diagnostics: [] },
    })) as { title: string; diagnostics: unknown; edit: { changes: Record<string, TextEdit[]> } }[];
    expect(fix).toMatchObject({ title: expect.stringContaining("stage.drop"), diagnostics: [unknown] });
    expect(placesIn(TEXT.replace("stage.drop", "stage.drqp")).edit(fix!.edit.changes[uri]!)).toBe(TEXT);
    const only = async (kind: string) =>
      (await connection.sendRequest(CodeActionRequest.type, {
        textDocument,
        range: { start: drop, end: drop },
        context: { diagnostics: [], only: [kind] },
      }))!.map(({ title }) => title);
    expect(await only("source")).toEqual(["Preview this pipeline"]);
    expect(await only("source.fixAll")).toEqual([]);
    expect(await only("quickfix")).toEqual([fix!.title]);
    await client.change(uri, 3, [{ range: typo, text: "o" }]);
    expect(await client.diagnosed(uri, 3)).toEqual([]);

    // Names.
    const write = { textDocument, position: at("logs.write.out") };
    const place = await connection.sendRequest(DefinitionRequest.type, write);
    expect(cut((place as { range: Range }).range)).toBe('logs.write "out"');
    const context = { includeDeclaration: true };
    const found = await connection.sendRequest(ReferencesRequest.type, { ...write, context });
    expect(found?.map(({ range }) => cut(range))).toEqual(['logs.write "out"', "logs.write.out.receiver"]);
    expect(await connection.sendRequest(DocumentHighlightRequest.type, write)).toHaveLength(2);
    expect(await connection.sendRequest(PrepareRenameRequest.type, write)).toMatchObject({ placeholder: "out" });
    const renamed = await connection.sendRequest(RenameRequest.type, { ...write, newName: "loki" });
    const [change] = renamed!.documentChanges as { textDocument: unknown; edits: TextEdit[] }[];
    expect(change!.textDocument).toEqual({ uri, version: 3 });
    expect(edit(change!.edits)).toBe(
      TEXT.replace("logs.write.out", "logs.write.loki").replace('write "out"', 'write "loki"'),
    );
    await expect(connection.sendRequest(RenameRequest.type, { ...write, newName: "1" })).rejects.toThrow(
      '"1" cannot be a label',
    );

    // Words.
    const inBody = { textDocument, position: { line: 3, character: 0 } };
    const items = (await connection.sendRequest(CompletionRequest.type, inBody)) as {
      label: string;
      documentation?: unknown;
      textEdit: TextEdit;
    }[];
    const json = items.find(({ label }) => label === "stage.json")!;
    expect(json).toMatchObject({ insertTextFormat: 2, textEdit: { range: { start: inBody.position } } });
    expect(json.documentation).toBeUndefined();
    const resolved = await connection.sendRequest<CompletionItem>(CompletionResolveRequest.method, json);
    expect(resolved.documentation).toMatchObject({ kind: "markdown", value: expect.stringContaining("JSON") });
    const hover = await connection.sendRequest(HoverRequest.type, { textDocument, position: at("expression") });
    expect(cut(hover!.range!)).toBe("expression");
    expect(hover!.contents).toMatchObject({ kind: "markdown" });

    // The whole.
    const symbols = (await connection.sendRequest(DocumentSymbolRequest.type, { textDocument })) as {
      name: string;
      children: { name: string }[];
    }[];
    expect(symbols.map(({ name, children }) => [name, ...children.map((one) => one.name)])).toEqual([
      ["logs.process.main", "stage.drop", "stage.static_labels"],
      ["logs.write.out"],
    ]);
    const folds = await connection.sendRequest(FoldingRangeRequest.type, { textDocument });
    expect(folds).toContainEqual({ startLine: 2, endLine: 9 });
    const tokens = await connection.sendRequest(SemanticTokensRequest.type, { textDocument });
    expect(readTokens(TEXT, tokens!.data)).toEqual(ownTokens(TEXT));
    const formatted = await connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
    const text = edit(formatted!);
    expect(text).toContain("\r\n\tstage.drop {\r\n\t\texpression");
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);

    // Counts of samples, and again when their file has changed.
    const lenses = async () =>
      (await connection.sendRequest(CodeLensRequest.type, { textDocument }))!.map(({ range, command }) => [
        cut(range),
        command!.title,
      ]);
    expect(await lenses()).toEqual([
      ["// sluice:samples app.log", "3 entries"],
      ['logs.process "main"', "3 in → 2 sent · 1 dropped"],
      ["stage.drop", "3 → 2 · 1 dropped"],
      ["stage.static_labels", "2 → 2 · 2 changed"],
    ]);
    expect(client.watched).toEqual(["app.log"]);
    folder.write("app.log", "info b\n");
    await connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: pathToFileURL(folder.path("app.log")).href, type: 2 }],
    });
    await client.until(() => client.refreshes === 1);
    expect((await lenses())[2]).toEqual(["stage.drop", "1 → 1"]);

    // The page of a server that the editor's settings name.
    const previewServer = "http://sluice.example";
    await client.configure({ sluice: { previewServer } });
    const opened = await connection.sendRequest(ExecuteCommandRequest.type, {
      command: "sluice.preview",
      arguments: [uri],
    });
    expect(opened).toMatch(/^http:\/\/sluice\.example\/#s1=[\w-]+$/);
    expect(client.shown).toEqual([opened]);

    await connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument });
    expect(await connection.sendRequest(HoverRequest.type, inBody)).toBeNull();
    await connection.sendRequest(ShutdownRequest.type);
    await expect(connection.sendRequest(HoverRequest.type, inBody)).rejects.toMatchObject({ code: -32600 });
    await connection.sendNotification(ExitNotification.type);
    expect(await client.finished).toMatchObject({ code: 0, stderr: "" });
  });

  it("reads no samples from outside of the folder, and says why; editors without lenses get hints", async () => {
    const outside = folder.write("secret.log", "a\n");
    const text = (name: string) => `// sluice:samples ${name}\nstage.drop {\n  expression = "a"\n}\n`;
    const { mkdirSync } = await import("node:fs");
    mkdirSync(folder.path("open"));
    const uri = pathToFileURL(folder.write("open/main.alloy", "")).href;
    symlinkSync(outside, folder.path("open/link.log"));
    folder.write("open/two.log", "a\nb\n");
    folder.write("open/binary.log", new Uint8Array([1, 0, 2]));
    const client = new LanguageClient();
    const { capabilities } = await client.initialize(folder.path("open"), {});
    expect(capabilities.inlayHintProvider).toBe(true);
    await client.open(uri, "");
    let version = 1;
    const hints = async (name: string) => {
      await client.change(uri, ++version, [{ text: text(name) }]);
      const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
      const asked = await client.connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range });
      return asked!.map(({ label }) => label);
    };
    const refused = (name: string) => [`${name} is not read: it is outside of the folder that is open in the editor`];
    expect(await hints("two.log")).toEqual(["2 entries", "2 → 1 · 1 dropped"]);
    expect(await hints("../secret.log")).toEqual(refused("../secret.log"));
    expect(await hints("link.log")).toEqual(refused("link.log"));
    expect(await hints(outside)).toEqual(refused(outside));
    expect(await hints("none.log")).toEqual(["cannot read none.log: no such file"]);
    expect(await hints(".")).toEqual(["cannot read .: it is a directory"]);
    // It cannot show documents either: it says where the page is.
    await client.configure({ previewServer: "http://sluice.example" });
    const page = await client.connection.sendRequest(ExecuteCommandRequest.type, {
      command: "sluice.preview",
      arguments: [uri],
    });
    await client.configure({ previewServer: "sluice.example" });
    expect(await hints("two.log")).toHaveLength(2);
    expect(client.told).toEqual([
      "The page has no samples: cannot read .: it is a directory.",
      `Open ${page}`,
      "Sluice: previewServer takes the URL of a running server, such as http://127.0.0.1:3180",
    ]);
    expect(await hints("binary.log")).toEqual(["binary.log is no text: it has a byte 0"]);
    expect(await client.end()).toMatchObject({ code: 0 });
  });

  it("answers while samples run, and runs them once for one text", async () => {
    const file = folder.write("main.alloy", "");
    folder.write("many.log", "debug a 1 2 3\n".repeat(10_001));
    const uri = pathToFileURL(file).href;
    const textDocument = { uri };
    const client = new LanguageClient();
    await client.initialize(dirname(file));
    const stage = (i: number) => `stage.regex {\n  expression = "(?P<a${i}>[a-z]+) (?P<b${i}>\\\\d)"\n}\n`;
    await client.open(uri, `// sluice:samples many.log\n${Array.from({ length: 8 }, (_, i) => stage(i)).join("")}`);
    const order: string[] = [];
    const ask = async (name: string, asked: Promise<unknown>) => {
      await asked;
      order.push(name);
    };
    const lenses = () => client.connection.sendRequest(CodeLensRequest.type, { textDocument });
    const first = lenses();
    await Promise.all([
      ask("counts", first),
      ask(
        "hover",
        client.connection.sendRequest(HoverRequest.type, { textDocument, position: { line: 1, character: 8 } }),
      ),
      ask("folds", client.connection.sendRequest(FoldingRangeRequest.type, { textDocument })),
    ]);
    expect(order).toEqual(["hover", "folds", "counts"]);
    expect((await first)!.map(({ command }) => command!.title).slice(0, 2)).toEqual([
      "the first 10,000 entries",
      "10,000 → 10,000 · 10,000 changed",
    ]);

    // A change ends the run for the text before it.
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    await client.change(uri, 2, [{ range, text: "// again\n" }]);
    const stale = lenses();
    await client.change(uri, 3, [{ range, text: "// and again\n" }]);
    await expect(stale).rejects.toMatchObject({ code: -32801 });
    expect(await client.end()).toMatchObject({ code: 0, stderr: "" });
  });
});

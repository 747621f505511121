/** `sluice lsp` as a process, sent what no editor should send: it stays, and answers. */
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { openDocument, SeededRandom, underlinedPlace } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import {
  CompletionRequest,
  ExecuteCommandRequest,
  ExitNotification,
  HoverRequest,
  type Position,
  type Range,
  SemanticTokensRequest,
} from "vscode-languageserver-protocol/node";
import { LanguageClient } from "../testing/language-client.ts";
import { runInProcess } from "../testing/run-in-process.ts";
import { collectOutput, spawnSluice } from "../testing/sluice-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";
import { ownTokens, readTokens } from "../testing/tokens.ts";

const folder = useTemporaryFolder();

/** A line end of Windows, and characters of two halves. */
const TEXT = [
  'logs.process "main" { /* 😀 */ forward_to = [logs.write.out.receiver]',
  "  stage.drop {",
  '    expression = "^debug"',
  "  }",
  "}",
  'logs.write "out" { }',
  "",
].join("\r\n");

describe("sluice lsp", () => {
  it("survives half-written texts, changes in any place, and a megabyte", async () => {
    const file = folder.write("main.alloy", "");
    const uri = pathToFileURL(file).href;
    const client = new LanguageClient();
    await client.initialize(dirname(file));
    let text = TEXT;
    let version = 1;
    await client.open(uri, text);
    const chance = new SeededRandom(7);
    const random = () => chance.next();
    const pieces = ["{", "}", '"', "`", "\r\n", "\n", "😀", "/*", "stage.", "= [", "", "", "// sluice:off\n"];
    for (let i = 0; i < 200; i++) {
      // As editors do: no place within a line end or a character.
      const start = wholePlace(text, Math.floor(random() * text.length));
      const end = wholePlace(text, Math.min(text.length, start + Math.floor(random() * 4)));
      const { range } = rangeIn(text, start, end);
      const inserted = pieces[Math.floor(random() * pieces.length)]!;
      await client.change(uri, ++version, [{ range, text: inserted }]);
      text = text.slice(0, start) + inserted + text.slice(end);
      const asked = { textDocument: { uri }, position: range.start };
      if (i % 20 === 0) await client.connection.sendRequest(CompletionRequest.type, asked);
    }
    const tokens = await client.connection.sendRequest(SemanticTokensRequest.type, { textDocument: { uri } });
    expect(readTokens(text, tokens!.data)).toEqual(ownTokens(text));
    const own = openDocument(text, { purpose: "preview" }).diagnostics;
    const told = await client.diagnosed(uri, version);
    expect(told.map(({ message }) => message)).toEqual(own.map(({ message }) => message));
    expect(told[0]!.range.start).toEqual(rangeIn(text, underlinedPlace(own[0]!)!.start, 0).range.start);

    // A megabyte, which is typed in.
    const block = (i: number) =>
      `logs.process "p${i}" {\n  forward_to = []\n  stage.drop {\n    expression = "x${i}"\n  }\n}\n`;
    const large = Array.from({ length: 12_000 }, (_, i) => block(i)).join("");
    expect(large.length).toBeGreaterThan(1_000_000);
    await client.change(uri, ++version, [{ text: large }]);
    const start = { line: 6 * 7000 + 3, character: 4 };
    for (const letter of "abc") await client.change(uri, ++version, [{ range: { start, end: start }, text: letter }]);
    const position = { ...start, character: 3 };
    expect(await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position })).toBeNull();
    expect(await client.diagnosed(uri, version)).toMatchObject([{ range: { start: { line: start.line } } }]);
    expect(await client.end()).toMatchObject({ code: 0, stderr: "" });
    // A second of the server's, which may be ten where cores are shared.
  }, 240_000);

  it("answers every request, whatever came before it", async () => {
    folder.write("app.log", "a\n");
    const uris = [pathToFileURL(folder.path("main.alloy")).href, "untitled:a", "http://x/%zz", ""];
    const chance = new SeededRandom(11);
    const random = () => chance.next();
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const places = [{ line: 0, character: 3 }, { line: 1e9, character: 1e9 }, { line: -1, character: 0.5 }, null, "x"];
    const range = () => pick([{ start: pick(places), end: pick(places) }, null, {}]);
    const texts = [TEXT, "\0\ud800", "a = [".repeat(3000), "// sluice:samples app.log\nstage.drop {", undefined, 7];
    const textDocument = () => pick<unknown>([{ uri: pick(uris), version: pick([1, -5, null]) }, null, { uri: 7 }]);
    const requests = "completion hover definition references documentHighlight prepareRename rename documentSymbol ";
    const methods = `${requests}foldingRange formatting codeAction codeLens inlayHint semanticTokens/full nothing`;
    const client = new LanguageClient();
    await client.initialize(folder.path("."));
    const answers: Promise<unknown>[] = [];
    for (let i = 0; i < 600; i++) {
      const [kind, document, place] = [random(), textDocument(), pick(places)];
      const opened = { uri: pick(uris), languageId: "alloy", version: 1, text: pick(texts) };
      const change = pick<unknown>([{ text: pick(texts) }, { range: range(), text: pick(texts) }, null]);
      const send = (method: string, params: object) => client.connection.sendNotification(method, params);
      if (kind < 0.15) await send("textDocument/didOpen", { textDocument: pick<unknown>([opened, document]) });
      else if (kind < 0.35) await send("textDocument/didChange", { textDocument: document, contentChanges: [change] });
      else if (kind < 0.4) await send("textDocument/didClose", { textDocument: document });
      else if (kind < 0.42) await send("workspace/didChangeConfiguration", { settings: pick<unknown>([null, 7, {}]) });
      else {
        const asked = { textDocument: document, position: place, range: range(), context: {}, newName: "b" };
        const method = `textDocument/${pick(methods.split(" "))}`;
        // Whether it is answered or refused: it must be one of both.
        answers.push(client.connection.sendRequest(method, asked).then(...BOTH));
      }
    }
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["answered", "refused"]));
    expect(await client.end()).toMatchObject({ code: 0, stderr: "" });
  });

  it("refuses what comes before initialize, passes over what is no message of the protocol, and tells a lost editor by its code", async () => {
    const client = new LanguageClient();
    const early = client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: "file:///a" },
      position: { line: 0, character: 0 },
    });
    await expect(early).rejects.toMatchObject({ code: -32002 });
    await client.initialize();
    await expect(client.initialize()).rejects.toMatchObject({ code: -32600 });
    await expect(client.connection.sendRequest("sluice/nothing", { a: 1 })).rejects.toMatchObject({ code: -32601 });
    await client.connection.sendNotification("textDocument/didChange", { textDocument: { uri: "file:///a" } });
    await expect(
      client.connection.sendRequest(ExecuteCommandRequest.type, { command: "sluice.preview", arguments: [7] }),
    ).rejects.toMatchObject({ code: -32602 });
    await client.connection.sendNotification(ExitNotification.type);
    expect((await client.finished).code).toBe(1);

    const child = spawnSluice(["lsp"]);
    const finished = collectOutput(child);
    child.stdin!.end("Content-Length: 3\r\n\r\n{}}");
    expect((await finished).code).toBe(1);
    expect(await runInProcess("lsp", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining("takes no FILE") });
  });
});

const BOTH = [() => "answered", ({ code }: { readonly code: number }) => (code < 0 ? "refused" : "lost")] as const;

function rangeIn(text: string, start: number, end: number): { readonly range: Range } {
  const position = (offset: number): Position => {
    const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
    return { line: lines.length - 1, character: lines.at(-1)!.length };
  };
  return { range: { start: position(start), end: position(end) } };
}

function wholePlace(text: string, at: number): number {
  const inLineEnd = text[at - 1] === "\r" && text[at] === "\n";
  const inCharacter = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return inLineEnd || inCharacter ? at + 1 : at;
}

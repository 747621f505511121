/** The code action that proposes stages, asked as editors do. */
import { utimesSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { openDocument } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { CodeActionRequest, ExecuteCommandRequest, type TextEdit } from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { LanguageClient } from "../testing/language-client.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

const LOG = Array.from({ length: 20 }, (_, i) =>
  JSON.stringify({ time: `2026-01-15T08:00:${10 + i}Z`, level: ["info", "warn"][i % 2], msg: `job ${i} done` }),
).join("\n");
const EMPTY = '// sluice:samples app.log\nlogs.process "main" {\n  forward_to = []\n}\n\nlogs.echo "out" { }\n';

async function start(text: string) {
  folder.write("app.log", LOG);
  const uri = pathToFileURL(folder.write("main.alloy", text)).href;
  const client = new LanguageClient();
  const { capabilities } = await client.initialize(folder.path(""));
  await client.open(uri, text);
  const actions = async (line: number, only?: string[]) => {
    const place = { line, character: 0 };
    const found = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: { start: place, end: place },
      context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
    });
    return (found ?? []).filter(({ title }) => title.startsWith("Propose"));
  };
  const run = (given: readonly unknown[]) =>
    client.connection.sendRequest(ExecuteCommandRequest.type, { command: "sluice.propose", arguments: [...given] });
  return { client, capabilities, uri, actions, run };
}

const applied = (text: string, edits: readonly TextEdit[]): string =>
  TextDocument.applyEdits(TextDocument.create("file:///a", "sluice", 1, text), [...edits]);

describe("propose stages from samples", () => {
  it("is offered in a pipeline of a document that names samples, and fills an empty one", async () => {
    const { client, capabilities, uri, actions, run } = await start(EMPTY);
    expect(capabilities.executeCommandProvider?.commands).toContain("sluice.propose");
    expect(await actions(5)).toEqual([]);
    expect(await actions(2, ["quickfix"])).toEqual([]);
    const [action] = await actions(2);
    expect(action).toEqual({
      title: "Propose stages from samples",
      kind: "refactor.rewrite.sluice.propose",
      command: {
        title: "Propose stages from samples",
        command: "sluice.propose",
        arguments: [uri, "logs.process.main"],
      },
    });
    client.appliesEdits = true;
    expect(await run([uri, "logs.process.main"])).toBe(true);
    const [change] = client.edits[0]!.documentChanges!;
    if (change === undefined || !("edits" in change)) throw new Error("no edits of a document");
    expect(change.textDocument).toEqual({ uri, version: 1 });
    const text = applied(EMPTY, change.edits as TextEdit[]);
    const opened = openDocument(text);
    expect([opened.ok, opened.diagnostics.filter(({ severity }) => severity !== "info")]).toEqual([true, []]);
    expect(text).toMatch(/forward_to = \[\]\n\n {2}stage\.json \{/);
    expect(text.endsWith('}\n\nlogs.echo "out" { }\n')).toBe(true);
    expect(client.told).toEqual([
      expect.stringMatching(/^Added \d stages for JSON: 20 of 20 entries are parsed, 20 have their time\.$/),
    ]);
    expect(await client.end()).toMatchObject({ code: 0, stderr: "" });
  });

  it("follows the stages that are there, and says where an editor does not take it", async () => {
    const text = '// sluice:samples app.log\nstage.drop {\n  expression = "noise"\n}\n';
    const { client, uri, actions, run } = await start(text);
    const [action] = await actions(2);
    expect(action).toMatchObject({
      title: "Propose stages from samples, after the stages that are there",
      command: { arguments: [uri, "stages"] },
    });
    expect(await run([uri, "stages"])).toBe(false);
    expect(client.told).toEqual(["The editor did not apply the proposed stages."]);
    const [change] = client.edits[0]!.documentChanges!;
    if (change === undefined || !("edits" in change)) throw new Error("no edits of a document");
    expect(applied(text, change.edits as TextEdit[])).toMatch(
      /^\/\/ sluice:samples app\.log\nstage\.drop \{[^}]*\}\n\nstage\.json \{/,
    );
    await expect(run([uri])).rejects.toMatchObject({ code: -32602 });
    await expect(run([uri, "logs.process.other"])).rejects.toMatchObject({ code: -32803 });
    expect(await client.end()).toMatchObject({ code: 0 });
  });

  it("is not offered without samples, and says why a file of them cannot be read", async () => {
    const { client, uri, actions, run } = await start(EMPTY.replace("// sluice:samples app.log\n", ""));
    expect(await actions(1)).toEqual([]);
    await expect(run([uri, "logs.process.main"])).rejects.toMatchObject({
      message: expect.stringContaining("names no samples"),
    });
    await client.change(uri, 2, [{ text: EMPTY.replace("app.log", "none.log") }]);
    await expect(run([uri, "logs.process.main"])).rejects.toMatchObject({
      message: "cannot read none.log: no such file",
    });
    folder.write("prose.log", "It was a bright cold day\nand the clocks struck\n");
    await client.change(uri, 3, [{ text: EMPTY.replace("app.log", "prose.log") }]);
    expect(await run([uri, "logs.process.main"])).toBe(false);
    expect(client.told.at(-1)).toMatch(/^No stages to propose: /);
    expect(await client.end()).toMatchObject({ code: 0 });
  });

  it("takes the year of times without one from when the file of samples was changed", async () => {
    const { client, uri, run } = await start(EMPTY);
    const log = folder.write(
      "app.log",
      Array.from({ length: 20 }, (_, i) => `Dec 30 14:00:${10 + i} web-1 app[7]: job ${i} done`).join("\n"),
    );
    utimesSync(log, new Date("2023-03-01T00:00:00Z"), new Date("2023-03-01T00:00:00Z"));
    client.appliesEdits = true;
    expect(await run([uri, "logs.process.main"])).toBe(true);
    expect(client.told.join()).toContain("no year: they are read as of 2022-12-31T23:59:59Z");
  });
});

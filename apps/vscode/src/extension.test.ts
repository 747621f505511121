/** The packed extension, loaded as VS Code loads it: the module `vscode` is a stub, the language server the real one. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VsCodeStub } from "./testing/vscode-stub.ts";

const script = (name: string): string => fileURLToPath(new URL(`../../../scripts/${name}`, import.meta.url));
const FAKE_PAGE = { "index.html": "<html><head></head></html>", "a.js": "1", "a.js.br": "not packed" };

let folder = "";
let files: Readonly<Record<string, Uint8Array>> = {};
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sluice-vscode-"));
  const built = spawnSync(process.execPath, [script("build.mjs"), "--vscode"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}`);
  mkdirSync(at("page"));
  for (const [name, content] of Object.entries(FAKE_PAGE)) writeFileSync(at(`page/${name}`), content);
  const { packExtension } = (await import(script("build/pack-vscode.mjs"))) as {
    packExtension(page: string): Uint8Array;
  };
  const packed = packExtension(at("page"));
  expect(Buffer.compare(packExtension(at("page")), packed)).toBe(0);
  files = unzipSync(packed);
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), bytes);
  }
  // The build takes seconds, where nobody else has built it, and waits for others'.
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the extension's package", () => {
  const manifest = () => JSON.parse(strFromU8(files["extension/package.json"]!));

  it("has what its manifests name, and nothing that only the repository needs", () => {
    const { main, contributes, name, version, publisher, engines, ...rest } = manifest();
    expect(rest).not.toHaveProperty("devDependencies");
    expect(rest).not.toHaveProperty("type");
    const named = [
      main,
      ...contributes.languages.map(({ configuration }: { configuration: string }) => configuration),
      ...contributes.grammars.map(({ path }: { path: string }) => path),
    ].map((path: string) => path.replace("./", "extension/"));
    const vsix = strFromU8(files["extension.vsixmanifest"]!);
    named.push(...[...vsix.matchAll(/Path="([^"]+)"/g)].map(([, path]) => path!), "extension/server/main.mjs");
    for (const path of named) expect(Object.keys(files)).toContain(path);
    expect(vsix).toContain(`<Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" />`);
    expect(vsix).toContain(`Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"`);
    expect(JSON.parse(strFromU8(files["extension/alloy.tmLanguage.json"]!)).scopeName).toBe("source.alloy");
    expect(Object.keys(files)).toContain("extension/page/a.js");
    expect(Object.keys(files)).not.toContain("extension/page/a.js.br");
    const types = strFromU8(files["[Content_Types].xml"]!);
    const packed = Object.keys(files).filter((path) => path !== "[Content_Types].xml");
    for (const [, suffix] of packed.flatMap((path) => [...path.matchAll(/(\.\w+)$/g)]))
      expect(types).toContain(`Extension="${suffix}"`);
  });

  it("has the version of the whole, and names the licences of what is bundled", () => {
    const root = JSON.parse(readFileSync(script("../package.json"), "utf8"));
    expect(manifest()).toMatchObject({ name: "sluice", version: root.version, license: root.license });
    const notices = strFromU8(files["extension/THIRD-PARTY-NOTICES.txt"]!);
    for (const name of ["vscode-languageclient", "vscode-languageserver", "vscode-jsonrpc", "express"])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
  });
});

describe("the extension", () => {
  it("starts the language server, shows what is wrong, and opens the page", async () => {
    writeFileSync(at("app.log"), "a\n");
    const stub = new VsCodeStub(at("main.alloy"), "// sluice:samples app.log\nstage.drap { }\n");
    const { activate, deactivate } = loadExtension(stub);
    const subscriptions: { dispose(): void }[] = [];
    const diagnosed = stub.diagnosed();
    await activate({ extensionPath: at("extension"), subscriptions });
    expect(await diagnosed).toEqual({
      uri: stub.uri.toString(),
      messages: [expect.stringContaining('unrecognized block name "stage.drap"')],
    });
    // Code lenses and code actions call those that the server has.
    const commands = ["sluice.preview", "sluice.previewPipeline", "sluice.propose", "sluice.restart"];
    expect([...stub.commands.keys()].sort()).toEqual(commands);

    const preview = stub.commands.get("sluice.previewPipeline")!;
    await preview();
    expect(stub.opened).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/1\/#document$/)]);
    const handed = await fetch(new URL("document.json", stub.opened[0]));
    expect(((await handed.json()) as { content: unknown }).content).toMatchObject({
      name: "main",
      samples: [{ line: "a" }],
    });

    stub.configure("previewServer", "https://logs.example/sluice");
    await stub.commands.get("sluice.preview")!(stub.uri.toString());
    expect(stub.opened[1]).toMatch(/^https:\/\/logs\.example\/sluice\/#s1=/);
    expect(stub.errors).toEqual([]);

    await deactivate();
    for (const one of subscriptions) one.dispose();
    await expect(fetch(new URL("document.json", stub.opened[0]))).rejects.toThrow();
  });
});

interface Extension {
  activate(context: { extensionPath: string; subscriptions: unknown[] }): Promise<void>;
  deactivate(): Promise<void>;
}

function loadExtension(stub: VsCodeStub): Extension {
  const file = at("extension/extension.cjs");
  const node = createRequire(file);
  const module = { exports: {} as Extension };
  const run = new Function("require", "module", "exports", "__filename", "__dirname", readFileSync(file, "utf8"));
  run((name: string) => (name === "vscode" ? stub.module : node(name)), module, module.exports, file, dirname(file));
  return module.exports;
}

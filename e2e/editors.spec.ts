/** From an editor to the page: the language server opens a document, and a browser shows it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LanguageClient } from "@sluice/cli/testing/language-client";
import { ExecuteCommandRequest } from "vscode-languageserver-protocol/node";
import { expect, test } from "./server.ts";

const TEXT = [
  "// sluice:samples app.log",
  'logs.process "main" {',
  "  forward_to = []",
  "  stage.drop {",
  '    expression = "^debug"',
  "  }",
  "}",
  "",
].join("\r\n");

test("an editor opens its document, with its samples, in its own page and in a server's", async ({
  browser,
  server,
}) => {
  const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  const context = await browser.newContext();
  try {
    writeFileSync(join(folder, "app.log"), "debug a\ninfo b\n");
    const client = new LanguageClient();
    await client.initialize(folder);
    const uri = pathToFileURL(join(folder, "checkout.alloy")).href;
    // Typed text, saved or not.
    await client.open(uri, TEXT);
    const preview = () =>
      client.connection.sendRequest(ExecuteCommandRequest.type, { command: "sluice.preview", arguments: [uri] });

    const problems: string[] = [];
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    const isOpen = async () => {
      await expect(page.getByRole("textbox", { name: "Name of the pipeline" })).toHaveValue("checkout");
      const samples = page.getByRole("listbox", { name: "Sample entries" }).getByRole("option");
      await expect(samples).toHaveCount(2);
      await expect(samples.first()).toContainText("dropped");
    };
    const own = (await preview()) as string;
    expect(new URL(own).hostname).toBe("127.0.0.1");
    await page.goto(own);
    await isOpen();
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\w+\/\d+\/#\/design\//);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/editor.png` });
    // Again, unchanged: the same document, both in the open page and after a reload.
    await page.goto(own);
    await expect(page.getByText("“checkout” already matches the editor.")).toBeVisible();
    await page.reload();
    await isOpen();

    await client.configure({ sluice: { previewServer: server.url } });
    await page.goto((await preview()) as string);
    await isOpen();
    expect(page.url().split("#/design/")[0]).toBe(server.url);
    expect(client.shown).toHaveLength(2);
    expect(problems).toEqual([]);
    expect(await client.end()).toMatchObject({ code: 0, stderr: "" });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

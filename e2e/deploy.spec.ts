/** Configurations go from the page to its server and back: signing in, deploying, versions, two people at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@sluice/cli/testing/free-port";
import { type RunningSluice, startSluice } from "@sluice/cli/testing/sluice-process";
import { TEST_CERTIFICATE } from "@sluice/server/testing/certificate";
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { test as base, command, expect, openRunning, setConfiguration } from "./server.ts";

const CONFIG = `logs.source.demo "shop" {
  rate       = 1
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.static_labels {
    values = { team = "shop" }
  }
}

logs.echo "out" { }
`;
const FULL = "the-full-token-of-this-test";
const READ = "the-token-for-reading";

/** A server with a data directory of its own; `guarded`: with tokens, and over TLS. */
const test = base.extend<{ start: (guarded?: boolean) => Promise<RunningSluice> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  start: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
    const started: RunningSluice[] = [];
    await use(async (guarded = false) => {
      const file = (name: string, text: string) => {
        writeFileSync(join(folder, name), text, { mode: 0o600 });
        return join(folder, name);
      };
      const tokens = ["--token-file", file("full", FULL), "--read-token-file", file("read", READ)];
      const { cert, key } = TEST_CERTIFICATE;
      const tls = ["--tls-cert-file", file("cert.pem", cert), "--tls-key-file", file("key.pem", key)];
      const argv = ["--data-dir", join(folder, "data"), ...(guarded ? [...tokens, ...tls] : [])];
      const server = await startSluice(file("shop.alloy", CONFIG), argv);
      started.push(server);
      return server;
    });
    for (const server of started) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  },
});

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const openDeploy = async (page: Page) => {
  await page.getByRole("button", { name: "Deploy…" }).click();
  return dialog(page, "Deploy to the server");
};
const runs = async (url: string) => ((await (await fetch(`${url}api/config`)).json()) as { text: string }).text;

test("a change is deployed, listed, compared and taken back; two people deploy at once; what is refused is shown", async ({
  page,
  start,
}) => {
  const { url } = await start();
  await openRunning(page, url);
  await setConfiguration(page, CONFIG.replace('"shop" }', '"shop", env = "dev" }'));
  const deploy = await openDeploy(page);
  const changes = deploy.getByRole("region", { name: "What changes" });
  await expect(changes).toContainText('env = "dev"');
  await expect(deploy.getByText("It replaces version 1")).toBeVisible();
  await expect(changes.getByRole("button", { name: /unchanged lines/ }).first()).toBeVisible();
  await lookAt(page, "deploying");
  await deploy
    .getByRole("textbox", { name: "Deployment note" })
    .fill(`Say which environment, ${"and why ".repeat(20)}at length`);
  await deploy.getByRole("textbox", { name: "Your name" }).fill("ann");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The server runs it as version 2.")).toBeVisible();
  // It is asked at once, not at the next of the questions that come every five seconds.
  await expect(page.getByRole("status", { name: "Server" })).toContainText("v2", { timeout: 1500 });
  expect(await runs(url)).toContain('env  = "dev"'.replace("  ", " "));

  await page.getByRole("button", { name: "Roll back to 1…" }).click();
  const versions = dialog(page, "Versions on the server");
  await expect(versions.getByRole("list")).toContainText("Say which environment");
  await expect(versions.getByRole("list")).toContainText("deployed by ann");
  await expect(versions.getByRole("region", { name: "Changes from version 2" })).toContainText('env = "dev"');
  await lookAt(page, "rolling back");
  await versions.getByRole("button", { name: "Roll back to version 1" }).click();
  await expect(page.getByText("Rolled back to version 1. It is now version 3.")).toBeVisible();
  expect(await runs(url)).toBe(CONFIG);
  await versions.getByRole("button", { name: /^v2/ }).click();
  // The list cuts a long note; the version that is selected has all of it.
  const note = versions.getByRole("region", { name: "Version 2" }).getByText(/^Say which environment/);
  await expect(note).toHaveText(/at length$/);
  expect(await note.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await versions.getByRole("combobox", { name: "Compared with" }).click();
  await page.getByRole("option", { name: "version 3" }).click();
  await expect(versions.getByRole("region", { name: "Changes from version 3" })).toContainText('env = "dev"');
  await versions.getByRole("button", { name: "Open as a document" }).click();
  await expect(page.getByText("Opened version 2 as “shop v2”.")).toBeVisible();

  // The second of two people sees the first one's change, and deploys over it on purpose.
  await setConfiguration(page, CONFIG.replace('team = "shop"', 'team = "mine"'));
  await openDeploy(page);
  await expect(deploy.getByText("It replaces version 3")).toBeVisible();
  await page.context().request.post(`${url}api/deploy`, {
    data: {
      text: CONFIG.replace('"out" { }', '"theirs" { }').replace("echo.out", "echo.theirs"),
      user: "bo",
      note: "Theirs",
    },
  });
  await page.keyboard.press("Enter");
  const meanwhile = deploy.getByRole("alert", { name: "Changed meanwhile" });
  await expect(meanwhile).toContainText("Version 4 deployed by bo");
  await expect(meanwhile).toContainText("Theirs");
  await meanwhile.getByRole("button", { name: "Show what it changed" }).click();
  await expect(meanwhile.getByRole("region", { name: "What was changed meanwhile" })).toContainText("logs.echo.theirs");
  expect(await runs(url)).toContain("theirs");
  await lookAt(page, "changed meanwhile");
  await deploy.getByRole("button", { name: "Deploy over version 4" }).click();
  await expect(page.getByText("The server runs it as version 5.")).toBeVisible();
  expect(await runs(url)).toContain("mine");

  // What the server refuses is shown in the dialog and at its place in the text.
  await setConfiguration(
    page,
    `${CONFIG}\nlogs.source.file "new" {\n  targets    = [{ __path__ = "/etc/passwd" }]\n  forward_to = []\n}\n`,
  );
  await openDeploy(page);
  const refusal = deploy.getByRole("alert").filter({ hasText: "The server refuses it" });
  await expect(deploy.getByRole("button", { name: "Deploy", exact: true })).toBeDisabled();
  await expect(refusal).toBeVisible();
  await refusal.getByTitle("Show in the code").first().click();
  await expect(deploy).toHaveCount(0);
  await expect(page.locator(".squiggly-error").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Problems", exact: true })).toContainText("The server:");
  expect(await runs(url)).toContain("mine");
});

test("stages alone are asked for a source and a sink, and are deployed as a whole configuration", async ({
  page,
  start,
}) => {
  const { url } = await start();
  const port = await freePort();
  await openRunning(page, url);
  await setConfiguration(page, 'stage.static_labels {\n  values = { team = "new" }\n}\n');
  const deploy = await openDeploy(page);
  await deploy.getByRole("button", { name: "Add source and sink…" }).click();
  await deploy.getByRole("textbox", { name: "Listens at" }).fill(`127.0.0.1:${port}`);
  await deploy.getByRole("button", { name: "Server's log" }).click();
  await lookAt(page, "completing a draft");
  if (process.env.SLUICE_SHOTS) await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/complete.png` });
  await deploy.getByRole("button", { name: "Complete the configuration" }).click();
  await expect(deploy.getByText("It replaces version 1")).toBeVisible();
  await expect(deploy.getByRole("region", { name: "What changes" })).toContainText("logs.source.api");
  await deploy.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(page.getByText("The server runs it as version 2.")).toBeVisible();
  const pushed = await fetch(`http://127.0.0.1:${port}/loki/api/v1/push`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ streams: [{ stream: { a: "b" }, values: [[`${Date.now()}000000`, "a line"]] }] }),
  });
  expect(pushed.status).toBe(204);
});

test("bare stages go into a running component; deployed as a whole they say what stops and need a confirmation", async ({
  page,
  start,
}) => {
  const { url } = await start();
  await openRunning(page, url);
  const status = page.getByRole("status", { name: "Server" });
  await expect(status).toContainText(/running v1 since \d\d:\d\d/);
  await setConfiguration(
    page,
    'logs.process "draft" {\n  forward_to = []\n\n  stage.static_labels {\n    values = { team = "new" }\n  }\n}\n',
  );
  const deploy = await openDeploy(page);
  const changes = deploy.getByRole("region", { name: "What changes" });
  const submit = deploy.locator("button[type=submit]");
  // No running component has its name, and the page does not guess one.
  await expect(submit).toHaveText("Choose a component first");
  await expect(submit).toBeDisabled();
  await lookAt(page, "deploying stages without a chosen component");
  const choose = async () => {
    await deploy.getByRole("combobox", { name: "Put the stages into" }).click();
    await page.getByRole("option", { name: "logs.process.main" }).click();
    await expect(submit).toHaveText("Deploy the stages");
  };
  await choose();
  await expect(deploy.getByText("Its stages go into logs.process.main of version 1")).toBeVisible();
  await expect(deploy.getByText("Nothing that runs now will stop")).toBeVisible();
  await expect(changes).toContainText('team = "new"');
  await expect(changes).not.toContainText("draft");
  await lookAt(page, "deploying stages");

  await deploy.getByRole("button", { name: "Whole configuration" }).click();
  const stops = deploy.getByRole("alert", { name: "What stops" });
  for (const one of ["There is no source any more", "logs.source.demo.shop", "logs.echo.out", "logs.process.main"])
    await expect(stops).toContainText(one);
  await expect(submit).toBeDisabled();
  await lookAt(page, "what stops with a deploy");
  await stops.getByRole("checkbox", { name: "It has no source and no sink. Deploy it anyway" }).check();
  await expect(submit).toBeEnabled();
  await stops.getByRole("button", { name: "Put its stages into a running component…" }).click();
  await expect(stops).toHaveCount(0);
  await choose();
  await deploy.getByRole("textbox", { name: "Your name" }).fill("ann");
  await submit.click();
  await expect(page.getByText("The server runs it as version 2.")).toBeVisible();
  expect(await runs(url)).toBe(CONFIG.replace('team = "shop"', 'team = "new"'));
  await expect(status).toContainText(/running v2 since \d\d:\d\d by ann/);

  // A rollback says the same about what it stops.
  await page
    .context()
    .request.post(`${url}api/deploy`, { data: { text: 'logs.process "bare" {\n  forward_to = []\n}\n' } });
  await page.context().request.post(`${url}api/versions/2/rollback`, { data: {} });
  await page.getByRole("button", { name: "Roll back to 1…" }).click();
  const versions = dialog(page, "Versions on the server");
  await versions.getByRole("button", { name: /^v3/ }).click();
  await versions.getByRole("button", { name: "Roll back to it…" }).click();
  await expect(versions.getByRole("alert", { name: "What stops" })).toContainText("logs.source.demo.shop");
  await expect(versions.getByRole("button", { name: "Roll back to version 3" })).toBeDisabled();
  await lookAt(page, "what stops with a rollback");
  await versions.getByRole("checkbox", { name: /Roll back anyway/ }).check();
  await versions.getByRole("button", { name: "Roll back to version 3" }).click();
  await expect(page.getByText("Rolled back to version 3. It is now version 5.")).toBeVisible();
});

test.describe("over TLS", () => {
  test.use({ ignoreHTTPSErrors: true });

  test("a server with a token only answers with it; a wrong token, a read-only one, and signing out", async ({
    page,
    start,
  }) => {
    const { url } = await start(true);
    await page.goto(url);
    const signIn = dialog(page, "Sign in to the server");
    const token = signIn.getByLabel("Token");
    await expect(token).toBeFocused();
    await lookAt(page, "signing in");
    await token.fill("a guess");
    await page.keyboard.press("Enter");
    await expect(signIn.getByRole("alert")).toContainText("no spaces");
    await token.fill("a-guess");
    await page.keyboard.press("Enter");
    await expect(signIn.getByRole("alert")).toContainText("does not know this token");
    await token.fill(READ);
    await page.keyboard.press("Enter");
    await expect(signIn).toHaveCount(0);
    await expect(page.getByRole("status", { name: "Server" })).toContainText("running");
    await command(page, "open what it runs");
    await expect(page.getByText("Opened version 1")).toBeVisible();
    const deploy = page.getByRole("button", { name: "Deploy…" });
    await expect(deploy).toHaveAttribute("aria-disabled", "true");
    await deploy.hover();
    await expect(page.getByText("You are signed in read-only")).toBeVisible();

    await command(page, "sign in");
    await token.fill(FULL);
    await page.keyboard.press("Enter");
    await expect(deploy).not.toHaveAttribute("aria-disabled", "true");
    // The tab stays signed in on another visit.
    await page.reload();
    await expect(page.getByRole("status", { name: "Server" })).toContainText("running");
    await setConfiguration(page, CONFIG.replace('team = "shop"', 'team = "signed in"'));
    await (await openDeploy(page)).getByRole("button", { name: "Deploy", exact: true }).click();
    await expect(page.getByText("The server runs it as version 2.")).toBeVisible();

    await command(page, "sign out");
    await expect(page.getByRole("status", { name: "Server" })).toContainText("signed out");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(FULL);
  });
});

/** The requests that a receiver recorded: a real server, a real profiler, requests of others, and a server that is forwarded to. */
import { type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectOutput, type Finished, type RunningSluice, startSluice } from "@sluice/cli/testing/sluice-process";
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { test as base, expect } from "./server.ts";
import { pushRecorded, startUpstream, type Upstream } from "./upstream.ts";

/** Of windows, in which nothing may be wider than they are. */
const WIDTHS = [1920, 1440, 1280, 1100, 640];

interface Receiver {
  readonly server: RunningSluice;
  /** Of the receiver, as a URL. */
  readonly address: string;
  /** What arrived at the server that is forwarded to; it can be told to refuse. */
  readonly upstream: Upstream;
  /** Sends what a profiler sent once, under the name of a service. */
  push(id: string, service: string, headers?: Readonly<Record<string, string>>): Promise<number>;
}

/** A server of each test's own, since it lists all that came since it started. */
const test = base.extend<{ receiver: Receiver; inspector: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  receiver: async ({}, use) => {
    const upstream = await startUpstream();
    const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
    const config = join(folder, "config.alloy");
    writeFileSync(config, configOf(upstream));
    const server = await startSluice(config);
    const address = `http://${server.pushAddress}`;
    await use({
      server,
      address,
      upstream,
      push: (id, service, headers) => pushRecorded(address, id, service, headers),
    });
    const { code } = await server.stop();
    upstream.close();
    rmSync(folder, { recursive: true, force: true });
    expect(code).toBe(0);
  },
  inspector: async ({ tab, receiver }, use) => {
    await tab.sweep();
    const { page } = tab;
    await page.goto(receiver.server.url);
    await page.getByRole("button", { name: "Profiles" }).click();
    await use(page);
    // Before the server that it asks ends.
    await page.goto("about:blank");
  },
});

const configOf = ({ url }: Upstream): string => `profiles.receive_http "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [profiles.write.backend.receiver]
}

profiles.write "backend" {
  endpoint {
    url                 = "${url}"
    max_backoff_retries = 1
  }
}
`;

/** To its end, while the servers of the test go on. */
const run = ([program, ...args]: readonly [string, ...string[]], options: SpawnOptions): Promise<Finished> =>
  collectOutput(spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], timeout: 120_000, ...options }));

const list = (page: Page) => page.getByRole("listbox", { name: "Requests, the newest first" });
const row = (page: Page, text: string | RegExp) => list(page).getByRole("option", { name: text });
const request = (page: Page) => page.getByRole("region", { name: "Request", exact: true });
const flame = (page: Page) => page.getByRole("application", { name: /^Flame graph/ });
const frame = (page: Page) => page.locator("#flame-frame");

test("profilers are told the address; a sample is drawn and opened by keys, a recording of Java and what is refused are named", async ({
  inspector,
  receiver,
}) => {
  await expect(inspector.getByText("No requests yet.")).toBeVisible();
  await expect(inspector.getByRole("tabpanel")).toContainText(receiver.server.pushAddress);
  await lookAt(inspector, "no request", WIDTHS);
  await inspector.getByRole("button", { name: "Point a profiler here" }).click();
  const recipes = inspector.getByRole("region", { name: "Point a profiler here" });
  await expect(recipes).toContainText(`ServerAddress:   "${receiver.address}"`);
  await expect(recipes.getByRole("textbox", { name: "Address of the receiver" })).toHaveValue(receiver.address);
  await inspector.getByRole("tab", { name: "Requests" }).click();
  await inspector.getByRole("button", { name: "Send a sample profile" }).focus();
  await inspector.keyboard.press("Enter");
  await expect(list(inspector).getByRole("option")).toHaveCount(1);
  await expect(inspector.getByText("The receiver accepted the sample profile and answered 200.")).toBeVisible();
  await list(inspector).focus();
  await inspector.keyboard.press("ArrowDown");
  await expect(flame(inspector)).toBeVisible();
  await expect(list(inspector)).toBeFocused();
  await inspector.keyboard.press("Enter");
  await expect(flame(inspector)).toBeFocused();
  await expect(frame(inspector)).toContainText("all, ");
  await inspector.keyboard.press("ArrowDown");
  await expect(frame(inspector)).toContainText("row 2 of");
  expect(receiver.upstream.arrived).toHaveLength(1);

  // What cannot be drawn is named, a refused request too.
  await receiver.push("rc-java-1", "jvm");
  const refused = await fetch(`${receiver.address}/push.v1.PusherService/Push`, {
    method: "POST",
    headers: { "Content-Type": "application/proto" },
    body: "nonsense",
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await row(inspector, /jvm/).click();
  await expect(request(inspector)).toContainText("A recording of Java Flight Recorder (JFR)");
  await row(inspector, new RegExp(`no profile.*${refused.status}`)).click();
  await expect(request(inspector)).toContainText(`It was refused with ${refused.status}`);
  await inspector.getByRole("button", { name: /^Failed 1/ }).click();
  await expect(list(inspector).getByRole("option")).toHaveCount(1);
});

test("what a real profiler pushes is listed and drawn with its function", async ({ inspector, receiver }) => {
  const { installProgram } = (await import(new URL("../scripts/clients/programs.mjs", import.meta.url).href)) as {
    installProgram(name: string): readonly [string, ...string[]] | undefined;
  };
  const command = installProgram("node");
  expect(command, "@pyroscope/nodejs can be installed").toBeDefined();
  const env = { ...process.env, SERVER_ADDRESS: receiver.address, APPLICATION: "busy", BUSY_SECONDS: "2" };
  const { code, stderr } = await run(command!, { env });
  expect(code, `the program ended well; it said: ${stderr}`).toBe(0);
  // It sends what it measures of time and of memory; what it was busy with is in the former.
  await expect(list(inspector).getByRole("option").nth(1)).toBeVisible();
  await list(inspector).focus();
  await inspector.keyboard.press("Home");
  const isTime = () =>
    inspector
      .getByRole("combobox", { name: "Sample type" })
      .textContent()
      .then((type) => /nanoseconds|samples/.test(type ?? ""));
  await expect(async () => {
    await expect(flame(inspector)).toBeVisible();
    if (await isTime()) return;
    await list(inspector).press("ArrowDown");
    throw new Error("not yet one of time");
  }).toPass();
  await expect(request(inspector).getByRole("heading", { name: "busy" })).toBeVisible();
  await expect(request(inspector)).toContainText('region="eu-west"');
  await inspector.getByRole("combobox", { name: "Time that is drawn" }).click();
  await inspector.getByRole("option", { name: "all recorded" }).click();
  await expect(flame(inspector)).toBeVisible();
  await inspector.getByRole("searchbox", { name: "Find a function" }).fill("busyWork");
  await expect(request(inspector)).toContainText(/\d+ found, /);
});

test("labels, targets, headers and parts of a request; it is sent again to a target, also one that refuses it", async ({
  inspector,
  receiver,
}) => {
  expect(await receiver.push("rc-go-3", "shop")).toBe(200);
  await row(inspector, /shop/).click();
  await expect(request(inspector)).toContainText("200, accepted by 1 of 1 target");
  await expect(request(inspector)).toContainText('service_name="shop"');
  await expect(request(inspector).locator("code", { hasText: "service_name" })).toBeVisible();
  await expect(request(inspector)).toContainText("2.9 s of CPU");
  await expect(request(inspector)).toContainText("one sample every 10 ms of CPU");
  await expect(request(inspector).getByRole("table", { name: "Targets" })).toContainText("backendaccepted");
  await inspector.getByRole("tab", { name: "Headers" }).click();
  await expect(request(inspector).getByRole("table", { name: "Headers" })).toContainText("Go-http-client/1.1");
  await inspector.keyboard.press("ArrowRight");
  await expect(request(inspector).getByRole("table", { name: "Parts" })).toContainText("profile");
  await inspector.getByRole("tab", { name: "Headers" }).click();
  await lookAt(inspector, "headers", WIDTHS);

  await inspector.getByRole("tab", { name: "Profile", exact: true }).click();
  const again = request(inspector).getByRole("button", { name: "Send again to profiles.write.backend" });
  await again.focus();
  await inspector.keyboard.press("Enter");
  await expect(request(inspector)).toContainText(/sent again: (200|accepted)/);
  expect(receiver.upstream.arrived).toHaveLength(2);
  receiver.upstream.status = 422;
  await again.click();
  await expect(request(inspector)).toContainText(/sent again: remote error: status=422/);
  await receiver.push("rc-go-3", "a-very-long-name-of-a-service-that-no-column-has-room-for".repeat(2));
  await row(inspector, /a-very-long/).click();
  await expect(flame(inspector)).toBeVisible();
  await request(inspector).getByRole("button", { name: "Send again to profiles.write.backend" }).click();
  await expect(request(inspector)).toContainText("sent again");
  await lookAt(inspector, "requests, one of them failed and opened", WIDTHS);
});

test("requests of a time are merged, and two are compared", async ({ inspector, receiver }) => {
  await receiver.push("rc-node-1", "shop");
  await receiver.push("rc-node-1", "shop");
  await receiver.push("rc-node-1", "cart");
  await expect(list(inspector).getByRole("option")).toHaveCount(3);
  await inspector.getByRole("button", { name: "shop", exact: true }).click();
  await row(inspector, /shop/).first().click();
  await expect(flame(inspector)).toHaveAccessibleName(/of (\d+) samples/);
  const samples = async () =>
    Number(/of (\d+) samples/.exec((await flame(inspector).getAttribute("aria-label")) ?? "")?.[1]);
  const one = await samples();
  await inspector.getByRole("combobox", { name: "Time that is drawn" }).click();
  await inspector.getByRole("option", { name: "1 minute", exact: true }).click();
  await expect(request(inspector)).toContainText("2 requests");
  await expect.poll(samples).toBe(2 * one);
  await inspector.getByRole("combobox", { name: "Time that is drawn" }).click();
  await inspector.getByRole("option", { name: "this request" }).click();
  await inspector.getByRole("button", { name: "Compare", exact: true }).click();
  await inspector.getByRole("menuitem", { name: /^With the request before it/ }).click();
  await expect(inspector.getByRole("list", { name: "What frames mean" })).toBeVisible();
  await request(inspector)
    .getByRole("button", { name: /Stop comparing$/ })
    .click();
  await expect(inspector.getByText("Colors tell packages apart")).toBeVisible();
  // What is held is compared with whatever is opened next, of any service.
  await inspector.getByRole("button", { name: "Compare", exact: true }).click();
  await inspector.getByRole("menuitem", { name: /^Use this as the base/ }).click();
  await expect(request(inspector)).toContainText("base, choose what to compare");
  await inspector.getByRole("button", { name: /^All / }).click();
  await row(inspector, /cart/).click();
  await expect(inspector.getByRole("list", { name: "What frames mean" })).toBeVisible();
  await expect(request(inspector)).toContainText("before: shop");
});

test("the list is paused, filtered by a label, and keeps the focus while requests come", async ({
  inspector,
  receiver,
}) => {
  await receiver.push("rc-go-3", "shop");
  await expect(list(inspector).getByRole("option")).toHaveCount(1);
  await inspector.getByRole("button", { name: "Pause the list" }).click();
  await receiver.push("rc-go-3", "cart");
  await expect(inspector.getByText("+1 new")).toBeVisible();
  await expect(list(inspector).getByRole("option")).toHaveCount(1);
  await inspector.getByRole("button", { name: "Resume the list" }).click();
  await expect(list(inspector).getByRole("option")).toHaveCount(2);
  await list(inspector).focus();
  await inspector.keyboard.press("End");
  await receiver.push("rc-go-3", "later");
  await expect(list(inspector).getByRole("option")).toHaveCount(3);
  await expect(list(inspector)).toBeFocused();
  await expect(row(inspector, /shop/)).toHaveAttribute("aria-selected", "true");
  await inspector.getByRole("searchbox", { name: "Filter requests" }).fill("service_name=cart");
  await expect(list(inspector).getByRole("option")).toHaveCount(1);
  await inspector.getByRole("searchbox", { name: "Filter requests" }).fill("service_name=nobody");
  await inspector.getByRole("button", { name: "Show all requests" }).click();
  await expect(list(inspector).getByRole("option")).toHaveCount(3);
});

test("the command that repeats a request does so in a shell, without the secret", async ({ inspector, receiver }) => {
  await inspector.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await receiver.push("rc-go-3", "shop", { Authorization: "Bearer hush-hush-token" });
  await row(inspector, /shop/).click();
  await expect(request(inspector).getByRole("region", { name: "Repeat it" })).toContainText("(secret)");
  expect(await inspector.content()).not.toContain("hush-hush");
  const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  const waiting = inspector.waitForEvent("download");
  await inspector.getByRole("button", { name: "Download body" }).click();
  const download = await waiting;
  await download.saveAs(join(folder, download.suggestedFilename()));
  await inspector.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(() => inspector.evaluate(() => navigator.clipboard.readText())).toContain("curl ");
  const command = await inspector.evaluate(() => navigator.clipboard.readText());
  const { code, stderr } = await run(["sh", "-c", `${command} --fail`], { cwd: folder });
  rmSync(folder, { recursive: true, force: true });
  expect([code, stderr]).toEqual([0, ""]);
  await expect(list(inspector).getByRole("option")).toHaveCount(2);
  expect(receiver.upstream.arrived[1]).toBe(receiver.upstream.arrived[0]);
});

test("where requests are not recorded, it is said why and what to do", async ({ page, receiver }) => {
  const reason = "Not on the loopback; start with --inspect-profiles.";
  await page.route("**/api/profiles/requests", async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as object;
    await route.fulfill({ json: { ...list, recording: false, reason } });
  });
  await page.goto(receiver.server.url);
  await page.getByRole("button", { name: "Profiles" }).click();
  await expect(page.getByText("Requests are not recorded.")).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
});

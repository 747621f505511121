/** Recorded profile requests: a real server, a real profiler, recorded requests, and an upstream server. */
import { type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectOutput, type Finished, startSluice } from "@sluice/cli/testing/sluice-process";
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { area, expect, test } from "./server.ts";
import { pushRecorded, startUpstream, type Upstream } from "./upstream.ts";

/** Window widths at which nothing may overflow. */
const WIDTHS = [1920, 1440, 1280, 1100, 640];

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

/** Runs a program to its end while the servers of the test continue. */
const run = ([program, ...args]: readonly [string, ...string[]], options: SpawnOptions): Promise<Finished> =>
  collectOutput(spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], timeout: 120_000, ...options }));

const list = (page: Page) => page.getByRole("listbox", { name: "Requests, newest first" });
const row = (page: Page, text: string | RegExp) => list(page).getByRole("option", { name: text });
const request = (page: Page) => page.getByRole("region", { name: "Request", exact: true });
const flame = (page: Page) => page.getByRole("application", { name: /^Flame graph/ });
const frame = (page: Page) => page.locator("#flame-frame");

test("requests are listed, drawn, explained, combined, compared, sent again and repeated, also from a real profiler", async ({
  page,
}) => {
  const upstream = await startUpstream();
  const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  const config = join(folder, "config.alloy");
  writeFileSync(config, configOf(upstream));
  const server = await startSluice(config);
  const address = `http://${server.pushAddress}`;
  const options = list(page).getByRole("option");
  /** Waits until the page refreshes the list. */
  const askAgain = () => page.clock.runFor(2000);
  /** Sends a recorded request, under the name of a service. */
  const push = async (id: string, service: string, headers?: Readonly<Record<string, string>>) => {
    const status = await pushRecorded(address, id, service, headers);
    await askAgain();
    return status;
  };
  const all = page.getByRole("button", { name: /^All / });
  /** Route and address of the open request. */
  let sent: string | undefined;
  try {
    await page.clock.install();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await test.step("explains why requests are not recorded, and what to do", async () => {
      const reason = "Not on the loopback; start with --inspect-profiles.";
      await page.route("**/api/profiles/requests", async (route) => {
        const answer = await route.fetch();
        const list = (await answer.json()) as object;
        await route.fulfill({ json: { ...list, recording: false, reason } });
      });
      await page.goto(server.url);
      await area(page, "Profiles");
      await expect(page.getByText("Requests are not recorded.")).toBeVisible();
      await expect(page.getByText(reason)).toBeVisible();
      await page.unroute("**/api/profiles/requests");
      await askAgain();
    });

    await test.step("shows profilers' instructions, draws a sample by keys, and names a Java recording and a refused request", async () => {
      await expect(page.getByText("No requests yet.")).toBeVisible();
      await expect(page.getByRole("tabpanel")).toContainText(server.pushAddress);
      await lookAt(page, "no request", WIDTHS);
      await page.getByRole("button", { name: "Point a profiler here" }).click();
      const recipes = page.getByRole("region", { name: "Point a profiler here" });
      await expect(recipes).toContainText(`ServerAddress:   "${address}"`);
      await expect(recipes.getByRole("textbox", { name: "Address of the receiver" })).toHaveValue(address);
      await page.getByRole("tab", { name: "Requests" }).click();
      await page.getByRole("button", { name: "Send a sample profile" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText("The receiver accepted the sample profile and answered 200.")).toBeVisible();
      await expect(options).toHaveCount(1);
      await list(page).focus();
      await page.keyboard.press("ArrowDown");
      await expect(flame(page)).toBeVisible();
      await expect(list(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(flame(page)).toBeFocused();
      await expect(frame(page)).toContainText("all, ");
      await page.keyboard.press("ArrowDown");
      await expect(frame(page)).toContainText("row 2 of");
      expect(upstream.arrived).toHaveLength(1);

      // A profile that cannot be drawn is named, and a refused request too.
      await push("rc-java-1", "jvm");
      const refused = await fetch(`${address}/push.v1.PusherService/Push`, {
        method: "POST",
        headers: { "Content-Type": "application/proto" },
        body: "nonsense",
      });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      await askAgain();
      await row(page, /jvm/).click();
      await expect(request(page)).toContainText("A recording of Java Flight Recorder (JFR)");
      await row(page, new RegExp(`no profile.*${refused.status}`)).click();
      await expect(request(page)).toContainText(`Refused with ${refused.status}`);
      await page.getByRole("button", { name: /^Failed 1/ }).click();
      await expect(options).toHaveCount(1);
      await all.click();
      await expect(options).toHaveCount(3);
    });

    await test.step("shows labels, targets, headers and parts of a request, and sends it again to a target that accepts or refuses it", async () => {
      expect(await push("rc-go-3", "shop", { Authorization: "Bearer hush-hush-token" })).toBe(200);
      const before = upstream.arrived.length;
      sent = upstream.arrived.at(-1);
      await row(page, /shop/).click();
      await expect(request(page)).toContainText("200, accepted by 1 of 1 target");
      await expect(request(page)).toContainText('service_name="shop"');
      await expect(request(page).locator("code", { hasText: "service_name" })).toBeVisible();
      await expect(request(page)).toContainText("2.9 s of CPU");
      await expect(request(page)).toContainText("one sample every 10 ms of CPU");
      await expect(request(page).getByRole("table", { name: "Targets" })).toContainText("backendaccepted");
      await page.getByRole("tab", { name: "Headers" }).click();
      await expect(request(page).getByRole("table", { name: "Headers" })).toContainText("Go-http-client/1.1");
      await page.keyboard.press("ArrowRight");
      await expect(request(page).getByRole("table", { name: "Parts" })).toContainText("profile");
      await page.getByRole("tab", { name: "Headers" }).click();
      await lookAt(page, "headers", WIDTHS);

      await page.getByRole("tab", { name: "Profile", exact: true }).click();
      const again = request(page).getByRole("button", { name: "Send again to profiles.write.backend" });
      await again.focus();
      await page.keyboard.press("Enter");
      await expect(request(page)).toContainText(/sent again: (200|accepted)/);
      expect(upstream.arrived).toHaveLength(before + 1);
      upstream.status = 422;
      await again.click();
      await expect(request(page)).toContainText(/sent again: remote error: status=422/);
      await push("rc-go-3", "a-very-long-name-of-a-service-that-no-column-has-room-for".repeat(2));
      await row(page, /a-very-long/).click();
      await expect(flame(page)).toBeVisible();
      await request(page).getByRole("button", { name: "Send again to profiles.write.backend" }).click();
      await expect(request(page)).toContainText("sent again");
      await lookAt(page, "requests, one of them failed and opened", WIDTHS);
      upstream.status = 200;
    });

    await test.step("the copied command repeats a request in a shell, without the secret", async () => {
      await row(page, /shop/).click();
      await expect(request(page).getByRole("region", { name: "Repeat this request" })).toContainText("(secret)");
      expect(await page.content()).not.toContain("hush-hush");
      const waiting = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download body" }).click();
      const download = await waiting;
      await download.saveAs(join(folder, download.suggestedFilename()));
      await page.getByRole("button", { name: "Copy as curl" }).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("curl ");
      const command = await page.evaluate(() => navigator.clipboard.readText());
      const arrived = upstream.arrived.length;
      const { code, stderr } = await run(["sh", "-c", `${command} --fail`], { cwd: folder });
      expect([code, stderr]).toEqual([0, ""]);
      await askAgain();
      await expect(row(page, /shop/)).toHaveCount(2);
      expect(upstream.arrived).toHaveLength(arrived + 1);
      expect(upstream.arrived.at(-1)).toBe(sent);
    });

    await test.step("the list is paused, filtered by a label, and keeps the focus while requests arrive", async () => {
      const before = await options.count();
      await page.getByRole("button", { name: "Pause the list" }).click();
      await push("rc-go-3", "cart");
      await expect(page.getByText("+1 new")).toBeVisible();
      await expect(options).toHaveCount(before);
      await page.getByRole("button", { name: "Resume the list" }).click();
      await expect(options).toHaveCount(before + 1);
      await list(page).focus();
      await page.keyboard.press("End");
      await push("rc-go-3", "later");
      await expect(options).toHaveCount(before + 2);
      await expect(list(page)).toBeFocused();
      await expect(options.last()).toHaveAttribute("aria-selected", "true");
      await page.getByRole("searchbox", { name: "Filter requests" }).fill("service_name=cart");
      await expect(options).toHaveCount(1);
      await page.getByRole("searchbox", { name: "Filter requests" }).fill("service_name=nobody");
      await page.getByRole("tabpanel", { name: "Requests" }).getByRole("button", { name: "Show all requests" }).click();
      await expect(options).toHaveCount(before + 2);
    });

    await test.step("requests of a length of time are combined, and two are compared", async () => {
      await pushRecorded(address, "rc-node-1", "pair");
      await pushRecorded(address, "rc-node-1", "pair");
      await push("rc-node-1", "single");
      await page.getByRole("button", { name: "pair", exact: true }).click();
      await row(page, /pair/).first().click();
      // Not the previous one, which had different samples.
      await expect(flame(page)).toHaveAccessibleName(/of 12 samples/);
      await page.getByRole("combobox", { name: "Drawn time" }).click();
      await page.getByRole("option", { name: "1 minute", exact: true }).click();
      await expect(request(page)).toContainText("2 requests");
      await expect(flame(page)).toHaveAccessibleName(/of 24 samples/);
      await page.getByRole("combobox", { name: "Drawn time" }).click();
      await page.getByRole("option", { name: "this request" }).click();
      await page.getByRole("button", { name: "Compare", exact: true }).click();
      await page.getByRole("menuitem", { name: /^With the previous request/ }).click();
      await expect(page.getByRole("list", { name: "Legend of frames" })).toBeVisible();
      await request(page)
        .getByRole("button", { name: /Stop comparing$/ })
        .click();
      await expect(page.getByText("Colors distinguish packages")).toBeVisible();
      // A held base is compared with whatever is opened next, of any service.
      await page.getByRole("button", { name: "Compare", exact: true }).click();
      await page.getByRole("menuitem", { name: /^Use this as the base/ }).click();
      await expect(request(page)).toContainText("base, choose what to compare");
      await all.click();
      await row(page, /single/).click();
      await expect(page.getByRole("list", { name: "Legend of frames" })).toBeVisible();
      await expect(request(page)).toContainText("before: pair");
    });

    await test.step("a real profiler's push is listed and drawn with its function", async () => {
      const { installProgram } = (await import(
        new URL("../scripts/check/clients/programs.mjs", import.meta.url).href
      )) as {
        installProgram(name: string): readonly [string, ...string[]] | undefined;
      };
      const command = installProgram("node");
      expect(command, "@pyroscope/nodejs can be installed").toBeDefined();
      const env = { ...process.env, SERVER_ADDRESS: address, APPLICATION: "busy", BUSY_SECONDS: "2" };
      const { code, stderr } = await run(command!, { env });
      expect(code, `the program ended well; it said: ${stderr}`).toBe(0);
      await askAgain();
      // It sends profiles of time and of memory; the busy function is in the former.
      await expect(row(page, /busy/).nth(1)).toBeVisible();
      await list(page).focus();
      await page.keyboard.press("Home");
      const isTime = () =>
        page
          .getByRole("combobox", { name: "Sample type" })
          .textContent()
          .then((type) => /nanoseconds|samples/.test(type ?? ""));
      await expect(async () => {
        await expect(flame(page)).toBeVisible();
        if (await isTime()) return;
        await list(page).press("ArrowDown");
        throw new Error("not yet one of time");
      }).toPass();
      await expect(request(page).getByRole("heading", { name: "busy" })).toBeVisible();
      await expect(request(page)).toContainText('region="eu-west"');
      await page.getByRole("combobox", { name: "Drawn time" }).click();
      await page.getByRole("option", { name: "all recorded" }).click();
      await expect(flame(page)).toBeVisible();
      await page.getByRole("searchbox", { name: "Find a function" }).fill("busyWork");
      await expect(request(page)).toContainText(/\d+ found, /);
    });
  } finally {
    // Before its server ends.
    await page.close();
    const { code } = await server.stop();
    upstream.close();
    rmSync(folder, { recursive: true, force: true });
    expect(code).toBe(0);
  }
});

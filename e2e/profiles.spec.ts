/** Profiles in the page: dropped files, the flame graph by keys, search, top functions, comparison. */
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { dropFiles } from "./drop-file.ts";
import { area, expect, test } from "./server.ts";
import { recordedRequest } from "./upstream.ts";

/** Window widths at which nothing may overflow. */
const WIDTHS = [1440, 1100, 640];

const SHOP = `main;serve;json 60
main;serve;db;read 30
main;serve 10
main;gc 20
`;
const LATER = `main;serve;json 120
main;serve;db;read 30
main;serve 10
main;cache 5
`;

/** The recorded body of a profiler's request. */
const recorded = (id: string): Buffer => Buffer.from(recordedRequest(id).body_b64, "base64");

const drop = (page: Page, files: readonly (readonly [name: string, bytes: Buffer])[]): Promise<void> =>
  dropFiles(page.locator("body"), files);
const flame = (page: Page) => page.getByRole("application", { name: /^Flame graph/ });
const frame = (page: Page) => page.locator("#flame-frame");
const profile = (page: Page) => page.getByRole("region", { name: "Profile", exact: true });
/** Names of functions in the table, in order. */
const top = (page: Page) =>
  page.getByRole("table", { name: "Top functions" }).locator("tbody tr td:first-child").allTextContents();

async function openShop(page: Page): Promise<void> {
  await drop(page, [["shop.folded", Buffer.from(SHOP)]]);
  await expect(flame(page)).toBeVisible();
}

test("a dropped profile opens in its area, and is explored by keys", async ({ profiles: designer }) => {
  await area(designer, "Design");
  await expect(designer).not.toHaveTitle("Profiles · Sluice");
  await openShop(designer);
  await expect(designer.getByRole("link", { name: "Profiles", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(designer).toHaveTitle("Profiles · Sluice");
  await expect(profile(designer)).toContainText("4, 120 of samples");

  await flame(designer).focus();
  await expect(frame(designer)).toContainText("all, 120, 100 % of all");
  await designer.keyboard.press("ArrowDown");
  await designer.keyboard.press("ArrowDown");
  await expect(frame(designer)).toContainText("serve, 100, 83 % of all · 10 self");
  await designer.keyboard.press("ArrowLeft");
  await expect(frame(designer)).toContainText("gc, 20");
  await designer.keyboard.press("ArrowRight");

  const reset = designer.getByRole("button", { name: "Reset zoom" });
  await expect(reset).toBeDisabled();
  await designer.keyboard.press("Enter");
  await expect(reset).toBeEnabled();
  await designer.keyboard.press("ArrowDown");
  await expect(frame(designer)).toContainText("json, 60");
  await designer.keyboard.press("Enter");
  await designer.keyboard.press("Escape");
  await expect(frame(designer)).toContainText("json, 60");
  await expect(reset).toBeEnabled();
  await designer.keyboard.press("Escape");
  await expect(frame(designer)).toContainText("serve, 100");
  await expect(reset).toBeDisabled();
});

test("a frame is zoomed into by a press, and its name and stacks are copied", async ({ profiles: designer }) => {
  await designer.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openShop(designer);
  const box = (await flame(designer).boundingBox())!;
  // Third row, on the right: serve.
  await designer.mouse.click(box.x + box.width * 0.6, box.y + 2.5 * 21);
  await expect(frame(designer)).toContainText("serve, 100");
  await expect(designer.getByRole("button", { name: "Reset zoom" })).toBeEnabled();
  const clipboard = () => designer.evaluate(() => navigator.clipboard.readText());
  await designer.getByRole("button", { name: "Copy the name of the frame" }).click();
  await expect.poll(clipboard).toBe("serve");
  await designer.getByRole("button", { name: "Copy the stacks below the frame as folded text" }).click();
  await expect
    .poll(async () => (await clipboard()).split("\n").sort())
    .toEqual(["main;serve 10", "main;serve;db;read 30", "main;serve;json 60"]);
});

test("a search highlights its hits and filters the table; columns sort", async ({ profiles: designer }) => {
  await openShop(designer);
  expect(await top(designer)).toEqual(["json", "read", "gc", "serve", "main", "db"]);
  await designer.getByRole("button", { name: "Total" }).click();
  expect(await top(designer)).toEqual(["main", "serve", "json", "read", "db", "gc"]);
  await designer.getByRole("searchbox", { name: "Find a function" }).fill("S");
  await expect(profile(designer)).toContainText("2 found, 100, 83 %");
  expect(await top(designer)).toEqual(["serve", "json"]);
  await designer.getByRole("searchbox", { name: "Find a function" }).fill("nowhere");
  await expect(profile(designer)).toContainText("no function found");
  await designer.getByRole("searchbox", { name: "Find a function" }).fill("db");
  await designer.getByRole("button", { name: "Only stacks through “db”" }).click();
  await expect(profile(designer)).toContainText("1, 30 of samples");
  await designer.getByRole("button", { name: "Only stacks through “db”" }).click();
  await expect(profile(designer)).toContainText("4, 120 of samples");
});

test("two profiles are compared, with signs and words for increases and decreases", async ({ profiles: designer }) => {
  await openShop(designer);
  await drop(designer, [["later.folded", Buffer.from(LATER)]]);
  await expect(designer.getByRole("heading", { name: "later.folded" })).toBeVisible();
  await designer.getByRole("button", { name: "Compare with shop.folded as the base" }).click();
  await expect(designer.getByRole("list", { name: "Legend of frames" })).toContainText("↑ more than before");
  await expect(designer.getByRole("heading", { name: "later.folded compared with shop.folded" })).toBeVisible();
  const json = designer.getByRole("row").filter({ hasText: "json" });
  await expect(json).toContainText("+23 %");
  await flame(designer).focus();
  await designer.keyboard.press("ArrowDown");
  await designer.keyboard.press("ArrowDown");
  await expect(frame(designer)).toContainText("more than before");
  await profile(designer)
    .getByRole("button", { name: /shop\.folded\. Stop comparing$/ })
    .click();
  await expect(designer.getByText("Colors distinguish packages")).toBeVisible();
  // Combines both into one.
  await designer.getByRole("button", { name: "Combine shop.folded with the shown profile" }).click();
  await expect(profile(designer)).toContainText("8, 285 of samples");
});

test("a profile of a real profiler is opened, with its sample types, its labels and its parts", async ({
  profiles: designer,
}) => {
  await drop(designer, [["cpu.pprof", recorded("rc-go-3")]]);
  await expect(profile(designer)).toContainText("2.9 s of CPU");
  await expect(profile(designer)).toContainText("one sample every 10 ms of CPU");
  await expect(profile(designer)).toContainText("parts");
  expect((await top(designer)).slice(0, 2)).toEqual(["main.work", "runtime.nanotime"]);
  await designer.getByRole("combobox", { name: "Sample type" }).click();
  await designer.getByRole("option", { name: "samples, count" }).click();
  await expect(profile(designer)).toContainText("290 of samples");
  await drop(designer, [["goroutines.pprof", recorded("rc-go-2")]]);
  await expect(profile(designer)).toContainText("9 of goroutine");
  await designer.getByRole("combobox", { name: "Label" }).click();
  await designer.getByRole("option", { name: "controller=slow" }).click();
  await expect(profile(designer)).toContainText("1, 1 of goroutine");
});

test("a profile that cannot be drawn is explained in a sentence", async ({ profiles: designer }) => {
  await drop(designer, [["broken.pprof", Buffer.from("\u0001\u0002")]]);
  await expect(designer.getByRole("alert").filter({ hasText: "broken.pprof: " })).toBeVisible();
  await drop(designer, [["app.jfr", recorded("rc-java-1")]]);
  await expect(profile(designer)).toContainText("A recording of Java Flight Recorder (JFR)");
  await drop(designer, [["nothing.folded", Buffer.from("main;idle 0\n")]]);
  await expect(profile(designer)).toContainText("Nothing was measured");
});

test("a very deep and a very wide profile are drawn; keys reach the deepest frame", async ({ profiles: designer }) => {
  const deep = `${Array.from({ length: 400 }, (_, i) => `f${i}`).join(";")} 1\n`;
  const wide = Array.from({ length: 20_000 }, (_, i) => `g${i} 1`).join("\n");
  await drop(designer, [["odd.folded", Buffer.from(deep + wide)]]);
  await expect(profile(designer)).toContainText("20,001");
  await designer.getByRole("searchbox", { name: "Find a function" }).fill("f399");
  await expect(profile(designer)).toContainText("1 found");
  await flame(designer).focus();
  await designer.keyboard.press("ArrowDown");
  await expect(frame(designer)).toContainText("row 2 of 401");
  for (let i = 0; i < 20; i++) await designer.keyboard.press("ArrowDown");
  await expect(frame(designer)).toContainText("f20,");
});

test("shows instructions for profilers with the typed address", async ({ profiles: designer }) => {
  await designer.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await area(designer, "Profiles");
  await designer.getByRole("tab", { name: "Profilers" }).click();
  const recipes = designer.getByRole("region", { name: "Point a profiler here" });
  await recipes.getByRole("textbox", { name: "Address of the receiver" }).fill("nowhere");
  await expect(recipes).toContainText("Expected an address such as");
  await recipes.getByRole("textbox", { name: "Address of the receiver" }).fill("http://profiles.example:4041/");
  await recipes.getByRole("button", { name: "Python" }).click();
  await recipes.getByRole("button", { name: "Copy the code for Python" }).click();
  await expect
    .poll(() => designer.evaluate(() => navigator.clipboard.readText()))
    .toContain('server_address="http://profiles.example:4041"');
});

test("open profiles stay during a visit of the designer, whose keys do nothing here", async ({
  profiles: designer,
}) => {
  await openShop(designer);
  await flame(designer).focus();
  await designer.keyboard.press("j");
  await designer.keyboard.press("1");
  await designer.keyboard.press("ControlOrMeta+z");
  await area(designer, "Design");
  await expect(designer).not.toHaveTitle("Profiles · Sluice");
  await area(designer, "Profiles");
  await expect(flame(designer)).toBeVisible();
  await designer.getByRole("button", { name: "Close shop.folded" }).click();
  await expect(designer.getByText("No profile is open.")).toBeVisible();
});

test("a drawn graph follows a change of the theme", async ({ profiles: designer }) => {
  await openShop(designer);
  /** The brightness of the frame below the root, at its right end without text: from 0, black, to 1, white. */
  const lightness = () =>
    flame(designer)
      .locator("canvas")
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext("2d")!.getImageData(canvas.width - 6, 31, 1, 1);
        return (data[0]! + data[1]! + data[2]!) / (3 * 255);
      });
  for (const colorScheme of ["light", "dark", "light"] as const) {
    await designer.emulateMedia({ colorScheme });
    await expect(designer.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const drawn = expect.poll(lightness, { message: colorScheme });
    await (colorScheme === "light" ? drawn.toBeGreaterThan(0.7) : drawn.toBeLessThan(0.5));
  }
});

test("axe finds nothing serious: no profile, one with a search, a comparison", async ({ profiles: designer }) => {
  const requests = designer.getByRole("tab", { name: "Requests" });
  await requests.click();
  await expect(designer.getByText("No receiver of profiles is running.")).toBeVisible();
  await requests.press("ArrowRight");
  await expect(designer.getByText("No profile is open.")).toBeVisible();
  await lookAt(designer, "no profile", WIDTHS);

  await openShop(designer);
  const search = designer.getByRole("searchbox", { name: "Find a function" });
  await search.fill("db");
  await expect(profile(designer)).toContainText("1 found");
  await lookAt(designer, "a profile with a search", WIDTHS);
  await search.fill("");

  await drop(designer, [["later.folded", Buffer.from(LATER)]]);
  await designer.getByRole("button", { name: "Compare with shop.folded as the base" }).click();
  await expect(designer.getByRole("list", { name: "Legend of frames" })).toBeVisible();
  await lookAt(designer, "a comparison", WIDTHS);
});

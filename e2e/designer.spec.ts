/** The designer in typical use: typing, breaking, choosing, and reading why. */
import {
  expect,
  focusEditor,
  inspect,
  openExample,
  setConfiguration,
  setSamples,
  showText,
  step,
  test,
} from "./server.ts";

const REGEX = `stage.regex {
  expression = "status=(?P<status>[0-9]+)"
}
`;

test("loads nothing from another host, and works without storage, which it reports", async ({ page, server }) => {
  const origin = new URL(server.url).origin;
  const strangers: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && asked !== origin) strangers.push(request.url());
  });
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", {
      get() {
        throw new DOMException("not allowed", "SecurityError");
      },
    });
  });
  await page.goto(server.url);
  await openExample(page);
  await expect(page.getByRole("log", { name: "Notices" })).toContainText("does not keep your documents");
  const name = page.getByRole("textbox", { name: "Name of the pipeline" });
  await name.fill("in memory");
  await name.press("Enter");
  await expect(page).toHaveTitle("in memory · Sluice");
  // The help names the time zone data of the browser and the server.
  const { time_zone_data: own } = await (await fetch(`${server.url}api/status`)).json();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const about = page.getByRole("dialog").getByRole("region", { name: "About" });
  await expect(about).toContainText(/This browser(?:before )?20\d\d[a-z]/);
  await expect(about).toContainText(`The server${own}`);
  await page.keyboard.press("Escape");
  // The editor, the language worker, the graph, and the other area load one by one.
  await showText(page);
  await expect(page.getByRole("region", { name: "Configuration" }).locator(".view-lines")).toContainText("stage");
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  await expect(page.locator("[data-component]").first()).toBeVisible();
  await page.getByRole("link", { name: "Profiles", exact: true }).click();
  await expect(page.getByText("No receiver of profiles is running.")).toBeVisible();
  expect(strangers).toEqual([]);
});

test("typing in a regular expression changes the step's result", async ({ pipeline: designer }) => {
  await setSamples(designer, "status=200 a\nstatus=404 b");
  await setConfiguration(designer, REGEX);
  await expect(step(designer, "1")).toContainText("200");
  await expect(step(designer, "1")).toContainText("status");
  // A `+` follows `[0-9]`: one Backspace after it, typed as a person would, leaves only one digit.
  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+Home");
  await designer.keyboard.press("ArrowDown");
  await designer.keyboard.press("End");
  for (let i = 0; i < 2; i++) await designer.keyboard.press("ArrowLeft");
  await designer.keyboard.press("Backspace");
  const extracted = step(designer, "1").getByRole("region", { name: "Extracted" });
  await expect(extracted).not.toContainText("200");
  await expect(extracted.getByText("2", { exact: true })).toBeVisible();
});

test("a dropped entry shows by which stage and why", async ({ pipeline: designer }) => {
  await setSamples(designer, "level=info fine\nlevel=debug noise");
  await setConfiguration(
    designer,
    `stage.regex {\n  expression = "level=(?P<level>\\\\w+)"\n}\nstage.drop {\n  source = "level"\n  value = "debug"\n}\n`,
  );
  const dropped = designer.getByRole("listbox", { name: "Sample entries" }).getByRole("option").nth(1);
  await expect(dropped).toContainText(/dropped/i);
  await dropped.click();
  await inspect(designer, "2");
  await expect(step(designer, "2")).toContainText("dropped");
  await expect(step(designer, "2")).toContainText("debug");
  await expect(designer.getByRole("region", { name: "Balance" })).toContainText("2 in → 1 sent; 1 dropped; 0 held");
});

test("an unknown address gets a page that says so", async ({ page, server }) => {
  const response = await page.goto(`${server.url}nothing-here`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("link")).toBeVisible();
});

/** The layout of the page: at all supported widths, with odd values, with remembered pane sizes. */
import type { Page } from "playwright/test";
import { overflow, serious } from "./axe.ts";
import { area, areaLink, command, expect, journey, setConfiguration, setSamples, test } from "./server.ts";
import { WINDOW } from "./window.ts";

/** Samples, stages and their results are visible, and nothing is wider than the window. */
async function expectPanes(page: Page): Promise<void> {
  await expect(page.getByRole("listbox", { name: "Sample entries" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Stages", exact: true })).toBeVisible();
  await expect(journey(page)).toBeVisible();
  expect(await overflow(page), `${page.viewportSize()!.width} px`).toBe(0);
}

test("each width shows what fits: three panes, a drawer and a rail, or one pane at a time", async ({
  example: designer,
}) => {
  for (const width of [1920, 1280]) {
    await designer.setViewportSize({ width, height: 900 });
    await expectPanes(designer);
  }
  // Below 1280 px the inspector is a drawer, and the samples start as a rail.
  await designer.setViewportSize({ width: 1100, height: 800 });
  const inspector = designer.getByRole("region", { name: "Inspector" });
  await expect(inspector).toHaveCount(0);
  await designer.getByRole("button", { name: "Open samples" }).click();
  await designer.getByRole("option").nth(2).click();
  await expect(inspector).toContainText("Entry 3");
  expect(await overflow(designer)).toBe(0);
  expect(await serious(designer, { within: "[aria-label=Inspector]" })).toEqual([]);
  await inspector.getByRole("button", { name: "Close the inspector" }).click();
  await expect(inspector).toHaveCount(0);
  // The controls of the clock leave room for the rest of the strip.
  await designer.getByRole("button", { name: "Keep incomplete entries open" }).click();
  const problems = (await designer.getByRole("button", { name: /^Problems/ }).boundingBox())!;
  const hold = (await designer.getByRole("button", { name: "Keep incomplete entries open" }).boundingBox())!;
  expect(problems.x + problems.width).toBeLessThanOrEqual(hold.x);
  await expect(designer.getByRole("button", { name: "Inspector", exact: true })).toBeInViewport({ ratio: 1 });

  // As at 200 % zoom of 1280 px, there is one pane at a time.
  await designer.setViewportSize({ width: 640, height: 450 });
  const panes = designer.getByRole("navigation", { name: "Panes" });
  await designer.getByRole("option").nth(1).click();
  await expect(designer.getByRole("region", { name: "Inspector" })).toContainText("Entry 2");
  await panes.getByRole("button", { name: "Pipeline" }).click();
  await expect(designer.getByRole("list", { name: "Stages", exact: true })).toBeVisible();
  expect(await overflow(designer)).toBe(0);
  expect(await serious(designer)).toEqual([]);
  await panes.getByRole("button", { name: "Samples" }).click();
  await expect(designer.getByRole("listbox", { name: "Sample entries" })).toBeVisible();
});

test("at 1400 px the result of an entry is shown in full", async ({ pipeline: designer }) => {
  await setSamples(designer, "a line");
  await designer.setViewportSize({ width: 1400, height: 900 });
  const miss = 'stage.regex {\n  expression = "nowhere (?P<a>x)"\n}\n';
  const set = (label: string) => `stage.static_labels {\n  values = { ${label} = "x" }\n}\n`;
  await setConfiguration(designer, miss + miss + set("a") + set("b") + set("c"));
  const about = designer.getByText("missed by stage 1 and 1 more, changed by 3 stages");
  await expect(about).toBeVisible();
  const cut = await about.evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
    element.clientHeight > element.closest("[data-part=head]")!.clientHeight ? 1 : 0,
  ]);
  expect(cut).toEqual([0, 0, 0]);
});

/** Rectangles of what a notice must not move, and of what it must not cover. */
const rectangles = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (one: Element) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const all = (selector: string) => [...document.querySelectorAll(selector)].map(boxOf);
    return {
      panes: all("main, footer, header, main section[aria-label]"),
      // A row of notices makes panes shorter, and moves what is at their foot.
      corners: all("header, main, main > *, footer").map(({ left, top, right }) => ({ left, top, right })),
      counts: all("main, footer button, header button, header a, header input"),
    };
  });

const touches = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

test("notices of any length move no pane and cover neither panes nor counts nor buttons; a key closes them", async ({
  designer,
}) => {
  const name = designer.getByRole("textbox", { name: "Name of the pipeline" });
  const notices = designer.getByRole("log", { name: "Notices" });
  const close = notices.getByRole("button", { name: "Close this message" });
  const shots = async (of: string) => {
    if (process.env.SLUICE_SHOTS) await designer.screenshot({ path: `${process.env.SLUICE_SHOTS}/notices-${of}.png` });
  };
  for (const width of [1920, 1440, 1280, 1024, 800, 640]) {
    await designer.setViewportSize({ width, height: 800 });
    await name.fill(`${width} ${"a long name ".repeat(20)}`);
    await name.press("Enter");
    await designer.locator("body").press("m");
    await expect(notices.getByRole("button")).toHaveCount(0);
    await expect(designer.locator("[data-part=designer]")).toHaveAttribute("data-busy", "false");
    const { panes, corners } = await rectangles(designer);

    await command(designer, "copy the configuration");
    await expect(close).toHaveCount(1);
    await command(designer, "copy link to this entry");
    await expect(notices.getByRole("button", { name: "1 more" })).toBeVisible();
    await command(designer, "undo");
    await expect(notices.getByRole("button", { name: "Redo" })).toBeVisible();
    const { counts } = await rectangles(designer);
    const box = await notices.locator("[data-kind]:visible").evaluate((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    });
    expect(
      counts.filter((one) => touches(one, box)),
      `${width} px`,
    ).toEqual([]);
    expect((await rectangles(designer)).corners, `${width} px`).toEqual(corners);
    expect(await overflow(designer)).toBe(0);
    await shots(`${width}`);

    // All of them, in full, over the panes.
    await notices.getByRole("button", { name: /more$/i }).click();
    expect(await close.count()).toBeGreaterThan(1);
    expect((await rectangles(designer)).panes, `${width} px`).toEqual(panes);
    for (const cut of await notices.locator("[data-part=text]").all())
      expect(await cut.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    expect(await serious(designer, { within: "[role=log]" })).toEqual([]);
    await shots(`${width}-open`);
    await notices.getByRole("button", { name: "Less" }).click();
    await expect(close).toHaveCount(1);

    await designer.locator("body").press("m");
    await expect(notices.getByRole("button")).toHaveCount(0);
    expect((await rectangles(designer)).panes, `${width} px`).toEqual(panes);
  }
});

test("outside of the panes, too, notices move nothing", async ({ designer }) => {
  const notices = designer.getByRole("log", { name: "Notices" });
  for (const width of [1280, 390])
    for (const place of ["Live", "Profiles"] as const) {
      await designer.setViewportSize({ width: 1280, height: 800 });
      await area(designer, "Design");
      await command(designer, "copy the configuration");
      await area(designer, place);
      await expect(areaLink(designer, place)).toHaveAttribute("aria-current", "page");
      await designer.setViewportSize({ width, height: 800 });
      await expect(designer.locator("main[aria-busy=true]")).toHaveCount(0);
      await expect(notices).toContainText("Copied");
      const { corners } = await rectangles(designer);
      expect(await overflow(designer)).toBe(0);
      if (process.env.SLUICE_SHOTS)
        await designer.screenshot({ path: `${process.env.SLUICE_SHOTS}/notices-${place}-${width}.png` });
      await notices.getByRole("button", { name: "Close this message" }).click();
      await expect(notices).toBeEmpty();
      expect((await rectangles(designer)).corners, `${place}, ${width} px`).toEqual(corners);
    }
});

/** The names that the inspector's row of stages shows; the others are only tooltips there. */
const namesInJourney = (page: Page) =>
  journey(page).evaluate((row) => {
    const { bottom } = row.getBoundingClientRect();
    const names = [...row.querySelectorAll("button > :last-child")];
    return names.filter((name) => name.getBoundingClientRect().bottom <= bottom).map((name) => name.textContent);
  });

test("the inspector's row of stages names those that there is room for, at any width", async ({
  pipeline: designer,
}) => {
  await setSamples(designer, "a line");
  const set = (count: number) =>
    setConfiguration(designer, 'stage.static_labels {\n  values = { a = "x" }\n}\n'.repeat(count));
  await set(4);
  for (const width of [1280, 1360, 1920]) {
    await designer.setViewportSize({ width, height: 800 });
    await expect.poll(() => namesInJourney(designer), `${width} px`).toEqual(Array(4).fill("static_labels"));
  }
  await set(24);
  await expect(journey(designer).getByRole("button")).toHaveCount(24);
  await expect.poll(() => namesInJourney(designer)).toEqual(["static_labels"]);
  if (process.env.SLUICE_SHOTS) await designer.screenshot({ path: `${process.env.SLUICE_SHOTS}/journey-24.png` });
});

test("at 1280 px the values of fields are shown whole", async ({ example: designer }) => {
  await designer.setViewportSize({ width: 1280, height: 800 });
  await designer.getByRole("tab", { name: "Fields" }).click();
  const fields = designer.getByRole("region", { name: "Extracted", exact: true });
  await expect(fields.getByRole("row", { name: /^path/ })).toContainText("/assets/app-4f1c2d.js");
  const cut = await fields
    .locator("td, th")
    .evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
  if (process.env.SLUICE_SHOTS) await designer.screenshot({ path: `${process.env.SLUICE_SHOTS}/fields-1280.png` });
  expect(await overflow(designer)).toBe(0);
  await designer.getByRole("tab", { name: "Stage", exact: true }).click();
});

test("a long value, an empty line and a stage that was not reached are recognizable", async ({
  pipeline: designer,
}) => {
  await designer.getByRole("button", { name: "Edit as text" }).click();
  const field = designer.getByRole("textbox", { name: "Samples, one entry per line" });
  await field.fill(`{"line":""}\n{"line":"${"x".repeat(5000)}"}`);
  await designer.getByRole("button", { name: "Show as list" }).click();
  await setConfiguration(designer, 'stage.drop {\n  longer_than = "10B"\n}\nstage.decolorize { }\n');
  const options = designer.getByRole("option");
  await expect(options.first()).toContainText("(empty line)");
  await options.nth(1).click();
  await expect(designer.getByRole("button", { name: /more …/ })).toBeVisible();
  await journey(designer).getByRole("button", { name: "2 decolorize: not reached" }).click();
  await expect(designer.getByRole("article", { name: "Stage 2 decolorize: not reached" })).toContainText(
    "did not reach this stage",
  );
  expect(await overflow(designer)).toBe(0);
});

test("pane sizes, shown values and the selection are remembered", async ({ designer }) => {
  // By default the text is next to the stages if both fit.
  const text = designer.getByRole("region", { name: "Configuration" });
  await expect(text).toHaveCount(0);
  await expectPanes(designer);
  await designer.setViewportSize({ width: 2560, height: 900 });
  await expect(text).toBeVisible();
  await expectPanes(designer);
  await designer.setViewportSize(WINDOW);

  const pane = designer.getByRole("region", { name: "Samples" });
  await expect(pane).toBeVisible();
  const width = async () => (await pane.boundingBox())!.width;
  const before = await width();
  const separator = designer.getByRole("separator", { name: "Resize samples" });
  const box = (await separator.boundingBox())!;
  await designer.mouse.move(box.x, box.y + 200);
  await designer.mouse.down();
  await designer.mouse.move(box.x + 90, box.y + 200, { steps: 4 });
  await designer.mouse.up();
  await expect.poll(width).toBeGreaterThan(before + 60);
  const after = await width();

  const options = designer.getByRole("option");
  // The default of the example.
  await expect(options.first()).toContainText(/GET\s*200\s*\/api\/v1\/cart/);
  await expect(options.nth(4)).toContainText("at 4");
  await designer.getByRole("button", { name: /^Rows show/ }).click();
  await designer.getByRole("menuitemcheckbox", { name: "path" }).click();
  await designer.getByRole("menuitemcheckbox", { name: "bytes" }).click();
  await designer.keyboard.press("Escape");
  await expect(options.first()).toContainText(/GET\s*200\s*3284/);
  await options.nth(2).click();
  await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
  await designer.reload();
  await expect(options.first()).toContainText(/GET\s*200\s*3284/);
  await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
  expect(Math.abs((await width()) - after)).toBeLessThan(3);
  await designer.getByRole("button", { name: /^Rows show/ }).click();
  await designer.getByRole("menuitem", { name: "The line" }).click();
  await expect(designer.getByRole("button", { name: "Rows show the line" })).toBeVisible();
});

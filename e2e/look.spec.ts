/** What the page looks like to everyone: axe over its states, the widths that it is made for, panes that stay as they were put. */
import type { Page } from "playwright/test";
import { lookAt, overflow, serious } from "./axe.ts";
import { expect, focusEditor, journey, setConfiguration, setSamples, showText, test } from "./server.ts";

/** One after the other in one page: what opens above it goes with Escape, and the rest stays for the states after. */
const IN_TURN: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ["an entry at a stage", async () => {}],
  [
    "an opened stage",
    async (page) => {
      await page.getByRole("button", { name: "Arguments of stage 1" }).click();
      await expect(page.getByRole("button", { name: "Edit in the code" })).toBeVisible();
    },
  ],
  [
    "a menu",
    async (page) => {
      await page.getByRole("button", { name: "Add samples" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  ],
  [
    "the examples",
    async (page) => {
      await page.getByRole("button", { name: "Examples" }).click();
      await expect(page.getByRole("dialog", { name: "Examples" }).getByRole("listitem")).toHaveCount(13);
    },
  ],
  [
    "the palette",
    async (page) => {
      await page.keyboard.press("ControlOrMeta+K");
      await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    },
  ],
  [
    "a form",
    async (page) => {
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await expect(page.getByRole("dialog", { name: "Edit an entry" })).toBeVisible();
    },
  ],
  ["the output", async (page) => page.getByRole("tab", { name: "Output" }).click()],
  ["stages and code", showText],
  ["an entry that a stage missed", async (page) => page.getByRole("button", { name: /^Missed/ }).click()],
];

/** One after the other in another page, which the states before would be in the way of. */
const APART: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  [
    "where a pattern stopped",
    async (page) => {
      await page.getByRole("button", { name: /^Missed/ }).click();
      await page.getByRole("option", { name: /^34 missed by stage 1/ }).click();
      await expect(page.getByRole("region", { name: "Where it stopped" })).toBeVisible();
    },
  ],
  [
    "metrics, pressed through the tooltip of what has the focus",
    async (page) => {
      await page.getByRole("button", { name: "Keyboard shortcuts and about" }).click();
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await expect(page.getByText("Keyboard shortcuts and about (?)")).toBeVisible();
      await page.getByRole("tab", { name: "Metrics" }).click();
    },
  ],
  [
    "results that are not those of the text",
    async (page) => {
      await focusEditor(page);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("}");
      await expect(page.getByRole("status", { name: "Results are out of date" })).toBeVisible();
      await page.getByRole("button", { name: /^Problems/ }).click();
      // With the time of the results in it the narrowest head still has room for its last button.
      await page.setViewportSize({ width: 1280, height: 720 });
      const [pane, add] = await Promise.all([
        page.getByRole("region", { name: "Samples" }).boundingBox(),
        page.getByRole("button", { name: "Add samples" }).boundingBox(),
      ]);
      expect(add!.x + add!.width).toBeLessThanOrEqual(pane!.x + pane!.width);
    },
  ],
  [
    "no samples",
    async (page) => {
      await page.getByRole("button", { name: "Undo the last change" }).click();
      await expect(page.getByRole("status", { name: "Results are out of date" })).toHaveCount(0);
      await page.getByRole("button", { name: "Add samples" }).click();
      await page.getByRole("menuitem", { name: "Remove all samples" }).click();
      await expect(page.getByText("No samples.")).toBeVisible();
    },
  ],
];

for (const [which, states] of [
  ["of a pipeline that runs", IN_TURN],
  ["of one that misses, fails and has nothing", APART],
] as const) {
  test(`axe finds nothing serious in the states ${which}`, async ({ designer }) => {
    // Up to nine states, each looked at twice.
    test.setTimeout(240_000);
    for (const [name, reach] of states) {
      await test.step(name, async () => {
        await reach(designer);
        await lookAt(designer, name);
        await designer.keyboard.press("Escape");
        await expect(designer.locator('[role="dialog"], [role="menu"]')).toHaveCount(0);
      });
    }
  });
}

test("at each width there is what it has room for, and nothing overflows", async ({ designer }) => {
  const samples = designer.getByRole("listbox", { name: "Sample entries" });
  for (const width of [2560, 1920, 1440, 1280]) {
    await designer.setViewportSize({ width, height: 900 });
    await expect(journey(designer)).toBeVisible();
    await expect(samples).toBeVisible();
    await expect(designer.getByRole("list", { name: "Stages", exact: true })).toBeVisible();
    expect(await overflow(designer), `${width} px`).toBe(0);
  }
  // Where there is room for both, the text stands next to the stages.
  await designer.setViewportSize({ width: 2560, height: 900 });
  await expect(designer.getByRole("region", { name: "Configuration" })).toBeVisible();
});

test("at 1400 px what became of an entry is there in full", async ({ pipeline: designer }) => {
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
    element.clientHeight > element.closest(".pane-head")!.clientHeight ? 1 : 0,
  ]);
  expect(cut).toEqual([0, 0, 0]);
});

test("under 1280 px the inspector is a drawer and the samples begin as a rail; at 640 px there is one pane at a time", async ({
  designer,
}) => {
  await designer.setViewportSize({ width: 1100, height: 800 });
  const inspector = designer.getByRole("region", { name: "Inspector" });
  await expect(inspector).toHaveCount(0);
  await designer.getByRole("button", { name: "Open samples" }).click();
  await designer.getByRole("option").nth(2).click();
  await expect(inspector).toContainText("Entry 3");
  expect(await overflow(designer)).toBe(0);
  expect(await serious(designer)).toEqual([]);
  await inspector.getByRole("button", { name: "Close the inspector" }).click();
  await expect(inspector).toHaveCount(0);
  // The controls of the clock leave room for the rest of the strip.
  await designer.getByRole("button", { name: "Hold the end" }).click();
  const problems = (await designer.getByRole("button", { name: /^Problems/ }).boundingBox())!;
  const hold = (await designer.getByRole("button", { name: "Hold the end" }).boundingBox())!;
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

test("a long value, an empty line and a stage that was not reached are shown as what they are", async ({
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

test("panes and what rows show stay as they were chosen", async ({ designer }) => {
  const pane = designer.getByRole("region", { name: "Samples" });
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
  // As the example has it.
  await expect(options.first()).toContainText(/GET\s*200\s*\/api\/v1\/cart/);
  await expect(options.nth(4)).toContainText("at 4");
  await designer.getByRole("button", { name: /^Rows show/ }).click();
  await designer.getByRole("menuitemcheckbox", { name: "path" }).click();
  await designer.getByRole("menuitemcheckbox", { name: "bytes" }).click();
  await designer.keyboard.press("Escape");
  await expect(options.first()).toContainText(/GET\s*200\s*3284/);
  await designer.reload();
  await expect(options.first()).toContainText(/GET\s*200\s*3284/);
  expect(Math.abs((await width()) - after)).toBeLessThan(3);
  await designer.getByRole("button", { name: /^Rows show/ }).click();
  await designer.getByRole("menuitem", { name: "The line" }).click();
  await expect(designer.getByRole("button", { name: "Rows show the line" })).toBeVisible();
});

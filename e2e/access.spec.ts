/**
 * Accessibility: axe finds no violation in any state. One page visits all states in turn, in light and dark, with system
 * colors, at all supported widths and at 200 % zoom. Other tests leave checks of their states to this one.
 */
import type { Page } from "playwright/test";
import { anything, inBothThemes, OF_COLORS, overflow } from "./axe.ts";
import { selectInLine } from "./inspector.ts";
import { command, expect, focusEditor, inspect, journey, setConfiguration, showText, test } from "./server.ts";
import { WINDOW } from "./window.ts";

/** All kinds of controls in forms. */
const CONTROLS = `// what the forms show
stage.json {
  expressions = { level = "", "other-name" = "a.b" }
  drop_malformed = true
}

stage.regex {
  expression = "(?P<word>\\\\w+)"
}

stage.timestamp {
  source = "at"
  format = "RFC3339"
}

stage.template {
  source   = "msg"
  template = "{{ .level }}"
}

stage.match {
  selector = "{job=~\\".+\\"}"

  stage.drop {
    longer_than = "8KB"
    older_than  = "1h"
  }
}

stage.metrics {
  metric.histogram {
    name    = "took"
    buckets = [1, 2, 5]
  }
}

stage.label_drop {
  values = ["a", "b"]
}

stage.static_labels {
  values = { a = string.format("%s", "x") }
}
`;

interface Look {
  /** The only part that differs from the previous state. */
  readonly within?: string;
  readonly leave?: (page: Page) => Promise<void>;
}
type State = readonly [name: string, reach: (page: Page) => Promise<void>, look?: Look];

const INSPECTOR: Look = { within: "[aria-label=Inspector]" };
const CLOSED: Look = {
  async leave(page) {
    await page.keyboard.press("Escape");
    await expect(page.locator('[role="dialog"], [role="menu"]')).toHaveCount(0);
  },
};
/** For something open above the page: includes that page. */
const WITH_PAGE: Look = { ...CLOSED, within: "html" };

const dialog = (name: string) => (page: Page) => expect(page.getByRole("dialog", { name })).toBeVisible();
const tab = (name: string) => (page: Page) => page.getByRole("tab", { name, exact: true }).click();

const STATES: readonly State[] = [
  [
    "the first visit",
    async (page) => {
      await command(page, "New pipeline");
      await expect(page.getByRole("textbox", { name: "Log lines" })).toBeVisible();
    },
  ],
  [
    "a proposed pipeline",
    async (page) => {
      await page
        .getByRole("textbox", { name: "Log lines" })
        .fill("level=info a=1\nlevel=warn a=2\nlevel=info a=3\nlevel=info a=4\nnothing");
      await page.keyboard.press("ControlOrMeta+Enter");
      await expect(page.getByRole("button", { name: /^Use th/ })).toBeVisible();
    },
  ],
  [
    "the example",
    async (page) => {
      await command(page, "Open the example: nginx");
      await expect(journey(page)).toBeVisible();
    },
  ],
  [
    "samples by pattern",
    async (page) => {
      await page.getByRole("button", { name: "Group by pattern" }).click();
      await expect(page.getByRole("tree", { name: "Sample entries" })).toBeVisible();
      await page.getByRole("treeitem", { expanded: true }).first().click();
      const strip = page.getByRole("region", { name: "Pattern of this entry" });
      await strip.getByRole("button", { name: /^Pattern/ }).click();
      await strip.getByRole("button", { name: "Show only these" }).click();
      await expect(page.getByRole("button", { name: /remove this filter/ })).toBeVisible();
    },
  ],
  [
    "a stage for a pattern",
    async (page) => {
      await page.getByRole("button", { name: "Actions on this pattern" }).click();
      await page.getByRole("menuitem", { name: "Label…" }).click();
      await expect(page.getByRole("dialog", { name: "Stage for a pattern" }).getByRole("table")).toBeVisible();
    },
    {
      async leave(page) {
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: /remove this filter/ }).click();
        await page.getByRole("button", { name: "Group by pattern" }).click();
      },
    },
  ],
  [
    "the costs",
    async (page) => {
      await page.getByRole("button", { name: "Costs", exact: true }).click();
      await expect(page.getByRole("table", { name: "By stage" })).toBeVisible();
    },
    { leave: (page) => page.getByRole("button", { name: "Close the costs" }).click() },
  ],
  ["a menu", (page) => page.getByRole("button", { name: "Theme" }).click(), WITH_PAGE],
  ["the palette", (page) => page.keyboard.press("ControlOrMeta+K").then(() => dialog("Command palette")(page)), CLOSED],
  [
    "the menu of samples",
    async (page) => {
      await page.getByRole("button", { name: "Add samples" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
    CLOSED,
  ],
  [
    "the examples",
    async (page) => {
      await page.getByRole("button", { name: "Examples" }).click();
      await expect(page.getByRole("dialog", { name: "Examples" }).getByRole("listitem")).toHaveCount(13);
    },
    CLOSED,
  ],
  [
    "the palette of stages",
    async (page) => {
      await page.getByRole("button", { name: "Add a stage" }).click();
      await expect(page.getByRole("dialog", { name: "Add a stage" }).getByRole("option").first()).toBeVisible();
    },
    CLOSED,
  ],
  [
    "an edited entry",
    (page) =>
      page
        .getByRole("button", { name: "Edit", exact: true })
        .click()
        .then(() => dialog("Edit an entry")(page)),
    CLOSED,
  ],
  ["the clock", (page) => command(page, "Clock: set").then(() => dialog("Clock and seed")(page)), CLOSED],
  [
    "the times of samples",
    (page) => command(page, "Samples: set their times").then(() => dialog("Times of the samples")(page)),
    CLOSED,
  ],
  [
    "the menu of a value",
    async (page) => {
      await inspect(page, "1");
      await page.getByRole("button", { name: "Create stages from method" }).first().click();
      await expect(page.getByRole("menuitem", { name: /^Label/ })).toBeEnabled();
    },
    CLOSED,
  ],
  [
    "stages from a selection",
    async (page) => {
      await selectInLine(page, "HTTP");
      await page.getByRole("menuitem", { name: /^Extract/ }).click();
      await expect(page.getByRole("dialog").getByRole("radio").first()).toBeChecked();
    },
    CLOSED,
  ],
  ["the output", tab("Output"), INSPECTOR],
  ["fields and volume", tab("Fields"), INSPECTOR],
  [
    "the help",
    async (page) => {
      await page.getByRole("button", { name: "Keyboard shortcuts and about" }).click();
      await page.getByRole("dialog").waitFor();
    },
    CLOSED,
  ],
  [
    "metrics, pressed through a tooltip",
    async (page) => {
      await expect(page.getByText("Keyboard shortcuts and about (?)")).toBeVisible();
      await tab("Metrics")(page);
    },
    INSPECTOR,
  ],
  [
    "an entry that a stage missed",
    async (page) => {
      await tab("Stage")(page);
      await page.getByRole("button", { name: /^Missed/ }).click();
    },
    { within: '[aria-label="Samples"], [aria-label="Inspector"]' },
  ],
  [
    "where matching stopped",
    async (page) => {
      await page.getByRole("option", { name: /^34 missed by stage 1/ }).click();
      await expect(page.getByRole("region", { name: "Where matching stopped" })).toBeVisible();
    },
    INSPECTOR,
  ],
  ["stages and code", showText, { within: "[aria-label=Pipeline]" }],
  [
    "every kind of control in forms",
    async (page) => {
      await setConfiguration(page, CONTROLS);
      await page.getByRole("button", { name: "Stages", exact: true }).click();
      const folds = page.getByRole("button", { name: /^Arguments of stage/ });
      await expect(folds).toHaveCount(9);
      for (let i = 0; i < 9; i++) await folds.nth(i).click();
      await expect(page.getByRole("form")).toHaveCount(9);
    },
    { within: "[aria-label=Pipeline]" },
  ],
  [
    "neither samples nor stages",
    async (page) => {
      await command(page, "New pipeline");
      await page.getByRole("button", { name: "Start with an empty pipeline" }).click();
      await expect(page.getByText("No stages yet.")).toBeVisible();
    },
  ],
  [
    "outdated results",
    async (page) => {
      await command(page, "Open the example: nginx");
      await expect(journey(page)).toBeVisible();
      await focusEditor(page);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("}");
      await expect(page.getByRole("status", { name: "Results are out of date" })).toBeVisible();
      await page.getByRole("button", { name: /^Problems/ }).click();
      // Even with the time of the results, the narrowest head still fits its last button.
      await page.setViewportSize({ width: 1280, height: 720 });
      const [pane, add] = await Promise.all([
        page.getByRole("region", { name: "Samples" }).boundingBox(),
        page.getByRole("button", { name: "Add samples" }).boundingBox(),
      ]);
      expect(add!.x + add!.width).toBeLessThanOrEqual(pane!.x + pane!.width);
    },
    { leave: (page) => page.setViewportSize(WINDOW) },
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
    { within: '[aria-label="Samples"], [aria-label="Inspector"]' },
  ],
  [
    "profiles",
    async (page) => {
      await page.getByRole("link", { name: "Profiles", exact: true }).click();
      await expect(
        page.getByRole("heading", { name: "Requests" }).or(page.getByText("No receiver of profiles")).first(),
      ).toBeVisible();
    },
    { leave: (page) => page.getByRole("link", { name: "Design", exact: true }).click() },
  ],
];

/** Rules that depend on the width: sizes and positions. */
const OF_SIZES = ["target-size", "scrollable-region-focusable"];
/** The layouts with different panes are checked with all rules. */
const SIZES = [
  ["768 px", { width: 768, height: 900 }, undefined],
  ["1280 px", { width: 1280, height: 720 }, OF_SIZES],
  ["2560 px", { width: 2560, height: 1300 }, OF_SIZES],
  ["200 % zoom of 1440 px", { width: 720, height: 450 }, undefined],
] as const;

test.use({ actionTimeout: 60_000 });

test("axe finds no violation in any state, in light and dark, with the system's colors, at all widths", async ({
  designer,
}) => {
  test.setTimeout(600_000);
  for (const [name, reach, look] of STATES)
    await test.step(name, async () => {
      await reach(designer);
      await inBothThemes(designer, name, anything, look?.within);
      await look?.leave?.(designer);
    });
  await command(designer, "Open the example: Java service");
  await expect(journey(designer)).toBeVisible();
  await designer.getByRole("button", { name: "Arguments of stage 1", exact: true }).click();
  await expect(designer.getByRole("button", { name: "Edit in the code" })).toBeVisible();
  for (const [name, size, rules] of SIZES)
    await test.step(name, async () => {
      await designer.setViewportSize(size);
      expect.soft(await anything(designer, { rules }), name).toEqual([]);
      expect.soft(await overflow(designer), `${name}: nothing overflows`).toBe(0);
    });
  // With the system's own colors everything is visible, and the selection differs by more than its ground.
  await designer.setViewportSize(WINDOW);
  await designer.emulateMedia({ forcedColors: "active" });
  expect.soft(await anything(designer, { rules: OF_COLORS }), "the system's colors").toEqual([]);
});

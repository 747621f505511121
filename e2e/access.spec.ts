/**
 * The page for everyone: axe finds nothing at all in any state, which one page goes through one after the other, in light
 * and dark and with colors of the system's, at the widths that the page is made for and at 200 % zoom.
 */
import type { Page } from "playwright/test";
import { anything, OF_COLORS, overflow } from "./axe.ts";
import { selectInLine } from "./inspector.ts";
import { expect, focusEditor, inspect, journey, setConfiguration, showText, test } from "./server.ts";

/** Every control that forms have. */
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

type State = readonly [name: string, reach: (page: Page) => Promise<void>, leave?: (page: Page) => Promise<void>];

const close = (page: Page) => page.keyboard.press("Escape");
const palette = async (page: Page, command: string) => {
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search commands" }).fill(command);
  await page.keyboard.press("Enter");
};
const dialog = (name: string) => (page: Page) => expect(page.getByRole("dialog", { name })).toBeVisible();
const tab = (name: string) => (page: Page) => page.getByRole("tab", { name, exact: true }).click();

const STATES: readonly State[] = [
  [
    "the first visit",
    async (page) => {
      await palette(page, "New pipeline");
      await expect(page.getByRole("textbox", { name: "Log lines" })).toBeVisible();
    },
  ],
  [
    "a format that is offered",
    async (page) => {
      await page
        .getByRole("textbox", { name: "Log lines" })
        .fill("level=info a=1\nlevel=warn a=2\nlevel=info a=3\nlevel=info a=4\nnothing");
      await page.keyboard.press("ControlOrMeta+Enter");
      await expect(page.getByRole("region", { name: "Detected format" })).toBeVisible();
    },
  ],
  [
    "the example",
    async (page) => {
      await palette(page, "Open the example: nginx");
      await expect(journey(page)).toBeVisible();
    },
  ],
  ["a menu", (page) => page.getByRole("button", { name: "Theme" }).click(), close],
  ["the palette", (page) => page.keyboard.press("ControlOrMeta+K"), close],
  ["the palette of stages", (page) => page.getByRole("button", { name: "Add a stage" }).click(), close],
  ["an entry that is edited", (page) => page.getByRole("button", { name: "Edit", exact: true }).click(), close],
  ["the clock", (page) => palette(page, "Clock: set").then(() => dialog("Clock and seed")(page)), close],
  ["the times of samples", (page) => palette(page, "Samples: set their times"), close],
  ["the help", (page) => page.getByRole("button", { name: "Keyboard shortcuts and about" }).click(), close],
  [
    "the menu of a value",
    async (page) => {
      await inspect(page, "1");
      await page.getByRole("button", { name: "Stages from method" }).first().click();
      await expect(page.getByRole("menuitem", { name: /^Label/ })).toBeEnabled();
    },
    close,
  ],
  [
    "stages from a part of the line",
    async (page) => {
      await selectInLine(page, "HTTP");
      await page.getByRole("menuitem", { name: /^Extract/ }).click();
      await expect(page.getByRole("dialog").getByRole("radio").first()).toBeChecked();
    },
    close,
  ],
  ["the output", tab("Output")],
  ["fields and volume", tab("Fields")],
  ["metrics", tab("Metrics")],
  [
    "an entry that a stage missed",
    async (page) => {
      await tab("Stage")(page);
      await page.getByRole("button", { name: /^Missed/ }).click();
    },
  ],
  ["stages and code", showText],
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
  ],
  [
    "neither samples nor stages",
    async (page) => {
      await palette(page, "New pipeline");
      await page.getByRole("button", { name: "Start with an empty pipeline" }).click();
      await expect(page.getByText("No stages yet.")).toBeVisible();
    },
  ],
  [
    "results that are not those of the text",
    async (page) => {
      await palette(page, "Open the example: nginx");
      await expect(journey(page)).toBeVisible();
      await focusEditor(page);
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("}");
      await expect(page.getByRole("status", { name: "Results are out of date" })).toBeVisible();
      await page.getByRole("button", { name: /^Problems/ }).click();
    },
  ],
  [
    "profiles",
    async (page) => {
      await page.getByRole("button", { name: "Profiles" }).click();
      await expect(
        page.getByRole("heading", { name: "Requests" }).or(page.getByText("No receiver of profiles")).first(),
      ).toBeVisible();
    },
    (page) => page.getByRole("button", { name: "Design" }).click(),
  ],
];

const SIZES = [
  ["768 px", { width: 768, height: 900 }],
  ["1280 px", { width: 1280, height: 720 }],
  ["2560 px", { width: 2560, height: 1300 }],
  ["200 % zoom of 1440 px", { width: 720, height: 450 }],
] as const;

test.use({ actionTimeout: 60_000 });

test("axe finds nothing in any state, in light and dark, with the system's colors, at all widths", async ({
  designer,
}) => {
  test.setTimeout(600_000);
  for (const [name, reach, leave] of STATES)
    await test.step(name, async () => {
      await designer.emulateMedia({ colorScheme: "light", reducedMotion: "reduce", forcedColors: "none" });
      await reach(designer);
      expect.soft(await anything(designer), `${name}, light`).toEqual([]);
      await designer.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await expect(designer.locator("html")).toHaveAttribute("data-theme", "dark");
      expect.soft(await anything(designer, OF_COLORS), `${name}, dark`).toEqual([]);
      await leave?.(designer);
    });
  await palette(designer, "Open the example: Java service");
  await expect(journey(designer)).toBeVisible();
  await designer.getByRole("button", { name: "Arguments of stage 1", exact: true }).click();
  for (const [name, size] of SIZES)
    await test.step(name, async () => {
      await designer.setViewportSize(size);
      expect.soft(await anything(designer), name).toEqual([]);
      expect.soft(await overflow(designer), `${name}: nothing overflows`).toBe(0);
    });
  // With the system's own colors everything is there, and what is chosen is told apart by more than a ground.
  await designer.setViewportSize({ width: 1440, height: 900 });
  await designer.emulateMedia({ forcedColors: "active" });
  expect.soft(await anything(designer), "the system's colors").toEqual([]);
});

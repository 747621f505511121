/** Editing stages in their own view: by keys, by the mouse, without changing any other byte. */
import type { Page } from "playwright/test";
import { expect, focusEditor, setConfiguration, test, textOf } from "./server.ts";

const CONFIG = `// what comes from the shop
logs.process "main" {
  forward_to = [] // nowhere

  // the line, taken apart
  stage.regex {
    expression = "^(?P<remote>\\\\S+) .* \\"(?P<method>\\\\S+) (?P<path>\\\\S+) [^\\"]*\\" (?P<status>\\\\d{3})"
  }

  stage.labels {
    values = { method = "", status = "" }
  } // two of them


  stage.match {
    selector = "{status=~\\"[45]..\\"}"

    // only these
    stage.static_labels {
      values = { severity = "error" }
    }
  }

  /* the end */
}
`;

/** The texts of the list: `1 regex`, and `– drop` for a disabled stage. */
const rows = (page: Page) =>
  page.locator("[data-card] > [data-part=row]").evaluateAll((all) =>
    all.map((row) => {
      const [path, name] = ["[data-part=path]", "[data-part=button]"].map((part) => row.querySelector(part)!);
      return `${path!.textContent} ${name!.lastChild!.textContent}`;
    }),
  );
const button = (page: Page, name: string) =>
  page.getByRole("region", { name: "Stages", exact: true }).getByRole("button", { name, exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

async function open(page: Page): Promise<void> {
  await setConfiguration(page, CONFIG);
  await expect(button(page, "Stage 3.1 static_labels")).toBeVisible();
  await page.getByRole("button", { name: "Stages", exact: true }).click();
  expect(await rows(page)).toEqual(["1 regex", "2 labels", "3 match", "3.1 static_labels"]);
}

test("edits by keys, with the focus on the edited stage, each with its undo", async ({ pipeline: designer }) => {
  await open(designer);
  const { keyboard } = designer;
  /** Presses a key, and waits for the focused row and the texts of the list. */
  const press = async (keys: string, name: string, list: readonly string[]) => {
    await keyboard.press(keys);
    await expect.poll(() => rows(designer)).toEqual(list);
    await expect.poll(() => focused(designer), keys).toContain(name);
  };
  await button(designer, "Stage 1 regex").click();
  await keyboard.press("ArrowDown");
  expect(await focused(designer)).toBe("Stage 2 labels");

  await press("Alt+ArrowUp", "Stage 1 labels", ["1 labels", "2 regex", "3 match", "3.1 static_labels"]);
  await press("Alt+ArrowDown", "Stage 2 labels", ["1 regex", "2 labels", "3 match", "3.1 static_labels"]);
  await press("Alt+ArrowRight", "Stage 2.1 labels", ["1 regex", "2 match", "2.1 labels", "2.2 static_labels"]);
  await press("Alt+ArrowLeft", "Stage 3 labels", ["1 regex", "2 match", "2.1 static_labels", "3 labels"]);
  const off = ["1 regex", "2 match", "2.1 static_labels", "– labels"];
  await press("ControlOrMeta+/", "Disabled stage labels", off);
  await press("Alt+ArrowUp", "Disabled stage labels", ["1 regex", "– labels", "2 match", "2.1 static_labels"]);
  await press("ControlOrMeta+/", "Stage 2 labels", ["1 regex", "2 labels", "3 match", "3.1 static_labels"]);
  // The comments of a stage move with it.
  const half = await textOf(designer);
  expect(half.replaceAll(/\s+/g, " ")).toBe(CONFIG.replaceAll(/\s+/g, " "));
  await button(designer, "Stage 2 labels").focus();
  const five = ["1 regex", "2 labels", "3 labels", "4 match", "4.1 static_labels"];
  await press("Alt+Shift+ArrowDown", "Stage 3 labels", five);
  await press("Delete", "Stage 3 match", ["1 regex", "2 labels", "3 match", "3.1 static_labels"]);
  await press("Delete", "Stage 2 labels", ["1 regex", "2 labels"]);
  await press("Delete", "Stage 1 regex", ["1 regex"]);
  await press("Delete", "Add a stage", []);

  // A new one from the palette, found by its task.
  await keyboard.press("a");
  const palette = designer.getByRole("dialog", { name: "Add a stage" });
  await palette.getByRole("combobox").fill("jmespath");
  await expect(palette.getByRole("option").first()).toContainText("Extracts values of a JSON object");
  await expect(palette.getByRole("option").first()).toContainText("stage.json {");
  await press("Enter", "Stage 1 json", ["1 json"]);
  await press("ControlOrMeta+/", "Disabled stage json", ["– json"]);
  await press("ControlOrMeta+/", "Stage 1 json", ["1 json"]);
  await press("Alt+Shift+ArrowDown", "Stage 2 json", ["1 json", "2 json"]);
  // The text is the same: nothing to undo.
  await press("Alt+ArrowUp", "Stage 1 json", ["1 json", "2 json"]);

  for (let i = 0; i < 16; i++) await keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => rows(designer)).toEqual(["1 regex", "2 labels", "3 match", "3.1 static_labels"]);
  expect(await textOf(designer)).toBe(CONFIG);
});

test("alternating edits as stages, in forms and as code, each with its undo, change nothing else", async ({
  pipeline: designer,
}) => {
  await designer.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await setConfiguration(designer, CONFIG);
  const { keyboard } = designer;
  const undo = designer.getByRole("button", { name: "Undo the last change" });
  await expect(button(designer, "Stage 3.1 static_labels")).toBeVisible();
  await designer.getByRole("button", { name: "Arguments of stage 3.1" }).click();
  const form = designer.getByRole("form", { name: "Settings of stage 3.1 static_labels" });
  const severity = form.getByLabel("values 1: value of severity", { exact: true });
  let name = "Stage 2 labels";
  for (let round = 1; round <= 2; round++) {
    // As stages: one is disabled and enabled in turn, another duplicated and deleted. Then in its form, and as code.
    await button(designer, name).focus();
    await keyboard.press("ControlOrMeta+/");
    name = round % 2 === 1 ? "Disabled stage labels" : "Stage 2 labels";
    await expect(button(designer, name)).toBeFocused();
    const path = round % 2 === 1 ? "2.1" : "3.1";
    await button(designer, "Stage 1 regex").focus();
    await keyboard.press("Alt+Shift+ArrowDown");
    await expect(button(designer, "Stage 2 regex")).toBeFocused();
    await keyboard.press("Delete");
    await expect(designer.getByRole("form", { name: `Settings of stage ${path} static_labels` })).toBeVisible();
    await designer
      .getByRole("form", { name: `Settings of stage ${path} static_labels` })
      .getByLabel("values 1: value of severity", { exact: true })
      .fill(`error ${round}`);
    await focusEditor(designer);
    await keyboard.press("ControlOrMeta+End");
    // One word is one step.
    await keyboard.insertText(`//${round}`);
  }
  await expect(severity).toHaveValue("error 2");
  expect(await textOf(designer)).toBe(`${CONFIG.replace('"error"', '"error 2"')}//1//2`);
  await undo.focus();
  for (let i = 0; i < 10; i++) await keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => textOf(designer)).toBe(CONFIG);
});

test("the mouse moves stages into a branch and out of it, menus do the rest, and a broken text refuses edits", async ({
  pipeline: designer,
}) => {
  await open(designer);
  const row = (id: string) => designer.locator(`[data-card="${id}"] > [data-part=row]`);
  /** Drags a row and drops it `by` pixels from the top of another. */
  const drag = async (id: string, onto: string, by: number) => {
    const [from, to] = [(await row(id).boundingBox())!, (await row(onto).boundingBox())!];
    await designer.mouse.move(from.x + 120, from.y + 17);
    await designer.mouse.down();
    await designer.mouse.move(from.x + 130, from.y + 25, { steps: 3 });
    await designer.mouse.move(to.x + 130, to.y + by, { steps: 5 });
    await expect(designer.locator('[data-part=drop][data-over="true"]')).toHaveCount(1);
    await designer.mouse.up();
    await expect(designer.locator("[data-part=drop]")).toHaveCount(0);
  };
  await drag("1", "3.1", 28);
  await expect.poll(() => rows(designer)).toEqual(["1 labels", "2 match", "2.1 static_labels", "2.2 regex"]);
  await expect.poll(() => focused(designer)).toBe("Stage 2.2 regex");
  await drag("2.1", "1", 2);
  await expect.poll(() => rows(designer)).toEqual(["1 static_labels", "2 labels", "3 match", "3.1 regex"]);
  expect(await textOf(designer)).toContain("    // the line, taken apart\n    stage.regex {\n      expression");
  await designer.keyboard.press("ControlOrMeta+Z");
  await designer.keyboard.press("ControlOrMeta+Z");
  await expect.poll(() => textOf(designer)).toBe(CONFIG);

  const act = async (id: string, action: string) => {
    await row(id).hover();
    await button(designer, `Actions for stage ${id}`).click();
    await designer.getByRole("menuitem", { name: action, exact: true }).click();
  };
  await act("2", "Disable");
  await expect(row("off 1")).toContainText("labels");
  await row("off 1").getByRole("button", { name: "Enable" }).click();
  await act("3", "Add a stage inside…");
  await designer.getByRole("option", { name: /^drop/ }).click();
  await expect.poll(() => rows(designer)).toEqual(["1 regex", "2 labels", "3 match", "3.1 static_labels", "3.2 drop"]);
  await act("3.1", "Delete");
  await expect.poll(() => focused(designer)).toBe("Stage 3.1 drop");

  await focusEditor(designer);
  await designer.keyboard.press("ControlOrMeta+End");
  await designer.keyboard.type("}");
  await expect(designer.getByRole("list", { name: "Stages", exact: true })).toHaveAttribute("data-stale", "true");
  await button(designer, "Stage 2 labels").click();
  await designer.keyboard.press("Delete");
  await expect(designer.getByRole("log", { name: "Notices" })).toContainText(
    "The configuration does not parse. Fix it",
  );
  await designer.getByRole("button", { name: "Add a stage" }).click({ force: true });
  await expect(designer.getByRole("dialog")).toHaveCount(0);
  expect(await rows(designer)).toEqual(["1 regex", "2 labels", "3 match", "3.1 drop"]);
});

test("a press of a button counts even if new content moved it away under the mouse", async ({ designer: page }) => {
  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route("**/stage-form-view-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await open(page);
  const forms = page.getByRole("form");
  const fold = button(page, "Arguments of stage 2");
  const top = async () => (await fold.boundingBox())!.y;
  await button(page, "Arguments of stage 1").click();
  await fold.hover();
  const before = await top();
  await page.mouse.down();
  send();
  await expect(forms).toHaveCount(1);
  expect(await top()).toBeGreaterThan(before + 50);
  await page.mouse.up();
  await expect(forms).toHaveCount(2);
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  // A press that ends elsewhere is cancelled, as everywhere.
  const code = page.getByRole("button", { name: "Code", exact: true });
  await code.hover();
  await page.mouse.down();
  await page.mouse.move(700, 700);
  await page.mouse.up();
  await button(page, "Arguments of stage 1").click();
  await expect(forms).toHaveCount(1);
  await expect(code).toHaveAttribute("aria-pressed", "false");
  await page.unrouteAll();
});

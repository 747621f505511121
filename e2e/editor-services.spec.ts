/** The text editor's language services: definitions, references, renaming, folds, fixes. */
import { expect, focusEditor, setConfiguration, test } from "./server.ts";

const CONFIG = `logs.source.api "in" {
  forward_to = [logs.process.main.receiver, logs.echo.out.receiver]
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.json {
    expressions = { level = "", host = "" }
  }

  stage.labels {
    values = { level = "" }
  }
}

logs.echo "out" { }
`;

type Designer = Parameters<typeof setConfiguration>[0];

/** The whole configuration, whatever part of it is on the screen. */
async function configuration(page: Designer): Promise<string> {
  await focusEditor(page);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+C");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Puts the cursor there; both count from 1. */
async function goTo(page: Designer, line: number, column: number): Promise<void> {
  await focusEditor(page);
  await page.keyboard.press("ControlOrMeta+Home");
  for (let i = 1; i < line; i++) await page.keyboard.press("ArrowDown");
  for (let i = 1; i < column; i++) await page.keyboard.press("ArrowRight");
}

const problems = (page: Designer) => page.getByRole("region", { name: "All problems" });

async function openProblems(page: Designer): Promise<void> {
  const button = page.getByRole("region", { name: "Problems", exact: true }).getByRole("button", { name: /^Problems/ });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

test("lists a component's references, renames it, goes to it, and folds blocks", async ({ pipeline: designer }) => {
  await setConfiguration(designer, CONFIG);
  // Shift+F12 lists what refers to it.
  await goTo(designer, 17, 13);
  await designer.keyboard.press("Shift+F12");
  const peek = designer.locator(".reference-zone-widget");
  await expect(
    peek.locator(".ref-tree").getByRole("treeitem").filter({ hasText: "logs.echo.out.receiver" }),
  ).toHaveCount(2);
  await designer.keyboard.press("Escape");
  await expect(peek).toHaveCount(0);
  // The editor rejects like this when the list is closed while it loads.
  await designer.evaluate(() => {
    void Promise.reject(Object.assign(new Error("Canceled"), { name: "Canceled" }));
  });
  // F2 renames it everywhere, as one step that can be undone.
  await goTo(designer, 5, 16);
  await designer.keyboard.press("F2");
  const box = designer.locator(".rename-box input");
  await expect(box).toHaveValue("main");
  await box.fill("shop");
  await box.press("Enter");
  await expect(designer.getByText("Renamed the component to shop.")).toBeVisible();
  const renamed = CONFIG.replace('"main"', '"shop"').replace("process.main", "process.shop");
  expect(await configuration(designer)).toBe(renamed);
  await designer.keyboard.press("ControlOrMeta+Z");
  expect(await configuration(designer)).toBe(CONFIG);
  // Blocks are folded at their lines.
  await goTo(designer, 8, 5);
  await expect(designer.locator(".view-line").filter({ hasText: "expressions" })).toBeVisible();
  await designer.keyboard.press("ControlOrMeta+Shift+BracketLeft");
  await expect(designer.locator(".view-line").filter({ hasText: "expressions" })).toHaveCount(0);
  await expect(designer.locator(".view-line").filter({ hasText: "stage.labels" })).toBeVisible();
  await designer.keyboard.press("ControlOrMeta+Shift+BracketRight");
  await expect(designer.locator(".view-line").filter({ hasText: "expressions" })).toBeVisible();
  // F12 goes from a reference to the definition, and typing continues there.
  await goTo(designer, 2, 30);
  await designer.keyboard.press("F12");
  // The cursor is at the block's head: the typed text precedes it.
  await expect(designer.locator(".active-line-number")).toHaveText("5");
  await designer.keyboard.press("Home");
  await designer.keyboard.type("// here\n");
  expect(await configuration(designer)).toBe(CONFIG.replace('logs.process "main"', '// here\nlogs.process "main"'));
});

test("a pattern with single backslashes is one problem, and a raw string fixes it", async ({ pipeline: designer }) => {
  const text = 'stage.regex {\n  expression = "^(?P<ip>\\S+) \\d+ \\w+ (?P<user>\\S+)"\n}\n';
  await setConfiguration(designer, text);
  await openProblems(designer);
  await expect(problems(designer).getByRole("listitem")).toHaveCount(1);
  await expect(problems(designer)).toContainText("unknown escape sequence");
  await goTo(designer, 2, 28);
  await designer.keyboard.press("ControlOrMeta+Period");
  await designer.locator(".action-widget .monaco-list-row").filter({ hasText: "Change to a raw string" }).click();
  await expect(problems(designer)).toContainText("No problems");
  expect(await configuration(designer)).toBe(
    "stage.regex {\n  expression = `^(?P<ip>\\S+) \\d+ \\w+ (?P<user>\\S+)`\n}\n",
  );
});

test("a lint is listed with its fix, and silenced by a comment", async ({ pipeline: designer }) => {
  await setConfiguration(designer, CONFIG);
  await openProblems(designer);
  const unused = problems(designer).getByRole("listitem").filter({ hasText: 'nothing after it uses "host"' });
  await expect(unused).toBeVisible();
  await setConfiguration(designer, CONFIG.replace("  stage.json", "  // sluice:ignore value-unused\n  stage.json"));
  await expect(unused).toHaveCount(0);
  await setConfiguration(designer, CONFIG);
  await unused.getByRole("button", { name: "Do not extract host" }).click();
  await expect(unused).toHaveCount(0);
  expect(await configuration(designer)).toBe(CONFIG.replace(', host = ""', ""));
});

test("a label with a different value in every sample is reported with its streams, and turned into metadata", async ({
  pipeline: designer,
}) => {
  const lines = Array.from({ length: 30 }, (_, i) => `level=info client=t${i}`);
  await designer.getByRole("button", { name: "Edit as text" }).click();
  await designer.getByRole("textbox", { name: "Samples, one entry per line" }).fill(lines.join("\n"));
  await designer.getByRole("button", { name: "Show as list" }).click();
  const text = 'stage.logfmt {\n  mapping = { client = "" }\n}\n\nstage.labels {\n  values = { client = "" }\n}\n';
  await setConfiguration(designer, text);
  await openProblems(designer);
  const costly = problems(designer).getByRole("listitem").filter({ hasText: "they make 30 streams, and 1 without it" });
  await costly.getByRole("button", { name: "Make client structured metadata" }).click();
  await expect(problems(designer)).toContainText("No problems");
  expect(await configuration(designer)).toBe(text.replace("stage.labels", "stage.structured_metadata"));
});

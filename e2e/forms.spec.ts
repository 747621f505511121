/** Editing stages in forms: input is tried on the samples at once, and every other byte stays. */
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { expect, inspect, setConfiguration, test, textOf } from "./server.ts";

const CONFIG = `// made to be taken apart
stage.template {
  source   = "doc" // JSON
  template = \`{"level":"info","took":{"ms":12}}\`
}

stage.json {
  source      = "doc"
  expressions = {
    // the level
    level = "", // kept
  }
}

stage.static_labels {
  values = { job = string.format("%s", "x") }
}

stage.match {
  selector = \`{job="x"}\`

  stage.drop {
    longer_than = "8KB"
  }
}

stage.replace {
  expression = \`^(\\S+) \`
}

stage.structured_metadata {
  regex = "^jo"
}
`;

const form = (page: Page, stage: string) =>
  page.getByRole("region", { name: "Stages", exact: true }).getByRole("form", { name: `Settings of stage ${stage}` });

/** Opens a card in the stages view. */
async function open(page: Page, path: string, name: string) {
  const fold = page.getByRole("button", { name: `Arguments of stage ${path}`, exact: true });
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
  const opened = form(page, `${path} ${name}`);
  await expect(opened).toBeVisible();
  return opened;
}

const undo = (page: Page) => page.getByRole("button", { name: /^Undo the last change/ }).click();

test("edits an expression, a layout and buckets with results on the samples", async ({ example: page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const before = await textOf(page);

  const regex = await open(page, "1", "regex");
  const expression = regex.getByLabel("expression", { exact: true });
  await expect(regex.getByText("46 of 48 match")).toBeVisible();
  await expect(regex.getByRole("list", { name: "Groups" }).getByRole("listitem")).toHaveCount(11);
  // The two that do not match show where they stopped.
  await expect(regex.getByText(/Stopped matching after/)).toHaveCount(2);
  await expression.fill("^(?P<remote>\\S+) - (?P<user>\\S+) ");
  await expect(regex.getByText("47 of 48 match")).toBeVisible();
  await expect(regex.getByText("Verified with RE2: same match and groups in this entry")).toBeVisible();
  await expect(regex.getByRole("list", { name: "Groups" }).getByRole("listitem")).toHaveText(["remote", "user"]);
  await expression.press("End");
  await page.keyboard.type("(");
  await expect(regex.getByRole("alert")).toHaveText(/missing closing \)/);
  await expect(expression).toHaveValue("^(?P<remote>\\S+) - (?P<user>\\S+) (");
  await expect(expression).toHaveAttribute("aria-invalid", "true");
  await expect(regex.getByText("47 of 48 match")).toBeVisible();
  await expect(regex.getByText("Verified with RE2: both refuse it: missing )")).toBeVisible();
  await lookAt(page, "a refused expression", [], '[data-card="1"]');
  // Refused input survives closing the card and showing another view.
  await page.getByRole("button", { name: "Arguments of stage 1", exact: true }).click();
  const draft = page.getByRole("button", { name: "Draft of expression of stage 1: open its form" });
  await expect(draft).toBeVisible();
  await page.getByRole("button", { name: "Code", exact: true }).click();
  await page.getByRole("button", { name: "Stages", exact: true }).click();
  await lookAt(page, "a draft", [], '[data-card="1"]');
  await draft.click();
  await expect(expression).toHaveValue("^(?P<remote>\\S+) - (?P<user>\\S+) (");
  await expect(regex.getByRole("alert")).toHaveText(/missing closing \)/);
  await regex.getByRole("button", { name: "Discard what was typed into expression" }).click();
  await expect(expression).toHaveValue("^(?P<remote>\\S+) - (?P<user>\\S+) ");
  await expect(draft).toHaveCount(0);
  // The text has the last accepted input, and is otherwise unchanged.
  const typed = await textOf(page);
  expect(typed).toContain('expression = "^(?P<remote>\\\\S+) - (?P<user>\\\\S+) "');
  expect(typed.split("\n").length).toBe(before.split("\n").length);
  await undo(page);
  await expect(regex.getByRole("list", { name: "Groups" }).getByRole("listitem")).toHaveCount(11);
  await expect(regex.getByRole("alert")).toHaveCount(0);
  expect(await textOf(page)).toBe(before);

  const timestamp = await open(page, "2", "timestamp");
  const layout = timestamp.getByLabel("format", { exact: true });
  await layout.fill("%d/%b/%Y:%H:%M:%S %z");
  await timestamp.getByRole("button", { name: "Use 02/Jan/2006:15:04:05 -0700" }).click();
  await expect(layout).toHaveValue("02/Jan/2006:15:04:05 -0700");
  await expect(timestamp.getByText("2026-01-15T08:00:01Z")).toBeVisible();
  await layout.fill("2006");
  await timestamp.getByRole("button", { name: "Use 02/Jan/2006:15:04:05 -0700" }).click();
  await expect(timestamp.getByText("reads the time of 46 of 48 entries")).toBeVisible();
  await timestamp.getByRole("button", { name: /^Build a layout/ }).click();
  await timestamp.getByRole("button", { name: "Insert MST, time zone, CET" }).click();
  await expect(layout).toHaveValue("02/Jan/2006:15:04:05 -0700MST");
  await expect(timestamp.getByText(/expected an abbreviation of a time zone/i)).toBeVisible();
  await timestamp.getByRole("button", { name: "Use 02/Jan/2006:15:04:05 -0700" }).click();
  expect(await textOf(page)).toBe(before);
  // A choice; the default is not written.
  await timestamp.getByLabel("action_on_failure", { exact: true }).click();
  await page.getByRole("option", { name: /^skip/ }).click();
  await expect.poll(() => textOf(page)).toContain('action_on_failure = "skip"');
  await timestamp.getByLabel("action_on_failure", { exact: true }).click();
  await page.getByRole("option", { name: /^fudge/ }).click();
  await expect.poll(() => textOf(page)).toBe(before);

  const metrics = await open(page, "5", "metrics");
  const histogram = metrics.getByRole("region", { name: "metric.histogram http_request_duration_seconds" });
  await expect(histogram.getByRole("figure").getByRole("listitem")).toHaveCount(6);
  await expect(histogram.getByText(/41 of 43 entries have a number: from/)).toBeVisible();
  const idle = histogram.getByLabel("max_idle_duration", { exact: true });
  await idle.fill("3 hours");
  await expect(histogram.getByRole("alert")).toHaveText(/unknown unit/);
  await expect(idle).toHaveValue("3 hours");
  await idle.fill("3h");
  await expect(histogram.getByText("3 hours", { exact: true })).toBeVisible();
  await histogram.getByRole("button", { name: "Clear max_idle_duration" }).click();
  const counter = metrics.getByRole("region", { name: "metric.counter http_requests_total" });
  await counter.getByRole("switch", { name: "match_all" }).press("Space");
  await expect.poll(() => textOf(page)).not.toContain("match_all");
  await undo(page);
  await metrics.getByRole("button", { name: "metric.gauge" }).click();
  await expect(metrics.getByRole("region", { name: "metric.gauge requests_total" })).toBeVisible();
  await lookAt(page, "blocks of metrics", [], '[data-card="5"]');
  await metrics.getByRole("button", { name: "Remove metric.gauge requests_total" }).click();
  await expect.poll(() => textOf(page)).toBe(before);
});

/** Holds everything that waits for the next frame until the returned function is called. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const own = window.requestAnimationFrame;
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (run) => waiting.push(run);
    return () => {
      window.requestAnimationFrame = own;
      for (const run of waiting) run(performance.now());
    };
  });
  return () => held.evaluate((release) => release());
}

test("edits maps, templates, JSON, expressions and selectors, also by keys", async ({ example: page }) => {
  await setConfiguration(page, CONFIG);
  await expect(page.getByRole("button", { name: "Stage 4.1 drop" })).toBeVisible();
  await page.getByRole("button", { name: "Stages", exact: true }).click();

  const json = await open(page, "2", "json");
  await json.getByRole("button", { name: /^Pick from the entry/ }).click();
  await json.getByRole("button", { name: "ms 12" }).click();
  await expect(json.getByLabel("expressions 2: name", { exact: true })).toHaveValue("ms");
  await expect(json.getByRole("region", { name: "In the selected entry" })).toContainText("ms12");
  const added = CONFIG.replace('"", // kept\n', '"", // kept\n    ms = "took.ms",\n');
  await expect.poll(() => textOf(page)).toBe(added);
  await json.getByRole("button", { name: "Add to expressions" }).press("Enter");
  await expect(json.getByLabel("expressions 3: name", { exact: true })).toBeFocused();
  await page.keyboard.type("bad");
  await page.keyboard.press("Tab");
  await page.keyboard.type("took[");
  await expect(json.getByRole("alert")).toHaveText(/could not compile JMES expression/);
  await json.getByRole("button", { name: "Remove bad" }).press("Enter");
  await expect.poll(() => textOf(page)).toBe(added);

  const template = await open(page, "1", "template");
  const text = template.getByRole("textbox", { name: "template" });
  await text.fill("{{ .job | toup");
  await text.press("Control+Space");
  await expect(template.getByRole("option").first()).toHaveText(/^ToUpper/);
  // Keys pressed before the next frame are inserted behind it.
  const nextFrame = await holdFrames(page);
  await text.press("Enter");
  await page.keyboard.type(" ");
  await nextFrame();
  await page.keyboard.type("}}");
  await expect(text).toHaveValue("{{ .job | ToUpper }}");
  await expect(template.getByText("NGINX", { exact: true })).toBeVisible();

  // Values that only code can express are edited as code.
  const labels = await open(page, "3", "static_labels");
  const code = labels.getByLabel("values", { exact: true });
  await expect(code).toHaveValue('{ job = string.format("%s", "x") }');
  await code.fill('{ job = string.format("%s") + }');
  await expect(labels.getByRole("alert")).toBeVisible();
  await expect(code).toHaveValue('{ job = string.format("%s") + }');
  await code.fill('{ job = "y" }');
  // A value that the control can show is shown there, once the focus has left.
  await code.press("Tab");
  await expect(labels.getByLabel("values 1: value of job", { exact: true })).toHaveValue("y");

  const match = await open(page, "4", "match");
  await expect(match.getByText("0 of 48 match")).toBeVisible();
  await expect(match.getByText(/Not selected/)).toContainText('job="x"');
  await match.getByLabel("selector", { exact: true }).fill('{job="y"}');
  await expect(match.getByText("Matches the selected entry.")).toBeVisible();
  const drop = await open(page, "4.1", "drop");
  await expect(drop.getByText("8,192 bytes")).toBeVisible();
  await lookAt(page, "forms one below the other", [], "[aria-label=Pipeline]");

  // Arguments about captures and names show the stage's result for the selected entry.
  const replace = await open(page, "5", "replace");
  const result = replace.getByRole("region", { name: "Result for the selected entry" });
  const put = replace.getByRole("textbox", { name: "replace" });
  await put.fill("client-{{ len .Value }}");
  await expect(result).toContainText(/client-\d+/);
  await put.fill("client-{{ len .Val");
  await expect(replace.getByRole("alert")).toBeVisible();
  await expect(result).toContainText(/client-\d+/);
  await expect(result).toHaveAttribute("data-current", "false");
  const metadata = await open(page, "6", "structured_metadata");
  await expect(metadata.getByRole("region", { name: "Result for the selected entry" })).toContainText("job");
  await lookAt(page, "results of arguments that are not about a text", [], '[data-card="5"], [data-card="6"]');

  // The inspector has the form of the selected stage while its card is closed.
  await page.getByRole("button", { name: "Arguments of stage 4", exact: true }).click();
  await inspect(page, "4");
  const inspector = page.getByRole("region", { name: "Inspector" });
  await inspector.getByRole("button", { name: "Settings of this stage" }).click();
  await expect(inspector.getByRole("form").getByLabel("selector", { exact: true })).toHaveValue('{job="y"}');
});

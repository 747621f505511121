/** Adjacent texts never overlap, however wide a pane is, and empty panes give way to a graph. */
import type { Locator, Page } from "playwright/test";
import { command, expect, setConfiguration, setSamples, test } from "./server.ts";

/** Long names and summaries, nested stages, and each kind of note. */
const STAGES = `stage.structured_metadata {
  values = { request_identifier = "", remote_address = "" }
}
stage.regex {
  expression = "status=(?P<status>[0-9]+)"
}
stage.match {
  selector = "{job=~\\".*\\"} |= \\"status\\""

  stage.structured_metadata {
    values = { status = "" }
  }

  stage.match {
    selector = "{job=~\\".*\\"} |= \\"status=5\\""

    stage.drop {
      expression = "status=503"
    }
  }
}
stage.multiline {
  firstline = "^status"
}
stage.limit {
  rate  = 2
  burst = 1
}
`;

/** Pairs of texts in one box that overlap, and texts that stick out of it. */
async function crowded(box: Locator): Promise<string[]> {
  return box.evaluate((root) => {
    const texts: { readonly node: Node; readonly text: string; readonly rect: DOMRect }[] = [];
    const outer = root.getBoundingClientRect();
    const clipped = (start: Element, rect: DOMRect): DOMRect => {
      let [left, right, top, bottom] = [rect.left, rect.right, rect.top, rect.bottom];
      for (let at: Element | null = start; at !== null && at !== root; at = at.parentElement) {
        if (getComputedStyle(at).overflow === "visible") continue;
        const own = at.getBoundingClientRect();
        left = Math.max(left, own.left);
        right = Math.min(right, own.right);
        top = Math.max(top, own.top);
        bottom = Math.min(bottom, own.bottom);
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      if (text === "" || node.parentElement!.closest(".visually-hidden, [data-part=word], [hidden]") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const rect = clipped(node.parentElement!, line);
        if (rect.width > 1 && rect.height > 1) texts.push({ node, text, rect });
      }
    }
    const found: string[] = [];
    texts.forEach(({ node, text, rect }, i) => {
      if (rect.left < outer.left - 1 || rect.right > outer.right + 1) found.push(`"${text}" sticks out`);
      if (rect.top < outer.top - 1 || rect.bottom > outer.bottom + 1) found.push(`"${text}" is cut`);
      for (const other of texts.slice(i + 1)) {
        if (other.node === node) continue;
        const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
        const down = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top);
        if (across > 0.5 && down > 4) found.push(`"${text}" covers "${other.text}"`);
      }
    });
    return found;
  });
}

const ROWS = "[data-part=heads], [data-part=row], [aria-label=Balance], [aria-label=Pipeline] > [data-part=head]";

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

/** Its position; during a layout it briefly has none. */
async function boxOf(locator: Locator): Promise<Box> {
  let box: Box | null | undefined;
  await expect(async () => {
    box = await locator.boundingBox();
    expect(box).not.toBeNull();
  }).toPass();
  return box!;
}

/** Drags the separator between samples and pipeline until the pipeline is `width` pixels wide. */
async function widen(page: Page, width: number): Promise<void> {
  const pane = page.getByRole("region", { name: "Pipeline", exact: true });
  const separator = await boxOf(page.getByRole("separator", { name: "Resize samples" }));
  const now = await boxOf(pane);
  const [x, y] = [separator.x + separator.width / 2, separator.y + 300];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + now.width - width, y, { steps: 3 });
  await page.mouse.up();
}

test("rows of stages fit at any width of their pane", async ({ pipeline: designer }) => {
  const lines = Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0 ? "nothing here" : `status=${500 + (i % 5)} a line of it`,
  );
  await setSamples(designer, lines.join("\n"));
  await setConfiguration(designer, STAGES);
  await designer.getByRole("button", { name: "Stages", exact: true }).click();
  await expect(designer.locator("[aria-label=Balance]")).toContainText("60 in");
  const pane = designer.getByRole("region", { name: "Pipeline", exact: true });
  const seen = new Set<number>();
  for (const window of [1280, 1920]) {
    await designer.setViewportSize({ width: window, height: 900 });
    for (const width of [320, 360, 410, 450, 500, 560, 600, 640, 720, 900]) {
      await widen(designer, width);
      const got = Math.round((await boxOf(pane)).width);
      if (seen.has(got)) continue;
      seen.add(got);
      for (const row of await designer.locator(ROWS).all())
        expect(await crowded(row), `${got} px: ${await row.textContent()}`).toEqual([]);
    }
  }
  expect(Math.min(...seen)).toBeLessThanOrEqual(322);
  expect(Math.max(...seen)).toBeGreaterThan(700);
});

test("columns of a comparison break between words, and unchanged lines are folded", async ({ pipeline: page }) => {
  const stages = (pattern: string) =>
    [1, 2, 3, 4, 5, 6]
      .map((i) => `stage.static_labels {\n  values = { of_stage_${i} = "x" }\n}\n`)
      .reduce((all, one) => all + one, `stage.regex {\n  expression = "${pattern}"\n}\n`);
  await setSamples(page, `status=200 path=${"words that somebody wrote ".repeat(6)}`);
  await setConfiguration(page, stages("status=(?P<status_of_the_request>[0-9]+)"));
  await command(page, "History of this pipeline");
  const history = page.getByRole("dialog", { name: "History of this pipeline" });
  await history.getByRole("textbox", { name: "Name of the snapshot" }).fill("before");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const labels = 'stage.labels {\n  values = { status_of_the_request = "", path_of_the_request = "" }\n}\n';
  const after = stages("status=(?P<status_of_the_request>[0-9]+) path=(?P<path_of_the_request>.*)");
  await setConfiguration(page, after + labels);
  await command(page, "History of this pipeline");
  await history.getByRole("button", { name: /before/ }).click();
  await history.getByRole("button", { name: "Compare with now" }).click();
  const main = page.getByRole("main", { name: "Compare" });
  await expect(main.getByRole("region", { name: "Entry 1 in both" })).toBeVisible();
  for (const width of [600, 768, 901, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const broken = await main.evaluate((root) => {
      const found: string[] = [];
      for (const cell of root.querySelectorAll("th, td, dt")) {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
          for (const { 0: word, index } of node.textContent!.matchAll(/[\p{L}\p{N}_]{1,40}/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
          }
      }
      return found;
    });
    expect(broken, `${width} px`).toEqual([]);
  }
  const diff = main.getByRole("region", { name: "From A to B" });
  const before = await diff.locator("[data-mark]").count();
  const folded = diff.getByRole("button", { name: /^\d+ unchanged lines$/ });
  const hidden = Number(/\d+/.exec((await folded.textContent())!)![0]);
  expect(hidden).toBeGreaterThan(1);
  await folded.click();
  await expect(diff.locator("[data-mark]")).toHaveCount(before + hidden);
});

test("next to a graph, panes without samples are rails, and return with samples or another view", async ({
  pipeline: page,
}) => {
  const pane = (name: string) => page.getByRole("region", { name, exact: true });
  const width = async (name: string) => (await pane(name).boundingBox())!.width;
  const chain = Array.from({ length: 13 }, (_, i) => {
    const to = i === 12 ? "logs.echo.end.receiver" : `logs.process.p${i + 1}.receiver`;
    return `logs.process "p${i}" {\n  forward_to = [${to}]\n}\n`;
  });
  await setConfiguration(page, `${chain.join("")}logs.echo "end" { }\n`);
  const [samples, inspector] = [await width("Samples"), await width("Inspector")];
  expect(Math.min(samples, inspector)).toBeGreaterThan(200);
  const show = (view: string) => page.getByRole("button", { name: view, exact: true }).click();
  await show("Graph");
  await expect(pane("Graph")).toContainText("14 components");
  await expect.poll(() => width("Samples")).toBeLessThan(60);
  await expect.poll(() => width("Inspector")).toBeLessThan(60);
  await expect
    .poll(async () => Number.parseInt((await page.locator("[data-part=zoom]").textContent())!, 10))
    .toBeGreaterThanOrEqual(75);
  await expect(page.locator('[data-component="logs.process.p0"]')).toBeInViewport({ ratio: 0.99 });
  await show("Stages");
  await expect.poll(() => width("Samples")).toBeGreaterThan(samples - 3);
  await expect.poll(() => width("Inspector")).toBeGreaterThan(inspector - 3);

  await setSamples(page, "a line");
  await show("Graph");
  await expect(pane("Graph")).toContainText("counts of 1 sample");
  expect(await width("Samples")).toBeGreaterThan(200);
});

test("samples take more than a third of the window, and rows show differences, then extracted values", async ({
  pipeline: page,
}) => {
  const share = await page.getByRole("region", { name: "Samples", exact: true }).evaluate((pane) => {
    return pane.getBoundingClientRect().width / innerWidth;
  });
  expect(share).toBeGreaterThan(0.34);
  expect(share).toBeLessThan(0.41);
  const lines = Array.from({ length: 12 }, (_, i) => {
    return `<134>Nov 24 14:03:${10 + i} lb01 haproxy[2211]: level=${i % 2 ? "warn" : "info"} msg=answer-${i}`;
  });
  await setConfiguration(page, "");
  await setSamples(page, lines.join("\n"));
  const rows = page.getByRole("listbox", { name: "Sample entries" }).getByRole("option");
  await expect(rows).toHaveCount(lines.length);
  for (const i of [0, 5, 11]) {
    await expect(rows.nth(i)).toContainText(`answer-${i}`);
    // In the middle, too.
    await expect(rows.nth(i)).not.toContainText("lb01 haproxy");
  }
  await setConfiguration(page, 'stage.logfmt {\n  mapping = { level = "", msg = "" }\n}\n');
  await expect(rows.nth(5)).toContainText("warn");
  await expect(rows.nth(5)).toContainText("answer-5");
  await expect(rows.nth(5)).not.toContainText("14:03");
});

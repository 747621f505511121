/** Texts beside each other stay apart, however wide a pane is. */
import type { Locator, Page } from "playwright/test";
import { expect, setConfiguration, setSamples, test } from "./server.ts";

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

/** Pairs of texts in one box that cover each other, and texts that stick out of it. */
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
      if (text === "" || node.parentElement!.closest(".visually-hidden, .word, [hidden]") !== null) continue;
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

const ROWS = ".stage-head, .stage-row, .balance, .stage-pane > .pane-head";

/** Drags what is between the samples and the pipeline until that is `width` pixels wide. */
async function widen(page: Page, width: number): Promise<void> {
  const pane = page.getByRole("region", { name: "Pipeline", exact: true });
  const separator = (await page.getByRole("separator", { name: "Resize samples" }).boundingBox())!;
  const now = (await pane.boundingBox())!;
  const [x, y] = [separator.x + separator.width / 2, separator.y + 300];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + now.width - width, y, { steps: 3 });
  await page.mouse.up();
}

test("rows of stages lay out at any width of their pane", async ({ pipeline: designer }) => {
  const lines = Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0 ? "nothing here" : `status=${500 + (i % 5)} a line of it`,
  );
  await setSamples(designer, lines.join("\n"));
  await setConfiguration(designer, STAGES);
  await designer.getByRole("button", { name: "Stages", exact: true }).click();
  await expect(designer.locator(".balance")).toContainText("60 in");
  const pane = designer.getByRole("region", { name: "Pipeline", exact: true });
  const seen = new Set<number>();
  for (const window of [1280, 1920]) {
    await designer.setViewportSize({ width: window, height: 900 });
    for (const width of [320, 360, 410, 450, 500, 560, 600, 640, 720, 900]) {
      await widen(designer, width);
      const got = Math.round((await pane.boundingBox())!.width);
      if (seen.has(got)) continue;
      seen.add(got);
      await designer.screenshot({ path: `/tmp/l2-${window}-${got}.png` });
      for (const row of await designer.locator(ROWS).all())
        expect.soft(await crowded(row), `${got} px: ${await row.textContent()}`).toEqual([]);
    }
  }
  expect(Math.min(...seen)).toBeLessThanOrEqual(322);
  expect(Math.max(...seen)).toBeGreaterThan(700);
});

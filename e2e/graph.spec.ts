/** The component graph: entry counts, links to cards and code, and edits. */
import type { Page } from "playwright/test";
import { serious } from "./axe.ts";
import { expect, setConfiguration, test, textOf } from "./server.ts";

const CONFIG = `// where it comes from
logs.source.file "nginx" {
  targets    = [{ __path__ = "/var/log/nginx/access.log", job = "nginx" }]
  forward_to = [logs.process.main.receiver] // first
}

logs.process "main" {
  forward_to = [logs.write.central.receiver, logs.process.errors.receiver]

  stage.drop {
    expression = "kube-probe"
  }
}

logs.process "errors" {
  forward_to = [] // nobody yet

  stage.drop {
    expression = " 200 "
  }
}

logs.write "central" {
  endpoint {
    url = "http://localhost:3100/loki/api/v1/push"
  }
}

logs.echo "oncall" { }

profiles.write "pyroscope" {
  endpoint {
    url = "http://localhost:4040"
  }
}
`;

const node = (page: Page, id: string) => page.locator(`[data-component="${id}"]`);
const edge = (page: Page, from: string, to: string) => page.locator(`[data-connection="${from} → ${to}"]`);
const showGraph = (page: Page) => page.getByRole("button", { name: "Graph", exact: true }).click();
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.component);

/** Draws a line from the output of one component to the input of another. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const handle = async (id: string, kind: "source" | "target") => {
    const box = await page.locator(`.react-flow__node[data-id="${id}"] .react-flow__handle.${kind}`).boundingBox();
    return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
  };
  const [start, end] = [await handle(from, "source"), await handle(to, "target")];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

test("the graph shows entry counts, opens cards and code, and is edited by keys and by the mouse", async ({
  designer: page,
}) => {
  await setConfiguration(page, CONFIG);
  await expect(page.getByRole("button", { name: "Stage 1 drop", exact: true })).toBeVisible();
  await showGraph(page);
  // The results of the sample lines: five are probes, eighteen of the others were fine.
  await expect(edge(page, "logs.source.file.nginx", "logs.process.main")).toHaveText("48");
  await expect(edge(page, "logs.process.main", "logs.process.errors")).toHaveText("43");
  await expect(node(page, "logs.process.main")).toHaveAccessibleName(
    "logs.process main 1 stage previewed 5 dropped 48 in 43 out",
  );
  await expect(node(page, "logs.process.errors")).toHaveAccessibleName(/18 dropped 43 in 25 out/);
  await expect(page.getByText("6 components, counts of 48 samples")).toBeVisible();
  expect(await serious(page)).toEqual([]);

  // Opens the card of a pipeline, which is then previewed, and returns with the focus on it.
  await node(page, "logs.process.errors").click();
  await expect(page.getByRole("button", { name: "Stage 1 drop", exact: true })).toBeFocused();
  await expect(page.getByRole("combobox", { name: "Previewed component" })).toContainText("logs.process.errors");
  await page.keyboard.press("4");
  await expect.poll(() => focused(page)).toBe("logs.process.errors");
  await expect(node(page, "logs.process.errors")).toHaveAccessibleName(/previewed/);

  // By keys: along a connection, to a list of possible receivers.
  const along =
    (await page.locator(".react-flow__handle-left").count()) > 0
      ? ["ArrowLeft", "ArrowRight"]
      : ["ArrowUp", "ArrowDown"];
  await page.keyboard.press(along[0]!);
  await expect.poll(() => focused(page)).toBe("logs.process.main");
  await page.keyboard.press(along[1]!);
  // At a larger zoom, a focused component pans into sight.
  for (const key of ["+", "+", "+", "+", "+", "End"]) await page.keyboard.press(key);
  await expect.poll(() => focused(page)).not.toBe("logs.process.errors");
  await expect(page.locator("[data-component]:focus")).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press("Home");
  await expect(page.locator("[data-component]:focus")).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press("0");
  await node(page, "logs.process.errors").focus();
  await page.keyboard.press("c");
  const options = page.getByRole("dialog", { name: "Connect logs.process.errors to" }).getByRole("option");
  await expect(options).toHaveCount(2);
  expect(await serious(page)).toEqual([]);
  await page.keyboard.type("oncall");
  await page.keyboard.press("Enter");
  await expect(edge(page, "logs.process.errors", "logs.echo.oncall")).toHaveText("25");
  await expect.poll(() => focused(page)).toBe("logs.process.errors");
  const connected = CONFIG.replace("[] // nobody", "[logs.echo.oncall.receiver] // nobody");
  expect(await textOf(page)).toBe(connected);

  // By the mouse: a valid connection, an invalid one, and a removed one.
  await drag(page, "logs.process.main", "logs.echo.oncall");
  await expect(edge(page, "logs.process.main", "logs.echo.oncall")).toHaveText("43");
  await drag(page, "logs.process.main", "profiles.write.pyroscope");
  await expect(page.getByText("and profiles.write.pyroscope is a receiver of profiles.")).toBeVisible();
  await edge(page, "logs.process.main", "logs.process.errors").click();
  await page.keyboard.press("Delete");
  await expect(edge(page, "logs.process.main", "logs.process.errors")).toHaveCount(0);
  await expect.poll(() => focused(page)).toBe("logs.process.main");

  // Adds a component, and deletes one with the references to it.
  await page.keyboard.press("n");
  await page.keyboard.type("prints");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("logs.echo.out");
  // The focus stays in the graph when the focused component is removed.
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(node(page, "logs.echo.out")).toHaveCount(0);
  await expect.poll(() => focused(page)).toBe("logs.process.errors");
  await node(page, "logs.write.central").focus();
  await page.keyboard.press("Delete");
  await expect(node(page, "logs.write.central")).toHaveCount(0);
  await expect.poll(() => focused(page)).toBe("logs.process.main");
  await expect(edge(page, "logs.process.main", "logs.echo.oncall")).toBeVisible();

  for (let i = 0; i < 4; i++) await page.keyboard.press("ControlOrMeta+Z");
  await expect(edge(page, "logs.process.main", "logs.process.errors")).toBeVisible();
  expect(await textOf(page)).toBe(CONFIG);

  // Other components open their place in the code.
  await node(page, "logs.echo.oncall").click();
  const code = page.getByRole("region", { name: "Configuration" });
  await expect(code.locator(".view-lines")).toContainText("oncall");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("logs.echo");
  await expect(page.getByText("Showing results of the last valid configuration")).toBeVisible();
  await showGraph(page);
  await expect(page.locator('[data-part=canvas][data-stale="true"]')).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a component" })).toHaveAttribute("aria-disabled", "true");
  await expect(node(page, "logs.process.main")).toHaveAccessibleName(/48 in 43 out/);
  await node(page, "logs.process.main").focus();
  await page.keyboard.press("Delete");
  await expect(page.getByText("The configuration does not parse. Fix it").last()).toBeVisible();
  expect(await serious(page)).toEqual([]);
});

test("forty components have the whole width on request, legible, also after a reload; Escape gives it back", async ({
  designer: page,
}) => {
  const names = Array.from({ length: 13 }, (_, i) => `part_${i}`);
  const parts = names.map(
    (name) =>
      `logs.source.demo "${name}" {\n  forward_to = [logs.process.${name}.receiver]\n}\n` +
      `logs.process "${name}" {\n  forward_to = [logs.process.${name}_2.receiver]\n}\n` +
      `logs.process "${name}_2" {\n  forward_to = [logs.echo.out.receiver]\n}\n`,
  );
  await setConfiguration(page, `${parts.join("")}logs.echo "out" { }\n`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Graph", exact: true }).click();
  const canvas = page.locator("[data-part=canvas]");
  const width = async () => (await canvas.boundingBox())?.width ?? 0;
  const zoom = async () => Number.parseInt((await page.locator("[data-part=zoom]").textContent()) ?? "", 10);
  await expect(page.locator("[data-component]")).toHaveCount(40);
  const [narrow, small] = [await width(), await zoom()];
  await page.getByRole("button", { name: "Use the whole width" }).click();
  await expect.poll(width).toBeGreaterThan(1180);
  await expect.poll(zoom).toBeGreaterThanOrEqual(Math.max(small, 60));
  if (process.env.SLUICE_SHOTS) await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/graph-wide.png` });
  await page.reload();
  await expect.poll(width).toBeGreaterThan(1180);
  await page.locator("[data-component]").first().focus();
  await page.keyboard.press("Escape");
  await expect.poll(width).toBeLessThanOrEqual(narrow + 2);
  await page.keyboard.press("w");
  await expect.poll(width).toBeGreaterThan(1180);
  await page.keyboard.press("1");
  await expect(page.getByRole("listbox", { name: "Sample entries" })).toBeVisible();
});

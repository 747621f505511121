/** The pictures of tests, comparing, sharing and importing, made like those of `pictures.ts`. */
import type { Page } from "playwright/test";
import { dropFile } from "./drop-file.ts";
import { takeBoth } from "./picture.ts";
import { clearTests, expect, journey, setConfiguration, test, textOf } from "./server.ts";

async function dismissNotices(page: Page): Promise<void> {
  const dismiss = page.getByRole("log", { name: "Notices" }).getByRole("button", { name: "Close this message" });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** Entries of the example, and the names of their tests. */
const TESTS = [
  [18, "checkout passes with method and status"],
  [5, "a probe is dropped by stage 4"],
  [12, "504 of a search keeps its status"],
  [22, "a broken request line keeps the time it came at"],
  [3, "a search keeps its query"],
  [7, "a DELETE is read like the others"],
  [6, "an IPv6 client is read"],
  [16, "502 on favicon is counted"],
  [10, "304 with an empty body"],
  [14, "a probe of the second node is dropped"],
] as const;

test("tests", async ({ designer: page }) => {
  const tests = page.getByRole("button", { name: /^Tests/ });
  await tests.click();
  await clearTests(page);
  const dialog = page.getByRole("dialog", { name: "New test" });
  for (const [entry, name] of TESTS) {
    await page.getByRole("button", { name: /^From entry/ }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("From entry").fill(String(entry));
    await dialog.getByLabel("To entry").fill(String(entry));
    await dialog.getByRole("button", { name: "Add test" }).click();
    await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
  }
  await tests.click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const text = await textOf(page);
  await setConfiguration(page, text.replace("(?P<method>\\\\S+)", "(?P<method>[A-Z]{3,4})"));
  await expect(tests).toHaveText(`Tests ${TESTS.length - 1} of ${TESTS.length} passed`);
  await tests.click();
  await page.getByRole("option", { name: /a DELETE/ }).click();
  await dismissNotices(page);
  await takeBoth(page, "tests");
});

test("compare", async ({ designer: page }) => {
  const command = async (title: string) => {
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("dialog", { name: "Command palette" }).waitFor();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
  };
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await command("History of this pipeline");
  const history = page.getByRole("dialog", { name: "History of this pipeline" });
  await history.getByRole("textbox", { name: "Name of the snapshot" }).fill("before the review");
  await page.keyboard.press("Enter");
  await expect(history.getByRole("button", { name: /before the review/ })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  const text = await textOf(page);
  await setConfiguration(
    page,
    text.replace(/stage\.drop \{[^}]*\}/, "").replace(/(stage\.labels \{\s*values\s*=\s*\{)/, '$1\n    path   = "",'),
  );
  await command("History of this pipeline");
  await history.getByRole("button", { name: /before the review/ }).click();
  await history.getByRole("button", { name: "Compare with now" }).click();
  const main = page.getByRole("main", { name: "Compare" });
  await main.getByRole("listbox", { name: "Entries that differ" }).focus();
  await page.keyboard.press("End");
  await expect(main.getByRole("region", { name: / in both$/ })).toBeVisible();
  await dismissNotices(page);
  await takeBoth(page, "compare");
});

test("share", async ({ designer: page }) => {
  await page.locator('[role=option][aria-posinset="12"]').click();
  await journey(page).getByRole("button", { name: /^3 / }).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#s1=/);
  await takeBoth(page, "share");
});

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata:
  name: promtail
data:
  promtail.yaml: |
    server:
      http_listen_port: 9080
    clients:
      - url: http://loki:3100/loki/api/v1/push
    scrape_configs:
      - job_name: shop
        pipeline_stages:
          - cri: {}
          - json:
              expressions: { level: level, msg: message, trace: traceId }
          - labels:
              level:
          - structured_metadata:
              trace:
          - match:
              selector: '{level="debug"}'
              action: drop
              drop_counter_reason: debug
        kubernetes_sd_configs:
          - role: pod
        relabel_configs:
          - source_labels: [__meta_kubernetes_pod_label_app]
            target_label: app
`;

test("import", async ({ pipeline: page }) => {
  await dropFile(page, "promtail-configmap.yaml", Buffer.from(CONFIG_MAP));
  const dialog = page.getByRole("dialog", { name: "Import" });
  await expect(dialog.getByRole("button", { name: /^Import/ })).toBeVisible();
  await takeBoth(page, "import");
});

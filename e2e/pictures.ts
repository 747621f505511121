/** Makes the pictures of the README: `node scripts/build/pictures.mjs`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSluice } from "@sluice/cli/testing/sluice-process";
import { pictureOf, takeBoth } from "./picture.ts";
import { expect, journey, setConfiguration, setSamples, test } from "./server.ts";
import { pushRecorded, startUpstream } from "./upstream.ts";

for (const [colorScheme, name] of [
  ["light", "designer"],
  ["dark", "designer-dark"],
] as const) {
  test(name, async ({ designer }) => {
    await designer.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await designer.getByRole("option").nth(11).click();
    await designer.getByRole("button", { name: "Arguments of stage 1" }).click();
    await expect(designer.getByRole("group", { name: "Results on the samples" })).toContainText("match");
    await expect(journey(designer).locator("[aria-current=step]")).toContainText("regex");
    await expect(designer.getByRole("region", { name: "Inspector" })).toContainText("Entry 12");
    await designer.mouse.move(700, 760);
    await designer.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await designer.screenshot({ path: pictureOf(name) });
  });
}

test("examples", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(server.url);
  await page.getByRole("button", { name: /^All \d+ examples/ }).click();
  await expect(page.getByRole("dialog", { name: "Examples" }).getByRole("listitem")).toHaveCount(13);
  await page.mouse.move(40, 860);
  await takeBoth(page, "examples");
});

/** Two sources, a pipeline for both, and one each for audited entries and the rest. */
const GRAPH = `logs.source.api "push" {
  http { listen_port = 3100 }
  forward_to = [logs.process.parse.receiver]
}

logs.source.file "nginx" {
  targets    = [{ __path__ = "/var/log/nginx/*.log" }]
  forward_to = [logs.process.parse.receiver]
}

logs.process "parse" {
  forward_to = [logs.process.audit.receiver, logs.process.service.receiver]

  stage.logfmt {
    mapping = { level = "", user = "", path = "" }
  }

  stage.labels {
    values = { level = "" }
  }
}

logs.process "audit" {
  forward_to = [logs.write.audit.receiver]

  stage.match {
    selector = "{level!=\\"audit\\"}"
    action   = "drop"
  }
}

logs.process "service" {
  forward_to = [logs.write.loki.receiver, logs.echo.debug.receiver]

  stage.drop {
    expression = "path=/healthz"
  }
}

logs.write "audit" {
  endpoint { url = "http://audit:3100/loki/api/v1/push" }
}

logs.write "loki" {
  endpoint { url = "http://loki:3100/loki/api/v1/push" }
}

logs.echo "debug" { }
`;

for (const [colorScheme, name] of [
  ["light", "graph"],
  ["dark", "graph-dark"],
] as const) {
  test(name, async ({ designer }) => {
    await designer.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await setConfiguration(designer, GRAPH);
    const levels = ["info", "info", "warn", "audit", "info", "error"];
    const lines = [...Array(60).keys()].map(
      (i) =>
        `level=${levels[i % levels.length]} user=u${i % 7} path=${i % 5 === 0 ? "/healthz" : `/cart/${i}`} took=${(i * 37) % 90}ms`,
    );
    await setSamples(designer, lines.join("\n"));
    await designer.getByRole("button", { name: "Graph", exact: true }).click();
    await expect(designer.getByText("8 components, counts of 60 samples")).toBeVisible();
    await designer.mouse.move(700, 860);
    await designer.screenshot({ path: pictureOf(name) });
  });
}

/** Three profiled services, and two servers that receive their profiles. */
const profiledText = (backend: string, archive: string): string => `profiles.receive_http "apps" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [profiles.write.backend.receiver, profiles.write.archive.receiver]
}

profiles.write "backend" {
  endpoint {
    url = "${backend}"
  }
}

profiles.write "archive" {
  endpoint {
    url = "${archive}"
  }
}
${["checkout", "cart", "search"]
  .map(
    (service, seed) => `
profiles.source.demo "${service}" {
  receiver = "profiles.receive_http.apps"
  service  = "${service}"
  interval = "1s"
  labels   = { region = "eu-1", version = "1.42.0" }
  seed     = ${seed + 1}
}
`,
  )
  .join("")}`;

test("profiles", async ({ page }) => {
  const [backend, archive] = [await startUpstream(), await startUpstream()];
  const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  const config = join(folder, "config.alloy");
  writeFileSync(config, profiledText(backend.url, archive.url));
  const server = await startSluice(config);
  try {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(server.url);
    await page.getByRole("link", { name: "Profiles", exact: true }).click();
    const rows = page.getByRole("listbox", { name: "Requests, newest first" }).getByRole("option");
    await expect(rows.nth(8)).toBeVisible();
    archive.status = 422;
    await pushRecorded(`http://${server.pushAddress}`, "rc-go-3", "billing");
    archive.status = 200;
    await expect(rows.nth(19)).toBeVisible();
    await page.getByRole("button", { name: "Pause the list" }).click();
    await rows.filter({ hasText: "checkout" }).filter({ hasText: "process_cpu" }).first().click();
    await expect(page.getByRole("application", { name: /^Flame graph/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Repeat this request" })).toBeAttached();
    await page.mouse.move(700, 60);
    await takeBoth(page, "profiles");
  } finally {
    await server.stop();
    backend.close();
    archive.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A shop whose read requests are dropped while it runs. */
const LIVE = `logs.source.demo "shop" {
  rate       = 120
  forward_to = [logs.process.access.receiver]
}

logs.process "access" {
  forward_to = [logs.echo.out.receiver]

  stage.regex {
    expression = "\\"(?P<method>[A-Z]+) (?P<path>[^ ]+) [^\\"]*\\" (?P<status>\\\\d{3})"
  }

  stage.labels {
    values = { method = "", status = "" }
  }

  stage.drop {
    source              = "path"
    value               = "/healthz"
    drop_counter_reason = "health checks"
  }
}

logs.echo "out" { }
`;

for (const [colorScheme, name] of [
  ["light", "live"],
  ["dark", "live-dark"],
] as const) {
  test(name, async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), "sluice-pictures-"));
    const config = join(folder, "live.alloy");
    writeFileSync(config, LIVE);
    const running = await startSluice(config, ["--data-dir", join(folder, "data")]);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(running.url);
    await page.getByRole("link", { name: "Live", exact: true }).click();
    const components = page.getByRole("region", { name: "Components" });
    await components.getByRole("button", { name: /access/ }).click();
    await page.getByRole("button", { name: "Tap the pipeline" }).click();
    const entries = page.getByRole("listbox", { name: "Entries, newest first" }).getByRole("option");
    // Long enough for a line in the plots.
    await expect
      .poll(() => entries.first().getAttribute("aria-setsize").then(Number), { timeout: 120_000 })
      .toBeGreaterThan(250);
    await entries.nth(2).click();
    await page.mouse.move(700, 860);
    await page.screenshot({ path: pictureOf(name) });
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}

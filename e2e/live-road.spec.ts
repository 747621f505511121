/**
 * The whole way of a change to production: a server started as in the README receives logs from third-party clients,
 * while somebody captures entries, changes the pipeline on them, shadow-runs the change, deploys it and rolls it back.
 * Every entry is counted at both ends.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LokiReceiver, startLokiReceiver } from "@sluice/cli/testing/loki-receiver";
import { startByNpm } from "@sluice/cli/testing/sluice-process";
import type { Page } from "playwright/test";
import { lookAt } from "./axe.ts";
import { type LogClient, prepareLogClients } from "./log-clients.ts";
import { area, command, expect, test } from "./server.ts";

const config = (loki: string) => `logs.source.api "shop" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}

logs.source.otlp "shop" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}

logs.source.syslog "shop" {
  listener {
    address  = "127.0.0.1:0"
    protocol = "tcp"
    labels   = { job = "hosts" }
  }
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.write.loki.receiver]

  stage.regex {
    expression = "client=(?P<client>\\\\S+) id=(?P<id>\\\\d+)"
  }

  stage.drop {
    source              = "id"
    expression          = "9$"
    drop_counter_reason = "noise"
  }

  stage.labels {
    values = { client = "" }
  }

  stage.static_labels {
    values = { env = "prod" }
  }
}

logs.write "loki" {
  endpoint {
    url        = "${loki}"
    batch_wait = "100ms"
  }
}
`;

interface Status {
  readonly components: readonly {
    readonly id: string;
    readonly health: { readonly state: string };
  }[];
}

const statusOf = async (url: string): Promise<Status> => (await fetch(`${url}api/status`)).json() as Promise<Status>;

/** Sums of metrics from one scrape, each over all series with some common labels. */
async function scrape(url: string): Promise<(name: string, part?: string) => number> {
  const text = await (await fetch(`${url}metrics`)).text();
  return (name, part = "") =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, "gm"))]
      .filter(([, labels = ""]) => labels.includes(part))
      .reduce((sum, [, , value]) => sum + Number(value), 0);
}

/** The entries since the last change of the stages are in balance, and there are some. */
async function expectBalance(url: string): Promise<void> {
  const total = await scrape(url);
  const of = (name: string) => total(`logs_process_entries_${name}`);
  expect(of("in_total")).toBeGreaterThan(0);
  expect(of("out_total") + of("dropped_total") + of("held")).toBe(of("in_total"));
  expect(total("logs_process_dropped_lines_total", 'reason="noise"')).toBe(of("dropped_total"));
}

/** The number of arrivals of each number of a client. */
function arrivals(loki: LokiReceiver, client: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { entries } of loki.all()) {
    for (const { line } of entries) {
      const [, name, id] = /^client=(\S+) id=(\d+) user=ann\2@shop\.example$/.exec(line.trimEnd()) ?? [];
      if (name === undefined) throw new Error(`nobody sent ${JSON.stringify(line)}`);
      if (name === client) counts.set(Number(id), (counts.get(Number(id)) ?? 0) + 1);
    }
  }
  return counts;
}

/** The largest number that arrived with this label; -1 before the first. */
function newest(loki: LokiReceiver, client: string, env: string): number {
  const found = loki.all().filter(({ labels }) => labels.client === client && labels.env === env);
  return Math.max(-1, ...found.flatMap(({ entries }) => entries.map(({ line }) => Number(/id=(\d+)/.exec(line)![1]))));
}

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function captureFrom(page: Page, from: RegExp, fill: (form: ReturnType<typeof dialog>) => Promise<unknown>) {
  await page.getByRole("button", { name: "Capture…" }).click();
  const form = dialog(page, "Capture samples");
  await form.getByRole("combobox", { name: "From" }).click();
  await page.getByRole("option", { name: from }).click();
  await fill(form);
  await form.getByRole("button", { name: "Capture", exact: true }).click();
  await expect(form).toHaveCount(0);
}

test("a change goes from captured traffic to production and back while third-party clients send; nothing is lost", async ({
  page,
}, info) => {
  const { ready, absent } = await prepareLogClients();
  for (const one of absent) info.annotations.push({ type: "absent", description: one });
  expect(ready).not.toEqual([]);
  if (process.env.SLUICE_CLIENTS === "all") expect(absent, "all clients are installed").toEqual([]);
  const loki = await startLokiReceiver();
  const folder = mkdtempSync(join(tmpdir(), "sluice-e2e-"));
  const file = join(folder, "shop.alloy");
  writeFileSync(file, config(loki.url));
  const server = await startByNpm(file, ["--data-dir", join(folder, "data")]);
  const sending = ready.map((client) => ({ client, run: client.start(server.addresses.get(`${client.to}.shop`)!) }));
  /** Waits until an entry of every client has arrived with this label, after `than`. */
  const untilAll = async (env: string, than: (client: LogClient) => number = () => -1) => {
    for (const client of ready)
      await expect
        .poll(() => newest(loki, client.name, env), { message: `${client.name} with env="${env}"` })
        .toBeGreaterThan(than(client));
  };
  const shadow = page.getByRole("region", { name: "Shadow run" });
  const beside = shadow.getByRole("button", { name: "Shadow-run this draft" });
  try {
    await untilAll("prod");
    await expectBalance(server.url);

    await test.step("entries are captured into a document with the running configuration", async () => {
      await page.goto(server.url);
      await area(page, "Live");
      // No open document could be shadow-run.
      await expect(beside).toHaveAttribute("aria-disabled", "true");
      await command(page, "open what it runs");
      await expect(page.getByText(/^Opened version 1/)).toBeVisible();
      await area(page, "Live");
      await captureFrom(page, /^What enters logs.process.main$/, (form) => form.getByLabel("Entries").fill("20"));
      await expect(page.getByText(/texts that look like secrets were replaced: 20 mail/)).toBeVisible();
      await captureFrom(page, /^Stored in /, async (form) => {
        await form.getByLabel("Query").fill('{client="winston", env="prod"}');
        await form.getByLabel("Entries").fill("3");
      });
      await area(page, "Design");
      const samples = page.getByRole("listbox", { name: "Sample entries" });
      await expect(samples.getByRole("option")).toHaveCount(23);
    });

    await test.step("a stage is edited on the samples", async () => {
      await page.getByRole("button", { name: "Arguments of stage 4", exact: true }).click();
      const form = page
        .getByRole("region", { name: "Stages", exact: true })
        .getByRole("form", { name: "Settings of stage 4 static_labels" });
      await form.getByLabel("values 1: value of env", { exact: true }).fill("canary");
      const samples = page.getByRole("listbox", { name: "Sample entries" });
      await samples.getByRole("option").filter({ hasNotText: "dropped" }).first().click();
      await expect(page.getByRole("region", { name: "Inspector" })).toContainText("canary");
    });

    await test.step("the draft is shadow-run, and deployed", async () => {
      await area(page, "Live");
      await beside.click();
      await expect(shadow).toContainText("running");
      // Entries that both drop count as the same.
      await expect(shadow.getByText(/^\d[\d,]* the same, [1-9][\d,]* differ$/)).toBeVisible();
      await shadow.getByRole("button", { name: "Show differences" }).click();
      await expect(shadow.getByRole("region", { name: "Differences" })).toContainText('env="canary"');
      await lookAt(page, "a shadow run", [1280, 1920]);
      await shadow.getByRole("button", { name: "Stop" }).click();
      await expect(shadow.getByText("stopped", { exact: true })).toBeVisible();
      await shadow.getByRole("button", { name: "Deploy…" }).click();
      const deploy = dialog(page, "Deploy to the server");
      await expect(deploy.getByRole("region", { name: "What changes" })).toContainText('env = "canary"');
      await expect(deploy.getByRole("list", { name: "Checks" })).toContainText(
        /Shadow run: [\d,]+ of [\d,]+ entries differ/,
      );
      await expect(deploy.getByRole("list", { name: "Checks" })).toContainText("new stream");
      expect(
        loki.all().filter(({ labels }) => labels.env === "canary"),
        "the shadow run sent nothing",
      ).toEqual([]);
      await deploy.getByRole("button", { name: "Deploy", exact: true }).click();
      await expect(page.getByText("The server runs it as version 2.")).toBeVisible();
      await untilAll("canary");
      await expectBalance(server.url);
    });

    await test.step("it is rolled back", async () => {
      await page.getByRole("button", { name: "Roll back to 1…" }).click();
      await dialog(page, "Versions on the server").getByRole("button", { name: "Roll back to version 1" }).click();
      await expect(page.getByText("Rolled back to version 1. It is now version 3.")).toBeVisible();
      await untilAll("prod", ({ name }) => newest(loki, name, "canary"));
    });

    await test.step("all sent entries are accounted for", async () => {
      const ended = await Promise.all(
        sending.map(async ({ client, run }) => ({ name: client.name, ...(await run.stop()) })),
      );
      expect(ended.map(({ name, problems }) => [name, problems])).toEqual(ended.map(({ name }) => [name, []]));
      const sent = ended.reduce((sum, one) => sum + one.sent, 0);
      const noise = ended.reduce((sum, one) => sum + Math.floor(one.sent / 10), 0);
      const arrived = () => loki.all().reduce((sum, { entries }) => sum + entries.length, 0);
      await expect.poll(arrived, { message: "entries that arrived" }).toBe(sent - noise);
      for (const { name, sent: count } of ended) {
        const once = Array.from({ length: count }, (_, id) => id).filter((id) => id % 10 !== 9);
        expect(
          [...arrivals(loki, name)].sort(([a], [b]) => a - b),
          name,
        ).toEqual(once.map((id) => [id, 1]));
      }
      const { url } = server;
      await expectBalance(url);
      const total = await scrape(url);
      const accepted = ["api", "otlp", "syslog"].map((one) => total(`logs_source_${one}_entries_total`));
      expect({
        accepted: accepted.reduce((sum, one) => sum + one, 0),
        sent: total("logs_write_sent_entries_total"),
        lost: total("logs_write_dropped_entries_total"),
        failed: total("sluice_component_failed_entries_total"),
      }).toEqual({ accepted: sent, sent: sent - noise, lost: 0, failed: 0 });
      const { components } = await statusOf(url);
      expect(components.filter(({ health }) => health.state !== "healthy")).toEqual([]);
      const { stderr } = await server.stop();
      expect(stderr).toMatch(/^stopping: /m);
      expect(stderr).not.toMatch(/^stopped; |level=(warn|error)/m);
    });
  } finally {
    await Promise.all(sending.map(({ run }) => run.stop()));
    await server.stop();
    await loki.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

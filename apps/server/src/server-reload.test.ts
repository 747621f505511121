/** Configurations that are loaded while a server runs. */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { ConfigFiles, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "./platform/scheduler.ts";
import { START, until } from "./testing/fixtures.ts";
import { PUSH, ServerFixture, versionedConfig } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
/** What is in the file now. */
let file: string;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

async function start(text: string): Promise<void> {
  file = text;
  const name = join(fixture.folder, "config.alloy");
  expect(await fixture.start(text, { reread: async () => ConfigFiles.one(name, file) })).toMatchObject({ ok: true });
}

async function reload(text: string, headers: Record<string, string> = {}) {
  file = text;
  const response = await fetch(new URL("/-/reload", fixture.server.url), { method: "POST", headers });
  return { status: response.status, text: await response.text() };
}

it("passes on what each configuration that starts to run asks of the log, and of none that is refused", async () => {
  const asked: unknown[] = [];
  const logging = (level: string) => `logging {\n  level = "${level}"\n}\nlogs.echo "out" { }\n`;
  file = logging("debug");
  const reread = async () => ConfigFiles.one(join(fixture.folder, "config.alloy"), file);
  const adjustLog = (block: { level: string } | undefined) => void asked.push(block?.level);
  await fixture.start(file, { reread, adjustLog });
  expect((await reload(logging("loud"))).status).toBe(400);
  expect((await reload(logging("warn"))).status).toBe(200);
  expect((await reload('logs.echo "out" { }')).status).toBe(200);
  expect(asked).toEqual(["debug", "warn", undefined]);
});

/** A connection that stays, and what it is answered. */
class Keeping {
  readonly #socket;
  #seen = "";
  #more = () => {};
  closed = false;

  constructor(address: string) {
    const [host, port] = address.split(":");
    this.#socket = connect(Number(port), host);
    this.#socket.on("data", (some) => {
      this.#seen += some.toString();
      this.#more();
    });
    this.#socket.on("close", () => {
      this.closed = true;
      this.#more();
    });
  }

  /** Gives the status. */
  async push(line: string): Promise<string> {
    const body = JSON.stringify({ streams: [{ stream: { job: "a" }, values: [["1", line]] }] });
    this.#seen = "";
    this.#socket.write(
      `POST /loki/api/v1/push HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    while (!this.#seen.includes("\r\n\r\n") && !this.closed)
      await new Promise<void>((resolve) => {
        this.#more = resolve;
      });
    return this.#seen.slice(9, 12);
  }

  end(): void {
    this.#socket.destroy();
  }
}

async function metric(name: string): Promise<number> {
  const { text } = await fixture.get("/metrics");
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.*)$`, "m").exec(text)?.[1]);
}

describe("a reload", () => {
  it("changes what changed, and keeps the connections of the listener that did not", async () => {
    await start(versionedConfig("1"));
    const client = new Keeping(String(fixture.listening));
    expect(await client.push("a")).toBe("204");
    expect(await reload(versionedConfig("2"))).toEqual({ status: 200, text: "config reloaded\n" });
    expect(await client.push("b")).toBe("204");
    expect(fixture.printed.match(/version="\d"/g)).toEqual(['version="1"', 'version="2"']);
    expect(await metric("logs_source_api_entries_total")).toBe(2);
    expect(await metric("logs_process_entries_in_total")).toBe(1);
    expect(JSON.parse((await fixture.get("/api/config")).text).text).toBe(versionedConfig("2"));
    client.end();
  });

  it("of the same file says that nothing changed", async () => {
    await start(versionedConfig("1"));
    await fixture.push("a");
    expect(await reload(versionedConfig("1"))).toEqual({ status: 200, text: "config reloaded; nothing changed\n" });
    expect(await metric("logs_process_entries_in_total")).toBe(1);
  });

  it("of a broken file says where, and changes nothing", async () => {
    await start(versionedConfig("1"));
    const name = join(fixture.folder, "config.alloy");
    const bad = await reload(
      versionedConfig("2").replace("forward_to = [logs.echo.out.receiver]", "forward_to = [logs.echo.no.receiver]"),
    );
    expect(bad.status).toBe(400);
    expect(bad.text.split("\n").slice(0, 3)).toEqual([
      `${name}:9:17: error: component "logs.echo.no.receiver" does not exist or is out of scope`,
      "    forward_to = [logs.echo.no.receiver]",
      "                  ^^^^^^^^^^^^^^^^^^^^^",
    ]);
    await fixture.push("a");
    expect(fixture.printed).toContain('version="1"');
    expect(await metric("sluice_config_last_load_successful")).toBe(0);
    expect(await metric("sluice_config_load_failures_total")).toBe(1);
    expect(fixture.server.status().configuration.last_load).toMatchObject({
      ok: false,
      message: `${name}:9:17: component "logs.echo.no.receiver" does not exist or is out of scope`,
    });
    expect(fixture.logged.map(({ message }) => message)).toContain(
      "the configuration was refused; the one before runs on",
    );
    expect((await reload(versionedConfig("2"))).status).toBe(200);
    expect(await metric("sluice_config_last_load_successful")).toBe(1);
    expect(await metric("sluice_config_last_load_success_timestamp_seconds")).toBeGreaterThan(1.7e9);
  });

  it("refuses a port that another program has, at its place", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await start(versionedConfig("1"));
    const before = fixture.listening;
    const { status, text } = await reload(versionedConfig("2").replace("listen_port = 0", `listen_port = ${port}`));
    expect(status).toBe(400);
    expect(text).toContain(
      `config.alloy:4:5: error: logs.source.api.in: 127.0.0.1 port ${port} is in use by another program\n`,
    );
    expect(text).toContain(`  listen_port = ${port}\n      ^^^`);
    await fixture.push("a");
    expect([fixture.listening, fixture.printed.includes('version="1"')]).toEqual([before, true]);
    await new Promise((resolve) => other.close(resolve));
  });

  it("shows no secret of a configuration that was refused, nor of those that run and ran", async () => {
    const write = (token: string, more = "") =>
      versionedConfig(
        "1",
        `logs.write "w" {\n endpoint {\n url = "http://127.0.0.1:1/push"\n bearer_token = "${token}"\n ${more}\n }\n}`,
      );
    await start(write("secret-of-one"));
    const bad = await reload(write("secret-of-two", "nope = 1"));
    expect(bad.text).toContain('unrecognized attribute name "nope"');
    expect((await reload(write("secret-of-three"))).status).toBe(200);
    const all = [
      bad.text,
      (await fixture.get("/api/status")).text,
      (await fixture.get("/api/config")).text,
      JSON.stringify(fixture.logged),
    ].join("\n");
    expect(all).not.toMatch(/secret-of-/);
  });

  it("waits for the one before it: of many at once each is whole", async () => {
    await start(versionedConfig("0"));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => reload(versionedConfig(String(i + 1)))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    await fixture.push("a");
    expect(fixture.printed).toContain('version="12"');
  });

  it("is not for pages of other sites, and only by POST", async () => {
    await start(versionedConfig("1"));
    expect((await reload(versionedConfig("2"), { Origin: "http://evil.example" })).status).toBe(403);
    expect((await fixture.get("/-/reload")).status).toBe(405);
    await fixture.push("a");
    expect(fixture.printed).toContain('version="1"');
  });

  it("is not possible where the configuration came from standard input", async () => {
    await fixture.start(versionedConfig("1"));
    const response = await fetch(new URL("/-/reload", fixture.server.url), { method: "POST" });
    expect([response.status, await response.text()]).toEqual([
      400,
      "the configuration came from standard input, which cannot be read again\n",
    ]);
  });

  it("takes the data directory when a configuration first needs it, and refuses where another server has it", async () => {
    const tail = 'logs.source.file "app" {\n targets = [{ __path__ = "app.log" }]\n forward_to = []\n}';
    const first = new ServerFixture();
    await first.start(tail, { dataDir: join(fixture.folder, "data") });
    await start(versionedConfig("1"));
    const refused = await reload(versionedConfig("2", tail));
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/data is in use by process \d+ on /);
    await first.remove();
    expect((await reload(versionedConfig("2", tail))).status).toBe(200);
    expect(fixture.server.status().components.map(({ id }) => id)).toContain("logs.source.file.app");
  });
});

it("loses no entry and mixes none up while good and broken configurations come in turn", async () => {
  const chain = (version: number) => `${PUSH}
logs.process "main" {
  forward_to = [logs.process.second.receiver]
  stage.static_labels {
    values = { version = "${version}" }
  }
}
logs.process "second" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { second = "${version}" }
  }
}
logs.echo "out" { }
`;
  await start(chain(0));
  const client = new Keeping(String(fixture.listening));
  let pushed = 0;
  let done = false;
  const pushing = (async () => {
    while (!done) expect(await client.push(`line-${pushed++}.`)).toBe("204");
  })();
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const broken: ((text: string) => string)[] = [
    (text) => text.replace("stage.", "stage.x_"),
    (text) => text.replace("logs.process.second.receiver", "logs.process.gone.receiver"),
    (text) => text.replace("listen_port = 0", `listen_port = ${(taken.address() as AddressInfo).port}`),
    (text) => text.slice(0, -3),
  ];
  const statuses: number[] = [];
  const components = fixture.server.status().components.map(({ id }) => `component_id="${id}"`);
  for (let version = 1; version <= 30; version++) {
    const text = version % 2 === 0 ? chain(version) : broken[(version >> 1) % broken.length]!(chain(version));
    // While it is loaded, too, as it comes.
    const [{ status }, ...scrapes] = await Promise.all([
      reload(text),
      fixture.get("/metrics"),
      fixture.get("/metrics").then(() => fixture.get("/metrics")),
    ]);
    statuses.push(status);
    for (const scrape of scrapes)
      expect([scrape.status, components.filter((id) => !scrape.text.includes(id))]).toEqual([200, []]);
  }
  taken.close();
  done = true;
  await pushing;
  await fixture.server.stop();
  expect(statuses).toEqual(Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 400 : 200)));
  const lines = fixture.printed.trimEnd().split("\n");
  expect(new Set(lines.map((line) => /line-(\d+)\./.exec(line)![1])).size).toBe(pushed);
  expect(lines.length).toBe(pushed);
  const versions = lines.map((line) => [/second="(\d+)"/.exec(line)![1], /version="(\d+)"/.exec(line)![1]]);
  expect(versions.filter(([a, b]) => a !== b)).toEqual([]);
  client.end();
});

it("gives up reading a file that never comes, and loads the next one", async () => {
  const scheduler = new ManualScheduler(START);
  let asked = 0;
  const reread = () =>
    asked++ === 0 ? new Promise<never>(() => {}) : Promise.resolve(ConfigFiles.one("config.alloy", file));
  file = versionedConfig("1");
  expect(await fixture.start(file, { reread, scheduler })).toMatchObject({ ok: true });
  const first = fixture.server.reload({ via: "signal" });
  file = versionedConfig("2");
  const second = fixture.server.reload({ via: "signal" });
  await until(() => asked === 1);
  await scheduler.advance(10n * SECOND);
  expect(await first).toMatchObject({ ok: false, message: "reading the configuration took longer than 10 s" });
  expect(await second).toMatchObject({ ok: true, changed: true });
});

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get as httpGet } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServerOptions, SluiceServer } from "./server.ts";
import { collectingLog, type LoggedLine } from "./testing/fixtures.ts";

let folder: string;
let printed: string;
let logged: LoggedLine[];
let server: SluiceServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-server-"));
  printed = "";
  logged = [];
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const PUSH = `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port = 0
  }
  forward_to = [logs.process.main.receiver]
}`;
const SOURCE = `${PUSH}

loki.process "other" {
  forward_to = []
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.multiline {
    firstline = "^#"
  }
}

logs.echo "out" { }
`;

async function start(text: string, options: Partial<ServerOptions> = {}) {
  const result = await SluiceServer.start({
    configFile: join(folder, "config.alloy"),
    configText: text,
    host: "127.0.0.1",
    port: 0,
    page: join(folder, "page"),
    version: "1.2.3",
    log: collectingLog(logged),
    print: (out) => {
      printed += out;
    },
    dataDir: join(folder, "data"),
    seed: 1,
    ...options,
  });
  if (result.ok) server = result.server;
  return result;
}

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, server!.url), { headers });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

const listening = () => server!.status().components.find(({ id }) => id === "logs.source.api.in")!.details.listening;

async function push(...lines: string[]): Promise<number> {
  const body = JSON.stringify({ streams: [{ stream: { job: "a" }, values: lines.map((line) => ["1", line]) }] });
  const headers = { "Content-Type": "application/json" };
  return (await fetch(`http://${listening()}/loki/api/v1/push`, { method: "POST", headers, body })).status;
}

describe("the start", () => {
  it("gives diagnostics and starts nothing when the configuration is wrong", async () => {
    const result = await start('logs.echo "out" { nope = 1 }');
    expect(result.ok).toBe(false);
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["unknown-argument"]);
  });

  it.each([
    [
      "the page's port is in use",
      () => ({ port: (other.address() as AddressInfo).port }),
      /^127\.0\.0\.1 port \d+ is in use by another program$/,
    ],
    [
      "the host is no address of this machine",
      () => ({ host: "192.0.2.1" }),
      /^192\.0\.2\.1 is not an address of this machine$/,
    ],
  ])("fails as a whole when %s", async (_name, options, message) => {
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const result = await start(SOURCE, options());
    expect(result.ok).toBe(false);
    expect(!result.ok && result.message).toMatch(message);
    expect(logged).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
  });
  const other = createServer();

  it.each([
    [
      "an endpoint is no address",
      `logs.write "w" {\n endpoint {\n url = "http://[x/"\n }\n}`,
      /^logs\.write\.w: endpoint: "http:\/\/\[x\/" is not an address$/,
    ],
    ["a component runs nowhere", `profiles.receive_http "p" {\n forward_to = []\n http { }\n}`, /does not run/],
  ])("fails as a whole when %s", async (_name, text, message) => {
    const result = await start(text);
    expect(result.ok).toBe(false);
    expect(!result.ok && result.message).toMatch(message);
  });

  it.each([
    ["is missing", undefined, "open cities.mmdb: no such file or directory"],
    ["is no database", "no database", "error opening database: invalid MaxMind DB file"],
  ])("starts nothing and says where when a file that a stage names %s", async (_name, content, message) => {
    if (content !== undefined) writeFileSync(join(folder, "cities.mmdb"), content);
    const geoip = `stage.geoip {\n source = "ip"\n db = "cities.mmdb"\n db_type = "city"\n }`;
    const text = `${SOURCE}\nlogs.process "p" {\n forward_to = []\n ${geoip}\n}`;
    const result = await start(text);
    expect(result).toMatchObject({
      ok: false,
      diagnostics: [{ severity: "error", code: "unusable-file", message }],
    });
    const span = result.diagnostics[0]!.span!;
    expect(text.slice(span.start, span.end)).toBe('"cities.mmdb"');
    expect(logged).toEqual([]);
  });

  const TAIL = `logs.source.file "app" {\n targets = [{ __path__ = "app.log" }]\n forward_to = []\n}`;

  it("fails as a whole when another server keeps its positions in the same directory", async () => {
    await start(TAIL);
    const first = server!;
    const second = await start(TAIL);
    expect(!second.ok && second.message).toMatch(/data is in use by process \d+ on .* with --data-dir$/);
    await first.stop();
    expect(await start(TAIL)).toMatchObject({ ok: true });
  });

  it.each([
    [
      "a file that a stage names is missing",
      'stage.geoip {\n source = "ip"\n db = "none.mmdb"\n db_type = "city"\n }',
      {},
    ],
    ["the host is no address of this machine", "", { host: "192.0.2.1" }],
  ])("leaves the data directory to others when %s", async (_name, stage, options) => {
    const text = `${TAIL}\nlogs.process "p" {\n forward_to = []\n ${stage}\n}`;
    expect(await start(text, options)).toMatchObject({ ok: false });
    expect(readdirSync(join(folder, "data"))).toEqual([]);
  });

  it("makes no data directory when nothing is kept in it", async () => {
    await start(SOURCE);
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  it("goes on when a source's port is in use, and says so", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await start(SOURCE.replace("listen_port = 0", `listen_port = ${port}`));
    expect(await get("/-/ready")).toMatchObject({
      status: 503,
      text: `logs.source.api.in: 127.0.0.1 port ${port} is in use by another program\n`,
    });
    expect(await get("/-/healthy")).toMatchObject({ status: 200 });
    expect((await get("/metrics")).text).toContain("sluice_component_unhealthy 1\n");
    await new Promise((resolve) => other.close(resolve));
  });
});

describe("its HTTP face", () => {
  it("shows metrics in the format that is asked for", async () => {
    await start(SOURCE);
    await push("#1");
    const plain = await get("/metrics");
    expect(plain.type).toBe("text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
    expect(plain.text).toContain('logs_process_entries_in_total{component_id="logs.process.main"} 1\n');
    expect(plain.text).toContain('loki_process_entries_in_total{component_id="loki.process.other"} 0\n');
    expect(plain.text).toContain('sluice_build_info{version="1.2.3"} 1\n');
    const open = await get("/metrics", { Accept: "application/openmetrics-text; version=1.0.0" });
    expect(open.type).toMatch(/^application\/openmetrics-text; version=1\.0\.0; charset=utf-8/);
    expect(open.text).toMatch(/\n# EOF\n$/);
  });

  it("shows status and configuration", async () => {
    await start(SOURCE);
    const status = JSON.parse((await get("/api/status")).text);
    expect(status).toMatchObject({ version: "1.2.3", state: "running", config: join(folder, "config.alloy") });
    expect(
      status.components.map(({ id, forward_to }: { id: string; forward_to: string[] }) => [id, forward_to]),
    ).toEqual(
      expect.arrayContaining([
        ["logs.source.api.in", ["logs.process.main"]],
        ["logs.process.main", ["logs.echo.out"]],
        ["logs.echo.out", []],
      ]),
    );
    expect(JSON.parse((await get("/api/config")).text)).toEqual({ file: join(folder, "config.alloy"), text: SOURCE });
    expect(await get("/-/ready")).toMatchObject({ status: 200, text: "ready\n" });
  });

  it("says how to build the page, and answers 404 for the rest", async () => {
    await start(SOURCE);
    expect((await get("/")).text).toContain("npm run build");
    expect(await get("/nope")).toMatchObject({ status: 404 });
    expect(await get("/api/nope")).toMatchObject({ status: 404 });
  });

  it.each<[string, number]>([
    ["localhost", 200],
    ["localhost:3180", 200],
    ["127.0.0.1", 200],
    ["[::1]:80", 200],
    ["evil.example", 421],
    ["evil.example:3180", 421],
  ])("to the name %s answers %d, so that foreign pages cannot read the configuration", async (host, status) => {
    await start(SOURCE);
    const answered = await new Promise((resolve, reject) => {
      httpGet(new URL("/api/config", server!.url), { headers: { Host: host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
    expect(answered).toBe(status);
  });

  it("serves the built page", async () => {
    writeFileSync(join(folder, "index.html"), "<title>Sluice</title>");
    await start(SOURCE, { page: folder });
    expect(await get("/")).toMatchObject({
      status: 200,
      type: expect.stringContaining("text/html"),
      text: "<title>Sluice</title>",
    });
    expect(await get("/assets/gone.js")).toMatchObject({ status: 404 });
    expect(await get("/nope")).toMatchObject({ status: 404 });
  });
});

describe("the stop", () => {
  it("drains from the sources down, so that nothing is left behind", async () => {
    await start(SOURCE);
    expect(await push("#1", "more")).toBe(204);
    expect(printed).toBe("");
    expect(await Promise.all([server!.stop(), server!.stop()])).toEqual([0, 0]);
    expect(printed).toMatch(/^\S+ \{job="a"\} #1\nmore\n$/);
    await expect(push("late")).rejects.toThrow();
    await expect(get("/")).rejects.toThrow();
  });

  it("keeps to its time, and says what is lost", async () => {
    await start(
      `${PUSH}
      logs.process "main" {
        forward_to = [logs.echo.out.receiver]
        stage.limit {
          rate = 0.001
          burst = 1
        }
      }
      logs.echo "out" { }`,
      { drainTimeout: 30 },
    );
    await push("1", "2", "3");
    expect(await server!.stop()).toBe(2);
    expect(logged).toContainEqual({
      level: "warn",
      message: "entries were lost at shutdown",
      fields: { component: "logs.process.main", entries: 2 },
    });
  });
});

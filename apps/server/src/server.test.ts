import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "@sluice/engine";
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
      return undefined;
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
    expect(status).toMatchObject({
      version: "1.2.3",
      state: "running",
      time_zone_data: process.versions.tz,
      config: join(folder, "config.alloy"),
    });
    expect(status.time_zone_data).toMatch(/^20\d\d[a-z]$/);
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

  /** A request as it stands, which no client would make up. */
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server!.url);
      let answer = "";
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on("data", (chunk) => {
        answer += chunk.toString();
      });
      socket.on("end", () => resolve(answer));
      socket.on("error", reject);
    });
  const ask = (path: string, host = "localhost", method = "GET") =>
    raw(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  it.each<[string, number]>([
    ["localhost", 200],
    ["localhost:3180", 200],
    ["LOCALHOST", 200],
    ["LocalHost.:3180", 200],
    ["page.localhost", 200],
    ["127.0.0.1", 200],
    ["[::1]:80", 200],
    ["evil.example", 421],
    ["evil.example:3180", 421],
    ["localhost.evil.example", 421],
    ["127.0.0.1.evil.example", 421],
    ["evillocalhost", 421],
    ["evil.example#.localhost", 421],
    ["evil.example/.localhost", 421],
    ["[fe80::1%25evil.example]", 421],
    ["localhost\r\nHost: evil.example", 421],
    ["", 421],
  ])(
    "to the name %j answers %d on every path, so that foreign pages cannot read what it shows",
    async (host, status) => {
      writeFileSync(join(folder, "index.html"), "<title>Sluice</title>");
      await start(SOURCE, { page: folder });
      for (const path of ["/", "/metrics", "/api/status", "/api/config", "/-/ready"])
        expect(await ask(path, host)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(await ask("/api/preview", host, "POST")).toMatch(status === 200 ? /^HTTP\/1.1 415 / : /^HTTP\/1.1 421 /);
    },
  );

  it("says to a foreign name what to use as the host", async () => {
    await start(SOURCE);
    const advice = "use localhost, an IP address or the name given to --listen as the host";
    expect(await ask("/metrics", "evil.example")).toContain(`\r\n\r\n${advice}\n`);
  });

  it("answers to the name that it was told to listen on", async () => {
    await start(SOURCE, { host: "localhost" });
    expect(await ask("/metrics", "localhost")).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ["a file that is not there", "GET", "/assets/gone.js", 404, "not found"],
    ["a folder above", "GET", "/assets/..%2f..%2fetc/passwd", 403, "forbidden"],
    ["a hidden file", "GET", "/assets/.env", 404, "not found"],
    ["a folder", "GET", "/assets/", 404, "not found"],
    ["a path that is no text", "GET", "/assets/%ff", 400, "bad request"],
    ["such a path elsewhere", "GET", "/%ff", 404, "not found"],
    ["a path with a zero", "GET", "/%00", 404, "not found"],
    ["a method below the assets", "DELETE", "/assets/x.js", 405, "use GET, HEAD"],
    ["a method of an answer", "DELETE", "/api/status", 405, "use GET, HEAD"],
    ["a method of the preview", "GET", "/api/preview", 405, "use POST"],
    ["a method of the page", "PUT", "/", 404, "not found"],
  ])("answers %s with one line that tells nothing of the machine", async (_name, method, path, status, line) => {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), "<title>Sluice</title>");
    writeFileSync(join(folder, "assets/.env"), "x");
    await start(SOURCE, { page: folder });
    const answer = await ask(path, "localhost", method);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.slice(answer.indexOf("\r\n\r\n") + 4)).toBe(`${line}\n`);
    expect(answer).not.toContain(folder);
  });

  it("answers a fault of its own with one line, and counts it", async () => {
    await start(SOURCE);
    server!.status = () => {
      throw new Error("at /secret/place");
    };
    expect(await get("/api/status")).toMatchObject({
      status: 500,
      text: "internal error; the server's log says more\n",
    });
    expect(logged.at(-1)).toMatchObject({ level: "error", fields: { doing: "answering a request" } });
  });

  it("protects every answer from other pages by its headers", async () => {
    mkdirSync(join(folder, "assets"));
    const policy = `default-src 'none'; script-src 'self'`;
    writeFileSync(
      join(folder, "index.html"),
      `<meta http-equiv="Content-Security-Policy" content="${policy}"><title>Sluice</title>`,
    );
    writeFileSync(join(folder, "assets/worker.js"), "");
    await start(SOURCE, { page: folder });
    const policies: (string | null)[] = [];
    for (const path of ["/", "/assets/worker.js", "/metrics", "/api/status", "/nope", "/assets/nope", "/%ff"]) {
      const { headers } = await fetch(new URL(path, server!.url));
      expect([path, headers.get("x-content-type-options"), headers.get("x-frame-options")]).toEqual([
        path,
        "nosniff",
        "DENY",
      ]);
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      policies.push(headers.get("content-security-policy"));
    }
    const nothing = "default-src 'none'; frame-ancestors 'none'";
    expect(policies).toEqual([
      `${policy}; frame-ancestors 'none'`,
      expect.stringMatching(/script-src 'self';.* frame-ancestors 'none'$/),
      ...Array.from({ length: 5 }, () => nothing),
    ]);
  });

  it("answers others while clients send half a body", async () => {
    await start(SOURCE);
    const { hostname, port } = new URL(server!.url);
    const half = `POST /api/preview HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const sockets = await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(Number(port), hostname, () => socket.write(half, () => resolve(socket)));
            socket.on("error", () => {});
          }),
      ),
    );
    expect([(await get("/metrics")).status, (await get("/api/status")).status]).toEqual([200, 200]);
    for (const socket of sockets) socket.destroy();
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

describe("secrets", () => {
  it("come out neither of the configuration nor of status, log, metrics and answers", async () => {
    // An endpoint that says what it was sent, as some do.
    const echo = createServer((request, response) => {
      request.resume();
      response
        .writeHead(401)
        .end(`no: ${request.headers.authorization} ${request.headers["x-api-key"]} ${request.url}`);
    });
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    const { port } = echo.address() as AddressInfo;
    const endpoint = (args: string, path: string, user = "") =>
      `endpoint {\n url = "http://${user}127.0.0.1:${port}/${path}"\n batch_wait = "1ms"\n ${args}\n }`;
    const text = `${PUSH.replace("logs.process.main", "logs.write.out")}
      // bearer_token = "commented-1"
      logs.write "out" {
        ${endpoint(`bearer_token = "bearer-1"`, "push?token=query-1")}
        ${endpoint(`headers = { "X-Api-Key" = "header-1" }`, "push", "me:password-1@")}
      }`;
    await start(text, { dataDir: join(folder, "http://me:password-1@x") });
    await push("a");
    // Until both have answered.
    while (logged.filter(({ message }) => message === "a batch was dropped").length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    const shown = JSON.parse((await get("/api/config")).text).text as string;
    const all = [
      shown,
      (await get("/api/status")).text,
      (await get("/metrics")).text,
      (await get("/-/ready")).text,
      JSON.stringify(logged),
    ].join("\n");
    expect(all).toContain("(secret)");
    for (const secret of ["bearer-1", "query-1", "header-1", "password-1", "commented-1", btoa("me:password-1")])
      expect(all).not.toContain(secret);
    // It is still the configuration: a server starts with it.
    expect(loadConfig(shown)).toMatchObject({ ok: true });
    await server!.stop();
    await new Promise((resolve) => echo.close(resolve));
  });

  it("are hidden in what an endpoint answers though they are short, and may be cut", async () => {
    const echo = createServer((request, response) => {
      request.resume();
      const { authorization = "", "x-key": key = "" } = request.headers;
      response.writeHead(401).end(`no: ${authorization.replace(/^\w+ /, "")} ${key}${"-".repeat(270)}${key}`);
    });
    await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
    const { port } = echo.address() as AddressInfo;
    const endpoint = (args: string, user = "") =>
      `endpoint {\n url = "http://${user}127.0.0.1:${port}/"\n batch_wait = "1ms"\n ${args}\n }`;
    const long = "k3y-".repeat(10);
    await start(`${PUSH.replace("logs.process.main", "logs.write.out")}
      logs.write "out" {
        ${endpoint('bearer_token = "b7z"')}
        ${endpoint(`headers = { "X-Key" = "${long}" }`, "u:q@")}
      }`);
    await push("a");
    while (logged.filter(({ message }) => message === "a batch was dropped").length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    const all = [(await get("/api/status")).text, JSON.stringify(logged)].join("\n");
    expect(all).toContain("the endpoint answered 401: no: (secret) ");
    for (const secret of ["b7z", btoa("u:q"), "k3y-"]) expect(all).not.toContain(secret);
    await server!.stop();
    await new Promise((resolve) => echo.close(resolve));
  });

  it("stand in no message about a start that fails", async () => {
    const result = await start(`logs.write "w" {\n endpoint {\n url = "ftp://me:pw-1@host/?token=query-1"\n }\n}`);
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toMatch(/pw-1|query-1/);
    expect(result.diagnostics[0]!.message).toContain("ftp://(secret)@host");
  });
});

describe("the stop", () => {
  it("drains from the sources down, so that nothing is left behind", async () => {
    await start(SOURCE);
    expect(await push("#1", "more")).toBe(204);
    expect(printed).toBe("");
    expect(await Promise.all([server!.stop(), server!.stop()])).toEqual([0, 0]);
    expect(printed).toMatch(/^\S+ \{job="a"\} #1⏎more\n$/);
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

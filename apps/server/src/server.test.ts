/** A server as a whole: its start, what it shows of secrets, its stop. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { loadConfig } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PUSH, ServerFixture, SOURCE } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

describe("the start", () => {
  it("leaves out the warnings that a comment says to ignore, and reports one that is mistyped", async () => {
    const started = await fixture.start(
      `// sluice:ignore block-ignored\ntracing { }\n// sluice:ofF\nlogs.echo "out" { }\n`,
    );
    expect([started.ok, started.diagnostics.map(({ code }) => code)]).toEqual([true, ["unknown-mark"]]);
  });

  it("does not run a bare body of stages, though it is a document", async () => {
    const started = await fixture.start("stage.decolorize { }\n");
    expect([started.ok, started.diagnostics.map(({ code }) => code)]).toEqual([false, ["stage-outside"]]);
  });

  it("gives diagnostics and starts nothing when the configuration is wrong", async () => {
    const result = await fixture.start('logs.echo "out" { nope = 1 }');
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
      "the host is not an address of this machine",
      () => ({ host: "192.0.2.1", tokens: { full: "the-token-for-all-0" } }),
      /^192\.0\.2\.1 is not an address of this machine$/,
    ],
  ])("fails as a whole when %s", async (_name, options, message) => {
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const result = await fixture.start(SOURCE, options());
    expect(result.ok).toBe(false);
    expect(!result.ok && result.message).toMatch(message);
    expect(fixture.logged).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
  });
  const other = createServer();

  it.each([
    [
      "an endpoint is not a URL",
      `logs.write "w" {\n endpoint {\n url = "http://[x/"\n }\n}`,
      /^logs\.write\.w: endpoint: "http:\/\/\[x\/" is not a URL$/,
    ],
  ])("fails as a whole when %s", async (_name, text, message) => {
    const result = await fixture.start(text);
    expect(result.ok).toBe(false);
    expect(result.diagnostics.map((one) => [one.severity, one.span?.start])).toEqual([["error", 0]]);
    expect(result.diagnostics[0]!.message).toMatch(message);
  });

  it.each([
    ["is missing", undefined, "open cities.mmdb: no such file or directory"],
    ["is not a database", "no database", "error opening database: invalid MaxMind DB file"],
  ])("starts nothing and says where when a file that a stage names %s", async (_name, content, message) => {
    if (content !== undefined) writeFileSync(join(fixture.folder, "cities.mmdb"), content);
    const geoip = `stage.geoip {\n source = "ip"\n db = "cities.mmdb"\n db_type = "city"\n }`;
    const text = `${SOURCE}\nlogs.process "p" {\n forward_to = []\n ${geoip}\n}`;
    const result = await fixture.start(text);
    expect(result.ok).toBe(false);
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject([{ code: "unusable-file", message }]);
    const span = errors[0]!.span!;
    expect(text.slice(span.start, span.end)).toBe('"cities.mmdb"');
    expect(fixture.logged).toEqual([]);
  });

  const TAIL = `logs.source.file "app" {\n targets = [{ __path__ = "app.log" }]\n forward_to = []\n}`;

  it("fails as a whole when another server keeps its positions in the same directory", async () => {
    await fixture.start(TAIL);
    const first = fixture.server;
    const second = await fixture.start(TAIL);
    expect(!second.ok && second.message).toMatch(/data is in use by process \d+ on .* with --data-dir$/);
    await first.stop();
    expect(await fixture.start(TAIL)).toMatchObject({ ok: true });
  });

  it.each([
    [
      "a file that a stage names is missing",
      'stage.geoip {\n source = "ip"\n db = "none.mmdb"\n db_type = "city"\n }',
      {},
    ],
    ["the host is not an address of this machine", "", { host: "192.0.2.1", tokens: { full: "the-token-for-all-0" } }],
  ])("leaves the data directory to others when %s", async (_name, stage, options) => {
    const text = `${TAIL}\nlogs.process "p" {\n forward_to = []\n ${stage}\n}`;
    expect(await fixture.start(text, options)).toMatchObject({ ok: false });
    expect(readdirSync(join(fixture.folder, "data"))).toEqual([]);
  });

  it("names the component that has the port which another one asks for", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const http = `http {\n listen_address = "127.0.0.1"\n listen_port = ${port}\n }\n forward_to = []`;
    const started = await fixture.start(`logs.source.api "a" {\n ${http}\n}\nprofiles.receive_http "b" {\n ${http}\n}`);
    expect(started.diagnostics.map(({ code }) => code)).toEqual(["port-shared"]);
    const ids = ["logs.source.api.a", "profiles.receive_http.b"];
    const [unhealthy, ...more] = fixture.server.status().components.filter(({ health }) => health.state !== "healthy");
    expect([ids, more]).toEqual([expect.arrayContaining([unhealthy!.id]), []]);
    const owner = ids.find((id) => id !== unhealthy!.id);
    expect(unhealthy!.health.message).toBe(`127.0.0.1 port ${port} is in use by ${owner}; set another port`);
  });

  it("continues when a source's port is in use, and says so", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await fixture.start(SOURCE.replace("listen_port = 0", `listen_port = ${port}`));
    expect(await fixture.get("/-/ready")).toMatchObject({
      status: 503,
      text: expect.stringMatching(
        `^logs.source.api.in: 127.0.0.1 port ${port} is in use by another program \\(since 2`,
      ),
    });
    expect(await fixture.get("/-/healthy")).toMatchObject({ status: 200 });
    expect((await fixture.get("/metrics")).text).toContain("sluice_component_unhealthy 1\n");
    await new Promise((resolve) => other.close(resolve));
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
    await fixture.start(text, { dataDir: join(fixture.folder, "http://me:password-1@x") });
    await fixture.push("a");
    // Until both have answered.
    while (fixture.logged.filter(({ message }) => message === "a batch was dropped").length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    const shown = JSON.parse((await fixture.get("/api/config")).text).text as string;
    const all = [
      shown,
      (await fixture.get("/api/status")).text,
      (await fixture.get("/metrics")).text,
      (await fixture.get("/-/ready")).text,
      JSON.stringify(fixture.logged),
    ].join("\n");
    expect(all).toContain("(secret)");
    for (const secret of ["bearer-1", "query-1", "header-1", "password-1", "commented-1", btoa("me:password-1")])
      expect(all).not.toContain(secret);
    // It is still the configuration: a server starts with it.
    expect(loadConfig(shown)).toMatchObject({ ok: true });
    await fixture.server.stop();
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
    await fixture.start(`${PUSH.replace("logs.process.main", "logs.write.out")}
      logs.write "out" {
        ${endpoint('bearer_token = "b7z"')}
        ${endpoint(`headers = { "X-Key" = "${long}" }`, "u:q@")}
      }`);
    await fixture.push("a");
    while (fixture.logged.filter(({ message }) => message === "a batch was dropped").length < 2)
      await new Promise((resolve) => setImmediate(resolve));
    const all = [(await fixture.get("/api/status")).text, JSON.stringify(fixture.logged)].join("\n");
    expect(all).toContain("the endpoint answered 401: no: (secret) ");
    for (const secret of ["b7z", btoa("u:q"), "k3y-"]) expect(all).not.toContain(secret);
    await fixture.server.stop();
    await new Promise((resolve) => echo.close(resolve));
  });

  it("are in no message about a start that fails", async () => {
    const result = await fixture.start(
      `logs.write "w" {\n endpoint {\n url = "ftp://me:pw-1@host/?token=query-1"\n }\n}`,
    );
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toMatch(/pw-1|query-1/);
    expect(result.diagnostics[0]!.message).toContain("ftp://(secret)@host");
  });
});

describe("the stop", () => {
  /** Lets one line out, and holds the rest for longer than any stop takes. */
  const WAITING = `${PUSH}
    logs.process "main" {
      forward_to = [logs.echo.out.receiver]
      stage.limit {
        rate = 0.001
        burst = 1
      }
    }
    logs.echo "out" { }`;
  /** Holds all: nobody listens there. */
  const AWAY = `${PUSH}
    logs.process "main" {
      forward_to = [logs.write.up.receiver]
    }
    logs.write "up" {
      endpoint {
        url                 = "http://127.0.0.1:1/push"
        max_backoff_retries = 0
      }
    }`;

  it("drains from the sources down, so that nothing is left behind", async () => {
    await fixture.start(SOURCE);
    expect(await fixture.push("#1", "more")).toBe(204);
    expect(fixture.printed).toBe("");
    expect(await Promise.all([fixture.server.stop(), fixture.server.stop()])).toEqual([0, 0]);
    expect(fixture.printed).toMatch(/^\S+ \{job="a"\} #1⏎more\n$/);
    await expect(fixture.push("late")).rejects.toThrow();
    await expect(fixture.get("/")).rejects.toThrow();
  });

  it("leaves time for an answer that is being read, where draining takes all that it may", async () => {
    const page = join(fixture.folder, "page");
    mkdirSync(join(page, "assets"), { recursive: true });
    writeFileSync(join(page, "index.html"), "<title>Sluice</title>");
    const size = 32 << 20;
    writeFileSync(join(page, "assets/large.bin"), Buffer.alloc(size, "x"));
    await fixture.start(AWAY, { drainTimeout: 1000 });
    await fixture.push("1", "2", "3");
    const { hostname, port } = new URL(fixture.server.url);
    const socket = connect(Number(port), hostname);
    socket.write("GET /assets/large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((resolve) => socket.once("readable", resolve));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const stopped = fixture.server.stop();
      await vi.advanceTimersByTimeAsync(950);
      // Nothing is taken any more, and the deadline does not come.
      await expect
        .poll(
          () =>
            fetch(fixture.server.url).then(
              () => "open",
              () => "closed",
            ),
          { interval: 1 },
        )
        .toBe("closed");
      let read = 0;
      for await (const chunk of socket as AsyncIterable<Buffer>) read += chunk.length;
      expect(read).toBeGreaterThan(size);
      expect(await stopped).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps to its time, and says what is lost", async () => {
    await fixture.start(AWAY, { drainTimeout: 30 });
    await fixture.push("1", "2", "3");
    expect(await fixture.server.stop()).toBe(3);
    expect(fixture.logged).toContainEqual({
      level: "warn",
      message: "entries were lost at shutdown",
      fields: { component: "logs.write.up", entries: 3 },
    });
  });

  it("does not lose what waits for the tokens of a limit, which took all the time", async () => {
    await fixture.start(WAITING, { drainTimeout: 3000 });
    await fixture.push("1", "2", "3");
    expect(await fixture.server.stop()).toBe(0);
    expect(fixture.printed.match(/[123]$/gm)).toEqual(["1", "2", "3"]);
    expect(fixture.logged.filter(({ level }) => level === "warn")).toEqual([]);
  });
});

/** What a server answers to requests for its page and its API. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServerFixture, SOURCE } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

describe("its HTTP face", () => {
  it("shows metrics in the format that is asked for", async () => {
    await fixture.start(SOURCE);
    await fixture.push("#1");
    const plain = await fixture.get("/metrics");
    expect(plain.type).toBe("text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
    expect(plain.text).toContain('logs_process_entries_in_total{component_id="logs.process.main"} 1\n');
    expect(plain.text).toContain('loki_process_entries_in_total{component_id="loki.process.other"} 0\n');
    expect(plain.text).toContain('sluice_build_info{version="1.2.3"} 1\n');
    const open = await fixture.get("/metrics", { Accept: "application/openmetrics-text; version=1.0.0" });
    expect(open.type).toMatch(/^application\/openmetrics-text; version=1\.0\.0; charset=utf-8/);
    expect(open.text).toMatch(/\n# EOF\n$/);
  });

  it("takes pushes from a page of another port of its host, changes from its own page alone", async () => {
    await fixture.start(SOURCE);
    const from = (origin: string) => ({ Origin: origin, "Sec-Fetch-Site": "same-site" });
    const ask = async (url: string | URL, origin: string) =>
      (await fetch(url, { method: "POST", headers: { "Content-Type": "text/plain", ...from(origin) }, body: "x\n" }))
        .status;
    const raw = `http://${fixture.listening}/loki/api/v1/raw`;
    expect(await ask(raw, "http://127.0.0.1:3000")).toBe(204);
    expect(await ask(raw, "http://other.example:3000")).toBe(403);
    for (const path of ["/api/deploy", "/-/reload", "/api/tap", "/api/capture", "/api/validate"])
      expect([path, await ask(new URL(path, fixture.server.url), "http://127.0.0.1:3000")]).toEqual([path, 403]);
  });

  it("shows status and configuration", async () => {
    await fixture.start(SOURCE);
    const status = JSON.parse((await fixture.get("/api/status")).text);
    expect(status).toMatchObject({
      version: "1.2.3",
      state: "running",
      time_zone_data: process.versions.tz,
      config: join(fixture.folder, "config.alloy"),
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
    expect(JSON.parse((await fixture.get("/api/config")).text)).toEqual({
      file: join(fixture.folder, "config.alloy"),
      text: SOURCE,
      sha256: createHash("sha256").update(SOURCE).digest("hex"),
    });
    expect(await fixture.get("/-/ready")).toMatchObject({ status: 200, text: "ready\n" });
    // A slash at the end makes no difference to whoever probes it.
    for (const path of ["/-/ready/", "/-/healthy/", "/metrics/", "/api/status/"])
      expect([path, (await fixture.get(path)).status]).toEqual([path, 200]);
  });

  it("says how to build the page, and answers 404 for the rest", async () => {
    await fixture.start(SOURCE);
    expect((await fixture.get("/")).text).toContain("npm run build");
    expect(await fixture.get("/nope")).toMatchObject({ status: 404 });
    expect(await fixture.get("/api/nope")).toMatchObject({ status: 404 });
  });

  /** A request as it stands, which no client would make up. */
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(fixture.server.url);
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
      writeFileSync(join(fixture.folder, "index.html"), "<title>Sluice</title>");
      await fixture.start(SOURCE, { page: fixture.folder });
      for (const path of ["/", "/metrics", "/api/status", "/api/config", "/-/ready"])
        expect(await ask(path, host)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(await ask("/api/preview", host, "POST")).toMatch(status === 200 ? /^HTTP\/1.1 415 / : /^HTTP\/1.1 421 /);
    },
  );

  it("says to a foreign name what to use as the host", async () => {
    await fixture.start(SOURCE);
    const advice = "use localhost, an IP address or a name given to --listen or --allowed-host as the host";
    expect(await ask("/metrics", "evil.example")).toContain(`\r\n\r\n${advice}\n`);
    for (const path of ["/api/status", "/api", "/api/nope"]) {
      const answer = await ask(path, "evil.example");
      expect(answer).toMatch(/^HTTP\/1\.1 421 [\s\S]*Content-Type: application\/json/i);
      expect(answer).toContain(`\r\n\r\n${JSON.stringify({ error: advice })}\n`);
    }
  });

  it("answers to the name that it was told to listen on", async () => {
    await fixture.start(SOURCE, { host: "localhost" });
    expect(await ask("/metrics", "localhost")).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ["a file that is not there", "GET", "/assets/gone.js", 404, "not found"],
    ["a fixture.folder above", "GET", "/assets/..%2f..%2fetc/passwd", 403, "forbidden"],
    ["a hidden file", "GET", "/assets/.env", 404, "not found"],
    ["a fixture.folder", "GET", "/assets/", 404, "not found"],
    ["a path that is not text", "GET", "/assets/%ff", 400, "bad request"],
    ["such a path elsewhere", "GET", "/%ff", 404, "not found"],
    ["such a path of an answer", "GET", "/api/components/%ff", 400, '{"error":"bad request"}'],
    ["the same as a proxy asks", "GET", "http://localhost/api/components/%ff", 400, '{"error":"bad request"}'],
    ["a path with a zero", "GET", "/%00", 404, "not found"],
    ["a method below the assets", "DELETE", "/assets/x.js", 405, "method not allowed; use GET, HEAD"],
    ["a method of an answer", "DELETE", "/api/status", 405, '{"error":"method not allowed; use GET, HEAD"}'],
    ["a method of the preview", "GET", "/api/preview", 405, '{"error":"method not allowed; use POST"}'],
    ["a method of the page", "PUT", "/", 404, "not found"],
  ])("answers %s with one line that tells nothing of the machine", async (_name, method, path, status, line) => {
    mkdirSync(join(fixture.folder, "assets"));
    writeFileSync(join(fixture.folder, "index.html"), "<title>Sluice</title>");
    writeFileSync(join(fixture.folder, "assets/.env"), "x");
    await fixture.start(SOURCE, { page: fixture.folder });
    const answer = await ask(path, "localhost", method);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.slice(answer.indexOf("\r\n\r\n") + 4)).toBe(`${line}\n`);
    expect(answer).not.toContain(fixture.folder);
  });

  it("answers a fault of its own with one line, and counts it", async () => {
    await fixture.start(SOURCE);
    fixture.server.status = () => {
      throw new Error("at /secret/place");
    };
    expect(await fixture.get("/api/status")).toMatchObject({
      status: 500,
      text: `{"error":"internal error; see the server's log"}\n`,
    });
    expect(fixture.logged.at(-1)).toMatchObject({ level: "error", fields: { doing: "answering a request" } });
  });

  it("protects every answer from other pages by its headers", async () => {
    mkdirSync(join(fixture.folder, "assets"));
    const policy = `default-src 'none'; script-src 'self'`;
    writeFileSync(
      join(fixture.folder, "index.html"),
      `<meta http-equiv="Content-Security-Policy" content="${policy}"><title>Sluice</title>`,
    );
    writeFileSync(join(fixture.folder, "assets/worker.js"), "");
    await fixture.start(SOURCE, { page: fixture.folder });
    const policies: (string | null)[] = [];
    for (const path of ["/", "/assets/worker.js", "/metrics", "/api/status", "/nope", "/assets/nope", "/%ff"]) {
      const { headers } = await fetch(new URL(path, fixture.server.url));
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
      expect.stringMatching(/script-src 'self' 'wasm-unsafe-eval';.* frame-ancestors 'none'$/),
      ...Array.from({ length: 5 }, () => nothing),
    ]);
  });

  it("answers a body that is not one, and ends its connection", async () => {
    await fixture.start(SOURCE);
    const type = "Content-Type: application/json\r\nTransfer-Encoding: chunked";
    const answer = await raw(`POST /api/preview HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\n1\r\n{\r\nzz\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"error":"the body ended too early"/);
  });

  it("answers others while clients send half a body", async () => {
    await fixture.start(SOURCE);
    const { hostname, port } = new URL(fixture.server.url);
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
    expect([(await fixture.get("/metrics")).status, (await fixture.get("/api/status")).status]).toEqual([200, 200]);
    for (const socket of sockets) socket.destroy();
  });

  it("serves the built page", async () => {
    writeFileSync(join(fixture.folder, "index.html"), "<title>Sluice</title>");
    await fixture.start(SOURCE, { page: fixture.folder });
    expect(await fixture.get("/")).toMatchObject({
      status: 200,
      type: expect.stringContaining("text/html"),
      text: "<title>Sluice</title>",
    });
    expect(await fixture.get("/assets/gone.js")).toMatchObject({ status: 404 });
    expect(await fixture.get("/nope")).toMatchObject({ status: 404 });
  });
});

/** What an operator sees and sets: TLS of the page, checks without a change, arguments, the environment, audits. */
import { writeFileSync } from "node:fs";
import { request as secureRequest } from "node:https";
import { join } from "node:path";
import { ConfigFiles } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerOptions } from "./server.ts";
import { TEST_CERTIFICATE } from "./testing/certificate.ts";
import { EXPIRED_CERTIFICATE } from "./testing/expired-certificate.ts";
import { ServerFixture, versionedConfig } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await fixture.remove();
});

const start = (text: string, options: Partial<ServerOptions> = {}) => fixture.start(text, options);

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, fixture.server.url), {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

describe("TLS of the page", () => {
  const files = () => ({ certFile: join(fixture.folder, "cert.pem"), keyFile: join(fixture.folder, "key.pem") });
  const write = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files().certFile, cert);
    writeFileSync(files().keyFile, key);
  };
  /** Status and the certificate's fingerprint. */
  const ask = (path: string, method = "GET") =>
    new Promise<{ status: number | undefined; cert: string }>((resolve, reject) => {
      // As browsers and curl ask, which speak HTTP/2 wherever they may.
      const options = { method, agent: false, rejectUnauthorized: false, ALPNProtocols: ["h2", "http/1.1"] };
      const request = secureRequest(new URL(path, fixture.server.url), options, (response) => {
        const socket = response.socket as import("node:tls").TLSSocket;
        expect(socket.alpnProtocol).toBe("http/1.1");
        const { fingerprint256 } = socket.getPeerCertificate();
        response.resume().on("end", () => resolve({ status: response.statusCode, cert: fingerprint256 }));
      });
      request.on("error", reject).end();
    });

  it("is read from files, again at each reload, where what cannot be read leaves what there is", async () => {
    write(TEST_CERTIFICATE);
    const text = versionedConfig("1");
    const reread = async () => ConfigFiles.one("config.alloy", text);
    await start(text, { tls: files(), reread });
    expect(fixture.server.url).toMatch(/^https:/);
    const first = await ask("/-/healthy");
    expect(first.status).toBe(200);
    write({ cert: "nothing", key: "nothing" });
    expect((await ask("/-/reload", "POST")).status).toBe(400);
    expect((await ask("/-/healthy")).cert).toBe(first.cert);
    expect(fixture.server.status().configuration.last_load.message).toContain("do not hold a certificate and its key");
    write(EXPIRED_CERTIFICATE);
    expect((await ask("/-/reload", "POST")).status).toBe(200);
    const second = await ask("/-/healthy");
    expect([second.status, second.cert === first.cert]).toEqual([200, false]);
  });

  it("refuses to start without them", async () => {
    const message = `TLS: cannot read ${files().certFile}: there is no such file`;
    expect(await start(versionedConfig("1"), { tls: files() })).toMatchObject({ ok: false, message });
  });
});

it("checks a configuration as it would be deployed, and changes nothing", async () => {
  await start(versionedConfig("1"));
  expect((await post("/api/validate", { text: versionedConfig("2") })).json).toMatchObject({
    ok: true,
    diagnostics: [],
    text: "",
    consequences: [],
  });
  const forbidden = 'logs.source.file "f" {\n  targets    = [{ __path__ = "/etc/passwd" }]\n  forward_to = []\n}';
  expect((await post("/api/validate", { text: versionedConfig("2", forbidden) })).json).toMatchObject({
    ok: false,
    diagnostics: [{ file: "deployed.alloy", severity: "error", code: "path-not-allowed" }],
    text: expect.stringContaining("deployed.alloy:"),
  });
  const alike = await post("/api/validate", { text: 'logs.echo "a" { }\n'.repeat(10_000) });
  expect(alike.json).toMatchObject({ ok: false, more: 9_949, text: expect.stringMatching(/\n… and 9949 more\n$/) });
  expect((alike.json as { diagnostics: unknown[] }).diagnostics).toHaveLength(50);
  const secret = 'logs.write "w" {\n  endpoint {\n    url = "http://[/"\n    bearer_token = "hunter2secret"\n  }\n}';
  const unrunnable = await post("/api/validate", { text: versionedConfig("2", secret) });
  expect(unrunnable.json).toMatchObject({ ok: false, diagnostics: [{ code: "cannot-run" }] });
  expect(JSON.stringify(unrunnable.json)).not.toContain("hunter2secret");
  const { configuration } = fixture.server.status();
  expect([configuration.version, configuration.last_load.ok]).toEqual([1, true]);
});

it("gives a component's arguments and exports as they would be written, and none of its secrets", async () => {
  const write = `logs.write "w" {
  endpoint {
    url          = "http://me:hunter2secret@127.0.0.1:1/push"
    headers      = { "X-Key" = "hunter3secret" }
    http_headers = { "X-Keys" = ["hunter4secret"] }
    oauth2 {
      client_id     = "c"
      client_secret = "hunter5secret"
      token_url     = "http://127.0.0.1:1"
    }
  }
}`;
  expect(await start(versionedConfig("1", write))).toMatchObject({ ok: true });
  const { text, status } = await fixture.get("/api/components/logs.write.w");
  expect([status, /hunter.secret/.exec(text)]).toEqual([200, null]);
  expect(JSON.parse(text)).toMatchObject({
    id: "logs.write.w",
    health: { state: "healthy" },
    exports: { receiver: "logs-receiver" },
    arguments: { max_streams: "0", external_labels: "{}" },
    blocks: {
      endpoint: [
        {
          arguments: { batch_wait: '"1s"', headers: "(secret)", http_headers: "(secret)", bearer_token: '""' },
          blocks: { oauth2: [{ arguments: { client_id: '"c"', client_secret: "(secret)" } }], queue_config: [{}] },
        },
      ],
    },
  });
});

describe("the environment of a deployed configuration", () => {
  const using = (expression: string) => `${versionedConfig("1").replace('"1"', expression)}`;
  beforeEach(() => {
    vi.stubEnv("SLUICE_TEST_OPEN", "open");
    vi.stubEnv("SLUICE_TEST_CLOSED", "closed-value");
  });

  it("is what was allowed, by whatever name it is asked for", async () => {
    await start(using('sys.env("SLUICE_TEST_CLOSED")'), { allowEnv: ["SLUICE_TEST_OPEN"] });
    expect((await post("/api/deploy", { text: using('sys.env("SLUICE_TEST_OPEN")') })).status).toBe(200);
    for (const name of ['sys.env("SLUICE_TEST_CLOSED")', 'env("SLUICE_TEST_" + "CLOSED")']) {
      const { status, json } = await post("/api/deploy", { text: using(name) });
      expect([status, json.diagnostics[0].line]).toEqual([400, 11]);
      expect(json.error).toContain('may not read the environment variable "SLUICE_TEST_CLOSED"');
      expect(JSON.stringify(json)).not.toContain("closed-value");
    }
  });

  it("is reported together with everything else that keeps it from running, with what would allow it", async () => {
    await start(versionedConfig("1"));
    const tail =
      'logs.source.file "f" {\n  targets    = [{ __path__ = "/var/log/app/*.log" }, { __path__ = "/x/**/../*" }]\n  forward_to = []\n}';
    const { json } = await post("/api/deploy", { text: `${tail}\n${using('env("SLUICE_TEST_CLOSED")')}` });
    const api = "a configuration that came over the API";
    expect(json.diagnostics.map(({ message }: { message: string }) => message)).toEqual([
      `logs.source.file.f: ${api} may not read "/var/log/app/*.log", since it is outside of ${join(fixture.folder, "data/files")} and the folders of --allow-path (allow it with --allow-path /var/log/app)`,
      `logs.source.file.f: ${api} may not read "/x/**/../*", since its pattern may not hold ".."`,
      `env may not read the environment variable "SLUICE_TEST_CLOSED" in ${api}, unless the server is started with --allow-env SLUICE_TEST_CLOSED`,
    ]);
  });

  it.each([
    ["what a function makes of it", 'string.join(string.split(sys.env("SLUICE_TEST_OPEN"), ""), "-")'],
    ["through another name of the function", 'sys["env"]("SLUICE_TEST_OPEN")'],
    ["the name of another variable", 'sys.env(sys.env("SLUICE_TEST_OPEN"))'],
    ["what another component holds of it", 'discovery.relabel.r.output[0]["a"]'],
  ])("is not quoted by messages: %s", async (_, expression) => {
    vi.stubEnv("SLUICE_TEST_OPEN", "openValue");
    await start(versionedConfig("1"), { allowEnv: ["SLUICE_TEST_OPEN"] });
    const relabel =
      'discovery.relabel "r" {\n  targets = [{ "a" = string.to_lower(sys.env("SLUICE_TEST_OPEN")) }]\n}\n';
    const endpoint = `endpoint {\n    url = "http://h/"\n    remote_timeout = ${expression}\n  }`;
    const text = versionedConfig("1", `${relabel}logs.write "w" {\n  ${endpoint}\n}\n`);
    for (const path of ["/api/validate", "/api/deploy"]) {
      const answer = JSON.stringify(await post(path, { text }));
      expect(answer).toMatch(/the message is left out/);
      expect(answer).not.toMatch(/openvalue|o-p-e-n/i);
    }
    expect((await fetch(new URL("/-/ready", fixture.server.url))).status).toBe(200);
    expect(JSON.stringify(fixture.logged)).not.toMatch(/openvalue|o-p-e-n/i);
  });

  it("leaves the messages of other values as they are", async () => {
    await start(versionedConfig("1"), { allowEnv: ["SLUICE_TEST_OPEN"] });
    const text = versionedConfig(
      "1",
      `logs.write "w" {\n  endpoint {\n    url = "http://" + sys.env("SLUICE_TEST_OPEN") + "/push"\n    remote_timeout = "soon"\n  }\n}\n`,
    );
    expect((await post("/api/validate", { text })).json.diagnostics[0].message).toContain('invalid duration "soon"');
  });

  it("holds for what was deployed before a start, too", async () => {
    const name = join(fixture.folder, "config.alloy");
    const reread = async () => ConfigFiles.one(name, versionedConfig("1"));
    await start(versionedConfig("1"), { allowEnv: ["SLUICE_TEST_OPEN"], reread });
    expect((await post("/api/deploy", { text: using('env("SLUICE_TEST_OPEN")') })).status).toBe(200);
    await fixture.server.stop();
    await start(versionedConfig("1"));
    // What may not be read any more does not run: the file does.
    expect(fixture.server.status().configuration.version).not.toBe(2);
    expect(fixture.logged.map(({ message }) => message)).toContain(
      "the deployed configuration cannot run; the file is loaded instead",
    );
  });
});

it("stays ready while an endpoint is away, and says since when", async () => {
  const away = `logs.source.demo "d" {
  forward_to = [logs.write.w.receiver]
}
logs.write "w" {
  endpoint {
    url        = "http://127.0.0.1:1/loki/api/v1/push"
    batch_wait = "10ms"
  }
}`;
  await start(versionedConfig("1", away));
  await expect
    .poll(() => fixture.get("/-/ready"))
    .toMatchObject({
      status: 200,
      text: expect.stringMatching(/^ready\nlogs\.write\.w: .*ECONNREFUSED.* \(since 2.*Z\)\n$/),
    });
  expect(JSON.parse((await fixture.get("/api/components/logs.write.w")).text)).toMatchObject({
    health: { state: "unhealthy", since: expect.stringMatching(/Z$/), elsewhere: true },
  });
});

it("stays ready after a configuration was refused, and says that it was", async () => {
  await start(versionedConfig("1"));
  expect((await post("/api/deploy", { text: "logs.echo {" })).status).toBe(400);
  expect(await fixture.get("/-/ready")).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^ready\nthe last configuration was refused: deployed\.alloy:1:/),
  });
  await post("/api/deploy", { text: versionedConfig("2") });
  expect((await fixture.get("/-/ready")).text).toBe("ready\n");
});

it("writes another line for who asks for entries, which changes nothing", async () => {
  await start(versionedConfig("1"));
  await post("/api/tap", { component: "logs.process.none" });
  await post("/api/capture", {});
  await post("/api/shadow", {});
  const audits = () =>
    fixture.logged.flatMap(({ message, fields }) =>
      fields?.audit === undefined ? [] : [[message, fields.audit, fields.path]],
    );
  await expect.poll(() => audits().length).toBe(3);
  expect(audits()).toEqual([
    ["entries were asked for", "entries", "/api/tap"],
    ["entries were asked for", "entries", "/api/capture"],
    ["a change was asked for", "change", "/api/shadow"],
  ]);
});

it("writes a line for everything that was asked to change something, and for those who guess tokens", async () => {
  await start(versionedConfig("1"), { tokens: { full: "the-token-for-all-0" } });
  const authorization = { Authorization: "Bearer the-token-for-all-0" };
  await post("/api/validate", { text: "" }, authorization);
  await post("/api/deploy?x=secret", { text: versionedConfig("2") }, authorization);
  for (let i = 0; i < 11; i++) await post("/api/deploy", {}, { Authorization: `Bearer guess-${i}` });
  const audits = () => fixture.logged.flatMap(({ fields }) => (fields?.audit === undefined ? [] : [fields]));
  await expect.poll(() => audits().length).toBe(13);
  const one = { audit: "change", method: "POST", path: "/api/deploy", from: "127.0.0.1" };
  expect(audits()[0]).toEqual({ ...one, status: 200 });
  expect(audits().at(-1)).toEqual({ ...one, status: 429 });
  expect(audits().filter(({ audit }) => audit === "sign-in")).toEqual([{ audit: "sign-in", from: "127.0.0.1" }]);
});

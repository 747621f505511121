/** How Docker's engine is reached by HTTPS: with which credentials, certificates, proxies and redirects. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComponentArgs, type logsSourceDocker, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileGate } from "../platform/file-gate.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { TEST_CERTIFICATE } from "../testing/certificate.ts";
import { componentOf, START } from "../testing/fixtures.ts";
import { StubEngine } from "../testing/stub-engine.ts";
import { StubUpstream } from "../testing/stub-upstream.ts";
import { EngineApi, engineOptions } from "./engine-api.ts";

let folder: string;
let engine: StubEngine;
let scheduler: ManualScheduler;
const apis: EngineApi[] = [];
const stubs: StubUpstream[] = [];
const { signal } = new AbortController();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sluice-engine-"));
  writeFileSync(join(folder, "ca.pem"), TEST_CERTIFICATE.cert);
  writeFileSync(join(folder, "cert.pem"), TEST_CERTIFICATE.cert);
  writeFileSync(join(folder, "key.pem"), TEST_CERTIFICATE.key);
  engine = new StubEngine(folder, { ...TEST_CERTIFICATE, ca: TEST_CERTIFICATE.cert, requestCert: true });
  scheduler = new ManualScheduler(START);
  await engine.start();
});
afterEach(async () => {
  for (const api of apis.splice(0)) api.retire();
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const CERTIFICATES = 'ca_file = "ca.pem"\ncert_file = "cert.pem"\nkey_file = "key.pem"';
const TLS = `tls_config {\n${CERTIFICATES}\n}`;

function start(client: string, host = engine.host): EngineApi {
  const text = `logs.source.docker "in" {\nhost = "${host}"\ntargets = []\nforward_to = []\nhttp_client_config {\n${client}\n}\n}`;
  const args = componentOf("logs.source.docker", text).args as ComponentArgs<typeof logsSourceDocker>;
  const hideFrom = (said: string, more: readonly string[]) =>
    more.reduce((shown, secret) => shown.replaceAll(secret, "(secret)"), said);
  const context = { files: new FileGate(folder), scheduler, hideFrom };
  const api = new EngineApi(engineOptions(args.host, args.http_client_config?.args), context);
  apis.push(api);
  return api;
}

const list = (api: EngineApi) => api.json("/containers/json", signal);
const problem = (api: EngineApi) =>
  list(api).then(
    () => "",
    ({ message }: Error) => message,
  );
async function stub(...given: Parameters<typeof StubUpstream.start>): Promise<StubUpstream> {
  const one = await StubUpstream.start(...given);
  stubs.push(one);
  return one;
}

describe("an engine by HTTPS", () => {
  it("is known by its certificate, is shown one, and gets credentials and headers", async () => {
    engine.containers = [{ Id: "a" }];
    const api = start(`${TLS}\nbasic_auth {\nusername = "u"\npassword = "p"\n}\nhttp_headers = { "X-A" = ["1", "2"] }`);
    expect(await list(api)).toEqual([{ Id: "a" }]);
    const [headers] = engine.headers;
    expect([headers!.authorization, headers!["x-a"]]).toEqual(["Basic dTpw", "1, 2"]);
    expect(`https://${headers!.host}`).toBe(engine.host);
  });

  it("is not asked where its certificate is not known, or a file is missing", async () => {
    expect(await problem(start(""))).toMatch(/^the engine cannot be reached: self-signed certificate/);
    const missing = `tls_config {\n${CERTIFICATES.replace("ca.pem", "gone.pem")}\n}`;
    expect(await problem(start(missing))).toBe(
      "the engine cannot be reached: cannot read gone.pem: there is no such file",
    );
    expect(engine.asked).toEqual([]);
  });

  it("gets no client certificate where none is configured", async () => {
    expect(await problem(start('tls_config {\nca_file = "ca.pem"\n}'))).toMatch(/^the engine cannot be reached/);
    expect(engine.asked).toEqual([]);
  });

  it("may repeat what it was told, which nobody else sees", async () => {
    engine.refuse = ({ authorization }) => ({ status: 403, message: `no ${authorization}` });
    expect(await problem(start(`${TLS}\nauthorization {\ntype = "Key"\ncredentials = "hunter22"\n}`))).toBe(
      "the engine answered 403: no Key (secret)",
    );
  });

  it("gets a token, which is fetched once, and another one where it is refused", async () => {
    let fetched = 0;
    const server = await stub((response) =>
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify({ access_token: `t${++fetched}` })),
    );
    const token = `oauth2 {\nclient_id = "me"\nclient_secret = "s"\ntoken_url = "${server.url}"\n}`;
    const api = start(`${TLS}\n${token}`);
    await list(api);
    await list(api);
    engine.refuse = ({ authorization }) => (authorization === "Bearer t1" ? { status: 401 } : undefined);
    await list(api);
    engine.refuse = () => ({ status: 401, message: "no" });
    expect(await problem(api)).toBe("the engine answered 401: no");
    expect(engine.headers.map(({ authorization }) => authorization)).toEqual(
      ["t1", "t1", "t1", "t2", "t2", "t3"].map((one) => `Bearer ${one}`),
    );
  });

  it("is not waited for without end for a token, nor when nobody wants it any more", async () => {
    const server = await stub(() => {});
    const token = `oauth2 {\nclient_id = "me"\nclient_secret = "s"\ntoken_url = "${server.url}"\n}`;
    const api = start(`${TLS}\n${token}`);
    const leaving = new AbortController();
    const left = api.json("/networks", leaving.signal).catch(({ message }: Error) => message);
    const late = problem(api);
    await expect.poll(() => server.seen.length).toBe(1);
    leaving.abort();
    expect(await left).toContain("nobody waits");
    await scheduler.advance(30n * SECOND);
    expect(await late).toBe("the engine cannot be reached: no token: its server did not answer in time");
    expect([engine.asked, scheduler.pending]).toEqual([[], 0]);
  });

  it("is reached through a proxy, which sees nothing of it and whose password nobody sees", async () => {
    const proxy = await stub(() => {});
    const asked: unknown[] = [];
    proxy.server.on("connect", ({ url, headers }, socket) => {
      asked.push([url, headers["proxy-authorization"], headers["x-proxy"]]);
      if (asked.length > 1) return void socket.end("HTTP/1.1 407 not Basic bWU6aHVudGVyMjI=\r\n\r\n");
      const { hostname, port } = new URL(engine.host);
      const through = connect(Number(port), hostname, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(through).pipe(socket);
      });
      through.on("error", () => socket.destroy());
      socket.on("error", () => through.destroy());
    });
    const address = proxy.url.replace("http://", "http://me:hunter22@");
    const api = start(`${TLS}\nproxy_url = "${address}"\nproxy_connect_header = { "X-Proxy" = ["p"] }`);
    expect(await list(api)).toEqual([]);
    const place = new URL(engine.host).host;
    expect(asked).toEqual([[place, `Basic ${btoa("me:hunter22")}`, "p"]]);
    expect(engine.headers[0]!["x-proxy"]).toBeUndefined();
    expect(await problem(api)).toMatch(/407 not Basic \(secret\)$/);
    expect(await list(start(`${TLS}\nproxy_url = "${address}"\nno_proxy = "x"`))).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it("may lead elsewhere, where neither credentials nor the certificate go, unless that is refused", async () => {
    const other = await stub((response) => response.end("[]"));
    engine.refuse = () => ({ status: 307, location: `${other.url}/there` });
    const credentials = `${TLS}\nbearer_token = "t"\nhttp_headers = { "X-Key" = ["k"] }`;
    expect(await list(start(credentials))).toEqual([]);
    expect(["authorization", "x-key"].map((name) => other.header(name))).toEqual([undefined, undefined]);
    expect(await problem(start(`${credentials}\nfollow_redirects = false`))).toMatch(/^the engine answered 307/);
    engine.refuse = () => ({ status: 302, location: "/again" });
    expect(await problem(start(TLS))).toBe("the engine cannot be reached: stopped after 10 redirects");
  });
});

it.each([
  ["tcp://127.0.0.1:PORT", undefined],
  ["http://127.0.0.1:PORT", "Bearer t"],
])("an engine at %s gets the token %s", async (host, authorization) => {
  const plain = await stub((response) => response.end("[]"));
  const api = start('bearer_token = "t"', host.replace("PORT", new URL(plain.url).port));
  expect(await list(api)).toEqual([]);
  expect([plain.header("authorization"), plain.header("host")]).toEqual([authorization, plain.host]);
});

it("an engine by HTTP is asked through a proxy for its whole address", async () => {
  const proxy = await stub((response) => response.end("[]"));
  expect(await list(start(`proxy_url = "${proxy.url}"`, "http://engine.example"))).toEqual([]);
  expect([proxy.seen[0]!.url, proxy.header("host")]).toEqual([
    "http://engine.example/containers/json",
    "engine.example",
  ]);
});

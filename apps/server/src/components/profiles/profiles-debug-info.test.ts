/** Debug information of binaries on its way from a client through `profiles.receive_http` and `profiles.write` to a stub. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProfilesMapper } from "../../core/entries/profiles-mapper.ts";
import { TEST_CERTIFICATE } from "../../testing/certificate.ts";
import { settle, until, valuesOf } from "../../testing/fixtures.ts";
import { ProfilesFixture } from "../../testing/profiles-fixture.ts";
import { argsOf, endpoint, fine, ProfilesWriteFixture, says, saysCode } from "../../testing/profiles-write-fixture.ts";
import type { Answering } from "../../testing/stub-upstream.ts";

const SERVICE = "/debuginfo.v1alpha1.DebuginfoService/";
const SHOULD = `${SERVICE}ShouldInitiateUpload`;
const FINISHED = `${SERVICE}UploadFinished`;
const UPLOAD = `${SERVICE}Upload/`;
const PROTO = "Content-Type: application/proto\r\n";
/** Field 1: a text. */
const MESSAGE = Buffer.from([0x0a, 3, 0x61, 0x62, 0x63]);
/** Field 1: true; field 2: bytes that are no UTF-8. */
const ANSWER = Buffer.from([0x08, 1, 0x12, 2, 0xff, 0xfe]);

let write: ProfilesWriteFixture;
let fixture: ProfilesFixture | undefined;
const servers: Server[] = [];
beforeEach(() => {
  write = new ProfilesWriteFixture();
  // A deadline is no pause.
  write.scheduler.hasty = false;
});
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
  await write.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const says200 =
  (body: Buffer, type = "application/proto"): Answering =>
  (response) =>
    response.writeHead(200, { "Content-Type": type }).end(body);

/** A receiver before a writer to `url`. */
async function before(url: string | undefined, { more = "", own = "" } = {}): Promise<ProfilesFixture> {
  fixture = await ProfilesFixture.start("", own);
  if (url === undefined) return fixture;
  write.start(endpoint(url, more));
  fixture.outlet.receivers = [fixture.kept, write.write.profiles];
  return fixture;
}

const calls = (values: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => name.startsWith("profiles_receive_http_debuginfo_downstream_calls")),
  );
const metrics = () => valuesOf(fixture!.context.metrics.collect(0n));

describe("questions", () => {
  it.each([
    [SHOULD, PROTO, MESSAGE, "application/proto"],
    [FINISHED, PROTO, MESSAGE, "application/proto"],
    [SHOULD, "Content-Type: application/json\r\n", Buffer.from('{"file":{"gnuBuildId":"ab"}}'), "application/json"],
    [SHOULD, `${PROTO}Content-Encoding: gzip\r\n`, gzipSync(MESSAGE), "application/proto"],
  ])("%s goes on as it came, and so does the answer: %s", async (path, headers, sent, type) => {
    const stub = await write.stub(says200(ANSWER, type));
    await before(stub.url, { more: 'bearer_token = "t0"\nheaders = { "X-Scope-OrgID" = "a" }' });
    const client = fixture!.client();
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${sent.length}\r\nAccept-Encoding: identity\r\n`;
    const answer = await client.send(Buffer.concat([Buffer.from(`${head}${headers}\r\n`), sent])).answer();
    expect([answer!.status, answer!.headers["content-type"], answer!.body]).toEqual([200, type, ANSWER]);
    const [seen] = stub.seen;
    const message = headers.includes("gzip") ? MESSAGE : sent;
    expect([seen!.url, seen!.body.equals(message)]).toEqual([path, true]);
    const names = ["content-type", "authorization", "x-scope-orgid", "connect-protocol-version", "content-encoding"];
    expect(names.map((name) => stub.header(name))).toEqual([type, "Bearer t0", "a", "1", undefined]);
    expect(calls(metrics())).toEqual({
      [`profiles_receive_http_debuginfo_downstream_calls_total{method=${path.slice(SERVICE.length)},result=success}`]: 1,
    });
  });

  it.each([
    [saysCode(404, "not_found", "no such file"), 404, { code: "not_found", message: "no such file" }],
    [saysCode(400, "failed_precondition"), 400, { code: "failed_precondition", message: "m" }],
    [says(503), 503, { code: "unavailable", message: "503 Service Unavailable" }],
    [says(404, "404 page not found"), 501, { code: "unimplemented", message: "404 Not Found" }],
    [says(401), 401, { code: "unauthenticated", message: "401 Unauthorized" }],
    [says200(Buffer.alloc(70_000)), 500, { code: "internal", message: "the answer is too large, or breaks off" }],
  ])("are answered with what the endpoint says", async (answer, status, error) => {
    const stub = await write.stub(answer);
    await before(stub.url);
    const got = await fixture!.ask(SHOULD, MESSAGE, PROTO);
    expect([got.status, JSON.parse(got.text!)]).toEqual([status, error]);
    expect(stub.seen).toHaveLength(1);
    expect(calls(metrics())).toEqual({
      "profiles_receive_http_debuginfo_downstream_calls_total{method=ShouldInitiateUpload,result=failure}": 1,
    });
    // It says nothing of the endpoint as one for profiles.
    expect(write.write.health.state).toBe("healthy");
  });

  it("are unavailable without an endpoint", async () => {
    await before(undefined);
    const { status, text } = await fixture!.ask(FINISHED, MESSAGE, PROTO);
    expect([status, JSON.parse(text!)]).toEqual([
      503,
      { code: "unavailable", message: "no downstream endpoints available" },
    ]);
  });

  it.each([
    ["bytes that are no message", Buffer.from([0x0a, 9, 1]), PROTO, 400],
    ["JSON that is none", Buffer.from("{"), "Content-Type: application/json\r\n", 400],
    ["JSON that is a list", Buffer.from("[]"), "Content-Type: application/json\r\n", 400],
    ["more than a question holds", Buffer.alloc(65 * 1024), PROTO, 413],
    ["more after decompression", gzipSync(Buffer.alloc(9_000_000)), `${PROTO}Content-Encoding: gzip\r\n`, 413],
    ["another protocol", MESSAGE, "Content-Type: application/grpc\r\n", 415],
    ["another version", MESSAGE, `${PROTO}Connect-Protocol-Version: 2\r\n`, 400],
  ])("refuse %s", async (_what, body, headers, status) => {
    const stub = await write.stub(fine);
    await before(stub.url);
    expect((await fixture!.ask(SHOULD, body, headers)).status).toBe(status);
    expect(stub.seen).toEqual([]);
  });

  it("are asked after the token, and by POST alone", async () => {
    const stub = await write.stub(fine);
    await before(stub.url, { own: 'bearer_token = "secret"' });
    expect((await fixture!.ask(SHOULD, MESSAGE, PROTO)).status).toBe(401);
    expect((await fixture!.ask(`${UPLOAD}ab`, "x")).status).toBe(401);
    const get = await fixture!.client().send(`GET ${SHOULD} HTTP/1.1\r\nHost: x\r\n\r\n`).answer();
    expect([get!.status, stub.seen]).toEqual([405, []]);
  });
});

describe("files", () => {
  it("go to the first endpoint, through components that change labels", async () => {
    const first = await write.stub(fine);
    const second = await write.stub(fine);
    await before(first.url);
    const other = new ProfilesWriteFixture();
    other.start(endpoint(second.url));
    const mapper = new ProfilesMapper({ receivers: [write.write.profiles] }, (labels) => labels);
    fixture!.outlet.receivers = [mapper, other.write.profiles];
    expect(await fixture!.ask(`${UPLOAD}ab12`, "file")).toMatchObject({ status: 200, text: "" });
    expect([first.seen[0]!.url, first.seen[0]!.body.toString(), second.seen]).toEqual([`${UPLOAD}ab12`, "file", []]);
    expect([first.header("content-length"), first.header("transfer-encoding")]).toEqual(["4", undefined]);
    await other.close();
  });

  it("keep the path of the endpoint, and names of any characters in one part of it", async () => {
    const stub = await write.stub(fine);
    await before(`${stub.url}/base/`);
    for (const name of ["a%20b", "a%3Fb%23", "..a", "a%25b", "%C3%A4"]) await fixture!.ask(UPLOAD + name, "x");
    expect(stub.seen.map(({ url }) => url)).toEqual(
      ["a%20b", "a%3Fb%23", "..a", "a%25b", "%C3%A4"].map((name) => `/base${UPLOAD}${name}`),
    );
  });

  it.each(["", ".", "..", "%2e%2E", "a/b", "a%2Fb", "..%2f..%2fetc", "a%5Cb", "%FF", "%", "../../ingest"])(
    "are not found by the name %j",
    async (name) => {
      const stub = await write.stub(fine);
      await before(stub.url);
      expect((await fixture!.ask(UPLOAD + name, "x")).status).toBe(404);
      expect(stub.seen).toEqual([]);
    },
  );

  it("arrive in chunks as they were sent, and end a connection that can be used again", async () => {
    const stub = await write.stub(fine);
    await before(stub.url);
    const client = fixture!.client();
    const piece = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    for (let i = 0; i < 2; i++) {
      client.send(`POST ${UPLOAD}ab HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
      client.send(piece("one ")).send(`${piece("two ")}${piece("three")}0\r\n\r\n`);
      expect((await client.answer())!.status).toBe(200);
    }
    expect(stub.seen.map(({ body }) => body.toString())).toEqual(["one two three", "one two three"]);
    expect(stub.connections).toBe(1);
    expect(stub.header("transfer-encoding")).toBe("chunked");
  });

  it("that the endpoint refuses are answered 502, once, without a secret", async () => {
    const stub = await write.stub(says(412, "no pending upload for t0-ken"));
    fixture = await ProfilesFixture.start();
    const hideFrom = (text: string, secrets: readonly string[]) =>
      secrets.reduce((shown, one) => shown.replaceAll(one, "(secret)"), text);
    write.start(endpoint(stub.url, 'bearer_token = "t0-ken"'), { hideFrom });
    fixture.outlet.receivers = [write.write.profiles];
    expect(await fixture.ask(`${UPLOAD}ab`, "file")).toMatchObject({
      status: 502,
      text: "downstream upload: HTTP 412: no pending upload for (secret)\n",
    });
    expect(stub.seen).toHaveLength(1);
  });

  it("follow no redirect: what was sent cannot be sent again", async () => {
    const stub = await write.stub((response) => response.writeHead(307, { Location: "/elsewhere" }).end());
    await before(stub.url);
    expect(await fixture!.ask(`${UPLOAD}ab`, "file")).toMatchObject({
      status: 502,
      text: "downstream upload: HTTP 307\n",
    });
    expect(stub.seen).toHaveLength(1);
  });

  it("are unavailable without an endpoint, and where it cannot be reached", async () => {
    await before(undefined);
    expect(await fixture!.ask(`${UPLOAD}ab`, "x")).toMatchObject({
      status: 503,
      text: "no downstream endpoints available\n",
    });
    write.start(endpoint("http://127.0.0.1:1"));
    fixture!.outlet.receivers = [write.write.profiles];
    expect(await fixture!.ask(`${UPLOAD}ab`, "x")).toMatchObject({
      status: 502,
      text: expect.stringMatching(/^downstream upload: .*ECONNREFUSED/),
    });
  });
});

describe("the way of an upload", () => {
  it("is TLS with the settings of the endpoint", async () => {
    const { cert, key } = TEST_CERTIFICATE;
    const stub = await write.stub(fine, { cert, key });
    await before(stub.url);
    expect(await fixture!.ask(`${UPLOAD}ab`, "file")).toMatchObject({ status: 502 });
    write.write.update(argsOf(endpoint(stub.url, `tls_config {\nca_pem = ${JSON.stringify(cert)}\n}`)))();
    expect(await fixture!.ask(`${UPLOAD}ab`, "file")).toMatchObject({ status: 200 });
    expect(stub.seen.map(({ body }) => body.toString())).toEqual(["file"]);
  });

  it("leads through the proxy of the endpoint", async () => {
    const proxy = await write.stub(fine);
    await before("http://upstream.example", { more: `proxy_url = "${proxy.url}"` });
    expect(await fixture!.ask(`${UPLOAD}ab`, "file")).toMatchObject({ status: 200 });
    expect([proxy.seen[0]!.url, proxy.seen[0]!.body.toString()]).toEqual([
      `http://upstream.example${UPLOAD}ab`,
      "file",
    ]);
  });

  it("may begin by HTTP/2, without a length", async () => {
    const stub = await write.stub(fine);
    const pem = (name: string, text: string) => `${name} = ${JSON.stringify(text)}`;
    const { cert, key } = TEST_CERTIFICATE;
    fixture = await ProfilesFixture.start(`tls {\n${pem("cert_pem", cert)}\n${pem("key_pem", key)}\n}`);
    write.start(endpoint(stub.url));
    fixture.outlet.receivers = [write.write.profiles];
    const session = connectHttp2(`https://127.0.0.1:${fixture.port}`, { ca: cert });
    const stream = session.request({ ":method": "POST", ":path": `${UPLOAD}ab` });
    const status = new Promise((resolve) => stream.on("response", (headers) => resolve(headers[":status"])));
    const piece = Buffer.alloc(300_000, "x");
    stream.write(piece);
    stream.end(piece);
    expect(await status).toBe(200);
    session.destroy();
    expect([stub.seen[0]!.body.length, stub.header("transfer-encoding")]).toEqual([600_000, "chunked"]);
  });
});

/** An endpoint that reads nothing of a body before a test lets it. */
async function reader() {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    request.on("error", () => {});
    asked.push(request);
    request.on("end", () => response.end());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const opens = (length: number) => `POST ${UPLOAD}ab HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

describe("what an upload may hold", () => {
  it("is little, however large the file is", async () => {
    const { asked, url } = await reader();
    await before(url);
    const size = 64 * 1024 * 1024;
    const socket = await fixture!.socket();
    socket.write(opens(size));
    const piece = Buffer.alloc(1024 * 1024, "x");
    for (let sent = 0; sent < size; sent += piece.length) socket.write(piece);
    await until(() => asked.length === 1);
    const received = () =>
      metrics()[
        "profiles_receive_http_request_message_bytes_sum{method=POST,route=debuginfo_v1alpha1_debuginfoservice}"
      ];
    // Nothing moves any more once the sockets between the two are full.
    let held = -1;
    for (let now = 0; now !== held; ) {
      held = now;
      for (let i = 0; i < 20; i++) await settle();
      now = size - socket.writableLength;
    }
    expect(held).toBeLessThan(size / 2);
    expect(fixture!.source.details()).toMatchObject({ uploads: 1, bytes_in_flight: 0 });
    let bytes = 0;
    asked[0]!.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await until(() => fixture!.source.details().uploads === 0);
    expect(bytes).toBe(size);
    await until(() => received() === size);
    socket.destroy();
  });

  it("ends with its client, at the endpoint too", async () => {
    const { asked, url } = await reader();
    await before(url);
    const socket = await fixture!.socket();
    socket.write(`${opens(1000)}some`);
    await until(() => asked.length === 1);
    const closed = new Promise((resolve) => asked[0]!.socket.once("close", resolve));
    asked[0]!.resume();
    socket.destroy();
    await closed;
    await until(() => fixture!.source.details().uploads === 0);
    expect(asked[0]!.complete).toBe(false);
  });

  it("is 16 at a time", async () => {
    const { asked, url } = await reader();
    await before(url);
    const clients = Array.from({ length: 16 }, () => fixture!.client().send(`${opens(10)}some`));
    await until(() => asked.length === 16);
    expect(await fixture!.ask(`${UPLOAD}ab`, "x")).toMatchObject({
      status: 429,
      text: "16 uploads are under way; try again later\n",
    });
    for (const one of asked) one.resume();
    for (const client of clients) expect((await client.send("123456").answer())!.status).toBe(200);
    const next = fixture!.client().send(`${opens(4)}some`);
    await until(() => asked.length === 17);
    asked[16]!.resume();
    expect((await next.answer())!.status).toBe(200);
  });

  it("is given up after debug_info_upload_timeout, whatever of its body came, and no sooner", async () => {
    const { asked, url } = await reader();
    fixture = await ProfilesFixture.start('server_read_timeout = "40ms"', 'debug_info_upload_timeout = "90s"');
    write.start(endpoint(url));
    const receiver = write.write.profiles;
    fixture.outlet.receivers = [receiver];
    const client = fixture.client().send(`${opens(1000)}some`);
    await until(() => asked.length === 1);
    asked[0]!.resume();
    await until(() => asked[0]!.readableDidRead);
    await write.scheduler.advance(60n * SECOND);
    expect(fixture.source.details().uploads).toBe(1);
    await write.scheduler.advance(60n * SECOND);
    const answer = await client.answer();
    expect([answer!.status, answer!.body.toString(), answer!.headers.connection]).toEqual([
      502,
      "downstream upload: context deadline exceeded\n",
      "close",
    ]);
  });

  it("is answered where the endpoint refuses before all of the file came", async () => {
    const server = createServer((_request, response) => void response.writeHead(413).end("too large"));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await before(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const client = fixture!.client().send(`${opens(1_000_000)}some`);
    expect((await client.answer())!.status).toBe(502);
    await client.closed();
    expect(fixture!.source.details().uploads).toBe(0);
  });

  it("ends where the chunks of its body are none", async () => {
    const { asked, url } = await reader();
    await before(url);
    const client = fixture!.client();
    client.send(`POST ${UPLOAD}ab HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsome\r\n`);
    await until(() => asked.length === 1);
    client.send("no size\r\n");
    expect((await client.answer())!.status).toBe(502);
    await client.closed();
    expect(fixture!.source.details().uploads).toBe(0);
  });
});

import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { ProfileRequestDetail, ProfileRequestList, TargetResult } from "@sluice/engine/profiles";
import { afterEach, describe, expect, it } from "vitest";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { ServerFixture } from "../testing/server-fixture.ts";
import { StubUpstream } from "../testing/stub-upstream.ts";

const RECEIVER = "profiles.receive_http.in";
const WRITE = "profiles.write.up";

let fixture = new ServerFixture();
const upstreams: StubUpstream[] = [];
afterEach(async () => {
  await fixture.remove();
  fixture = new ServerFixture();
  for (const upstream of upstreams.splice(0)) await upstream.close();
});

async function upstreamOf(...statuses: number[]): Promise<StubUpstream> {
  const stub = await StubUpstream.start((response) => {
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    response.writeHead(status, { "Content-Type": status === 200 ? "application/proto" : "text/plain" });
    response.end(status === 200 ? "" : "not now");
  });
  upstreams.push(stub);
  return stub;
}

const receiverText = (forwardTo = "", more = "") =>
  `profiles.receive_http "in" {\n  http {\n    listen_address = "127.0.0.1"\n    listen_port = 0\n  }\n  forward_to = [${forwardTo}]\n  ${more}\n}\n`;
const writeText = (url: string) =>
  `profiles.write "up" {\n  endpoint {\n    url = "${url}"\n    min_backoff_period = "1ms"\n    max_backoff_period = "2ms"\n    max_backoff_retries = 3\n  }\n}\n`;

async function start(text: string, options: Parameters<ServerFixture["start"]>[1] = {}) {
  const started = await fixture.start(text, options);
  expect(started).toMatchObject({ ok: true });
}

const list = async (): Promise<ProfileRequestList> => JSON.parse((await fixture.get("/api/profiles/requests")).text);
const detail = async (id: string): Promise<ProfileRequestDetail> =>
  JSON.parse((await fixture.get(`/api/profiles/requests/${id}`)).text);

/** The list, once it has so many requests. */
async function listOf(requests: number): Promise<ProfileRequestList> {
  await expect.poll(async () => (await list()).requests.length).toBe(requests);
  return list();
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, fixture.server.url), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** What a profiler sends; `path` with its query. */
async function send(path: string, body: Uint8Array | string, headers: Record<string, string> = {}): Promise<number> {
  const { address } = (await list()).receivers[0]!;
  const response = await fetch(`http://${address}${path}`, { method: "POST", headers, body: Buffer.from(body) });
  await response.arrayBuffer();
  return response.status;
}

const PUSH_PATH = "/push.v1.PusherService/Push";
const PROFILE = gzipSync(Buffer.from([0x0a, 0x04, 0x08, 0x01, 0x10, 0x02]));
const pushOf = (...series: Record<string, string>[]) =>
  create(PushRequestSchema, {
    series: series.map((labels) => ({
      labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
      samples: [{ rawProfile: PROFILE, ID: "1" }],
    })),
  });
const protoOf = (...series: Record<string, string>[]) => toBinary(PushRequestSchema, pushOf(...series));
const PROTO = { "Content-Type": "application/proto" };

describe("the list of requests", () => {
  it("has what came, the newest first, with what the targets made of it", async () => {
    const upstream = await upstreamOf(503, 200);
    await start(receiverText(`${WRITE}.receiver`) + writeText(upstream.url));
    expect(await list()).toMatchObject({
      recording: true,
      received: 0,
      receivers: [{ id: RECEIVER, address: expect.stringMatching(/^127\.0\.0\.1:\d+$/), tls: false, targets: [WRITE] }],
      requests: [],
    });
    expect(await send("/ingest?name=shop.cpu%7Benv%3Da%7D", "main;work 1\n", { "User-Agent": "rc/1" })).toBe(200);
    await listOf(1);
    expect(await send(PUSH_PATH, protoOf({ __name__: "memory", service_name: "s" }, { a: "b" }), PROTO)).toBe(200);
    const { requests, received } = await listOf(2);
    expect(received).toBe(2);
    const [push, ingest] = requests;
    expect(ingest).toMatchObject({
      id: "1",
      receiver: RECEIVER,
      client: "rc/1",
      route: "ingest",
      labels: { __name__: "shop.cpu", env: "a", service_name: "shop.cpu" },
      serviceRule: "`service_name` was not set, so it became the profile's name, `shop.cpu`.",
      type: "cpu",
      format: "folded",
      bytes: 12,
      status: 200,
      profiles: 1,
      targets: [{ target: WRITE, ok: true, retries: 1 }],
      bodyKept: true,
    });
    expect(push).toMatchObject({
      route: "push",
      labels: { __name__: "memory", app_name: "memory", service_name: "s" },
      type: "memory",
      format: "pprof",
      profiles: 2,
      targets: [{ target: WRITE, ok: true, retries: 0 }],
    });
    for (const { milliseconds, targets } of requests)
      expect(milliseconds).toBeGreaterThanOrEqual(targets[0]!.milliseconds);
  });

  it("says why a target did not take it, and how often that was tried", async () => {
    const upstream = await upstreamOf(500);
    await start(receiverText(`${WRITE}.receiver`) + writeText(upstream.url));
    expect(await send("/ingest?name=a", "x")).toBe(500);
    const { requests } = await listOf(1);
    expect(requests[0]).toMatchObject({
      status: 500,
      targets: [{ target: WRITE, ok: false, status: 500, retries: 3 }],
    });
    expect(requests[0]!.targets[0]!.message).toMatch(/^failed to ingest to endpoint .*status=500 msg=not now/);
  });

  it("has those that were refused, with their status", async () => {
    await start(receiverText("", 'max_body_size = "100B"\n  bearer_token = "s3cr3t-t0ken-of-mine"'));
    const token = { Authorization: "Bearer s3cr3t-t0ken-of-mine" };
    expect(await send("/ingest?name=a", "x")).toBe(401);
    expect(await send("/ingest?name=a", "x".repeat(101), token)).toBe(413);
    expect(await send(PUSH_PATH, "\x08", { ...token, ...PROTO })).toBe(400);
    expect(await send(PUSH_PATH, "x", { ...token, "Content-Type": "text/plain" })).toBe(415);
    expect(await send("/ingest", "x", token)).toBe(200);
    expect(await send("/elsewhere", "x", token)).toBe(404);
    const { requests } = await listOf(5);
    const rule = "No profile was read from the request, so the rule for service names was not applied.";
    expect(
      requests.map(({ status, profiles, bodyKept, serviceRule }) => [status, profiles, bodyKept, serviceRule]),
    ).toEqual([
      [200, 1, true, "The name cannot be read, so the profile was forwarded without labels: service name is required."],
      [415, 0, false, rule],
      [400, 0, true, rule],
      [413, 0, false, rule],
      [401, 0, false, rule],
    ]);
    expect(await detail("3")).toMatchObject({ status: 400, contents: [] });
  });

  it("has one whose client went away, with what became of it then", async () => {
    const upstream = await StubUpstream.start(() => {});
    upstreams.push(upstream);
    await start(receiverText(`${WRITE}.receiver`) + writeText(upstream.url));
    const { address } = (await list()).receivers[0]!;
    const socket = connect(Number(address.split(":")[1]), "127.0.0.1");
    socket.write("POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
    await expect.poll(() => upstream.seen.length).toBe(1);
    socket.resetAndDestroy();
    expect((await listOf(1)).requests[0]).toMatchObject({ status: 499, bytes: 3, bodyKept: true });
    await expect
      .poll(async () => (await list()).requests[0]!.targets)
      .toMatchObject([{ target: WRITE, ok: false, message: expect.stringContaining("context canceled") }]);
  });
});

describe("one request", () => {
  const MULTIPART =
    '--b\r\nContent-Disposition: form-data; name="profile"; filename="profile.pprof"\r\nContent-Type: application/x-gzip\r\n\r\n' +
    `${PROFILE.toString("latin1")}\r\n--b\r\nContent-Disposition: form-data; name="sample_type_config"\r\n\r\n{}\r\n--b--\r\n`;

  it("names the parts of a multipart body, and gives it out as it came", async () => {
    await start(receiverText());
    const type = "multipart/form-data; boundary=b";
    const body = Buffer.from(MULTIPART, "latin1");
    expect(await send("/ingest?name=a%7Bx%3Dy%7D&from=1", body, { "Content-Type": type })).toBe(200);
    await listOf(1);
    expect(await detail("1")).toMatchObject({
      method: "POST",
      path: "/ingest?name=a%7Bx%3Dy%7D&from=1",
      format: "pprof",
      contents: [
        {
          received: [
            ["__name__", "a"],
            ["x", "y"],
          ],
          labels: { __name__: "a", service_name: "a", x: "y" },
          format: "pprof",
          bytes: body.length,
          parts: [
            { name: "profile", filename: "profile.pprof", contentType: "application/x-gzip", bytes: PROFILE.length },
            { name: "sample_type_config", bytes: 2 },
          ],
        },
      ],
    });
    const response = await fetch(new URL("/api/profiles/requests/1/profiles/0", fixture.server.url));
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("x-content-type")).toBe(type);
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  });

  it.each<[name: string, body: () => Uint8Array | string, headers: Record<string, string>]>([
    ["in the binary form", () => protoOf({ __name__: "cpu", a: "1" }, { __name__: "mem", a: "2" }), PROTO],
    [
      "compressed",
      () => gzipSync(protoOf({ __name__: "cpu", a: "1" }, { __name__: "mem", a: "2" })),
      { ...PROTO, "Content-Encoding": "gzip" },
    ],
    [
      "in JSON",
      () => toJsonString(PushRequestSchema, pushOf({ __name__: "cpu", a: "1" }, { __name__: "mem", a: "2" })),
      { "Content-Type": "application/json" },
    ],
    [
      "by gRPC-web",
      () => {
        const message = protoOf({ __name__: "cpu", a: "1" }, { __name__: "mem", a: "2" });
        const head = Buffer.alloc(5);
        head.writeUInt32BE(message.length, 1);
        return Buffer.concat([head, message]);
      },
      { "Content-Type": "application/grpc-web+proto" },
    ],
  ])("is a push of several profiles, %s", async (_name, body, headers) => {
    const upstream = await upstreamOf(200);
    await start(receiverText() + writeText(upstream.url));
    expect(await send(PUSH_PATH, body(), headers)).toBe(200);
    await listOf(1);
    const { contents, profiles } = await detail("1");
    expect(profiles).toBe(2);
    expect(contents.map(({ received, type, bytes }) => [Object.fromEntries(received), type, bytes])).toEqual([
      [{ __name__: "cpu", a: "1" }, "cpu", PROFILE.length],
      [{ __name__: "mem", a: "2" }, "mem", PROFILE.length],
    ]);
    const response = await fetch(new URL("/api/profiles/requests/1/profiles/1", fixture.server.url));
    expect(Buffer.from(await response.arrayBuffer()).equals(PROFILE)).toBe(true);
    expect((await fixture.get("/api/profiles/requests/1/profiles/2")).text).toBe(
      '{"error":"the request has no profile 2"}\n',
    );
    const sent = await post("/api/profiles/requests/1/send", { target: WRITE });
    expect(JSON.parse(sent.text)).toMatchObject({ target: WRITE, ok: true, retries: 0 });
    expect(upstream.seen.map(({ url }) => url)).toEqual([PUSH_PATH, PUSH_PATH]);
  });

  it("tells no credentials, wherever they stand", async () => {
    const upstream = await upstreamOf(200);
    await start(receiverText("", 'bearer_token = "s3cr3t-t0ken-of-mine"') + writeText(upstream.url));
    const headers = {
      Authorization: "Bearer s3cr3t-t0ken-of-mine",
      Cookie: "session=c00kie-value",
      "X-Api-Key": "k3y-value",
      "X-Note": "it is s3cr3t-t0ken-of-mine",
      "X-Scope-OrgID": "tenant",
    };
    const query = "name=a%7Bpassword%3Dp4ss-value%7D&api_key=qu3ry-value&until=2&note=s3cr3t-t0ken-of-mine&plain=yes";
    expect(await send(`/ingest?${query}`, "x", headers)).toBe(200);
    await listOf(1);
    const shown = await detail("1");
    expect(shown.path).toBe("/ingest?name=(secret)&api_key=(secret)&until=2&note=(secret)&plain=yes");
    expect(Object.fromEntries(shown.headers.map(([name, value]) => [name.toLowerCase(), value]))).toMatchObject({
      authorization: "(secret)",
      cookie: "(secret)",
      "x-api-key": "(secret)",
      "x-note": "it is (secret)",
      "x-scope-orgid": "tenant",
    });
    expect(shown.labels).toMatchObject({ __name__: "a", password: "(secret)" });
    for (const path of ["", "/1"]) {
      const { text } = await fixture.get(`/api/profiles/requests${path}`);
      expect(text).not.toMatch(/s3cr3t-t0ken|c00kie-value|k3y-value|p4ss-value|qu3ry-value/);
    }
    // What is sent again is what came.
    expect((await post("/api/profiles/requests/1/send", { target: WRITE })).status).toBe(200);
    expect(decodeURIComponent(upstream.seen[0]!.url)).toContain("password=p4ss-value");
  });
});

describe("sending again", () => {
  it("tells what the target answered", async () => {
    const upstream = await upstreamOf(422);
    await start(receiverText() + writeText(upstream.url));
    await send("/ingest?name=a%7Bb%3Dc%7D&from=7", "body", { "Content-Type": "x/y" });
    await listOf(1);
    const { status, text } = await post("/api/profiles/requests/1/send", { target: WRITE });
    const result = JSON.parse(text) as TargetResult;
    expect({ status, result }).toMatchObject({
      status: 200,
      result: { target: WRITE, ok: false, status: 422, retries: 0 },
    });
    expect(result.message).toContain("msg=not now");
    expect(upstream.seen).toHaveLength(1);
    expect(upstream.seen[0]!.body.toString()).toBe("body");
    expect(upstream.header("content-type")).toBe("x/y");
    expect(upstream.seen[0]!.url).toMatch(/^\/ingest\?.*from=7/);
    // It did not come through a receiver.
    expect((await list()).received).toBe(1);
  });

  it.each<[name: string, path: string, body: unknown, headers: Record<string, string>, status: number, error: string]>([
    [
      "a request that is not there",
      "requests/9/send",
      { target: WRITE },
      {},
      404,
      "the request is not known, or no longer kept",
    ],
    [
      "a target that is not there",
      "requests/1/send",
      { target: "x" },
      {},
      422,
      "x takes no profiles in this configuration",
    ],
    [
      "a component that takes none",
      "requests/1/send",
      { target: RECEIVER },
      {},
      422,
      `${RECEIVER} takes no profiles in this configuration`,
    ],
    ["no target", "requests/1/send", {}, {}, 400, 'the body must be {"target": "…"}'],
    ["null", "requests/1/send", null, {}, 400, 'the body must be {"target": "…"}'],
    ["no JSON", "requests/1/send", "{", {}, 400, "the body is not JSON"],
    ["too much", "requests/1/send", { target: "x".repeat(20_000) }, {}, 413, "body is larger than 16384 bytes"],
    [
      "a form",
      "requests/1/send",
      { target: WRITE },
      { "Content-Type": "text/plain" },
      415,
      "Content-Type must be application/json",
    ],
    [
      "another site",
      "requests/1/send",
      { target: WRITE },
      { Origin: "http://evil.example" },
      403,
      "pages of other sites may not ask for this",
    ],
    [
      "no origin",
      "sample",
      { receiver: RECEIVER },
      { Origin: "null" },
      403,
      "pages of other sites may not ask for this",
    ],
    [
      "a frame elsewhere",
      "sample",
      { receiver: RECEIVER },
      { "Sec-Fetch-Site": "cross-site" },
      403,
      "pages of other sites may not ask for this",
    ],
    ["a receiver that is not there", "sample", { receiver: WRITE }, {}, 404, `there is no receiver ${WRITE}`],
  ])("refuses %s in one line", async (_name, path, body, headers, status, error) => {
    const upstream = await upstreamOf(200);
    await start(receiverText() + writeText(upstream.url));
    await send("/ingest?name=a", "x");
    await listOf(1);
    expect(await post(`/api/profiles/${path}`, body, headers)).toEqual({
      status,
      text: `${JSON.stringify({ error })}\n`,
    });
    expect(upstream.seen).toEqual([]);
    expect((await list()).received).toBe(1);
  });
});

describe("the sample", () => {
  it.each([
    ["plainly", ""],
    ["with the token that clients have to show", 'bearer_token = "s3cr3t-t0ken-of-mine"'],
  ])("goes through the receiver, %s", async (_name, more) => {
    await start(receiverText("", more));
    const own = new URL(fixture.server.url).origin;
    const { status, text } = await post("/api/profiles/sample", { receiver: RECEIVER }, { Origin: own });
    expect({ status, text }).toEqual({ status: 200, text: '{"status":200}' });
    const { requests } = await listOf(1);
    expect(requests[0]).toMatchObject({ client: "sluice-sample", labels: { service_name: "sample" }, format: "pprof" });
    expect((await detail("1")).contents).toMatchObject([{ format: "pprof", type: "process_cpu" }]);
  });
});

describe("what others may ask for", () => {
  it("is nothing under a name that is not ours", async () => {
    await start(receiverText());
    const { port } = new URL(fixture.server.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host: "evil.example" };
      httpRequest({ host: "127.0.0.1", port, path: "/api/profiles/requests", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(421);
  });

  it("is told by the methods of each address", async () => {
    await start(receiverText());
    for (const [method, path, allow] of [
      ["POST", "requests", "GET, HEAD"],
      ["DELETE", "requests/1", "GET, HEAD"],
      ["GET", "requests/1/send", "POST"],
      ["GET", "sample", "POST"],
    ] as const) {
      const response = await fetch(new URL(`/api/profiles/${path}`, fixture.server.url), { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
      expect(await response.json()).toEqual({ error: `method not allowed; use ${allow}` });
    }
    expect((await fixture.get("/api/profiles/nothing")).text).toBe('{"error":"not found"}\n');
  });

  it("is not recorded where the page does not listen on the loopback, and says how it would be", async () => {
    await start(receiverText(), { host: "0.0.0.0" });
    expect(await send("/ingest?name=a", "x")).toBe(200);
    expect(await list()).toMatchObject({
      recording: false,
      reason: expect.stringContaining("start with --inspect-profiles"),
      received: 1,
      receivers: [{ id: RECEIVER }],
      requests: [],
    });
    expect((await fixture.get("/api/profiles/requests/1")).status).toBe(404);
    expect(await post("/api/profiles/sample", { receiver: RECEIVER })).toMatchObject({ status: 409 });
  });

  it("is recorded there when that was asked for", async () => {
    await start(receiverText(), { host: "0.0.0.0", inspectProfiles: true });
    expect(await send("/ingest?name=a", "x")).toBe(200);
    expect(await listOf(1)).toMatchObject({ recording: true, received: 1 });
  });
});

it("a component says whose port it asked for", async () => {
  const api = (port: number) =>
    `logs.source.api "logs" {\n  http {\n    listen_address = "127.0.0.1"\n    listen_port = ${port}\n  }\n  forward_to = []\n}\n`;
  await start(api(0));
  const { port } = new URL(fixture.server.url);
  await fixture.remove();
  fixture = new ServerFixture();
  // The page's port, since that is open before all others.
  await start(api(Number(port)), { port: Number(port) });
  const status = () => fixture.server.status().components.find(({ id }) => id === "logs.source.api.logs")!.health;
  expect(status()).toEqual({
    state: "unhealthy",
    message: `127.0.0.1 port ${port} is in use by the page of this server; set another listen_port`,
  });
});

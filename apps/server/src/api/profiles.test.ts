import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  idOf,
  PROTO,
  PUSH_PATH,
  protoOf,
  RECEIVER,
  RecordingFixture,
  receiverText,
  WRITE,
  writeText,
} from "../testing/recording-fixture.ts";

let at = new RecordingFixture();
afterEach(async () => {
  await at.remove();
  at = new RecordingFixture();
});

describe("the list of requests", () => {
  it("has what came, the newest first, with what the targets made of it", async () => {
    const upstream = await at.upstream(503, 200);
    await at.start(receiverText(`${WRITE}.receiver`) + writeText(upstream.url));
    expect(await at.list()).toMatchObject({
      recording: true,
      received: 0,
      receivers: [
        {
          id: RECEIVER,
          address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
          tls: false,
          targets: [{ id: WRITE, endpoints: [upstream.url] }],
        },
      ],
      requests: [],
    });
    expect(await at.send("/ingest?name=shop.cpu%7Benv%3Da%7D", "main;work 1\n", { "User-Agent": "rc/1" })).toBe(200);
    await at.listOf(1);
    expect(await at.send(PUSH_PATH, protoOf({ __name__: "memory", service_name: "s" }, { a: "b" }), PROTO)).toBe(200);
    const { requests, received } = await at.listOf(2);
    expect(received).toBe(2);
    const [push, ingest] = requests;
    expect(ingest).toMatchObject({
      id: idOf(1),
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
      targets: [{ target: WRITE, ok: true, retries: 1, endpoints: [{ endpoint: upstream.url, ok: true, retries: 1 }] }],
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
    const upstream = await at.upstream(500);
    await at.start(receiverText(`${WRITE}.receiver`) + writeText(upstream.url));
    expect(await at.send("/ingest?name=a", "x")).toBe(500);
    const { requests } = await at.listOf(1);
    expect(requests[0]).toMatchObject({
      status: 500,
      targets: [{ target: WRITE, ok: false, status: 500, retries: 2 }],
    });
    expect(requests[0]!.targets[0]!.message).toMatch(/^failed to ingest to endpoint .*status=500 msg=not now/);
  });

  it("says what each endpoint made of it, by its name or without its credentials", async () => {
    const [fine, bad] = [await at.upstream(200), await at.upstream(422)];
    const url = bad.url.replace("//", "//user:s3cr3t-w0rd@");
    const endpoint = (one: string) => `endpoint {\n    url = "${one}"\n    max_backoff_retries = 1\n  }`;
    await at.start(
      `${receiverText(`${WRITE}.receiver`)}profiles.write "up" {\n  endpoint {\n    name = "near"\n    url = "${fine.url}"\n  }\n  ${endpoint(url)}\n}\n`,
    );
    expect((await at.list()).receivers[0]!.targets).toEqual([{ id: WRITE, endpoints: ["near", `${bad.url}/`] }]);
    expect(await at.send(PUSH_PATH, protoOf({ __name__: "a" }, { __name__: "b" }), PROTO)).toBeGreaterThan(400);
    const endpoints = [
      { endpoint: "near", ok: true, retries: 0, milliseconds: expect.any(Number) },
      { endpoint: `${bad.url}/`, ok: false, message: expect.stringContaining("422"), retries: 0 },
    ];
    const { requests } = await at.listOf(1);
    expect(requests[0]!.targets).toMatchObject([{ target: WRITE, ok: false, endpoints }]);
    const sent = await at.post(`/api/profiles/requests/${idOf(1)}/send`, { target: WRITE });
    expect(JSON.parse(sent.text)).toMatchObject({ target: WRITE, ok: false, endpoints });
    expect([fine.seen.length, bad.seen.length]).toEqual([4, 4]);
  });

  it("has those that were refused, with their status", async () => {
    await at.start(receiverText("", 'max_body_size = "100B"\n  bearer_token = "s3cr3t-t0ken-of-mine"'));
    const token = { Authorization: "Bearer s3cr3t-t0ken-of-mine" };
    expect(await at.send("/ingest?name=a", "x")).toBe(401);
    expect(await at.send("/ingest?name=a", "x".repeat(101), token)).toBe(413);
    expect(await at.send(PUSH_PATH, "\x08", { ...token, ...PROTO })).toBe(400);
    expect(await at.send(PUSH_PATH, "x", { ...token, "Content-Type": "text/plain" })).toBe(415);
    expect(await at.send("/ingest", "x", token)).toBe(200);
    expect(await at.send("/elsewhere", "x", token)).toBe(404);
    const { requests } = await at.listOf(5);
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
    expect(requests.map(({ answer }) => answer)).toEqual([
      undefined,
      undefined,
      expect.stringMatching(/^\{"code":"invalid_argument","message":"/),
      "body is larger than 100 bytes",
      "the bearer token is missing or wrong",
    ]);
    expect(await at.detail(idOf(3))).toMatchObject({ status: 400, contents: [] });
  });

  it("has one whose client went away, with its outcome", async () => {
    const upstream = await at.upstream();
    await at.start(receiverText(`${WRITE}.receiver`) + writeText(upstream.url));
    const { address } = (await at.list()).receivers[0]!;
    const socket = connect(Number(address.split(":")[1]), "127.0.0.1");
    socket.write("POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
    await expect.poll(() => upstream.seen.length).toBe(1);
    socket.resetAndDestroy();
    expect((await at.listOf(1)).requests[0]).toMatchObject({ status: 499, bytes: 3, bodyKept: true });
    await expect
      .poll(async () => (await at.list()).requests[0]!.targets)
      .toMatchObject([{ target: WRITE, ok: false, message: expect.stringContaining("context canceled") }]);
  });
});

describe("the sample", () => {
  it.each([
    ["plainly", ""],
    ["with the token that clients have to show", 'bearer_token = "s3cr3t-t0ken-of-mine"'],
  ])("goes through the receiver, %s", async (_name, more) => {
    await at.start(receiverText("", more));
    const own = new URL(at.url).origin;
    const { status, text } = await at.post("/api/profiles/sample", { receiver: RECEIVER }, { Origin: own });
    expect({ status, text }).toEqual({ status: 200, text: '{"status":200}' });
    const { requests } = await at.listOf(1);
    expect(requests[0]).toMatchObject({ client: "sluice-sample", labels: { service_name: "sample" }, format: "pprof" });
    expect((await at.detail(idOf(1))).contents).toMatchObject([{ format: "pprof", type: "process_cpu" }]);
  });
});

/** Without them it does not listen elsewhere. */
const TOKENS = { full: "the-token-for-all-0" };

describe("what others may ask for", () => {
  it("is nothing under a name that is not ours", async () => {
    await at.start(receiverText());
    const { port } = new URL(at.url);
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

  it("follows from the methods of each address", async () => {
    await at.start(receiverText());
    for (const [method, path, allow] of [
      ["POST", "requests", "GET, HEAD"],
      ["DELETE", `requests/${idOf(1)}`, "GET, HEAD"],
      ["GET", `requests/${idOf(1)}/send`, "POST"],
      ["GET", "sample", "POST"],
    ] as const) {
      const response = await fetch(new URL(`/api/profiles/${path}`, at.url), { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
      expect(await response.json()).toEqual({ error: `method not allowed; use ${allow}` });
    }
    expect((await at.get("/api/profiles/nothing")).text).toBe('{"error":"not found"}\n');
  });

  it("is not recorded where the page does not listen on the loopback, and says how it would be", async () => {
    await at.start(receiverText(), { host: "0.0.0.0", tokens: TOKENS });
    expect(await at.send("/ingest?name=a", "x")).toBe(200);
    expect(await at.list()).toMatchObject({
      recording: false,
      reason: expect.stringContaining("start with --inspect-profiles"),
      received: 1,
      receivers: [{ id: RECEIVER }],
      requests: [],
    });
    expect((await at.get(`/api/profiles/requests/${idOf(1)}`)).status).toBe(404);
    expect(await at.post("/api/profiles/sample", { receiver: RECEIVER })).toMatchObject({ status: 409 });
  });

  it("is recorded there when that was asked for", async () => {
    await at.start(receiverText(), { host: "0.0.0.0", tokens: TOKENS, inspectProfiles: true });
    expect(await at.send("/ingest?name=a", "x")).toBe(200);
    expect(await at.listOf(1)).toMatchObject({ recording: true, received: 1 });
  });
});

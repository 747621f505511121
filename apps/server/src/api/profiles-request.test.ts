import { gzipSync } from "node:zlib";
import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import type { TargetResult } from "@sluice/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import {
  idOf,
  PROFILE,
  PROTO,
  PUSH_PATH,
  protoOf,
  pushOf,
  RECEIVER,
  RecordingFixture,
  receiverText,
  WRITE,
  writeText,
} from "../testing/recording-fixture.ts";
import type { StubUpstream } from "../testing/stub-upstream.ts";

let at = new RecordingFixture();
afterEach(async () => {
  await at.remove();
  at = new RecordingFixture();
});

describe("one request", () => {
  const MULTIPART =
    '--b\r\nContent-Disposition: form-data; name="profile"; filename="profile.pprof"\r\nContent-Type: application/x-gzip\r\n\r\n' +
    `${PROFILE.toString("latin1")}\r\n--b\r\nContent-Disposition: form-data; name="sample_type_config"\r\n\r\n{}\r\n--b--\r\n`;

  it("names the parts of a multipart body, and gives it out as it came", async () => {
    await at.start(receiverText());
    const type = "multipart/form-data; boundary=b";
    const body = Buffer.from(MULTIPART, "latin1");
    expect(await at.send("/ingest?name=a%7Bx%3Dy%7D&from=1", body, { "Content-Type": type })).toBe(200);
    await at.listOf(1);
    expect(await at.detail(idOf(1))).toMatchObject({
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
    const response = await fetch(new URL(`/api/profiles/requests/${idOf(1)}/profiles/0`, at.url));
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("x-content-type")).toBe(type);
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true);
  });

  it("names the parts of one that is compressed, as its client sent it", async () => {
    await at.start(receiverText());
    const body = gzipSync(Buffer.from(MULTIPART, "latin1"));
    expect(await at.send("/ingest?name=a", body)).toBe(200);
    const { requests } = await at.listOf(1);
    expect(requests[0]).toMatchObject({ format: "pprof", bytes: body.length });
    const parts = [
      { name: "profile", bytes: PROFILE.length, gzip: true },
      { name: "sample_type_config", bytes: 2 },
    ];
    expect((await at.detail(idOf(1))).contents).toMatchObject([{ format: "pprof", bytes: body.length, parts }]);
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
    const upstream = await at.upstream(200);
    await at.start(receiverText() + writeText(upstream.url));
    expect(await at.send(PUSH_PATH, body(), headers)).toBe(200);
    await at.listOf(1);
    const { contents, profiles } = await at.detail(idOf(1));
    expect(profiles).toBe(2);
    expect(contents.map(({ received, type, bytes }) => [Object.fromEntries(received), type, bytes])).toEqual([
      [{ __name__: "cpu", a: "1" }, "cpu", PROFILE.length],
      [{ __name__: "mem", a: "2" }, "mem", PROFILE.length],
    ]);
    const response = await fetch(new URL(`/api/profiles/requests/${idOf(1)}/profiles/1`, at.url));
    expect(Buffer.from(await response.arrayBuffer()).equals(PROFILE)).toBe(true);
    expect((await at.get(`/api/profiles/requests/${idOf(1)}/profiles/2`)).text).toBe(
      '{"error":"the request has no profile 2"}\n',
    );
    const sent = await at.post(`/api/profiles/requests/${idOf(1)}/send`, { target: WRITE });
    expect(JSON.parse(sent.text)).toMatchObject({ target: WRITE, ok: true, retries: 0 });
    expect(upstream.seen.map(({ url }) => url)).toEqual([PUSH_PATH, PUSH_PATH]);
  });

  it("is read within bounds of its own, which are less than those of receiving it", async () => {
    await at.start(receiverText());
    const series = { labels: [{ name: "__name__", value: "a" }], samples: [{ rawProfile: new Uint8Array(129 << 20) }] };
    const message = gzipSync(toBinary(PushRequestSchema, create(PushRequestSchema, { series: [series] })), {
      level: 1,
    });
    expect(await at.send(PUSH_PATH, message, { ...PROTO, "Content-Encoding": "gzip" })).toBe(200);
    await at.listOf(1);
    expect((await at.detail(idOf(1))).contents).toEqual([]);
    expect(await at.get(`/api/profiles/requests/${idOf(1)}/profiles/0`)).toMatchObject({
      status: 422,
      text: expect.stringContaining("larger than 134217728 bytes"),
    });
  });

  it("has no profile at a place that is none", async () => {
    await at.start(receiverText());
    expect(await at.send("/ingest?name=a", "x")).toBe(200);
    const { requests } = await at.listOf(1);
    const ask = async (place: string) => {
      const response = await fetch(new URL(`/api/profiles/requests/${requests[0]!.id}/profiles/${place}`, at.url));
      return [response.status, await response.json()];
    };
    for (const place of ["0x0", "0e1", "%200", "+0", "0.0", "-0"])
      expect([place, ...(await ask(place))]).toEqual([place, 400, { error: "place must be a whole number from 0" }]);
    expect(await ask("1")).toEqual([404, { error: "the request has no profile 1" }]);
  });

  it("tells no credentials, wherever they stand", async () => {
    const upstream = await at.upstream(200);
    await at.start(receiverText("", 'bearer_token = "s3cr3t-t0ken-of-mine"') + writeText(upstream.url));
    const headers = {
      Authorization: "Bearer s3cr3t-t0ken-of-mine",
      Cookie: "session=c00kie-value",
      "X-Api-Key": "k3y-value",
      "X-Note": "it is s3cr3t-t0ken-of-mine",
      "X-Scope-OrgID": "tenant",
    };
    const query = "name=a%7Bpassword%3Dp4ss-value%7D&api_key=qu3ry-value&until=2&note=s3cr3t-t0ken-of-mine&plain=yes";
    expect(await at.send(`/ingest?${query}`, "x", headers)).toBe(200);
    await at.listOf(1);
    const shown = await at.detail(idOf(1));
    expect(shown.path).toBe("/ingest?name=(secret)&api_key=(secret)&until=2&note=(secret)&plain=(secret)");
    expect(Object.fromEntries(shown.headers.map(([name, value]) => [name.toLowerCase(), value]))).toMatchObject({
      authorization: "(secret)",
      cookie: "(secret)",
      "x-api-key": "(secret)",
      "x-note": "(secret)",
      "x-scope-orgid": "tenant",
    });
    expect(shown.labels).toMatchObject({ __name__: "a", password: "(secret)" });
    for (const path of ["", "/1"]) {
      const { text } = await at.get(`/api/profiles/requests${path}`);
      expect(text).not.toMatch(/s3cr3t-t0ken|c00kie-value|k3y-value|p4ss-value|qu3ry-value/);
    }
    // What is sent again is what came.
    expect((await at.post(`/api/profiles/requests/${idOf(1)}/send`, { target: WRITE })).status).toBe(200);
    expect(decodeURIComponent(upstream.seen[0]!.url)).toContain("password=p4ss-value");
  });
});

describe("what clients put where nobody knows of it", () => {
  /** Of a receiver for all of them. */
  let all: RecordingFixture;
  beforeAll(async () => {
    all = new RecordingFixture();
    await all.start(receiverText());
  });
  afterAll(() => all.remove());

  const shownOf = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const before = (await all.list()).requests.length;
    expect(await all.send(path, body, headers)).toBe(200);
    const { requests } = await all.listOf(before + 1);
    return all.detail(requests[0]!.id);
  };

  it.each([
    "Ocp-Apim-Subscription-Key",
    "X-Functions-Key",
    "CF-Access-Jwt-Assertion",
    "X-Honeycomb-Team",
    "Authentication",
    "X-CSRF",
    "Session",
    "Cookie2",
    "Key",
    "License",
    "Grpc-Metadata",
  ])("is not told of a header %s", async (name) => {
    const { headers } = await shownOf("/ingest?name=a", "x", { [name]: "hush", "User-Agent": "rc/1" });
    const byName = new Map(headers.map(([one, value]) => [one.toLowerCase(), value]));
    expect(byName.get(name.toLowerCase())).toBe("(secret)");
    expect(byName.get("user-agent")).toBe("rc/1");
    expect(byName.get("content-length")).toBe("1");
  });

  it.each([
    "sid=hush",
    "bearer=hush",
    "Token[]=hush",
    "t%6fken[]=hush",
    "token%00=hush",
    "to%6ben%zz=hush",
    "units=%zztoken%3Dhush",
    "hush",
  ])("is not told of a parameter %s", async (parameter) => {
    const { path } = await shownOf(`/ingest?name=a&${parameter}&spyName=ebpf`, "x");
    expect(path).toMatch(/^\/ingest\?name=a&.*\(secret\)&spyName=ebpf$/);
    expect(path).not.toContain("hush");
  });

  it("is not told of the parts of a multipart body", async () => {
    const part =
      'Content-Disposition: form-data; name="token=hush"; filename="http://u:hush@h/p"\r\nContent-Type: x; api_key=hush';
    const { contents } = await shownOf("/ingest?name=a", `--b\r\n${part}\r\n\r\nmain 1\r\n--b--\r\n`);
    expect(contents[0]!.parts).toEqual([
      { name: "token=(secret)", filename: "http://(secret)@h/p", contentType: "x; api_key=(secret)", bytes: 6 },
    ]);
  });

  it("shows a long header up to a bound", async () => {
    const { headers, client } = await shownOf("/ingest?name=a", "x", { "User-Agent": "a=b:".repeat(3000) });
    const [, shown = ""] = headers.find(([name]) => name.toLowerCase() === "user-agent") ?? [];
    expect(shown).toBe(`${"a=b:".repeat(1024)}…`);
    expect(client).toHaveLength(301);
  });
});

describe("sending again", () => {
  it("tells what the target answered", async () => {
    const upstream = await at.upstream(422);
    await at.start(receiverText() + writeText(upstream.url));
    await at.send("/ingest?name=a%7Bb%3Dc%7D&from=7", "body", { "Content-Type": "x/y" });
    await at.listOf(1);
    const { status, text } = await at.post(`/api/profiles/requests/${idOf(1)}/send`, { target: WRITE });
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
    expect((await at.list()).received).toBe(1);
  });

  describe("refuses in one line, and sends nothing, for", () => {
    /** Of a receiver for all of them, to which one request was sent. */
    let all: RecordingFixture;
    let upstream: StubUpstream;
    beforeAll(async () => {
      all = new RecordingFixture();
      upstream = await all.upstream(200);
      await all.start(receiverText() + writeText(upstream.url));
      await all.send("/ingest?name=a", "x");
      await vi.waitUntil(async () => (await all.list()).requests.length === 1);
    });
    afterAll(() => all.remove());

    it.each<
      [name: string, path: string, body: unknown, headers: Record<string, string>, status: number, error: string]
    >([
      [
        "a request that is not there",
        `requests/${idOf(9)}/send`,
        { target: WRITE },
        {},
        404,
        "the request is not known, or no longer kept",
      ],
      [
        "a target that is not there",
        `requests/${idOf(1)}/send`,
        { target: "x" },
        {},
        422,
        "x takes no profiles in this configuration",
      ],
      [
        "a component that takes none",
        `requests/${idOf(1)}/send`,
        { target: RECEIVER },
        {},
        422,
        `${RECEIVER} takes no profiles in this configuration`,
      ],
      ["no target", `requests/${idOf(1)}/send`, {}, {}, 400, "target must be the id of a component"],
      ["null", `requests/${idOf(1)}/send`, null, {}, 400, "the body must be a JSON object"],
      ["no JSON", `requests/${idOf(1)}/send`, "{", {}, 400, "the body is not JSON"],
      [
        "too much",
        `requests/${idOf(1)}/send`,
        { target: "x".repeat(20_000) },
        {},
        413,
        "body is larger than 16384 bytes",
      ],
      [
        "a form",
        `requests/${idOf(1)}/send`,
        { target: WRITE },
        { "Content-Type": "text/plain" },
        415,
        "Content-Type must be application/json",
      ],
      [
        "another site",
        `requests/${idOf(1)}/send`,
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
    ])("%s", async (_name, path, body, headers, status, error) => {
      expect(await all.post(`/api/profiles/${path}`, body, headers)).toEqual({
        status,
        text: `${JSON.stringify({ error })}\n`,
      });
      expect(upstream.seen).toEqual([]);
      expect((await all.list()).received).toBe(1);
    });
  });
});

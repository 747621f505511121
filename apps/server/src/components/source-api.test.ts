import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateRawSync, gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { compressSync } from "snappy";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PushRequestSchema } from "../gen/loki/push_pb.ts";
import {
  CollectingReceiver,
  componentOf,
  never,
  START,
  type TestContext,
  testContext,
  valuesOf,
} from "../testing/fixtures.ts";
import { ApiSource } from "./source-api.ts";

let next: CollectingReceiver;
let context: TestContext;
let source: ApiSource | undefined;
beforeEach(() => {
  next = new CollectingReceiver();
  context = testContext("logs.source.api.in");
});
afterEach(async () => {
  await source?.drain(never);
  source = undefined;
});

async function start(args = "", port = 0): Promise<string> {
  const node = componentOf(
    "logs.source.api",
    `logs.source.api "in" {
       http {
         listen_address = "127.0.0.1"
         listen_port = ${port}
       }
       ${args}
       forward_to = []
     }`,
  );
  source = new ApiSource(node.args as never, next, context);
  await source.start();
  return `http://${source.details().listening}/loki/api/v1/push`;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function post(url: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
  const type = typeof body === "string" ? { "Content-Type": "application/json" } : {};
  const response = await fetch(url, {
    method: "POST",
    body: body as Uint8Array<ArrayBuffer>,
    headers: { ...type, ...headers },
  });
  return { status: response.status, text: await response.text() };
}

const json = (values: unknown[], stream: Record<string, string> = { job: "a" }) =>
  JSON.stringify({ streams: [{ stream, values }] });
const shown = () =>
  next.entries.map(({ labels, line, timestamp, metadata }) => [labels.toString(), line, timestamp, metadata]);

function protobuf(labels: string, lines: readonly string[]): Buffer {
  const entries = lines.map((line, i) => ({
    timestamp: { seconds: 1_700_000_000n, nanos: i },
    line,
    structuredMetadata: [{ name: "n", value: String(i) }],
  }));
  return compressSync(toBinary(PushRequestSchema, create(PushRequestSchema, { streams: [{ labels, entries }] })));
}

describe("accepting", () => {
  it("answers 204 and stamps entries with the time of arrival", async () => {
    const url = await start();
    expect(
      await post(
        url,
        json([
          ["1", "x"],
          ["2", "y", { trace: "t" }],
        ]),
      ),
    ).toEqual({ status: 204, text: "" });
    expect(shown()).toEqual([
      ['{job="a"}', "x", START, []],
      ['{job="a"}', "y", START, [["trace", "t"]]],
    ]);
    expect(valuesOf(context.metrics.collect(0n))).toEqual({
      logs_source_api_entries_total: 2,
      "logs_source_api_requests_total{status_code=204}": 1,
    });
  });

  it("keeps incoming timestamps where asked to: exact, out of order, and far in the future", async () => {
    const url = await start("use_incoming_timestamp = true");
    await post(
      url,
      json([
        ["1710072000000000001", "a"],
        ["5", "b"],
        ["9223372036854775807", "c"],
        ["-1", "d"],
      ]),
    );
    expect(next.entries.map(({ timestamp }) => timestamp)).toEqual([
      1710072000000000001n,
      5n,
      9223372036854775807n,
      -1n,
    ]);
  });

  it("reads protobuf when no content type is given, also at the older path", async () => {
    const url = await start("use_incoming_timestamp = true");
    const expected = [
      ['{job="p"}', "x", 1_700_000_000_000_000_000n, [["n", "0"]]],
      ['{job="p"}', "é\n", 1_700_000_000_000_000_001n, [["n", "1"]]],
    ];
    expect((await post(url, protobuf('{job="p"}', ["x", "é\n"]))).status).toBe(204);
    expect(
      (
        await post(url.replace("/loki", ""), protobuf('{job="p"}', ["x", "é\n"]), {
          "Content-Type": "application/x-protobuf",
          "Content-Encoding": "snappy",
        })
      ).status,
    ).toBe(204);
    expect(shown()).toEqual([...expected, ...expected]);
  });

  it.each([
    ["gzip", gzipSync(json([["1", "x"]]))],
    ["deflate", deflateRawSync(json([["1", "x"]]))],
    ["identity", Buffer.from(json([["1", "x"]]))],
    ["GZIP ", gzipSync(json([["1", "x"]]))],
  ])("reads Content-Encoding %s", async (encoding, body) => {
    const url = await start();
    expect(
      await post(url, body, { "Content-Type": "application/json; charset=utf-8", "Content-Encoding": encoding }),
    ).toEqual({ status: 204, text: "" });
    expect(next.lines).toEqual(["x"]);
  });

  it("turns the tenant header into a label, adds labels, and removes reserved and empty ones", async () => {
    const url = await start('labels = {dc = "1", job = "configured", __x = "no", gone = ""}');
    await post(
      url,
      json([["1", "x"]], { job: "a", __tenant_id__: "forged", __path__: "/p", empty: "", gone: "1", "k8s-app": "z" }),
      { "X-Scope-OrgID": "team" },
    );
    expect(next.entries[0]!.labels.toRecord()).toEqual({
      __tenant_id__: "team",
      dc: "1",
      job: "configured",
      "k8s-app": "z",
    });
  });

  it("makes one U+FFFD of each byte that is not UTF-8", async () => {
    const url = await start();
    const body = Buffer.from(json([["1", "a@@@b"]]), "latin1");
    body.set([0xe2, 0x82, 0xff], body.indexOf("@@@"));
    expect((await post(url, body, { "Content-Type": "application/json" })).status).toBe(204);
    expect(next.lines).toEqual(["a\ufffd\ufffd\ufffdb"]);
  });
});

describe("refusing", () => {
  it.each<[string, string | Uint8Array, Record<string, string>, number, RegExp]>([
    ["no JSON", "{", {}, 400, /^body is not JSON: [^\n]+\n$/],
    [
      "one bad entry among good ones",
      json([
        ["1", "good"],
        ["x", "bad"],
      ]),
      {},
      400,
      /^streams\[0\]\.values\[1\]\[0\] must be [^\n]+\n$/,
    ],
    [
      "a body that is not gzip",
      Buffer.from("nope"),
      { "Content-Type": "application/json", "Content-Encoding": "gzip" },
      400,
      /^body is not gzip/,
    ],
    [
      "a content encoding that is not read",
      "{}",
      { "Content-Encoding": "br" },
      415,
      /^Content-Encoding "br" is not read/,
    ],
    [
      "a content type that is not read",
      "x",
      { "Content-Type": "text/plain" },
      415,
      /^Content-Type "text\/plain" is not read/,
    ],
    ["an empty body without a type", new Uint8Array(), {}, 400, /^body is not a snappy block/],
    [
      "protobuf that is no snappy block",
      Buffer.from([200, 1, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8]),
      {},
      400,
      /^body is not a snappy block/,
    ],
    [
      "a snappy block that is no push request",
      compressSync(Buffer.from([0x0a, 0x05, 0x01])),
      {},
      400,
      /^body is not a push request: streams\[0\]: /,
    ],
    [
      "labels that are none",
      protobuf("job=x", ["a"]),
      {},
      400,
      /^body is not a push request: streams\[0\]: labels: expected "\{"/,
    ],
    [
      "a snappy block that claims more than it can hold",
      Buffer.concat([Buffer.from([0xff, 0xff, 0x0f]), Buffer.alloc(20)]),
      {},
      400,
      /cannot hold the 262143/,
    ],
    [
      "a snappy block that claims to be huge",
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0]),
      {},
      413,
      /claims to be 4294967295 bytes/,
    ],
    ["a body that is too large", json([["1", "x".repeat(300_000)]]), {}, 413, /^body is larger than 262144 bytes\n$/],
    [
      "a gzip bomb",
      gzipSync(Buffer.alloc(50_000_000, " ")),
      { "Content-Type": "application/json", "Content-Encoding": "gzip" },
      413,
      /^body is larger than/,
    ],
  ])("%s", async (_name, body, headers, status, message) => {
    const url = await start('max_send_message_size = "256KiB"');
    const answer = await post(url, body, headers);
    expect(answer.text).toMatch(message);
    expect(answer.status).toBe(status);
    expect(next.entries).toEqual([]);
    expect(valuesOf(context.metrics.collect(0n))[`logs_source_api_requests_total{status_code=${status}}`]).toBe(1);
  });

  it("answers a body of unknown length as soon as it is too large, and the client gets to read it", async () => {
    const url = await start('max_send_message_size = "1KiB"');
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        url,
        { method: "POST", headers: { "Content-Type": "application/json" } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
          request.end();
        },
      );
      request.on("error", reject);
      for (let i = 0; i < 100; i++) request.write(Buffer.alloc(10_000, "x"));
    });
    expect(status).toBe(413);
  });

  it("answers 429 while what comes behind is full, and takes nothing", async () => {
    const url = await start();
    next.blocked = true;
    expect(await post(url, json([["1", "x"]]))).toEqual({
      status: 429,
      text: "the pipeline is full; try again later\n",
    });
    next.blocked = false;
    expect((await post(url, json([["1", "x"]]))).status).toBe(204);
    expect(next.lines).toEqual(["x"]);
  });

  it("answers other methods and paths in plain text", async () => {
    const url = await start();
    const get = await fetch(url);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(url.replace("push", "pull"))).status).toBe(404);
    expect(await (await fetch(url.replace("/loki/api/v1/push", "/ready"))).text()).toBe("ready\n");
  });

  it("survives a client that goes away in the middle", async () => {
    const url = await start();
    await new Promise<void>((resolve) => {
      const request = httpRequest(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Content-Length": "1000" },
      });
      request.on("error", () => resolve());
      request.write("{", () => request.destroy());
      request.on("close", () => resolve());
    });
    expect((await post(url, json([["1", "x"]]))).status).toBe(204);
    expect(context.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});

it("is unhealthy when its port is in use", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await start("", port);
  expect(source!.health).toEqual({
    state: "unhealthy",
    message: `127.0.0.1 port ${port} is in use by another program`,
  });
  await new Promise((resolve) => other.close(resolve));
});

it("lets a request under way finish when it drains, and takes none after that", async () => {
  const url = await start();
  const body = json([["1", "x"]]);
  let drained: Promise<number> | undefined;
  const status = await new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": String(body.length),
      Expect: "100-continue",
    };
    const request = httpRequest(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
    // The server has the head of the request now, and waits for the rest.
    request.on("continue", () => {
      drained = source!.drain(never);
      request.end(body);
    });
    request.flushHeaders();
  });
  expect([status, await drained, next.lines]).toEqual([204, 0, ["x"]]);
  await expect(post(url, body)).rejects.toThrow();
});

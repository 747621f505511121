import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { deflateRawSync, gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { SECOND } from "@sluice/engine";
import { compressSync } from "snappy";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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

async function start(args = "", port = 0, http = ""): Promise<string> {
  const node = componentOf(
    "logs.source.api",
    `logs.source.api "in" {
       http {
         listen_address = "127.0.0.1"
         listen_port = ${port}
         ${http}
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
      json([["1", "x"]], { job: "a", __tenant_id__: "forged", __path__: "/p", empty: "", gone: "1", '"k8s-app"': "z" }),
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

describe("as Alloy has it", () => {
  it.each<[string, string, number, unknown[]]>([
    ["an empty object", "{}", 204, []],
    ["a stream that is empty", '{"streams":[{}]}', 204, []],
    ["a stream without values", '{"streams":[{"stream":{"a":"b"}}]}', 204, []],
    [
      "a label's value that is no text",
      '{"streams":[{"stream":{"a":1.50},"values":[["1","x"]]}]}',
      204,
      ['{a="1.50"}'],
    ],
    ["the key in capitals", '{"STREAMS":[{"stream":{"a":"b"},"values":[["1","x"]]}]}', 204, ['{a="b"}']],
    ["a label name with a blank", json([["1", "x"]], { "a b": "c" }), 400, []],
    ["a label name with a digit first", json([["1", "x"]], { "1a": "c" }), 400, []],
  ])("%s", async (_name, body, status, labels) => {
    const url = await start();
    expect((await post(url, body)).status).toBe(status);
    expect(next.entries.map((one) => one.labels.toString())).toEqual(labels);
  });

  it("passes on the streams beside one whose labels cannot be read, and answers 400, which nobody repeats", async () => {
    const url = await start();
    const stream = (name: string, line: string) => ({ stream: { [name]: "x" }, values: [["1", line]] });
    const body = JSON.stringify({ streams: [stream("a", "1"), stream("1a", "2"), stream("b", "3")] });
    const { status, text } = await post(url, body);
    expect([status, next.lines]).toEqual([400, ["1", "3"]]);
    expect(text).toMatch(/^streams\[1\]\.stream: "1a" is not a label name/);
  });

  it("does not pass on what has no labels, and counts it", async () => {
    const url = await start();
    expect((await post(url, json([["1", "x"]], { gone: "" }))).status).toBe(204);
    expect(next.entries).toEqual([]);
    expect(valuesOf(context.metrics.collect(0n)).logs_source_api_unlabelled_entries_total).toBe(1);
  });

  it("takes times from the year 1 to the year 9999", async () => {
    const url = await start("use_incoming_timestamp = true");
    const streams = [{ labels: '{a="b"}', entries: [{ timestamp: { seconds: 9_223_372_037n, nanos: 1 }, line: "x" }] }];
    const body = compressSync(toBinary(PushRequestSchema, create(PushRequestSchema, { streams })));
    expect((await post(url, body)).status).toBe(204);
    expect(next.entries[0]!.timestamp).toBe(9_223_372_037_000_000_001n);
  });

  it("reads what has another type as protobuf", async () => {
    const url = await start();
    const answer = await post(url, protobuf('{a="b"}', ["x"]), { "Content-Type": "application/octet-stream" });
    expect([answer.status, next.lines]).toEqual([204, ["x"]]);
  });

  it.each([
    ["team", "team"],
    ["team:part", "team"],
    ["a|a", "a"],
    ["a|b", undefined],
    ["..", undefined],
    ["a/b", undefined],
    ["x".repeat(151), undefined],
  ])("takes the tenant %s as %s", async (header, tenant) => {
    const url = await start();
    await post(url, json([["1", "x"]]), { "X-Scope-OrgID": header });
    expect(next.entries[0]!.labels.get("__tenant_id__")).toBe(tenant);
  });
});

describe("much in few bytes", () => {
  const field = (tag: number, content: Uint8Array) => {
    const length: number[] = [];
    let rest = content.length;
    for (; rest >= 0x80; rest >>= 7) length.push((rest & 0x7f) | 0x80);
    return Buffer.concat([Buffer.from([tag, ...length, rest]), content]);
  };
  const labels = field(0x0a, Buffer.from('{a="b"}'));
  const stream = (...fields: Uint8Array[]) => field(0x0a, Buffer.concat([labels, ...fields]));
  const pair = field(0x1a, Buffer.from([0x0a, 1, 0x6e]));
  const asJson = { "Content-Type": "application/json" };
  const manyLabels = (count: number, of: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => of(i)).join();

  it.each<[string, Uint8Array, Record<string, string>, RegExp]>([
    [
      "millions of empty entries in gzip of snappy",
      gzipSync(compressSync(stream(Buffer.alloc(10_000_000, Buffer.from([0x12, 0]))))),
      { "Content-Encoding": "gzip" },
      /^more than 1000 entries in one push; send it in parts\n$/,
    ],
    [
      "a million empty streams",
      compressSync(Buffer.alloc(2_000_000, Buffer.from([0x0a, 0]))),
      {},
      /^more than 100 streams/,
    ],
    [
      "much structured metadata",
      compressSync(stream(field(0x12, Buffer.concat(Array(3000).fill(pair))))),
      {},
      /^more than 2000 labels and/,
    ],
    [
      "a stream of a million labels",
      compressSync(field(0x0a, field(0x0a, Buffer.from(`{${manyLabels(1_000_000, (i) => `a${i}=""`)}}`)))),
      {},
      /^streams\[0\]: the labels are longer than 65536 bytes/,
    ],
    [
      "streams of many labels in sum",
      compressSync(
        Buffer.concat(Array(5).fill(field(0x0a, field(0x0a, Buffer.from(`{${manyLabels(500, (i) => `a${i}=""`)}}`))))),
      ),
      {},
      /^more than 2000 labels and/,
    ],
    ["many entries in JSON", Buffer.from(json(Array(2000).fill([]))), asJson, /^more than 1000 entries/],
    [
      "many streams in JSON",
      Buffer.from(JSON.stringify({ streams: Array(200).fill({}) })),
      asJson,
      /^more than 100 streams/,
    ],
    [
      "many labels in JSON",
      Buffer.from(`{"streams":[{"stream":{${manyLabels(3000, (i) => `"a${i}":""`)}}}]}`),
      asJson,
      /^more than 2000 labels and/,
    ],
    [
      "long labels in JSON",
      Buffer.from(`{"streams":[{"stream":{"a":"${"x".repeat(70_000)}"}}]}`),
      asJson,
      /^streams\[0\]\.stream is longer than 65536 bytes/,
    ],
    [
      "much structured metadata in JSON",
      Buffer.from(`{"streams":[{"values":[["1","",{${manyLabels(3000, (i) => `"a${i}":""`)}}]]}]}`),
      asJson,
      /^more than 2000 labels and/,
    ],
  ])("is answered 413: %s", async (_name, body, headers, message) => {
    const url = await start("max_send_streams = 100\nmax_send_entries = 1000\nmax_send_pairs = 2000");
    const answer = await post(url, body, headers);
    expect(answer.text).toMatch(message);
    expect([answer.status, next.entries.length]).toEqual([413, 0]);
  });

  it("is bounded unless the configuration says more", async () => {
    const body = compressSync(stream(Buffer.alloc(200_002, Buffer.from([0x12, 0]))));
    expect((await post(await start(), body)).text).toBe("more than 100000 entries in one push; send it in parts\n");
    await source!.drain(never);
    expect((await post(await start("max_send_entries = 100001"), body)).status).toBe(204);
    expect(next.entries.length).toBe(100_001);
  });

  it("is read one after the other, and not at all once what comes behind is full", async () => {
    const url = await start();
    const push = next.push.bind(next);
    next.push = (batch) => {
      const answer = push(batch);
      next.blocked = true;
      return answer;
    };
    // Streams whose labels are empty count what was read and not passed on.
    const unlabelled = field(0x0a, Buffer.concat([field(0x0a, Buffer.from('{a=""}')), Buffer.from([0x12, 0])]));
    const entries = stream(Buffer.alloc(40_000, Buffer.from([0x12, 0])));
    const body = compressSync(Buffer.concat([unlabelled, entries]));
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(429)]);
    expect(next.entries.length).toBe(20_000);
    expect(valuesOf(context.metrics.collect(0n)).logs_source_api_unlabelled_entries_total).toBe(1);
  });

  it("does not keep small pushes waiting", async () => {
    const url = await start();
    context.scheduler.readingTakes = 3;
    const large = post(url, compressSync(stream(Buffer.alloc(100_000, Buffer.from([0x12, 0])))));
    while (context.scheduler.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    expect([(await post(url, json([["1", "x"]]))).status, next.lines]).toEqual([204, ["x"]]);
    while (next.entries.length === 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await context.scheduler.advance(0n);
    }
    expect((await large).status).toBe(204);
  });

  it("lets others work while it is read", async () => {
    const url = await start();
    context.scheduler.readingTakes = 20;
    const soon = vi.spyOn(context.scheduler, "soon");
    const answer = post(url, json(Array(50_000).fill(["1", "x"])));
    while (next.entries.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      await context.scheduler.advance(0n);
    }
    expect((await answer).status).toBe(204);
    expect(next.entries.length).toBe(50_000);
    expect(soon.mock.calls.length).toBeGreaterThan(50);
  });
});

describe("slow and many clients", () => {
  const half = (url: string, body = '{"streams":', length = 1000) => {
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
    );
    socket.on("error", () => {});
    return socket;
  };
  const wholeAnswer = async (socket: Socket) => {
    let text = "";
    for await (const chunk of socket) text += chunk;
    return text;
  };

  it("takes pushes while a hundred clients have sent half a body, which kept all others out", async () => {
    const url = await start();
    const halves = Array.from({ length: 100 }, () => half(url));
    await Promise.all(halves.map((socket) => once(socket, "connect")));
    expect((await post(url, json([["1", "x"]]))).status).toBe(204);
    for (const socket of halves) socket.destroy();
  });

  it("answers 408 when the body takes too long, and closes the connection", async () => {
    const url = await start("", 0, 'server_read_timeout = "60ms"');
    const answer = await wholeAnswer(half(url));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/Connection: close/i);
    expect(answer).toMatch(/the body took longer than 0.06 seconds\n$/);
    expect(valuesOf(context.metrics.collect(0n))["logs_source_api_requests_total{status_code=408}"]).toBe(1);
  });

  it("is not kept waiting by a client that sends a byte now and then", async () => {
    const url = await start("", 0, 'server_read_timeout = "100ms"');
    const socket = half(url);
    const trickle = setInterval(() => socket.write(" "), 5);
    expect(await wholeAnswer(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(trickle);
  });

  it("lets the largest body that is still arriving give way when too many bytes are in flight", async () => {
    const url = await start('max_send_message_size = "100KiB"\nmax_in_flight_size = "200KiB"');
    const large = [half(url, "x".repeat(90_000), 95_000), half(url, "x".repeat(80_000), 95_000)];
    // Not until the connection ends: what is still to come of the body may take as long as any request.
    const gone = once(large[0]!, "data");
    while (source!.details().bytes_in_flight !== 170_000) await new Promise((resolve) => setImmediate(resolve));
    expect((await post(url, json([["1", "x".repeat(60_000)]]))).status).toBe(204);
    const answer = String(await gone);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/Retry-After: 1/i);
    for (const socket of large) socket.destroy();
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
      /^send application\/json or application\/x-protobuf, not "text\/plain"\n$/,
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
      /^body is not a push request: streams\[0\]: labels: expected nothing more at 3/,
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

it("listens once its port is free, which it tried for only at the start", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const after = vi.spyOn(context.scheduler, "after");
  const pauses = () => after.mock.calls.map(([pause]) => Number(pause / SECOND));
  await start("", port);
  for (const [i, pause] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    await expect.poll(pauses).toHaveLength(i + 1);
    expect(pauses()[i]).toBe(pause);
    if (i === 6) await new Promise((resolve) => other.close(resolve));
    expect(source!.health.state).toBe("unhealthy");
    await context.scheduler.advance(BigInt(pause) * SECOND);
  }
  await expect.poll(() => source!.health.state).toBe("healthy");
  const url = `http://127.0.0.1:${port}/loki/api/v1/push`;
  expect((await post(url, json([["1", "x"]]))).status).toBe(204);
  expect(context.logged.map(({ message }) => message)).toEqual([
    "the push API does not listen; it goes on trying",
    "the push API listens",
  ]);
});

it("tries no more to listen once it is told to stop", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  await start("", (other.address() as AddressInfo).port);
  expect(context.scheduler.pending).toBe(1);
  await source!.drain(never);
  expect(context.scheduler.pending).toBe(0);
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

describe("other arguments", () => {
  const nodeWith = (port: number, args: string) =>
    componentOf(
      "logs.source.api",
      `logs.source.api "in" {
         http {
           listen_address = "127.0.0.1"
           listen_port = ${port}
         }
         ${args}
         forward_to = []
       }`,
    ).args as never;

  it("are taken over without listening anew", async () => {
    const url = await start('labels = { v = "1" }');
    await post(url, json([["1", "a"]]));
    const listening = source!.details().listening;
    source!.update(nodeWith(0, 'labels = { v = "2" }'))!();
    await post(url, json([["1", "b"]]));
    expect(next.entries.map(({ labels }) => labels.get("v"))).toEqual(["1", "2"]);
    expect(source!.details().listening).toBe(listening);
  });

  it("that say how it listens, or how much it holds, make it anew", async () => {
    await start();
    expect(source!.update(nodeWith(1, ""))).toBe(undefined);
    expect(source!.update(nodeWith(0, 'max_in_flight_size = "1GiB"'))).toBe(undefined);
  });
});

/** `logs.source.api` and clients that send much, slowly, or at once. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { compressSync } from "snappy";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFixture, json, post } from "../../testing/api-fixture.ts";
import { never } from "../../testing/fixtures.ts";

let api: ApiFixture;
beforeEach(() => {
  api = new ApiFixture();
});
afterEach(() => api.stop());

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
    const url = await api.start("max_send_streams = 100\nmax_send_entries = 1000\nmax_send_pairs = 2000");
    const answer = await post(url, body, headers);
    expect(answer.text).toMatch(message);
    expect([answer.status, api.next.entries.length]).toEqual([413, 0]);
  });

  it("is bounded unless the configuration says more", async () => {
    const body = compressSync(stream(Buffer.alloc(200_002, Buffer.from([0x12, 0]))));
    expect((await post(await api.start(), body)).text).toBe("more than 100000 entries in one push; send it in parts\n");
    await api.source.drain(never);
    expect((await post(await api.start("max_send_entries = 100001"), body)).status).toBe(204);
    expect(api.next.entries.length).toBe(100_001);
  });

  it("is read one after the other, and not at all once what comes after is full", async () => {
    const url = await api.start();
    const push = api.next.push.bind(api.next);
    api.next.push = (batch) => {
      const answer = push(batch);
      api.next.blocked = true;
      return answer;
    };
    // Streams whose labels are empty count what was read and not passed on.
    const unlabelled = field(0x0a, Buffer.concat([field(0x0a, Buffer.from('{a=""}')), Buffer.from([0x12, 0])]));
    const entries = stream(Buffer.alloc(40_000, Buffer.from([0x12, 0])));
    const body = compressSync(Buffer.concat([unlabelled, entries]));
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(429)]);
    expect(api.next.entries.length).toBe(20_000);
    expect(api.metrics().logs_source_api_unlabelled_entries_total).toBe(1);
  });

  it("does not keep small pushes waiting", async () => {
    const url = await api.start();
    api.context.scheduler.readingTakes = 3;
    const large = post(url, compressSync(stream(Buffer.alloc(100_000, Buffer.from([0x12, 0])))));
    while (api.context.scheduler.pending === 0) await new Promise((resolve) => setImmediate(resolve));
    expect([(await post(url, json([["1", "x"]]))).status, api.next.lines]).toEqual([204, ["x"]]);
    while (api.next.entries.length === 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await api.context.scheduler.advance(0n);
    }
    expect((await large).status).toBe(204);
  });

  it("lets others work while it is read", async () => {
    const url = await api.start();
    api.context.scheduler.readingTakes = 20;
    const soon = vi.spyOn(api.context.scheduler, "soon");
    const answer = post(url, json(Array(50_000).fill(["1", "x"])));
    while (api.next.entries.length === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      await api.context.scheduler.advance(0n);
    }
    expect((await answer).status).toBe(204);
    expect(api.next.entries.length).toBe(50_000);
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
    const url = await api.start();
    const halves = Array.from({ length: 100 }, () => half(url));
    await Promise.all(halves.map((socket) => once(socket, "connect")));
    expect((await post(url, json([["1", "x"]]))).status).toBe(204);
    for (const socket of halves) socket.destroy();
  });

  it("answers 408 when the body takes too long, and closes the connection", async () => {
    const url = await api.start("", 0, 'server_read_timeout = "60ms"');
    const answer = await wholeAnswer(half(url));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/Connection: close/i);
    expect(answer).toMatch(/the body took longer than 0.06 seconds\n$/);
    expect(api.metrics()["logs_source_api_requests_total{status_code=408}"]).toBe(1);
  });

  it("answers a body whose chunks are none, counts it, and closes the connection", async () => {
    const { hostname, port, pathname } = new URL(await api.start());
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n`);
    expect(await wholeAnswer(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*the body ended too early\n$/);
    expect(api.metrics()["logs_source_api_requests_total{status_code=400}"]).toBe(1);
  });

  it("lets connections over conn_limit wait until one closes, which it closed", async () => {
    const url = await api.start("", 0, "conn_limit = 1");
    const first = half(url);
    await once(first, "connect");
    const second = post(url, json([["1", "x"]]));
    while (api.source.details().connections_waiting !== 1) await new Promise((resolve) => setImmediate(resolve));
    expect(api.source.details().connections).toBe(1);
    first.destroy();
    expect((await second).status).toBe(204);
  });

  it("is not kept waiting by a client that sends a byte now and then", async () => {
    const url = await api.start("", 0, 'server_read_timeout = "100ms"');
    const socket = half(url);
    const trickle = setInterval(() => socket.write(" "), 5);
    expect(await wholeAnswer(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(trickle);
  });

  it("lets the largest body that is still arriving give way when too many bytes are in flight", async () => {
    const url = await api.start('max_send_message_size = "100KiB"\nmax_in_flight_size = "200KiB"');
    const large = [half(url, "x".repeat(90_000), 95_000), half(url, "x".repeat(80_000), 95_000)];
    // Not until the connection ends: what is still to come of the body may take as long as any request.
    const gone = once(large[0]!, "data");
    while (api.source.details().bytes_in_flight !== 170_000) await new Promise((resolve) => setImmediate(resolve));
    expect((await post(url, json([["1", "x".repeat(60_000)]]))).status).toBe(204);
    const answer = String(await gone);
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/Retry-After: 1/i);
    for (const socket of large) socket.destroy();
  });
});

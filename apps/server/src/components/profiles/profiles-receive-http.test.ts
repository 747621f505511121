/** What the recorded requests do not show: bounds, what is ours, changes while it runs, and that nothing is left behind. */
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { MILLISECOND, SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { PushRequestSchema } from "../../gen/push/v1/push_pb.ts";
import { settle, until, valuesOf } from "../../testing/fixtures.ts";
import { INGEST, ProfilesFixture, post } from "../../testing/profiles-fixture.ts";

let fixture: ProfilesFixture | undefined;
afterEach(async () => {
  await fixture?.stop();
  fixture = undefined;
});

async function start(...options: Parameters<typeof ProfilesFixture.start>): Promise<ProfilesFixture> {
  fixture = await ProfilesFixture.start(...options);
  return fixture;
}

const PUSH = "/push.v1.PusherService/Push";
const PROTO = "Content-Type: application/proto\r\n";

const message = (labels: number) =>
  Buffer.from(
    toBinary(
      PushRequestSchema,
      create(PushRequestSchema, {
        series: [{ labels: Array.from({ length: labels }, (_, i) => ({ name: `n${i}`, value: "v" })), samples: [{}] }],
      }),
    ),
  );

const metrics = () => valuesOf(fixture!.context.metrics.collect(0n));

describe("large requests", () => {
  it("takes a name of nearly a megabyte", async () => {
    await start();
    const labels = Array.from({ length: 55_000 }, (_, i) => `n${i}=value${i}`).join(",");
    expect(labels.length).toBeGreaterThan(900_000);
    expect(await fixture!.ask(`/ingest?name=a{${labels}}`)).toMatchObject({ status: 200 });
    expect(fixture!.kept.ingested[0]!.labels).toHaveLength(55_002);
  });

  it("says little of a name of a megabyte that cannot be read", async () => {
    await start();
    expect(await fixture!.ask(`/ingest?name=${"%FF".repeat(300_000)}`)).toMatchObject({ status: 200 });
    expect(fixture!.kept.ingested[0]!.labels).toEqual([]);
    const line = fixture!.context.logged.find(({ message }) => /cannot be read/.test(message))!;
    expect(String(line.fields.reason).length).toBeLessThan(400);
  });

  it("takes labels by the hundred thousand, and refuses more than it would hold", async () => {
    await start();
    expect(await fixture!.ask(PUSH, message(200_000), PROTO)).toMatchObject({ status: 200 });
    expect(fixture!.kept.appended[0]!.series.labels).toHaveLength(200_000);
    expect(await fixture!.ask(PUSH, message(250_000), PROTO)).toMatchObject({
      status: 413,
      text: expect.stringContaining('"resource_exhausted"'),
    });
    expect(fixture!.source.details()).toMatchObject({ bytes_in_flight: 0 });
  });

  it("answers all failures of a push of many series in a bounded text", async () => {
    await start();
    fixture!.outlet.receivers = [
      { ...fixture!.kept, append: () => Promise.reject(new Error("no".repeat(5000))) },
    ] as never;
    const body = Buffer.alloc(2 * 20_000, Uint8Array.of(0x0a, 0));
    const { status, text } = await fixture!.ask(PUSH, body, PROTO);
    expect(status).toBe(500);
    expect(text!.length).toBeLessThan(100_000);
    expect(text).toMatch(/and 19\d\d\d more/);
  });
});

describe("max_body_size", () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));

  it("bounds the body of /ingest, announced or not", async () => {
    await start("", 'max_body_size = "1000B"');
    expect(await fixture!.ask(INGEST, "x".repeat(1000))).toMatchObject({ status: 200 });
    expect(await fixture!.ask(INGEST, "x".repeat(1001))).toMatchObject({
      status: 413,
      text: "body is larger than 1000 bytes\n",
    });
    const chunked = `POST ${INGEST} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3E9\r\n${"x".repeat(1001)}\r\n0\r\n\r\n`;
    expect(await fixture!.client().send(chunked).answer()).toMatchObject({ status: 413 });
    expect(fixture!.kept.ingested).toHaveLength(1);
  });

  it.each([
    ["binary", PROTO],
    ["in JSON", "Content-Type: application/json\r\n"],
  ])("bounds what a message %s is after decompression", async (_name, type) => {
    await start("", 'max_body_size = "100000B"');
    const answer = await fixture!.ask(PUSH, bomb, `${type}Content-Encoding: gzip\r\n`);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text!)).toEqual({
      code: "resource_exhausted",
      message: "body is larger than 100000 bytes",
    });
    expect(fixture!.source.details()).toMatchObject({ bytes_in_flight: 0 });
  });

  it("bounds the same by gRPC", async () => {
    await start("", 'max_body_size = "100000B"');
    const envelope = Buffer.alloc(5);
    envelope[0] = 1;
    envelope.writeUInt32BE(bomb.length, 1);
    const grpc = "Content-Type: application/grpc\r\nTE: trailers\r\nGrpc-Encoding: gzip\r\n";
    const answer = await fixture!
      .client()
      .send(post(PUSH, Buffer.concat([envelope, bomb]), grpc))
      .answer();
    expect([answer?.status, answer?.trailers["grpc-status"] ?? answer?.headers["grpc-status"]]).toEqual([200, "8"]);
  });

  it("bounds a message by gRPC that is not compressed", async () => {
    await start("", 'max_body_size = "1000B"');
    const answer = await fixture!
      .client()
      .send(post(PUSH, "x".repeat(1001), "Content-Type: application/grpc\r\n"))
      .answer();
    expect([answer?.status, answer?.trailers["grpc-status"] ?? answer?.headers["grpc-status"]]).toEqual([200, "8"]);
  });

  it("changes while connections stay", async () => {
    await start("", 'max_body_size = "1000B"');
    const one = fixture!.client();
    expect(await one.send(post(INGEST, "x".repeat(1001))).answer()).toMatchObject({ status: 413 });
    await fixture!.update("", 'max_body_size = "2000B"');
    expect(await one.send(post(INGEST, "x".repeat(1001))).answer()).toMatchObject({ status: 200 });
  });
});

it("protects what it says from other pages, where it says anything", async () => {
  await start();
  const protection = { "x-content-type-options": "nosniff", "cross-origin-resource-policy": "same-origin" };
  expect((await fixture!.ask("/nope")).headers).toMatchObject(protection);
  expect((await fixture!.ask(PUSH, "x", PROTO)).headers).toMatchObject(protection);
  expect(await fixture!.ask(INGEST)).toMatchObject({ status: 200, text: "" });
});

describe("bearer_token", () => {
  it.each([
    ["none", "", 401],
    ["another", "Authorization: Bearer nope\r\n", 401],
    ["a longer one", "Authorization: Bearer secret-tokens\r\n", 401],
    ["as a password", "Authorization: Basic secret-token\r\n", 401],
    ["the right one", "Authorization: Bearer secret-token\r\n", 200],
    ["in other letters of the scheme", "Authorization: bearer secret-token\r\n", 200],
  ])("asks clients for it: %s", async (_name, headers, status) => {
    await start("", 'bearer_token = "secret-token"');
    expect(await fixture!.ask(INGEST, "x", headers)).toMatchObject({ status });
    expect(await fixture!.ask(PUSH, "", PROTO + headers)).toMatchObject({ status });
    expect(await fixture!.ask("/nope", "", headers)).toMatchObject({ status: 404 });
  });

  it("is not asked for unless it is set", async () => {
    await start();
    expect(await fixture!.ask(INGEST, "x", "Authorization: Bearer whatever\r\n")).toMatchObject({ status: 200 });
  });
});

describe("slow and broken clients", () => {
  const half = (target: string, headers = "") =>
    `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n${headers}\r\nx`;

  it.each([
    ["an ingest", half(INGEST), 500, ""],
    ["a push", half(PUSH, PROTO), 504, "deadline_exceeded"],
    ["a push by gRPC", half(PUSH, "Content-Type: application/grpc\r\n"), 200, ""],
  ])("ends %s whose body stalls, with an answer", async (_name, bytes, status, text) => {
    await start();
    const one = fixture!.client().send(bytes);
    await until(() => fixture!.source.details().bytes_in_flight === 1);
    await fixture!.context.scheduler.advance(30n * SECOND);
    const answer = await one.answer();
    expect(answer).toMatchObject({ status, headers: { connection: "close" } });
    expect(answer!.body.toString()).toContain(text);
    await one.closed();
    expect(fixture!.kept.ingested).toEqual([]);
    expect(fixture!.source.details()).toMatchObject({ bytes_in_flight: 0 });
  });

  it.each([
    ["a chunk that is none", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n"],
    ["a chunk larger than anything", "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nabc"],
  ])("answers 500 to an ingest with %s, and forwards nothing of it", async (_name, rest) => {
    await start();
    const one = fixture!.client().send(`POST ${INGEST} HTTP/1.1\r\nHost: x\r\n${rest}`);
    expect(await one.answer()).toMatchObject({ status: 500 });
    await one.closed();
    expect(fixture!.kept.ingested).toEqual([]);
    expect(fixture!.context.faults.health).toBeUndefined();
  });

  it("forgets a client that resets its connection in the middle", async () => {
    await start();
    const socket = await fixture!.socket();
    socket.write(half(INGEST));
    await until(() => fixture!.source.details().bytes_in_flight === 1);
    socket.resetAndDestroy();
    await until(() => fixture!.source.details().connections === 0);
    // Of many that go at once some are looked at a turn later.
    await until(() => fixture!.source.details().bytes_in_flight === 0);
    expect(fixture!.kept.ingested).toEqual([]);
    expect(fixture!.context.faults.health).toBeUndefined();
    expect(metrics()["profiles_receive_http_inflight_requests{method=POST,route=ingest}"]).toBe(0);
  });

  it("bounds the headers that are arriving together, and serves others meanwhile", async () => {
    await start();
    const flood = `POST ${INGEST} HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(1_000_000)}`;
    const flooding = Array.from({ length: 80 }, () => fixture!.client().send(flood));
    await until(() => flooding.filter(({ ended }) => ended).length >= 80 - 67);
    expect(flooding.filter(({ ended }) => ended).every(({ received }) => /^(HTTP\/1.1 431 .*|)/.test(received))).toBe(
      true,
    );
    expect(await fixture!.ask(INGEST)).toMatchObject({ status: 200 });
  });

  it("refuses what speaks HTTP/2 or TLS on a plain port", async () => {
    await start();
    const preface = fixture!.client().send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    expect(await preface.answer()).toMatchObject({ status: 400 });
    await preface.closed();
    const hello = fixture!.client().send(Buffer.from([0x16, 0x03, 0x01, 0x00, 0x05, 1, 0, 0, 1, 0]));
    expect(await hello.answer()).toMatchObject({ status: 400 });
  });

  it("is too late to answer after server_write_timeout: the connection ends, and what was sent is forwarded", async () => {
    await start();
    fixture!.context.scheduler.readingTakes = 30_001;
    const one = fixture!.client().send(post(INGEST));
    expect(await one.answer()).toBeUndefined();
    expect(fixture!.kept.ingested).toHaveLength(1);
  });

  it("tells receivers until when a client waits, and that it does so no more", async () => {
    await start();
    fixture!.kept.works = true;
    const now = fixture!.context.scheduler.now();
    const one = fixture!.client().send(post(PUSH, message(1), `${PROTO}Connect-Timeout-Ms: 700\r\n`));
    await until(() => fixture!.kept.appended.length === 1);
    const { signal, deadline } = fixture!.kept.appended[0]!;
    expect([deadline, signal.aborted]).toEqual([now + 700n * MILLISECOND, false]);
    await fixture!.context.scheduler.advance(700n * MILLISECOND);
    expect(signal.aborted).toBe(true);
    fixture!.kept.letGo();
    expect(await one.answer()).toMatchObject({ status: 200 });
  });
});

/** Handles of connections and addresses that the process has open. */
const handles = () => process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS)/.test(name)).length;
const descriptors = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

describe("connections", () => {
  it("serves 300 of one address in turn, within three quarters of a limit of 133, and leaves nothing behind", async () => {
    const before = [handles(), descriptors()];
    await start("conn_limit = 133");
    const { kept, source } = fixture!;
    kept.works = true;
    const all = Array.from({ length: 300 }, () => fixture!.client().send(post(INGEST, "x", "Connection: close\r\n")));
    await until(() => kept.busy === 100 && source.details().connections_waiting === 200);
    expect(metrics()).toMatchObject({
      "profiles_receive_http_tcp_connections{protocol=http}": 100,
      "profiles_receive_http_tcp_connections_limit{protocol=http}": 133,
    });
    for (let served = 0; served < 300; served += 100) {
      await until(() => kept.busy === 100);
      kept.letGo();
      await until(() => kept.busy < 100);
    }
    for (const one of all) expect(await one.answer()).toMatchObject({ status: 200 });
    expect([kept.ingested.length, kept.most]).toEqual([300, 100]);
    await fixture!.stop();
    fixture = undefined;
    await until(() => handles() <= before[0]! && descriptors() <= before[1]!);
    expect(source.details()).toMatchObject({ connections: 0, connections_waiting: 0, bytes_in_flight: 0 });
  });

  it("calls those in that wait when the limit is raised", async () => {
    await start("conn_limit = 1");
    const [first, second] = [fixture!.client(), fixture!.client()];
    await first!.opened;
    expect(await first!.send(post(INGEST)).answer()).toMatchObject({ status: 200 });
    await second!.opened;
    second!.send(post(INGEST));
    await until(() => fixture!.source.details().connections_waiting === 1);
    await fixture!.update("conn_limit = 2");
    expect(await second!.answer()).toMatchObject({ status: 200 });
    await first!.closed();
  });

  it("forgets who goes away while it waits", async () => {
    await start("conn_limit = 1");
    const first = fixture!.client();
    expect(await first.send(post(INGEST)).answer()).toMatchObject({ status: 200 });
    const waiting = await fixture!.socket();
    await until(() => fixture!.source.details().connections_waiting === 1);
    waiting.resetAndDestroy();
    first.close();
    await until(
      () => fixture!.source.details().connections === 0 && fixture!.source.details().connections_waiting === 0,
    );
    expect(await fixture!.ask(INGEST)).toMatchObject({ status: 200 });
  });
});

describe("metrics", () => {
  it("are those of the original, under the names of the configuration's dialect", async () => {
    await start("", "", { prefix: "pyroscope_" });
    await fixture!.ask(INGEST, "abc");
    await fixture!.ask("/nope");
    await fixture!.ask(PUSH, message(1), PROTO);
    await settle();
    const values = metrics();
    const name = "pyroscope_receive_http_";
    for (const [route, status] of [
      ["ingest", 200],
      ["other", 404],
      ["push_v1_pusherservice", 200],
    ]) {
      const labels = `method=POST,route=${route}`;
      expect(values).toMatchObject({
        [`${name}inflight_requests{${labels}}`]: 0,
        [`${name}request_duration_seconds_count{${labels},status_code=${status},ws=false}`]: 1,
        [`${name}request_message_bytes_count{${labels}}`]: 1,
        [`${name}response_message_bytes_count{${labels}}`]: 1,
      });
    }
    expect(values).toMatchObject({
      [`${name}request_message_bytes_sum{method=POST,route=ingest}`]: 3,
      [`${name}response_message_bytes_sum{method=POST,route=other}`]: 19,
      [`${name}request_message_bytes_bucket{method=POST,route=ingest,le=1.048576e+06}`]: 1,
      [`${name}tcp_connections_limit{protocol=http}`]: 16384,
    });
  });
});

describe("where it listens", () => {
  it("goes to another port, and lets what it works on there finish", async () => {
    await start();
    fixture!.kept.works = true;
    const old = fixture!.client().send(post(INGEST));
    await until(() => fixture!.kept.busy === 1);
    const before = fixture!.port;
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
    const { port } = free.address() as AddressInfo;
    await fixture!.update(`listen_port = ${port}`);
    expect([fixture!.port, fixture!.source.health.state]).toEqual([before, "unhealthy"]);
    await new Promise((resolve) => free.close(resolve));
    await fixture!.update(`listen_port = ${port}`);
    expect([fixture!.port, fixture!.source.health.state]).toEqual([port, "healthy"]);
    fixture!.kept.letGo();
    expect(await old.answer()).toMatchObject({ status: 200, headers: { connection: "close" } });
    fixture!.kept.works = false;
    expect(await fixture!.ask(INGEST)).toMatchObject({ status: 200 });
  });

  it("is unhealthy on a port that is taken, and says so", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    await start(`listen_port = ${(taken.address() as AddressInfo).port}`);
    expect(fixture!.source.health.message).toMatch(/^127\.0\.0\.1 port \d+ is in use by another program$/);
    expect(fixture!.source.details()).toEqual({});
    await new Promise((resolve) => taken.close(resolve));
  });

  it("tries again to open a port that was taken, until it has it or other arguments", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    await start(`listen_port = ${(taken.address() as AddressInfo).port}`);
    for (const pause of [1n, 2n]) {
      await fixture!.context.scheduler.advance(pause * SECOND);
      await until(() => fixture!.context.scheduler.pending === 1);
      expect(fixture!.source.health.state).toBe("unhealthy");
    }
    await new Promise((resolve) => taken.close(resolve));
    await fixture!.context.scheduler.advance(4n * SECOND);
    await until(() => fixture!.source.health.state === "healthy");
    expect(await fixture!.ask(INGEST)).toMatchObject({ status: 200 });
    expect(fixture!.context.logged.filter(({ level }) => level === "error")).toHaveLength(1);
    // All that is left is to look whether a body is late.
    await fixture!.context.scheduler.advance(30n * SECOND);
    expect(fixture!.context.scheduler.pending).toBe(0);
  });
});

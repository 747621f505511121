/** What profilers and servers that misbehave do to a receiver: each learns what is wrong, and leaves nothing behind. */
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { type ComponentArgs, type profilesWrite, SECOND } from "@sluice/engine";
import { afterEach, describe, expect, it } from "vitest";
import { TEST_CERTIFICATE } from "../../testing/certificate.ts";
import { componentOf, never, testContext, until, valuesOf } from "../../testing/fixtures.ts";
import { ProfilesFixture } from "../../testing/profiles-fixture.ts";
import { type Answering, StubUpstream } from "../../testing/stub-upstream.ts";
import { ProfilesWrite } from "./profiles-write.ts";

let fixture: ProfilesFixture | undefined;
let writing: { readonly write: ProfilesWrite; readonly context: ReturnType<typeof testContext> } | undefined;
const stubs: StubUpstream[] = [];
afterEach(async () => {
  await writing?.write.drain(Promise.resolve());
  await fixture?.stop();
  for (const one of stubs.splice(0)) await one.close();
  fixture = writing = undefined;
});

async function start(...options: Parameters<typeof ProfilesFixture.start>): Promise<ProfilesFixture> {
  fixture = await ProfilesFixture.start(...options);
  return fixture;
}

/** A writer to `url`, on a clock of its own. */
function startWriter(url: string, more: string) {
  const { args } = componentOf("profiles.write", `profiles.write "out" {\nendpoint {\nurl = "${url}"\n${more}\n}\n}\n`);
  const context = testContext("profiles.write.out", { prefix: "profiles_" });
  writing = { write: new ProfilesWrite(args as ComponentArgs<typeof profilesWrite>, 1, context), context };
  return writing;
}

const ingest = (body = "x", headers = "") =>
  `POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;
const TLS = `tls {\n cert_pem = ${JSON.stringify(TEST_CERTIFICATE.cert)}\n key_pem = ${JSON.stringify(TEST_CERTIFICATE.key)}\n }`;

it("takes a body that comes byte by byte in about the memory of its bytes", async () => {
  await start();
  const bytes = 200_000;
  const one = fixture!.client().send("POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  one.send("1;bomb\r\nx\r\n".repeat(bytes)).send("0\r\n\r\n");
  expect(await one.answer()).toMatchObject({ status: 200 });
  const { body } = fixture!.kept.ingested[0]!;
  expect(Buffer.concat(body).equals(Buffer.alloc(bytes, "x"))).toBe(true);
  expect(body.length).toBeLessThan(20);
  const held = [...new Set(body.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(held).toBeLessThan(3 * bytes);
});

it("tells who speaks plain HTTP where TLS is spoken, and leaves nothing behind", async () => {
  await start(TLS);
  const one = fixture!.client().send(ingest());
  await one.closed();
  expect(one.received).toBe("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
  await until(() => fixture!.source.details().connections === 0);
  expect(fixture!.source.details()).toMatchObject({ connections_waiting: 0, bytes_in_flight: 0 });
  expect(fixture!.context.faults.health).toBeUndefined();
});

it("refuses a host that is none where an address is made of it", async () => {
  await start();
  const head = "POST /push.v1.PusherService/Push HTTP/1.1\r\nHost: [\r\nContent-Type: application/grpc\r\n";
  expect(await fixture!.client().send(`${head}Content-Length: 0\r\n\r\n`).answer()).toMatchObject({ status: 400 });
  expect(fixture!.context.faults.health).toBeUndefined();
});

describe("what is left behind", () => {
  const handles = () => process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS)/.test(name)).length;
  const descriptors = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

  const TARGETS: readonly (readonly [string, Answering])[] = [
    ["resets the connection", (_response, _seen, request) => request.socket.resetAndDestroy()],
    [
      "closes it in the middle of its answer",
      (response) => response.writeHead(200, { "Content-Length": 9 }).write("x", () => response.destroy()),
    ],
    ["leads round in a ring", (response) => response.writeHead(308, { Location: "/ingest" }).end()],
    ["answers without end", (response) => response.writeHead(500).end("x".repeat(1_000_000))],
  ];

  it.each(TARGETS)("by a target that %s: no descriptor and no byte", async (_name, answer) => {
    const before = [handles(), descriptors()];
    const stub = await StubUpstream.start(answer);
    stubs.push(stub);
    const { write } = startWriter(stub.url, "max_backoff_retries = 1");
    await start();
    fixture!.outlet.receivers = [write.profiles];
    for (let i = 0; i < 5; i++) {
      const answered = await fixture!
        .client()
        .send(ingest("x".repeat(100_000), "Connection: close\r\n"))
        .answer();
      expect([200, 500]).toContain(answered!.status);
    }
    expect(fixture!.source.details()).toMatchObject({ bytes_in_flight: 0 });
    await write.drain(never);
    writing = undefined;
    await fixture!.stop();
    fixture = undefined;
    await stubs.pop()!.close();
    await until(() => handles() <= before[0]! && descriptors() <= before[1]!);
  });

  it("by clients that break off in every way: no descriptor and no byte", async () => {
    const before = [handles(), descriptors()];
    await start();
    const BROKEN = [
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "POST /ingest HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx",
      "POST /ingest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nx",
      `POST /ingest HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(100_000)}`,
      "\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00",
    ];
    for (const bytes of BROKEN) {
      const socket = connect(fixture!.port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      await new Promise<void>((resolve) => socket.write(bytes, "latin1", () => resolve()));
      await until(() => fixture!.source.details().connections !== 0 || socket.readableLength > 0);
      socket.resetAndDestroy();
    }
    await until(() => fixture!.source.details().connections === 0);
    expect(fixture!.source.details()).toMatchObject({ connections_waiting: 0, bytes_in_flight: 0 });
    await fixture!.stop();
    fixture = undefined;
    await until(() => handles() <= before[0]! && descriptors() <= before[1]!);
  });
});

it("a writer whose push waits its turn at a full receiver says so, and the receiver's gauges tell why", async () => {
  await start("conn_limit = 1");
  const holding = fixture!.client();
  expect(await holding.send(ingest()).answer()).toMatchObject({ status: 200 });
  const { write, context } = startWriter(
    `http://127.0.0.1:${fixture!.port}`,
    'remote_timeout = "1s"\nmax_backoff_retries = 1',
  );
  const labels = [["service_name", "shop"]] as const;
  const pushed = write.profiles
    .append({ labels, samples: [{ id: "", parts: [Buffer.from("profile")] }] }, new AbortController().signal)
    .then(
      () => undefined,
      (error: Error) => error,
    );
  await until(() => fixture!.source.details().connections_waiting === 1);
  expect(valuesOf(fixture!.context.metrics.collect(0n))).toMatchObject({
    "profiles_receive_http_tcp_connections{protocol=http}": 1,
    "profiles_receive_http_tcp_connections_limit{protocol=http}": 1,
  });
  await context.scheduler.advance(SECOND);
  expect((await pushed)?.message).toContain("deadline_exceeded: context deadline exceeded");
  expect(context.logged).toContainEqual({
    level: "warn",
    message: "failed to push to endpoint",
    fields: expect.objectContaining({ error: "deadline_exceeded: context deadline exceeded" }),
  });
  expect(fixture!.kept.appended).toEqual([]);
  // Whoever held the connection goes, and the next push is taken.
  holding.close();
  const later = { labels, samples: [{ id: "later", parts: [Buffer.from("profile")] }] };
  await write.profiles.append(later, new AbortController().signal);
  expect(fixture!.kept.appended.map(({ series }) => series.samples[0]!.id)).toContain("later");
});

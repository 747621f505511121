/**
 * What was recorded of connections, limits, time-outs and changes, in words and figures: each is played here in its own
 * way, with shorter times, and what was recorded as essential is asked for.
 */
import { createServer } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { request as requestSecurely } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { AT_ONCE, type Handed, type ProfilesReceiver } from "../src/core/entries/profiles-receiver.ts";
import { PusherService } from "../src/gen/push/v1/push_pb.ts";
import type { StopSignal } from "../src/platform/stop-signal.ts";
import { TEST_CERTIFICATE } from "../src/testing/certificate.ts";
import type { Checked, Scenario } from "./profiles-cases.ts";
import { configOf, gauge, ingest, Rig, update } from "./profiles-rig.ts";
import { portOf } from "./running-component.ts";

type Play = (rig: Rig, scenario: Scenario) => Promise<void>;

class Unlike extends Error {}

function expect(what: string, want: unknown, got: unknown): void {
  const [wanted, given] = [JSON.stringify(want), JSON.stringify(got)];
  if (wanted !== given) throw new Unlike(`${what}: want ${wanted}, got ${given}`);
}

/** Milliseconds that a time-out took, with room for a busy machine. */
function expectAbout(what: string, want: number, got: number): void {
  if (got < want * 0.9 || got > want + 5000) throw new Unlike(`${what}: want about ${want} ms, got ${Math.round(got)}`);
}

const status = (answer: { status: number } | undefined) => answer?.status;
/** A request whose body does not come. */
const HALF = "POST /ingest?name=a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx";
const HALF_PUSH =
  "POST /push.v1.PusherService/Push HTTP/1.1\r\nHost: x\r\nContent-Type: application/proto\r\nContent-Length: 100\r\n\r\nx";

/** A receiver that works until it is let go. */
class Slow implements ProfilesReceiver {
  begun = 0;
  cancelled = 0;
  #finish: (() => void)[] = [];
  #notify = () => {};

  readonly ingest = (_profile: unknown, signal: StopSignal): Promise<Handed> => {
    this.begun++;
    this.#notify();
    return new Promise((resolve, reject) => {
      this.#finish.push(() => resolve(AT_ONCE));
      signal.addEventListener("abort", () => {
        this.cancelled++;
        this.#notify();
        reject(new Error("context canceled"));
      });
    });
  };
  readonly append = this.ingest;

  async until(there: (slow: Slow) => boolean): Promise<void> {
    while (!there(this))
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
  }

  finish(): void {
    for (const resolve of this.#finish.splice(0)) resolve();
  }
}

const tls = (more = ""): string =>
  `tls {\n cert_pem = ${JSON.stringify(TEST_CERTIFICATE.cert)}\n key_pem = ${JSON.stringify(TEST_CERTIFICATE.key)}\n ${more}\n}`;

/** The answer's status by HTTPS, or nothing where no answer comes. */
function askSecurely(port: number, options: object): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = requestSecurely(
      {
        port,
        host: "127.0.0.1",
        path: "/ingest?name=a",
        method: "POST",
        ca: TEST_CERTIFICATE.cert,
        agent: false,
        ...options,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    asked.on("error", () => resolve(undefined));
    asked.end("x");
  });
}

function askByHttp2(url: string, options: object): Promise<number | undefined> {
  return new Promise((resolve) => {
    const session = connectHttp2(url, { ca: TEST_CERTIFICATE.cert, ...options });
    for (const event of ["error", "close"]) session.on(event, () => resolve(undefined));
    const stream = session.request({ ":path": "/ingest?name=a", ":method": "POST" });
    stream.on("error", () => resolve(undefined));
    stream.on("response", (headers) => {
      resolve(headers[":status"]);
      session.close();
    });
    stream.resume();
    stream.end("x");
  });
}

const secured =
  (more: string, shown: object): Play =>
  async (rig) => {
    const port = portOf(await rig.receiver(tls(more)));
    expect("HTTP/1.1", 200, await askSecurely(port, shown));
    expect("TLS 1.2", 200, await askSecurely(port, { maxVersion: "TLSv1.2", ...shown }));
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
    expect("TLS 1.1", undefined, await askSecurely(port, { ...old, ...shown }));
    expect("HTTP/2", 200, await askByHttp2(`https://127.0.0.1:${port}`, shown));
    const baseUrl = `https://127.0.0.1:${port}`;
    const sessionManager = new Http2SessionManager(baseUrl, {}, { ca: TEST_CERTIFICATE.cert, ...shown });
    await createClient(PusherService, createGrpcTransport({ baseUrl, sessionManager })).push({ series: [{}] });
    sessionManager.abort();
    if (more !== "") expect("without a certificate", undefined, await askSecurely(port, {}));
    const plain = rig.client(await rig.receiver(tls(more))).send(ingest());
    const answer = await plain.answer();
    if (status(answer) === 200) throw new Unlike("plain HTTP was served on an address with TLS");
  };

/** Bytes as recorded: whether they were taken and forwarded. */
const raw =
  (make: (scenario: Scenario) => string): Play =>
  async (rig, scenario) => {
    const { response = "", forwarded } = scenario as Scenario & { response?: string; forwarded: number };
    const client = rig.client(await rig.receiver('server_read_timeout = "2s"'));
    const answer = await client.send(Buffer.from(make(scenario), "latin1")).answer();
    expect("taken", /^2\d\d /.test(response), Math.floor((status(answer) ?? 0) / 100) === 2);
    expect("forwarded", forwarded, rig.forwarded.length);
  };
const recorded = raw(({ raw: text }) => text as string);
const KIB = 1024;

const PLAYS: Readonly<Record<string, Play>> = {
  async "cn-01"(rig) {
    const built = await rig.receiver("conn_limit = 2");
    const [first, second] = [rig.client(built), rig.client(built)];
    for (const client of [first, second]) expect("first", 200, status(await client.send(ingest()).answer()));
    // What asks nothing for half a second gives way to others: both ask something that has not ended before the third comes.
    const asked = ingest("x".repeat(10));
    const [head, rest] = [asked.slice(0, -5), asked.slice(-5)];
    for (const client of [first, second]) client.send(head);
    const other = rig.client(await rig.receiver());
    const passTime = async () => {
      for (let i = 0; i < 10; i++) expect("another", 200, status(await other.send(ingest()).answer()));
    };
    await passTime();
    const third = rig.client(built);
    await third.opened;
    third.send(ingest());
    await passTime();
    expect("third while full", "", third.received);
    expect("third refused", false, third.ended);
    expect("connections", 2, gauge(built, "tcp_connections"));
    expect("limit", 2, gauge(built, "tcp_connections_limit"));
    for (const client of [first, second]) expect("at last", 200, status(await client.send(rest).answer()));
    first.close();
    expect("third", 200, status(await third.answer()));
    expect("connections with the third", 2, gauge(built, "tcp_connections"));
  },
  async "cn-02"(rig) {
    const built = await rig.receiver("conn_limit = 1");
    const idle = rig.client(built);
    expect("first", 200, status(await idle.send(ingest()).answer()));
    const transport = createConnectTransport({ baseUrl: `http://127.0.0.1:${portOf(built)}`, httpVersion: "1.1" });
    const failed = await createClient(PusherService, transport)
      .push({ series: [{}] }, { timeoutMs: 200 })
      .catch((error: unknown) => String(error));
    expect("code", true, /deadline_exceeded/.test(String(failed)));
  },
  async "cn-03"(rig) {
    const built = await rig.receiver("conn_limit = 0");
    const clients = Array.from({ length: 50 }, () => rig.client(built).send(ingest()));
    for (const client of clients) expect("answer", 200, status(await client.answer()));
    expect("connections", 50, gauge(built, "tcp_connections"));
    expect("limit", 0, gauge(built, "tcp_connections_limit"));
  },
  async "cn-04"(rig) {
    expect("limit", 16384, gauge(await rig.receiver(), "tcp_connections_limit"));
  },
  async "cn-05"(rig) {
    const client = rig.client(await rig.receiver('server_idle_timeout = "300ms"'));
    expect("answer", 200, status(await client.send(ingest()).answer()));
    expectAbout("closed", 300, await client.closed());
    expect("said", "", client.received);
  },
  async "cn-06"(rig) {
    const client = rig.client(await rig.receiver('server_idle_timeout = "100ms"\n server_read_timeout = "400ms"'));
    expectAbout("closed", 400, await client.closed());
    expect("said", "", client.received);
  },
  async "cn-07"(rig) {
    const client = rig.client(await rig.receiver('server_read_timeout = "300ms"')).send(HALF);
    expect("answer", 500, status(await client.answer()));
    expectAbout("closed", 300, await client.closed());
    expect("forwarded", 0, rig.forwarded.length);
  },
  async "cn-08"(rig) {
    const client = rig
      .client(await rig.receiver('server_read_timeout = "300ms"'))
      .send("POST /ingest?name=a HTTP/1.1\r\nHo");
    expect("answer", 400, status(await client.answer()));
    expectAbout("closed", 300, await client.closed());
    expect("forwarded", 0, rig.forwarded.length);
  },
  async "cn-09"(rig) {
    const client = rig.client(await rig.receiver('server_read_timeout = "300ms"')).send(HALF_PUSH);
    const answer = await client.answer();
    expect("answer", 504, status(answer));
    expect("code", true, /"deadline_exceeded"/.test(answer!.body.toString()));
    await client.closed();
    expect("forwarded", 0, rig.forwarded.length);
  },
  async "cn-10"(rig) {
    const client = rig.client(await rig.receiver('server_read_timeout = "400ms"')).send(HALF);
    const timer = setInterval(() => client.send("x"), 50);
    const answer = await client.answer();
    clearInterval(timer);
    expect("answer", 500, status(answer));
    expectAbout("closed", 400, await client.closed());
    expect("forwarded", 0, rig.forwarded.length);
  },
  async "cn-11"(rig) {
    const client = rig.client(await rig.receiver('server_read_timeout = "200ms"\n server_idle_timeout = "10s"'));
    expect("first", 200, status(await client.send(ingest()).answer()));
    await pass(400);
    expect("second", 200, status(await client.send(ingest()).answer()));
  },
  async "cn-12"(rig) {
    const slow = new Slow();
    const client = rig.client(await rig.receiver('server_write_timeout = "100ms"', [slow])).send(ingest());
    await slow.until(({ begun }) => begun === 1);
    await pass(300);
    expect("closed early", false, client.ended);
    expect("cancelled", 0, slow.cancelled);
    slow.finish();
    expect("answer", undefined, await client.answer());
  },
  async "cn-13"(rig) {
    const slow = new Slow();
    const client = rig.client(await rig.receiver("", [slow])).send(ingest());
    await slow.until(({ begun }) => begun === 1);
    client.close();
    await slow.until(({ cancelled }) => cancelled === 1);
  },
  async "cn-14"(rig) {
    const client = rig.client(await rig.receiver()).send(ingest() + ingest("y", "Connection: close\r\n"));
    expect("first", 200, status(await client.answer()));
    expect("second", 200, status(await client.answer()));
    await client.closed();
    expect("forwarded", 2, rig.forwarded.length);
  },
  "cn-15": recorded,
  "cn-16": recorded,
  "cn-17": recorded,
  "cn-18": recorded,
  "cn-19": raw(() => ingest("", `X: ${"a".repeat(2048 * KIB)}\r\n`)),
  "cn-20": raw(() => ingest("", `X: ${"a".repeat(100 * KIB)}\r\n`)),
  "cn-21": raw(() => `POST /ingest?name=${"a".repeat(100 * KIB)} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`),
  "cn-22": recorded,
  "cn-23": recorded,
  "cn-24": recorded,
  "cn-25": recorded,
  "cn-26": recorded,
  "cn-27": recorded,
  "cn-28": recorded,
  async "cn-30-false"(rig) {
    const built = await rig.receiver();
    const baseUrl = `http://127.0.0.1:${portOf(built)}`;
    expect("HTTP/2 without TLS", undefined, await askByHttp2(baseUrl, {}));
    await createClient(PusherService, createConnectTransport({ baseUrl, httpVersion: "1.1" })).push({ series: [{}] });
    const upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";
    expect("upgrade", 200, status(await rig.client(built).send(ingest("x", upgrade)).answer()));
  },
  "cn-40-none": secured("", {}),
  "cn-40-RequireAndVerifyClientCert": secured(
    `client_auth_type = "RequireAndVerifyClientCert"\n client_ca = ${JSON.stringify(TEST_CERTIFICATE.cert)}`,
    TEST_CERTIFICATE,
  ),
  async "cn-50"(rig) {
    const slow = new Slow();
    const built = await rig.receiver("", [slow]);
    const working = rig.client(built).send(ingest());
    await slow.until(({ begun }) => begun === 1);
    const forever = new Promise<void>(() => {});
    const ended = built.component.drain(forever, { ends: "process", hurry: forever });
    const late = rig.client(built);
    await late.closed();
    slow.finish();
    const answer = await working.answer();
    expect("answer", [200, "close"], [status(answer), answer?.headers.connection]);
    await ended;
  },
  async "cn-51"(rig) {
    const built = await rig.receiver();
    const port = portOf(built);
    const client = rig.client(built);
    expect("before", 200, status(await client.send(ingest()).answer()));
    const others = new Slow();
    built.outlet.receivers = [others];
    client.send(ingest());
    await others.until(({ begun }) => begun === 1);
    others.finish();
    expect("on the same connection", 200, status(await client.answer()));
    await update(built, configOf("conn_limit = 7"));
    await client.closed();
    expect("limit", 7, gauge(built, "tcp_connections_limit"));
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    await update(built, configOf(`listen_port = ${(busy.address() as AddressInfo).port}`));
    expect("health", "unhealthy", built.component.health.state);
    expect("old port", port, portOf(built));
    const again = rig.client(built).send(ingest());
    await others.until(({ begun }) => begun === 2);
    others.finish();
    expect("served on the old port", 200, status(await again.answer()));
    await new Promise((resolve) => busy.close(resolve));
    await update(built, configOf("conn_limit = 8"));
    expect("health after", "healthy", built.component.health.state);
  },
  async "cn-52"(rig) {
    const first = await rig.receiver();
    const second = await rig.receiver(`listen_port = ${portOf(first)}`);
    expect("health", "unhealthy", second.component.health.state);
    expect("reason", true, /is in use/.test(second.component.health.message));
  },
  async "cn-53"(rig) {
    const clients = [rig.client(await rig.receiver()), rig.client(await rig.receiver())];
    for (const client of clients) expect("answer", 200, status(await client.send(ingest()).answer()));
    expect("forwarded", 2, rig.forwarded.length);
  },
  async "cn-54"(rig) {
    const slow = new Slow();
    const client = rig.client(await rig.receiver("", [slow, { type: "recorder" }, slow])).send(ingest());
    await slow.until(({ begun }) => begun === 2);
    expect("forwarded to the fast one", 1, rig.forwarded.length);
    expect("answered", "", client.received);
    slow.finish();
    expect("answer", 200, status(await client.answer()));
  },
};

export async function checkScenario(scenario: Scenario): Promise<Checked> {
  const play = PLAYS[scenario.id];
  if (play === undefined) return { got: undefined, difference: "nothing plays this scenario" };
  const rig = new Rig();
  try {
    await play(rig, scenario);
    return { got: "as recorded", difference: undefined };
  } catch (error) {
    return { got: undefined, difference: error instanceof Unlike ? error.message : String(error) };
  } finally {
    await rig.end();
  }
}

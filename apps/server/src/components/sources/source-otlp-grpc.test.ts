import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { createConnection } from "node:net";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { compressionGzip, createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RetryInfoSchema } from "../../gen/google/rpc/error_details_pb.ts";
import {
  ExportLogsServiceRequestSchema,
  LogsService,
} from "../../gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts";
import { TEST_CERTIFICATE } from "../../testing/certificate.ts";
import { CollectingReceiver, never, type TestContext, testContext, valuesOf } from "../../testing/fixtures.ts";
import { otlpArgs } from "../../testing/otlp-fixture.ts";
import { OtlpSource } from "./source-otlp.ts";

let next: CollectingReceiver;
let context: TestContext;
let source: OtlpSource;
let address: string;
const sessions: ClientHttp2Session[] = [];
const managers: Http2SessionManager[] = [];

const argsOf = (grpc = "", more = "") =>
  otlpArgs(`grpc {
         listen_address = "127.0.0.1"
         listen_port = 0
         ${grpc}
       }
       ${more}`);

async function start(grpc?: string, more?: string): Promise<void> {
  source = new OtlpSource(argsOf(grpc, more), next, context);
  await source.start();
  address = String(source.details().grpc_listening);
}

beforeEach(() => {
  next = new CollectingReceiver();
  context = testContext("logs.source.otlp.in");
});
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  for (const manager of managers.splice(0)) manager.abort();
  await source.drain(never);
});

/** A client that others wrote. */
function clientOf(scheme = "http", more: object = {}) {
  const baseUrl = `${scheme}://${address}`;
  const sessionManager = new Http2SessionManager(baseUrl, {}, { rejectUnauthorized: false });
  managers.push(sessionManager);
  const transport = createGrpcTransport({ baseUrl, sessionManager, acceptCompression: [compressionGzip], ...more });
  return createClient(LogsService, transport);
}

const line = (text: string, timeUnixNano = 0n) => ({
  timeUnixNano,
  body: { value: { case: "stringValue" as const, value: text } },
});
const logs = (...lines: ReturnType<typeof line>[]) => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: lines }] }],
});
const encoded = (...lines: ReturnType<typeof line>[]) =>
  Buffer.from(toBinary(ExportLogsServiceRequestSchema, create(ExportLogsServiceRequestSchema, logs(...lines))));

function enveloped(message: Uint8Array, flag = 0, length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

const failureOf = async (call: Promise<unknown>): Promise<ConnectError> =>
  ConnectError.from(await call.catch((e) => e));

function session(): ClientHttp2Session {
  const opened = connect(`http://${address}`);
  opened.on("error", () => {});
  sessions.push(opened);
  return opened;
}

const PATH = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";

/** What a call of these bytes is answered: its status, and that of gRPC with its message. */
async function call(body: Uint8Array, headers: Record<string, string> = {}, to = session()) {
  const stream = to.request({
    ":method": "POST",
    ":path": PATH,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  const answered: Record<string, unknown> = {};
  stream.on("error", () => {});
  stream.on("response", (got) => Object.assign(answered, got)).on("trailers", (got) => Object.assign(answered, got));
  stream.resume();
  stream.end(body);
  await once(stream, "close");
  return [answered[":status"], answered["grpc-status"], decodeURIComponent(String(answered["grpc-message"] ?? ""))];
}

describe("accepting", () => {
  it("takes what a client of gRPC exports, also compressed, with labels and a tenant", async () => {
    await start("", 'labels = { dc = "1", service_name = "" }');
    const answer = await clientOf().export(logs(line("one")), { headers: { "X-Scope-OrgID": "team" } });
    expect(answer.partialSuccess).toBeUndefined();
    await clientOf("http", { sendCompression: compressionGzip, compressMinBytes: 0 }).export(logs(line("two")));
    expect(next.entries.map(({ labels, line: text }) => `${labels} ${text}`)).toEqual([
      '{__tenant_id__="team", dc="1"} one',
      '{dc="1"} two',
    ]);
    expect(valuesOf(context.metrics.collect(0n))).toMatchObject({
      logs_source_otlp_entries_total: 2,
      "logs_source_otlp_requests_total{status_code=200}": 2,
    });
  });

  it("takes it by TLS", async () => {
    const { cert, key } = TEST_CERTIFICATE;
    await start(`tls {\n cert_pem = ${JSON.stringify(cert)}\n key_pem = ${JSON.stringify(key)}\n }`);
    await clientOf("https").export(logs(line("one")));
    expect(next.lines).toEqual(["one"]);
  });

  it("tells how many records it could not keep", async () => {
    await start();
    const answer = await clientOf().export(logs(line("one"), line("two", 2n ** 64n - 1n)));
    expect(answer.partialSuccess).toMatchObject({
      rejectedLogRecords: 1n,
      errorMessage: "a record's time 18446744073709551615 is after the year 2262",
    });
    expect(next.lines).toEqual(["one"]);
  });

  it("takes an export without records", async () => {
    await start();
    expect(await call(enveloped(Buffer.alloc(0)))).toEqual([200, "0", ""]);
    expect(next.entries).toEqual([]);
  });
});

describe("refusing", () => {
  it("answers UNAVAILABLE with a delay while what comes after is full, and takes nothing", async () => {
    await start();
    next.blocked = true;
    const failure = await failureOf(clientOf().export(logs(line("x"))));
    expect([failure.code, failure.rawMessage]).toEqual([Code.Unavailable, "the pipeline is full; try again later"]);
    expect(failure.findDetails(RetryInfoSchema).map(({ retryDelay }) => retryDelay?.seconds)).toEqual([1n]);
    next.blocked = false;
    await clientOf().export(logs(line("x")));
    expect(next.lines).toEqual(["x"]);
  });

  const BIG = encoded(line("x".repeat(2000)));
  const BOMB = gzipSync(Buffer.alloc(1e7));
  const GZIP = { "grpc-encoding": "gzip" };
  it.each<[string, Uint8Array, Record<string, string>, Code, RegExp]>([
    ["no protobuf", enveloped(Buffer.from([0x0a, 9])), {}, Code.InvalidArgument, /^body is not an export of logs: /],
    ["what is not gzip", enveloped(Buffer.from("x"), 1), GZIP, Code.InvalidArgument, /^body is not gzip: /],
    ["no message", Buffer.alloc(0), {}, Code.InvalidArgument, /^the call has no message$/],
    ["half a prefix", Buffer.from([0, 0]), {}, Code.InvalidArgument, /^the call has no message$/],
    ["half a message", enveloped(encoded(line("x")), 0, 999), {}, Code.InvalidArgument, /ended too early$/],
    ["two messages", enveloped(encoded(line("x")), 0, 0), {}, Code.InvalidArgument, /more than one message$/],
    ["another prefix", enveloped(encoded(line("x")), 2), {}, Code.InvalidArgument, /^the message begins with 2/],
    ["compression of no kind", enveloped(gzipSync("x"), 1), {}, Code.InvalidArgument, /grpc-encoding is not set$/],
    [
      "another kind",
      enveloped(BOMB, 1),
      { "grpc-encoding": "snappy" },
      Code.Unimplemented,
      /"snappy" is not supported/,
    ],
    ["too much", enveloped(BIG), {}, Code.ResourceExhausted, /^body is larger than/],
    ["a bomb", enveloped(BOMB.subarray(0, 900), 1), GZIP, Code.ResourceExhausted, /^body is larger than 1024 bytes$/],
    ["another method", enveloped(BIG), { ":path": "/a.B/C" }, Code.Unimplemented, /^there is no \/a\.B\/C; /],
  ])("%s", async (_name, body, headers, code, message) => {
    await start('max_recv_msg_size = "1KiB"');
    const answer = await call(body, headers);
    expect(answer).toEqual([200, String(code), expect.stringMatching(message)]);
    expect(next.entries).toEqual([]);
  });

  it("gives no delay to a client whose message will always be too large", async () => {
    await start('max_recv_msg_size = "1KiB"');
    const failure = await failureOf(clientOf().export(logs(line("x".repeat(2000)))));
    expect(failure.code).toBe(Code.ResourceExhausted);
    expect(failure.findDetails(RetryInfoSchema)).toEqual([]);
  });

  it("answers what is not gRPC in plain text", async () => {
    await start();
    expect(await call(encoded(line("x")), { "content-type": "application/json" })).toEqual([415, undefined, ""]);
  });

  it("ends a connection that speaks HTTP/1.1", async () => {
    await start();
    const [host, port] = address.split(":");
    const socket = createConnection(Number(port), host);
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket.resume(), "close");
    await clientOf().export(logs(line("still here")));
    expect(next.lines).toEqual(["still here"]);
  });
});

describe("connections", () => {
  it("has as many calls at a time as it says", async () => {
    await start("max_concurrent_streams = 7");
    const opened = session();
    const [settings] = await once(opened, "remoteSettings");
    expect(settings.maxConcurrentStreams).toBe(7);
  });

  it.each(["max_connection_idle", "max_connection_age"])("asks a client to close after %s", async (name) => {
    await start(`keepalive {\n server_parameters {\n ${name} = "1ms"\n }\n }`);
    const opened = session();
    const goaway = once(opened, "goaway");
    await once(opened, "close");
    expect((await goaway)[0]).toBe(0);
  });

  it("ends those whose clients answer no ping", async () => {
    await start('keepalive {\n server_parameters {\n time = "1ms"\n timeout = "1ms"\n }\n }');
    const [host, port] = address.split(":");
    const socket = createConnection(Number(port), host);
    socket.on("error", () => {});
    // The beginning of HTTP/2 with empty settings; nothing after it.
    socket.write(
      Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])]),
    );
    await once(socket.resume(), "close");
  });
});

describe("other arguments", () => {
  it("are taken over while its connections stay", async () => {
    await start();
    const opened = session();
    expect(await call(enveloped(encoded(line("a"))), {}, opened)).toEqual([200, "0", ""]);
    await source.update(argsOf("", 'labels = { v = "2" }'))!();
    expect(await call(enveloped(encoded(line("b"))), {}, opened)).toEqual([200, "0", ""]);
    expect(next.entries.map(({ labels }) => labels.get("v"))).toEqual([undefined, "2"]);
  });

  it("replace it where gRPC goes", async () => {
    await start();
    expect(source.update({ ...argsOf(), grpc: undefined })).toBeUndefined();
  });
});

import { gzipSync } from "node:zlib";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StatusSchema } from "../../gen/google/rpc/status_pb.ts";
import {
  ExportLogsServiceRequestSchema,
  ExportLogsServiceResponseSchema,
} from "../../gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts";
import { CollectingReceiver, never, type TestContext, testContext, valuesOf } from "../../testing/fixtures.ts";
import { otlpArgs } from "../../testing/otlp-fixture.ts";
import { OtlpSource } from "./source-otlp.ts";

let next: CollectingReceiver;
let context: TestContext;
let source: OtlpSource;
let url: string;

async function start(more = ""): Promise<void> {
  source = new OtlpSource(otlpArgs(more), next, context);
  await source.start();
  url = `http://${source.details().listening}/v1/logs`;
}

beforeEach(() => {
  next = new CollectingReceiver();
  context = testContext("logs.source.otlp.in");
});
afterEach(() => source.drain(never));

const BINARY = { "Content-Type": "application/x-protobuf" };
const JSON_TYPE = { "Content-Type": "application/json" };

async function post(body: string | Uint8Array, headers: Record<string, string>) {
  const response = await fetch(url, { method: "POST", body: body as Uint8Array<ArrayBuffer>, headers });
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const json = (...records: object[]) =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
        scopeLogs: [{ logRecords: records }],
      },
    ],
  });
const record = (line: string, more: object = {}) => ({ body: { stringValue: line }, ...more });
const binary = (line: string) =>
  toBinary(
    ExportLogsServiceRequestSchema,
    create(ExportLogsServiceRequestSchema, {
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { value: { case: "stringValue", value: line } } }] }] }],
    }),
  );

describe("accepting", () => {
  it("takes protobuf and answers in it", async () => {
    await start();
    const answer = await post(binary("one"), BINARY);
    expect([answer.status, answer.type]).toEqual([200, "application/x-protobuf"]);
    expect(fromBinary(ExportLogsServiceResponseSchema, answer.bytes).partialSuccess).toBeUndefined();
    expect(next.lines).toEqual(["one"]);
    const values = valuesOf(context.metrics.collect(0n));
    expect(values).toMatchObject({
      logs_source_otlp_entries_total: 1,
      "logs_source_otlp_requests_total{status_code=200}": 1,
    });
  });

  it("takes JSON, compressed, with labels and a tenant", async () => {
    await start('labels = { dc = "1", service_name = "" }');
    const body = gzipSync(json(record("one"), record("two")));
    const headers = { ...JSON_TYPE, "Content-Encoding": "gzip", "X-Scope-OrgID": "team" };
    const answer = await post(body, headers);
    expect([answer.status, answer.type, String(answer.bytes)]).toEqual([200, "application/json", "{}"]);
    expect(next.entries.map(({ labels, line }) => `${labels} ${line}`)).toEqual([
      '{__tenant_id__="team", dc="1"} one',
      '{__tenant_id__="team", dc="1"} two',
    ]);
  });

  it("tells how many records it could not keep", async () => {
    await start();
    const answer = await post(json(record("one"), record("two", { timeUnixNano: "18446744073709551615" })), JSON_TYPE);
    expect([answer.status, JSON.parse(String(answer.bytes))]).toEqual([
      200,
      {
        partialSuccess: {
          rejectedLogRecords: "1",
          errorMessage: "a record's time 18446744073709551615 is after the year 2262",
        },
      },
    ]);
    expect(next.lines).toEqual(["one"]);
  });
});

describe("refusing", () => {
  it.each<[string, string | Uint8Array, Record<string, string>, number, number, RegExp]>([
    ["no JSON", "{", JSON_TYPE, 400, 3, /^body is not an export of logs: /],
    ["one bad record among good ones", json(record("x"), { body: 1 }), JSON_TYPE, 400, 3, /^body is not an export/],
    ["no protobuf", Buffer.from([0x0a, 9]), BINARY, 400, 3, /^body is not an export of logs: /],
    ["what is not gzip", "x", { ...JSON_TYPE, "Content-Encoding": "gzip" }, 400, 3, /^body is not gzip/],
    ["another encoding", "x", { ...JSON_TYPE, "Content-Encoding": "zstd" }, 415, 12, /"zstd" is not supported/],
    ["too much", json(record("x".repeat(2000))), JSON_TYPE, 413, 8, /^body is larger than 1024 bytes$/],
    ["a bomb", gzipSync(Buffer.alloc(1e7)), { ...BINARY, "Content-Encoding": "gzip" }, 413, 8, /^body is larger than/],
  ])("%s", async (_name, body, headers, status, code, message) => {
    await start('max_request_body_size = "1KiB"');
    const answer = await post(body, headers);
    const told =
      headers === BINARY || headers["Content-Type"] === BINARY["Content-Type"]
        ? fromBinary(StatusSchema, answer.bytes)
        : JSON.parse(String(answer.bytes));
    expect([answer.status, told.code, answer.type]).toEqual([status, code, headers["Content-Type"]]);
    expect(told.message).toMatch(message);
    expect(told.message).not.toContain("\n");
    expect(next.entries).toEqual([]);
  });

  it("answers other types, methods and paths in plain text", async () => {
    await start();
    const answer = await post("x", { "Content-Type": "text/plain" });
    expect([answer.status, String(answer.bytes)]).toEqual([
      415,
      'send application/x-protobuf or application/json, not "text/plain"\n',
    ]);
    const get = await fetch(url);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await fetch(url.replace("logs", "traces"))).status).toBe(404);
  });

  it("answers 429 while what comes after is full, and takes nothing", async () => {
    await start();
    next.blocked = true;
    const answer = await post(json(record("x")), JSON_TYPE);
    expect([answer.status, JSON.parse(String(answer.bytes))]).toEqual([
      429,
      { code: 14, message: "the pipeline is full; try again later" },
    ]);
    next.blocked = false;
    expect((await post(json(record("x")), JSON_TYPE)).status).toBe(200);
    expect(next.lines).toEqual(["x"]);
  });
});

it("takes other arguments over while its connections stay", async () => {
  await start();
  const before = source.details().listening;
  await source.update(otlpArgs('labels = { v = "2" }'))!();
  expect(source.details().listening).toBe(before);
  await post(json(record("x")), JSON_TYPE);
  expect(next.entries.map(({ labels }) => String(labels))).toEqual(['{service_name="shop", v="2"}']);
});

it("says why it cannot listen", async () => {
  await start();
  const port = Number(new URL(url).port);
  const other = new OtlpSource(
    { ...otlpArgs(), http: { ...otlpArgs().http, args: { ...otlpArgs().http.args, listen_port: port } } },
    next,
    testContext("b"),
  );
  await other.start();
  expect(other.health).toEqual({ state: "unhealthy", message: `127.0.0.1 port ${port} is in use by another program` });
  await other.drain(never);
});

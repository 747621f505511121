import { create, type MessageInitShape, toBinary, toJson } from "@bufbuild/protobuf";
import { atOnce } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { ExportLogsServiceRequestSchema } from "../gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts";
import type { AnyValueSchema, KeyValueSchema } from "../gen/opentelemetry/proto/common/v1/common_pb.ts";
import { readBinary, readJson } from "./read-request.ts";
import { toEntries } from "./to-entries.ts";

type Any = MessageInitShape<typeof AnyValueSchema>;
const text = (value: string): Any => ({ value: { case: "stringValue", value } });
const int = (value: bigint): Any => ({ value: { case: "intValue", value } });
const double = (value: number): Any => ({ value: { case: "doubleValue", value } });
const list = (...values: Any[]): Any => ({ value: { case: "arrayValue", value: { values } } });
const map = (values: Record<string, Any>): Any => ({
  value: { case: "kvlistValue", value: { values: pairs(values) } },
});
const pairs = (values: Record<string, Any>): MessageInitShape<typeof KeyValueSchema>[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }));

type Request = MessageInitShape<typeof ExportLogsServiceRequestSchema>;
const NOW = 5n;

const shown = (scopes: ReturnType<typeof readBinary>) => {
  const { entries, rejected, reason } = atOnce(toEntries(scopes, NOW, (labels) => labels));
  return {
    entries: entries.map(({ labels, line, timestamp, metadata }) => [String(labels), line, timestamp, metadata]),
    rejected,
    reason,
  };
};

/** The result of a request, about which both forms have to agree. */
function converted(request: Request) {
  const message = create(ExportLogsServiceRequestSchema, request);
  const binary = shown(readBinary(toBinary(ExportLogsServiceRequestSchema, message)));
  const json = JSON.stringify(toJson(ExportLogsServiceRequestSchema, message), (name, value) =>
    name === "traceId" || name === "spanId" ? Buffer.from(value, "base64").toString("hex") : value,
  );
  expect(shown(readJson(json))).toEqual(binary);
  return binary;
}

const one = (record: object, resource: Record<string, Any> = {}, scope?: object): Request => ({
  resourceLogs: [{ resource: { attributes: pairs(resource) }, scopeLogs: [{ scope, logRecords: [record] }] }] as never,
});

describe("logs as Loki's own endpoint has them", () => {
  it("makes labels of what tells the resource, and metadata of the rest", () => {
    const record = {
      timeUnixNano: 100n,
      observedTimeUnixNano: 200n,
      severityNumber: 9,
      severityText: "INFO",
      body: text("hello"),
      attributes: pairs({ "http.method": text("GET"), user: map({ id: int(7n), "first.name": text("a") }) }),
      droppedAttributesCount: 1,
      flags: 1,
      traceId: Buffer.from("0102030405060708090a0b0c0d0e0f10", "hex"),
      spanId: Buffer.from("0102030405060708", "hex"),
    };
    const resource = {
      "service.name": text("shop"),
      "k8s.pod.name": text("p-1"),
      "host.name": text("h"),
      "1st": text("x"),
    };
    const scope = { name: "lib", version: "1", droppedAttributesCount: 2, attributes: pairs({ _own: text("s") }) };
    expect(converted(one(record, resource, scope))).toEqual({
      entries: [
        [
          '{k8s_pod_name="p-1", service_name="shop"}',
          "hello",
          100n,
          [
            ["http_method", "GET"],
            ["user_id", "7"],
            ["user_first_name", "a"],
            ["observed_timestamp", "200"],
            ["severity_number", "9"],
            ["severity_text", "INFO"],
            ["dropped_attributes_count", "1"],
            ["flags", "1"],
            ["trace_id", "0102030405060708090a0b0c0d0e0f10"],
            ["span_id", "0102030405060708"],
            ["host_name", "h"],
            ["key_1st", "x"],
            ["key_own", "s"],
            ["scope_name", "lib"],
            ["scope_version", "1"],
            ["scope_dropped_attributes_count", "2"],
          ],
        ],
      ],
      rejected: 0,
      reason: "",
    });
  });

  it.each<[string, Record<string, Any>, string]>([
    ["nothing", {}, '{service_name="unknown_service"}'],
    ["a container", { "k8s.container.name": text("c") }, '{k8s_container_name="c", service_name="c"}'],
    ["an empty name", { "service.name": text(""), "k8s.job.name": text("j") }, '{k8s_job_name="j", service_name="j"}'],
  ])("names the service of a resource with %s", (_name, resource, labels) => {
    expect(converted(one({ body: text("x") }, resource)).entries[0]![0]).toBe(labels);
  });

  it.each<[string, Any | undefined, string]>([
    ["nothing", undefined, ""],
    ["true", { value: { case: "boolValue", value: true } }, "true"],
    ["a large number", int(9_007_199_254_740_993n), "9007199254740993"],
    ["a fraction", double(1.5), "1.5"],
    ["a tiny number", double(1e-7), "1e-07"],
    ["bytes", { value: { case: "bytesValue", value: Uint8Array.of(1, 2) } }, "AQI="],
    ["a list", list(text("a<b"), int(1n), {}), '["a\\u003cb",1,null]'],
    ["a map", map({ b: list(), a: map({ c: double(2) }) }), '{"a":{"c":2},"b":[]}'],
  ])("writes %s as text", (_name, body, line) => {
    expect(converted(one({ body })).entries[0]![1]).toBe(line);
  });

  it("takes the time at which it was observed, or now, where a record has none; and none that is too late", () => {
    expect(converted(one({ observedTimeUnixNano: 3n })).entries[0]!.slice(2)).toEqual([3n, []]);
    expect(converted(one({})).entries[0]![2]).toBe(NOW);
    expect(converted(one({ timeUnixNano: 2n ** 63n }))).toEqual({
      entries: [],
      rejected: 1,
      reason: "a record's time 9223372036854775808 is after the year 2262",
    });
  });
});

describe("what a request may hold", () => {
  const nested = (depth: number): Any => (depth === 0 ? text("x") : list(nested(depth - 1)));

  it("is bounded in depth", () => {
    expect(converted(one({ body: nested(40) })).entries).toHaveLength(1);
    const message = create(ExportLogsServiceRequestSchema, one({ body: nested(200) }));
    expect(() => shown(readBinary(toBinary(ExportLogsServiceRequestSchema, message)))).toThrow("nests deeper than 64");
    const json = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${'{"arrayValue":{"values":['.repeat(5000)}${"]}}".repeat(5000)}}]}]}]}`;
    expect(() => shown(readJson(json))).toThrow("nests deeper than 64");
  });

  it("is bounded in number, counted before it is made", () => {
    const attribute = Uint8Array.of(0x32, 0);
    const record = Buffer.concat(Array(600_000).fill(attribute));
    const wrap = (tag: number, bytes: Uint8Array) => {
      const size: number[] = [];
      for (let rest = bytes.length; ; rest >>>= 7) {
        size.push(rest < 128 ? rest : (rest & 127) | 128);
        if (rest < 128) break;
      }
      return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
    };
    const body = wrap(0x0a, wrap(0x12, wrap(0x12, record)));
    expect(() => shown(readBinary(body))).toThrow("more than 500000");
    const json = `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"attributes":[${"{},".repeat(600_000)}{}]}]}]}]}`;
    expect(() => shown(readJson(json))).toThrow("more than 500000");
  });

  it("is bounded where many records share much, and where long names stand in each other", () => {
    const attributes = pairs(Object.fromEntries(Array.from({ length: 2_100 }, (_, i) => [`a${i}`, text("")])));
    const logRecords = Array.from({ length: 1_000 }, () => ({}));
    const shared = create(ExportLogsServiceRequestSchema, {
      resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords }] }],
    });
    const bytes = toBinary(ExportLogsServiceRequestSchema, shared);
    expect(() => shown(readBinary(bytes))).toThrow("more than 2000000 attributes");
    const inner = map(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`a${i}`, text("")])));
    const named = create(ExportLogsServiceRequestSchema, one({ attributes: pairs({ ["x".repeat(10_000)]: inner }) }));
    const long = toBinary(ExportLogsServiceRequestSchema, named);
    expect(() => shown(readBinary(long))).toThrow("names of attributes are longer");
  });

  it.each<[string, string, RegExp]>([
    ["no JSON", "{", /JSON/],
    ["no object", "[]", /it is not an object/],
    ["no list", '{"resourceLogs":{}}', /resourceLogs is not a list/],
    [
      "an id that is none",
      '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"traceId":"xyz"}]}]}]}',
      /logRecords\[0\]\.traceId is not written in hexadecimal/,
    ],
    [
      "a body that is none",
      '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":"x"}]}]}]}',
      /body is not an export of logs/,
    ],
  ])("is refused where it is %s", (_name, json, message) => {
    expect(() => shown(readJson(json))).toThrow(message);
  });

  it.each<[string, number[]]>([
    ["cut off", [0x0a, 5, 1]],
    ["of an unknown wire type", [0x0f]],
    ["a value that is longer than its record", [0x0a, 8, 0x12, 6, 0x12, 4, 0x2a, 9, 0, 0]],
  ])("is refused where the message is %s", (_name, bytes) => {
    expect(() => shown(readBinary(Uint8Array.from(bytes)))).toThrow(/^body is not an export of logs: /);
  });
});

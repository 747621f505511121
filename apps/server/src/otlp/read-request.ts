/**
 * Reads the requests of OTLP's logs, in protobuf and JSON, a record at a time, so that others get their turn. What a
 * body may hold is counted before anything is made of it: two bytes can be a value that takes hundreds.
 */

import { fromBinary, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { messageOf } from "@sluice/languages/base";
import {
  type InstrumentationScope,
  InstrumentationScopeSchema,
} from "../gen/opentelemetry/proto/common/v1/common_pb.ts";
import { type LogRecord, LogRecordSchema } from "../gen/opentelemetry/proto/logs/v1/logs_pb.ts";
import { type Resource, ResourceSchema } from "../gen/opentelemetry/proto/resource/v1/resource_pb.ts";
import { BodyError } from "../http/body-error.ts";

/** The records of one scope of one resource. */
export interface ScopedRecords {
  readonly resource: Resource | undefined;
  readonly scope: InstrumentationScope | undefined;
  /** One after the other, as they are asked for. */
  readonly records: Iterable<LogRecord>;
}

/** Values, attributes and records of one request. */
const MAX_VALUES = 500_000;
/** How deep values may nest in each other. */
const MAX_DEPTH = 64;

const RESOURCE_LOGS = 1;
const RESOURCE = 1;
const SCOPE_LOGS = 2;
const SCOPE = 1;
const RECORDS = 2;

const bad = (message: string) => new BodyError(400, `body is not an export of logs: ${message}`);
const tooMany = () =>
  new BodyError(413, `body holds more than ${MAX_VALUES} records, attributes and values; send it in parts`);
const tooDeep = () => new BodyError(400, `a value nests deeper than ${MAX_DEPTH} levels`);

/** Throws `BodyError`, also while it is read. */
export function* readBinary(bytes: Uint8Array): Generator<ScopedRecords> {
  const tally = new Tally();
  for (const resourceLogs of fieldsOf(bytes, RESOURCE_LOGS)) {
    tally.add();
    const resource = last(fieldsOf(resourceLogs, RESOURCE));
    tally.message(resource, "resource");
    const decoded = resource && guarded(() => fromBinary(ResourceSchema, resource));
    for (const scopeLogs of fieldsOf(resourceLogs, SCOPE_LOGS)) {
      tally.add();
      const scope = last(fieldsOf(scopeLogs, SCOPE));
      tally.message(scope, "scope");
      const records = function* () {
        for (const record of fieldsOf(scopeLogs, RECORDS)) {
          tally.message(record, "record");
          yield guarded(() => fromBinary(LogRecordSchema, record));
        }
      };
      yield {
        resource: decoded,
        scope: scope && guarded(() => fromBinary(InstrumentationScopeSchema, scope)),
        records: records(),
      };
    }
  }
}

function last(fields: Iterable<Uint8Array>): Uint8Array | undefined {
  let found: Uint8Array | undefined;
  for (const one of fields) found = one;
  return found;
}

function guarded<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw bad(messageOf(error).split("\n", 1)[0]!);
  }
}

/** The messages in one field of a message. */
function* fieldsOf(bytes: Uint8Array, wanted: number): Generator<Uint8Array> {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const field = guarded(() => {
      const [number, type] = reader.tag();
      if (number === wanted && type === WireType.LengthDelimited) return reader.bytes();
      reader.skip(type, number);
      return undefined;
    });
    if (field !== undefined) yield field;
  }
}

/** Counts what messages hold, and how deep they nest. */
class Tally {
  #count = 0;

  add(): void {
    if (++this.#count > MAX_VALUES) throw tooMany();
  }

  message(bytes: Uint8Array | undefined, kind: "resource" | "scope" | "record"): void {
    if (bytes !== undefined) this.#walk(new BinaryReader(bytes), bytes.length, KINDS[kind], 0);
  }

  /** By the shapes in which values nest: what is not a part of them holds no messages. */
  #walk(reader: BinaryReader, end: number, kind: Kind, depth: number): void {
    this.add();
    if (depth > 2 * MAX_DEPTH) throw tooDeep();
    while (reader.pos < end) {
      const [number, type] = guarded(() => reader.tag());
      const inner = type === WireType.LengthDelimited ? KINDS[kind[number] ?? "none"] : undefined;
      if (inner === undefined || inner === KINDS.none) {
        guarded(() => reader.skip(type, number));
        continue;
      }
      const length = guarded(() => reader.uint32());
      if (length > end - reader.pos) throw bad("a field is longer than the message around it");
      this.#walk(reader, reader.pos + length, inner, depth + 1);
    }
  }

  /** The same for JSON. */
  json(value: JsonValue | undefined, depth = 0): void {
    if (value === null || typeof value !== "object") return;
    // An object and a list for each level of a value.
    if (depth > 4 * MAX_DEPTH) throw tooDeep();
    this.add();
    for (const one of Array.isArray(value) ? value : Object.values(value)) this.json(one, depth + 1);
  }
}

/** Which fields of a message are messages, and of which kind. */
interface Kind {
  readonly [field: number]: "any" | "pair" | "list" | "pairs" | "none";
}

const KINDS = {
  resource: { 1: "pair" },
  scope: { 3: "pair" },
  record: { 5: "any", 6: "pair" },
  any: { 5: "list", 6: "pairs" },
  pair: { 2: "any" },
  list: { 1: "any" },
  pairs: { 1: "pair" },
  none: {},
} as const satisfies Record<string, Kind>;

type JsonObject = { readonly [name: string]: JsonValue };

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const IGNORE = { ignoreUnknownFields: true };

/** The same for a body of JSON, in which ids are hexadecimal. Throws `BodyError`. */
export function* readJson(text: string): Generator<ScopedRecords> {
  const body = guarded(() => JSON.parse(text) as JsonValue);
  if (!isObject(body)) throw bad("it is not an object");
  const tally = new Tally();
  for (const [i, resourceLogs] of listOf(body, "resourceLogs", "resource_logs").entries()) {
    const where = `resourceLogs[${i}]`;
    if (!isObject(resourceLogs)) throw bad(`${where} is not an object`);
    tally.json(resourceLogs.resource);
    const resource =
      resourceLogs.resource === undefined
        ? undefined
        : guarded(() => fromJson(ResourceSchema, resourceLogs.resource!, IGNORE));
    for (const [j, scopeLogs] of listOf(resourceLogs, "scopeLogs", "scope_logs").entries()) {
      if (!isObject(scopeLogs)) throw bad(`${where}.scopeLogs[${j}] is not an object`);
      tally.json(scopeLogs.scope);
      const records = function* () {
        for (const [k, record] of listOf(scopeLogs, "logRecords", "log_records").entries()) {
          const at = `${where}.scopeLogs[${j}].logRecords[${k}]`;
          if (!isObject(record)) throw bad(`${at} is not an object`);
          tally.json(record);
          const own = withIds(record, at);
          yield guarded(() => fromJson(LogRecordSchema, own, IGNORE));
        }
      };
      const scope =
        scopeLogs.scope === undefined
          ? undefined
          : guarded(() => fromJson(InstrumentationScopeSchema, scopeLogs.scope!, IGNORE));
      yield { resource, scope, records: records() };
    }
  }
}

function listOf(of: JsonObject, name: string, otherName: string): readonly JsonValue[] {
  const list = of[name] ?? of[otherName] ?? [];
  if (!Array.isArray(list)) throw bad(`${name} is not a list`);
  return list;
}

/** JSON of protobuf has bytes in base64; OTLP has these two in hexadecimal. */
function withIds(record: JsonObject, at: string): JsonObject {
  const ids: Record<string, JsonValue> = {};
  for (const [name, own] of [
    ["traceId", record.traceId ?? record.trace_id],
    ["spanId", record.spanId ?? record.span_id],
  ] as const) {
    if (own === undefined || own === null) continue;
    if (typeof own !== "string" || !/^(?:[0-9a-f]{2})*$/i.test(own))
      throw bad(`${at}.${name} is not written in hexadecimal digits`);
    ids[name] = Buffer.from(own, "hex").toString("base64");
  }
  const { trace_id: _trace, span_id: _span, ...rest } = record;
  return { ...rest, ...ids };
}

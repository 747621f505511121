import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { atOnce, LabelSet } from "@sluice/engine";
import { NO_TIME, UNLIMITED } from "@sluice/engine/lokipush";
import fc from "fast-check";
import { uncompressSync } from "snappy";
import { describe, expect, it } from "vitest";
import { PushRequestSchema } from "../gen/loki/push_pb.ts";
import { readPushRequest } from "./push-decode.ts";
import { encodePushRequest } from "./push-encode.ts";
import { encodePushBody } from "./wire.ts";
import type { WireStream } from "./wire-stream.ts";

const SECOND = 1_000_000_000n;
const decodePushRequest = (bytes: Uint8Array) => atOnce(readPushRequest(bytes, UNLIMITED));

/** The request through the generated code. */
function generated(streams: readonly WireStream[]): Uint8Array {
  const split = (at: bigint) => {
    const nanos = ((at % SECOND) + SECOND) % SECOND;
    return { seconds: (at - nanos) / SECOND, nanos: Number(nanos) };
  };
  const message = create(PushRequestSchema, {
    streams: streams.map(({ labels, entries }) => ({
      labels: labels.toString(),
      entries: entries.map(({ timestamp, line, metadata }) => ({
        timestamp: split(timestamp),
        line,
        structuredMetadata: metadata.map(([name, value]) => ({ name, value })),
      })),
    })),
  });
  return toBinary(PushRequestSchema, message);
}

const NASTY = ["", "a", "é", "日本", "😀", "\ufffd", "\u0000", "x".repeat(127), "x".repeat(128), "é".repeat(9000)];
const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: "grapheme" }));
const timestamp = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    -1n,
    SECOND,
    SECOND - 1n,
    -SECOND,
    1_710_072_000_000_000_001n,
    9_223_372_035_999_999_999n,
    -9_223_372_036_000_000_000n,
  ),
  fc.bigInt(-9_223_372_036n * SECOND, 9_223_372_035n * SECOND),
);
const streams: fc.Arbitrary<WireStream[]> = fc.array(
  fc.record({
    labels: fc
      .array(fc.tuple(fc.stringMatching(/^[a-z_]{1,5}$/), fc.stringMatching(/^[ -~]{0,8}$/)), { maxLength: 3 })
      .map((pairs) => LabelSet.of(pairs)),
    entries: fc.array(
      fc.record({
        timestamp,
        line: text,
        metadata: fc.array(
          fc.tuple(
            text.filter((name) => name !== ""),
            text,
          ),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 4 },
    ),
  }),
  { maxLength: 3 },
);

describe("the protobuf form", () => {
  it("is written as the generated code writes it", () => {
    fc.assert(fc.property(streams, (some) => Buffer.compare(encodePushRequest(some), generated(some)) === 0));
  });

  it("is read back unchanged, with exact timestamps", () => {
    fc.assert(
      fc.property(streams, (some) => {
        const expected = some.map(({ labels, entries }) => ({ labels: labels.toRecord(), entries }));
        expect(decodePushRequest(generated(some))).toEqual({ ok: true, streams: expected, refused: undefined });
      }),
    );
  });

  it("is refused, never misread, when bytes are missing or wrong", () => {
    fc.assert(
      fc.property(streams, fc.nat(), fc.nat(255), (some, at, byte) => {
        const bytes = Buffer.from(encodePushRequest(some));
        if (bytes.length === 0) return;
        bytes[at % bytes.length] = byte;
        const whole = decodePushRequest(bytes);
        const cut = decodePushRequest(bytes.subarray(0, at % bytes.length));
        for (const result of [whole, cut])
          if (!result.ok) expect(result.message).toMatch(/^body is not a push request: streams/);
      }),
    );
  });

  it("carries the labels quoted as Go and Prometheus 3 do", async () => {
    const labels = LabelSet.of({ a: 'q"\n\\', "k8s-app": "é\u0001" });
    const { body, headers } = await encodePushBody(
      [{ labels, entries: [{ timestamp: 1n, line: "x", metadata: [] }] }],
      "protobuf",
    );
    expect(headers).toEqual({ "content-type": "application/x-protobuf" });
    const message = fromBinary(PushRequestSchema, uncompressSync(Buffer.from(body), { asBuffer: true }) as Buffer);
    expect(message.streams[0]!.labels).toBe('{a="q\\"\\n\\\\", "k8s-app"="é\\x01"}');
  });
});

describe("what other clients may send", () => {
  const field = (tag: number, ...content: number[]) => [tag, content.length, ...content];
  const ascii = (letters: string) => [...Buffer.from(letters, "latin1")];
  const request = (...entry: number[]) =>
    Uint8Array.from(field(0x0a, ...field(0x0a, ...ascii('{a="b"}')), ...field(0x12, ...entry)));

  it.each<[string, number[], string]>([
    ["bytes that are not UTF-8 stay raw bytes", field(0x12, 0x61, 0xe2, 0x82, 0xff), "a\udce2\udc82\udcff"],
    ["a real U+FFFD stays one", field(0x12, 0xef, 0xbf, 0xbd, 0x62), "\ufffdb"],
    ["a byte order mark stays", field(0x12, 0xef, 0xbb, 0xbf, 0x62), "\ufeffb"],
    [
      "fields that are not known are passed over",
      [0x28, 0x96, 0x01, 0x31, 1, 2, 3, 4, 5, 6, 7, 8, 0x3d, 1, 2, 3, 4, ...field(0x42, 9, 9), ...field(0x12, 0x7a)],
      "z",
    ],
    ["of a field that comes twice the last holds", [...field(0x12, 0x61), ...field(0x12, 0x62)], "b"],
    ["a long form of a number is read", [0x12, 0x81, 0x80, 0x00, 0x61], "a"],
  ])("%s", (_name, entry, line) => {
    expect(decodePushRequest(request(...entry))).toEqual({
      ok: true,
      streams: [{ labels: { a: "b" }, entries: [{ timestamp: NO_TIME, line, metadata: [] }] }],
      refused: undefined,
    });
  });

  it.each<[string, number[], RegExp]>([
    ["a length past the message", [0x12, 0x20, 0x61], /streams\[0\]\.entries\[0\]: a field is longer/],
    [
      "a number without end",
      [0x28, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
      /more than ten bytes/,
    ],
    ["a group", [0x0b], /wire type 3/],
    ["field number zero", [0x02, 0x00], /2 is not a field/],
    ["too many nanoseconds", field(0x0a, 0x10, 0x80, 0x94, 0xeb, 0xdc, 0x03), /timestamp has 1000000000 nanoseconds/],
    [
      "negative nanoseconds",
      field(0x0a, 0x10, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
      /timestamp has -1 nanoseconds/,
    ],
    ["a year past 9999", field(0x0a, 0x08, 0x80, 0xf0, 0xfc, 0xff, 0xff, 0x07), /timestamp is not in the years/],
    ["a known field in another form", [0x10, 0x01], /field 2 has wire type 0/],
    ["a number that runs out of its message", field(0x0a, 0x08, 0x80), /it ends early/],
  ])("refuses %s", (_name, entry, message) => {
    const result = decodePushRequest(request(...entry));
    expect(result.ok || result.message).toMatch(message);
  });
});

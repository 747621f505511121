import { create, toBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { countInJson, countInProto, MAX_OBJECTS } from "./message-size.ts";
import { admitMessage } from "./push-message.ts";
import { PushError } from "./push-protocol.ts";

const series = (labels: number, samples: number) => ({
  labels: Array.from({ length: labels }, (_, i) => ({ name: `n${i}`, value: "v" })),
  samples: Array.from({ length: samples }, () => ({ rawProfile: new Uint8Array(300), ID: "x" })),
});
const message = (...all: ReturnType<typeof series>[]) =>
  toBinary(PushRequestSchema, create(PushRequestSchema, { series: all }));

it.each([
  ["nothing", message(), 0],
  ["an empty series", message(series(0, 0)), 1],
  ["labels and samples", message(series(3, 2), series(1, 1)), 9],
  // Numbers, eight and four bytes, an unknown text, and a group, none of which are read.
  [
    "fields that are not known",
    Uint8Array.of(0x10, 1, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4, 0x2a, 1, 0x0a),
    0,
  ],
  ["a series that says it is longer than the message", Uint8Array.of(0x0a, 100, 0x0a, 0), 0],
  ["a length without an end", new Uint8Array(40).fill(0xff), 0],
])("counts %s", (_name, bytes, count) => expect(countInProto([Buffer.from(bytes)], 1000)).toBe(count));

it("counts no further than it has to", () => {
  expect(countInProto([Buffer.from(message(series(100, 100)))], 10)).toBe(11);
  expect(countInJson([Buffer.from("[{},{},{}]")], 3)).toBe(4);
});

it("counts what JSON holds", () =>
  expect(countInJson([Buffer.from('{"series":[{"la'), Buffer.from('bels":[]}]}')], 100)).toBe(6));

it.each(["proto", "json"] as const)("refuses a message of two bytes a series before it is read: %s", (form) => {
  const bytes =
    form === "proto"
      ? Buffer.alloc(2 * (MAX_OBJECTS + 1), Uint8Array.of(0x0a, 0))
      : Buffer.from(`{"series":[${"{},".repeat(4 * MAX_OBJECTS)}{}]}`);
  const admit = () => admitMessage([bytes], form, { limit: bytes.length, share: undefined });
  expect(admit).toThrow(PushError);
  expect(admit).toThrow(/more than 250000 series/);
});

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { encodePush } from "./push-encode.ts";

type Series = readonly [
  labels: readonly (readonly [string, string])[],
  samples: readonly (readonly [string, number])[],
];

describe("a push", () => {
  it.each<[string, ...Series]>([
    ["of nothing", [], []],
    ["of labels alone", [["a", "b"]], []],
    ["of a label without a value", [["a", ""]], []],
    ["of an empty profile", [["a", "b"]], [["", 0]]],
    ["of a profile without an ID", [["a", "b"]], [["", 3]]],
    ["in other scripts", [["ü", "日本 \u{1f600}"]], [["ü", 1]]],
    [
      "whose lengths take several bytes",
      [
        ["a", "x".repeat(127)],
        ["b", "x".repeat(128)],
      ],
      [
        ["i", 127],
        ["j", 16_384],
        ["k", 3_000_000],
      ],
    ],
  ])("%s is what the generated code makes of it", (_name, labels, sizes) => {
    const samples = sizes.map(([id, length]) => ({
      id,
      parts: [new Uint8Array(length - (length >> 2)).fill(7), new Uint8Array(length >> 2).fill(8)],
    }));
    const message = create(PushRequestSchema, {
      series: [
        {
          labels: labels.map(([name, value]) => ({ name, value })),
          samples: samples.map(({ id, parts }) => ({ ID: id, rawProfile: Buffer.concat(parts) })),
        },
      ],
    });
    const encoded = Buffer.concat(encodePush(labels, samples));
    expect(Buffer.compare(encoded, toBinary(PushRequestSchema, message))).toBe(0);
    expect(fromBinary(PushRequestSchema, encoded).series).toHaveLength(1);
  });

  it("copies no profile", () => {
    const bytes = new Uint8Array(4096);
    expect(encodePush([["a", "b"]], [{ id: "i", parts: [bytes] }])).toContain(bytes);
  });
});

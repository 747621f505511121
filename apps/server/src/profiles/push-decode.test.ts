import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PushRequestSchema } from "../gen/push/v1/push_pb.ts";
import { MAX_TEXT, Remembered } from "../platform/remembered.ts";
import { countInProto } from "./message-size.ts";
import { nameOf, type PushContent } from "./push.ts";
import { decodePush, type KnownLabels, MalformedMessage } from "./push-decode.ts";

/** The same by the generated code's runtime. */
function generated(bytes: Uint8Array): PushContent {
  const { series } = fromBinary(PushRequestSchema, bytes);
  return {
    series: series.map(({ labels, samples }) => ({
      labels: labels.map(({ name, value }) => ({ name, value })),
      samples: samples.map(({ rawProfile, ID }) => ({ id: ID, parts: [rawProfile] })),
    })),
  };
}

const asBytes = (content: PushContent) =>
  content.series.map(({ labels, samples }) => ({
    labels,
    samples: samples.map(({ id, parts }) => [id, Buffer.concat(parts).toString("hex")]),
  }));

/** Tag of a series. */
const FIRST_SERIES = 0x0a;

const text = fc.string({ unit: "grapheme", maxLength: 8 });
const message = fc
  .record({
    series: fc.array(
      fc.record({
        labels: fc.array(fc.record({ name: text, value: text }), { maxLength: 3 }),
        samples: fc.array(fc.record({ rawProfile: fc.uint8Array({ maxLength: 300 }), ID: text }), { maxLength: 3 }),
        annotations: fc.array(fc.record({ key: text, value: text }), { maxLength: 2 }),
      }),
      { maxLength: 3 },
    ),
  })
  .map((init) => Buffer.from(toBinary(PushRequestSchema, create(PushRequestSchema, init))));

describe("a push in the binary form", () => {
  it("is read as the generated code's runtime reads it", () => {
    fc.assert(
      fc.property(message, (bytes) => {
        expect(asBytes(decodePush([bytes]))).toEqual(asBytes(generated(bytes)));
      }),
    );
  });

  it("is read the same in whatever parts it came, and refused where it breaks off in any", () => {
    const cut = (bytes: Buffer, at: readonly number[]) => {
      const places = [0, ...at.map((one) => one % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
    };
    const cuts = fc.array(fc.nat(1000), { maxLength: 6 });
    fc.assert(
      fc.property(message, cuts, (bytes, at) => {
        expect(asBytes(decodePush(cut(bytes, at)))).toEqual(asBytes(decodePush([bytes])));
        expect(countInProto(cut(bytes, at), 1000)).toBe(countInProto([bytes], 1000));
        if (bytes.length > 0)
          expect(() => decodePush(cut(Buffer.concat([bytes, Buffer.of(FIRST_SERIES, 5, 1)]), at))).toThrow(
            MalformedMessage,
          );
      }),
    );
  });

  it("is read the same with labels that are known from others, and from a message like it", () => {
    const known: KnownLabels = new Remembered();
    let found = 0;
    const of = known.of.bind(known);
    known.of = (text) => {
      const labels = of(text);
      if (labels !== undefined) found++;
      return labels;
    };
    fc.assert(
      fc.property(message, (bytes) => {
        const { series } = decodePush([bytes]);
        for (let i = 0; i < 2; i++) {
          const again = decodePush([bytes], known);
          expect(asBytes(again)).toEqual(asBytes({ series }));
          expect(again.series.map(nameOf)).toEqual(series.map(nameOf));
        }
      }),
    );
    expect(found).toBeGreaterThan(20);
  });

  it("has the labels after its samples, too, and those that are longer than what is remembered", () => {
    const label = (name: string, value: string) =>
      toBinary(PushRequestSchema, create(PushRequestSchema, { series: [{ labels: [{ name, value }] }] })).subarray(2);
    const sample = Buffer.of(0x12, 3, 0x0a, 1, 7);
    const parts = Buffer.concat([label("a", "1"), sample, label("b", "2")]);
    const bytes = Buffer.concat([Buffer.of(FIRST_SERIES, parts.length), parts]);
    const known: KnownLabels = new Remembered();
    for (let i = 0; i < 2; i++) {
      const { series } = decodePush([bytes], known);
      expect(nameOf(series[0]!).labels).toEqual(nameOf(decodePush([bytes]).series[0]!).labels);
      expect(series[0]!.labels.map(({ name }) => name)).toEqual(["a", "b"]);
    }
    const long = { series: [{ labels: [{ name: "a", value: "x".repeat(MAX_TEXT) }] }] };
    const [one] = decodePush([Buffer.from(toBinary(PushRequestSchema, create(PushRequestSchema, long)))], known).series;
    expect([one!.name, one!.labels]).toEqual([undefined, long.series[0]!.labels]);
  });

  it("is read the same or refused, whatever is broken in it; nothing else is thrown", () => {
    const known: KnownLabels = new Remembered();
    const broken = fc
      .tuple(message, fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 4 }), fc.nat(300))
      .map(([bytes, changes, cut]) => {
        const made = Buffer.from(bytes.subarray(0, Math.max(1, cut)));
        for (const [at, byte] of changes) if (made.length > 0) made[at % made.length] = byte;
        return made;
      });
    let refused = 0;
    fc.assert(
      fc.property(broken, (bytes) => {
        let read: PushContent;
        try {
          read = decodePush([bytes]);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedMessage);
          expect(() => decodePush([bytes], known)).toThrow(MalformedMessage);
          refused++;
          return;
        }
        expect(asBytes(decodePush([bytes], known))).toEqual(asBytes(read));
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(refused).toBeGreaterThan(200);
  });

  it.each([
    ["that breaks off in a length", [0x0a, 0x80]],
    ["that breaks off in a series", [0x0a, 5, 0x0a]],
    ["with a label that runs over the end of its series", [0x0a, 2, 0x0a, 5, 0x0a, 3, 0x61, 0x62, 0x63]],
    ["with a field without a number", [0x02, 0]],
    ["with a type that is none", [0x0f]],
    ["with the end of a group that did not begin", [0x0c]],
    ["with a group that does not end", [0x23, 0x08, 1]],
    ["with a group that ends as another", [0x23, 0x2c]],
    ["with groups in groups", new Array(200).fill(0x23)],
    ["with a number of more than 64 bits", [0x20, ...new Array(9).fill(0xff), 2]],
    ["with a text that is not UTF-8", [0x0a, 5, 0x0a, 3, 0x0a, 1, 0xff]],
    ["with an annotation that is not UTF-8", [0x0a, 5, 0x1a, 3, 0x0a, 1, 0xff]],
  ])("is refused %s", (_name, bytes) => expect(() => decodePush([Buffer.from(bytes)])).toThrow(MalformedMessage));

  it.each([
    [
      "fields that are not known",
      [0x20, 1, 0x29, 1, 2, 3, 4, 5, 6, 7, 8, 0x35, 1, 2, 3, 4, 0x3a, 1, 0x0a, 0x43, 0x08, 1, 0x44],
    ],
    ["a field of another type than it has", [0x08, 1]],
  ])("passes over %s", (_name, bytes) => expect(decodePush([Buffer.from(bytes)])).toEqual({ series: [] }));

  it("takes U+FFFD that was sent, and a mark of byte order, for text", () => {
    const labels = [{ name: "\ufffd", value: "\ufeffx" }];
    const bytes = Buffer.from(toBinary(PushRequestSchema, create(PushRequestSchema, { series: [{ labels }] })));
    expect(decodePush([bytes]).series[0]!.labels).toEqual(labels);
  });
});

/** Writes profiles in pprof's format, uncompressed, for those that are made up: samples, demonstrations, benchmarks. */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

export interface WrittenProfile {
  /** What each sample counts, and in which unit. */
  readonly sampleTypes: readonly (readonly [type: string, unit: string])[];
  /** Each is at one place, in a line of its own, in the file of that name. */
  readonly functions: readonly { readonly name: string; readonly file?: string; readonly line: number }[];
  /** Stacks as places in `functions`, the leaf first, and a value for each sample type. */
  readonly samples: Iterable<{ readonly stack: readonly number[]; readonly values: readonly number[] }>;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  /** Nanoseconds. */
  readonly duration: number;
  readonly period?: { readonly type: string; readonly unit: string; readonly value: number };
}

/** Fields of the messages in `profile.proto`. */
const PROFILE = {
  sampleType: 1,
  sample: 2,
  location: 4,
  function: 5,
  string: 6,
  time: 9,
  duration: 10,
  periodType: 11,
  period: 12,
} as const;

export function writePprof(profile: WrittenProfile): Uint8Array {
  const strings = new Map([["", 0]]);
  const text = (value: string): number => {
    const known = strings.get(value) ?? strings.size;
    strings.set(value, known);
    return known;
  };
  const valueType = (type: string, unit: string) => message((one) => number(number(one, 1, text(type)), 2, text(unit)));
  return message((all) => {
    for (const [type, unit] of profile.sampleTypes) bytes(all, PROFILE.sampleType, valueType(type, unit));
    for (const { stack, values } of profile.samples) {
      const places = stack.map((place) => place + 1);
      bytes(
        all,
        PROFILE.sample,
        message((one) => packed(packed(one, 1, places), 2, values)),
      );
    }
    for (const [i, { name, file = "", line }] of profile.functions.entries()) {
      const id = i + 1;
      const at = message((one) => number(number(one, 1, id), 2, line));
      bytes(
        all,
        PROFILE.location,
        message((one) => bytes(number(one, 1, id), 4, at)),
      );
      const called = text(name);
      const source = text(file);
      bytes(
        all,
        PROFILE.function,
        message((one) => {
          number(number(one, 1, id), 2, called);
          if (source !== 0) number(one, 4, source);
        }),
      );
    }
    if (profile.period !== undefined) {
      bytes(all, PROFILE.periodType, valueType(profile.period.type, profile.period.unit));
      number(all, PROFILE.period, profile.period.value);
    }
    for (const value of strings.keys()) bytes(all, PROFILE.string, Buffer.from(value));
    number(all, PROFILE.time, profile.time);
    number(all, PROFILE.duration, profile.duration);
  });
}

function message(fill: (writer: BinaryWriter) => unknown): Uint8Array {
  const writer = new BinaryWriter();
  fill(writer);
  return writer.finish();
}

const number = (writer: BinaryWriter, field: number, value: number | bigint): BinaryWriter =>
  writer.tag(field, WireType.Varint).int64(value);

const bytes = (writer: BinaryWriter, field: number, value: Uint8Array): BinaryWriter =>
  writer.tag(field, WireType.LengthDelimited).bytes(value);

const packed = (writer: BinaryWriter, field: number, values: readonly number[]): BinaryWriter =>
  bytes(
    writer,
    field,
    message((inner) => {
      for (const value of values) inner.int64(value);
    }),
  );

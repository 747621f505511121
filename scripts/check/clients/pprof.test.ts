/** What is believed of profiles that arrive: a reader that finds nothing wrong would let every test of clients pass. */
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makeCompressedPprof, makePprof } from "../../bench/profiles/make-pprof.mjs";
import { readPprof } from "./pprof.mjs";

const bytes = (...parts: (number | string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "number" ? Buffer.of(part) : Buffer.from(part as Uint8Array))));
/** A field that holds bytes, of fewer than 128. */
const field = (number: number, content: Uint8Array) => bytes((number << 3) | 2, content.length, content);
const text = (value: string) => field(6, Buffer.from(value));

const TYPE = field(1, bytes(0x08, 1));
const FUNCTION = field(5, bytes(0x08, 1, 0x10, 2));
const LOCATION = field(4, bytes(0x08, 1, field(4, bytes(0x08, 1))));
const SAMPLE = field(2, bytes(field(1, bytes(1)), field(2, bytes(7))));
const STRINGS = bytes(text(""), text("cpu"), text("main"));

describe("a profile", () => {
  it("is read with its types, totals and functions, whatever the order of its parts", () => {
    const read = { types: ["cpu"], totals: [7], functions: ["main"], samples: 1 };
    expect(readPprof(bytes(TYPE, FUNCTION, LOCATION, SAMPLE, STRINGS))).toEqual(read);
    expect(readPprof(bytes(STRINGS, SAMPLE, LOCATION, FUNCTION, TYPE))).toEqual(read);
  });

  it("may have its numbers one by one", () => {
    const sample = field(2, bytes(0x08, 1, 0x10, 7));
    expect(readPprof(bytes(TYPE, FUNCTION, LOCATION, sample, STRINGS))).toMatchObject({ totals: [7] });
  });

  it.each([
    ["no location", bytes(TYPE, FUNCTION, SAMPLE, STRINGS), /no location 1/],
    ["no function", bytes(TYPE, LOCATION, SAMPLE, STRINGS), /no function 1/],
    ["no strings", bytes(TYPE, FUNCTION, LOCATION, SAMPLE), /table of strings/],
    ["a string too few", bytes(TYPE, FUNCTION, LOCATION, SAMPLE, text(""), text("cpu")), /no string 2/],
    ["no sample types", bytes(FUNCTION, LOCATION, SAMPLE, STRINGS), /no sample types/],
    ["a value too many", bytes(TYPE, FUNCTION, LOCATION, field(2, field(2, bytes(7, 8))), STRINGS), /2 values for 1/],
  ])("with %s is refused", (_, profile, problem) => {
    expect(() => readPprof(profile)).toThrow(problem);
  });

  it("that was cut off is refused, compressed or not", () => {
    const made = makePprof(50);
    expect(() => readPprof(made.subarray(0, -3))).toThrow();
    const compressed = makeCompressedPprof(20_000);
    expect(() => readPprof(compressed.subarray(0, -100))).toThrow();
  });
});

describe("the profile of the benchmark", () => {
  it("is whole, of about the size that is asked for, and the same for the same seed", () => {
    const made = makeCompressedPprof(60_000, 7);
    expect(readPprof(made)).toMatchObject({ types: ["samples", "cpu"] });
    expect(Math.abs(made.length - 60_000)).toBeLessThan(1000);
    expect(gunzipSync(makeCompressedPprof(60_000, 7))).toEqual(gunzipSync(made));
    expect(gunzipSync(makeCompressedPprof(60_000, 8))).not.toEqual(gunzipSync(made));
  });
});

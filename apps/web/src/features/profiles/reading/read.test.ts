/** Bodies that profilers send, and malformed ones. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { Function as Fn, Label, Line, Location, Profile as Pprof, Sample, StringTable, ValueType } from "pprof-format";
import { describe, expect, it, vi } from "vitest";
import { buildCallTree } from "./call-tree.ts";
import { inflate } from "./inflate.ts";
import { PROFILE_LIMITS } from "./limits.ts";
import { LabelSets, sampleCount, sums } from "./profile.ts";
import { readBody } from "./read-body.ts";
import { readFolded } from "./read-folded.ts";
import { readPprof } from "./read-pprof.ts";
import { sortTop, topFunctions } from "./top.ts";

interface Vector {
  readonly id: string;
  readonly request: { readonly body_b64: string };
}
const vectors = JSON.parse(
  readFileSync(new URL("../../../../../server/conformance/vectors/profiles.json", import.meta.url), "utf8"),
).vectors as Vector[];
const recorded = (id: string): Uint8Array =>
  Uint8Array.from(Buffer.from(vectors.find((vector) => vector.id === id)!.request.body_b64, "base64"));

const bytes = (text: string) => new TextEncoder().encode(text);

/** The output of `go tool pprof -top -functions` for the profiles in recorded requests. */
const TOPS = JSON.parse(readFileSync(new URL("./recorded-tops.json", import.meta.url), "utf8")) as readonly {
  readonly vector: string;
  readonly type: string;
  readonly unit: string;
  readonly top: readonly (readonly [name: string, self: number, total: number])[];
}[];

describe("profiles of real clients", () => {
  it.each(TOPS.map((top) => [`${top.vector}, ${top.type}`, top] as const))(
    "%s: the most expensive functions are those of go tool pprof",
    async (_, { vector, type, unit, top }) => {
      const { profile } = await readBody(recorded(vector));
      const index = profile!.sampleTypes.findIndex((one) => one.type === type && one.unit === unit);
      const tree = buildCallTree(profile!);
      const ours = sortTop(topFunctions(tree), "self", index);
      const row = (name: string) => ours.find((cost) => cost.name === name)!;
      expect(top.map(([name]) => [name, row(name)?.self[index], row(name)?.total[index]])).toEqual(top);
      // Rows of equal cost have no defined order.
      expect(ours.slice(0, top.length).map(({ self }) => self[index])).toEqual(top.map(([, self]) => self));
      expect(tree.totals.map((total) => total[0])).toEqual(sums(profile!));
    },
  );

  it("names the parts of a multipart body", async () => {
    const { parts, format, gzip } = await readBody(recorded("rc-go-2"));
    expect([format, gzip]).toEqual(["pprof", false]);
    expect(parts.map(({ name }) => name)).toEqual(["profile", "sample_type_config"]);
  });

  it("opens a multipart body that was put into another", async () => {
    const { profile, parts } = await readBody(recorded("rc-pyform-1"));
    expect(parts.map(({ name }) => name)).toEqual(["profile", "sample_type_config", "profile", "sample_type_config"]);
    expect(sampleCount(profile!)).toBeGreaterThan(0);
  });

  it("recognizes a JFR recording", async () => {
    const body = await readBody(recorded("rc-java-1"));
    expect(body).toMatchObject({ format: "jfr", profile: undefined });
    expect(body.plainBytes).toBeGreaterThan(1000);
  });

  it("takes period, duration and time from the profile", async () => {
    const { profile } = await readBody(recorded("rc-go-3"));
    expect(profile).toMatchObject({ period: { type: "cpu", unit: "nanoseconds", value: 10_000_000 } });
    expect(profile!.durationNanos).toBeGreaterThan(1e9);
    expect(profile!.time).toBeGreaterThan(Date.UTC(2026, 0, 1));
  });
});

/** A profile from an independent writer: `main` calls `work`, into which `tiny` was inlined. */
function written(values: readonly number[] = [3, 30], change: (pprof: Pprof) => void = () => {}): Uint8Array {
  const stringTable = new StringTable();
  const text = (name: string) => stringTable.dedup(name);
  const type = (name: string, unit: string) => new ValueType({ type: text(name), unit: text(unit) });
  const pprof = new Pprof({
    stringTable,
    sampleType: [type("samples", "count"), type("cpu", "nanoseconds")],
    function: ["main", "work", "tiny"].map((name, i) => new Fn({ id: i + 1, name: text(name) })),
    location: [
      new Location({ id: 7, line: [new Line({ functionId: 1 })] }),
      new Location({ id: 9, line: [new Line({ functionId: 3 }), new Line({ functionId: 2 })] }),
    ],
    sample: [
      new Sample({
        locationId: [9, 7],
        value: [...values],
        label: [
          new Label({ key: text("region"), str: text("eu") }),
          new Label({ key: text("size"), num: 512, numUnit: text("bytes") }),
        ],
      }),
      new Sample({ locationId: [7], value: [1, 10], label: [] }),
    ],
  });
  change(pprof);
  return pprof.encode();
}

describe("pprof", () => {
  it("places inlined functions below the one that contains them, from the root to the leaf", () => {
    const profile = readPprof(written());
    const stack = [...profile.frames.subarray(0, profile.offsets[1])].map((frame) => profile.functions[frame]);
    expect(stack).toEqual(["main", "work", "tiny"]);
    expect(sums(profile)).toEqual([4, 40]);
    expect(profile.defaultType).toBe(1);
    expect(profile.labelSets[profile.labels[0]!]).toEqual([
      { key: "region", value: "eu" },
      { key: "size", value: "512 bytes" },
    ]);
  });

  it.each([2 ** 31, 2 ** 40 + 3, Number.MAX_SAFE_INTEGER, -1, -5, -(2 ** 30), -(2 ** 40) - 7])(
    "reads %d as written",
    (value) => {
      const profile = readPprof(written([1, value]));
      expect(profile.values[1]).toBe(value);
    },
  );

  /** Two functions at two places, and one sample that goes through both. */
  const withIds = (ids: readonly [bigint, bigint], missing?: "function" | "location") =>
    written([1, 1], (p) => {
      p.function = ["main", "work"].map((name, i) => new Fn({ id: ids[i]!, name: p.stringTable.dedup(name) }));
      p.location = ids.map((id) => new Location({ id, line: [new Line({ functionId: id })] }));
      p.sample = [new Sample({ locationId: [ids[1], ids[0]], value: [1, 1] })];
      if (missing !== undefined) p[missing].pop();
    });

  const LARGE_IDS: readonly (readonly [bigint, bigint])[] = [
    [2n ** 53n - 1n, 2n ** 53n],
    [2n ** 53n, 2n ** 53n + 1n],
    [2n ** 60n, 2n ** 60n + 1n],
    [2n ** 63n - 1n, 2n ** 63n],
    [2n ** 64n - 2n, 2n ** 64n - 1n],
    [1n, 2n ** 64n - 1n],
  ];
  it.each(LARGE_IDS)("keeps the ids %d and %d apart", (...ids) => {
    const profile = readPprof(withIds(ids));
    expect([...profile.frames].map((frame) => profile.functions[frame])).toEqual(["main", "work"]);
  });

  it.each(["function", "location"] as const)("names a large id of a missing %s as written", (missing) => {
    const body = withIds([2n ** 60n, 2n ** 60n + 1n], missing);
    expect(() => readPprof(body)).toThrow(`names ${missing} 1152921504606846977, which`);
  });

  it("reads gzipped profiles", async () => {
    const plain = written();
    expect(await readBody(gzipSync(plain))).toMatchObject({ format: "pprof", gzip: true, plainBytes: plain.length });
  });

  it("cut off anywhere, is an error in one sentence or a whole profile", () => {
    const whole = written();
    for (let length = 0; length < whole.length; length++) {
      try {
        readPprof(whole.subarray(0, length));
      } catch (error) {
        expect(error).toMatchObject({ name: "ProfileError", message: expect.stringMatching(/^[^\n]+\.$/) });
      }
    }
  });

  it.each<[string, Uint8Array, RegExp]>([
    ["a missing location", written([1, 1], (p) => void p.location.pop()), /names location 9/],
    ["a missing function", written([1, 1], (p) => void p.function.pop()), /names function 3/],
    ["values without a type", written([1, 1, 1]), /has 3 values for 2 sample types/],
    ["no sample types", new Uint8Array([0x50, 0x01]), /names no sample types/],
    ["a group", new Uint8Array([0x0b]), /type/],
    ["field 0", new Uint8Array([0x02, 0x01]), /field of number 0/],
    ["a length beyond the end", new Uint8Array([0x12, 0xff, 0x01]), /cut off/],
    ["a number without an end", new Uint8Array([0x48, 0xff, 0xff, 0xff]), /cut off/],
  ])("with %s is an error", (_, body, message) => expect(() => readPprof(body)).toThrow(message));

  it("of millions of empty samples is refused before they take memory", () => {
    const bomb = new Uint8Array(2 * (PROFILE_LIMITS.samples + 1));
    for (let i = 0; i < bomb.length; i += 2) bomb[i] = 0x12;
    expect(() => readPprof(bomb)).toThrow(/more than 1,000,000 samples/);
  });

  /** 200 samples, each with a label whose text has a million characters. */
  const longLabels = (label: (long: number, sample: number) => Label) =>
    written([1, 1], (p) => {
      const long = p.stringTable.dedup("x".repeat(1_000_000));
      p.sample = Array.from(
        { length: 200 },
        (_, i) => new Sample({ locationId: [7], value: [1, 1], label: [label(long, i)] }),
      );
    });

  it("resolves a label set once, however many samples have it", () => {
    const numberOf = vi.spyOn(LabelSets.prototype, "numberOf");
    const profile = readPprof(longLabels((long) => new Label({ key: 1, str: long })));
    expect(numberOf).toHaveBeenCalledOnce();
    numberOf.mockRestore();
    expect(profile.labelSets.map(([label]) => label?.value.length)).toEqual([undefined, 1_000_000]);
    expect(new Set(profile.labels)).toEqual(new Set([1]));
  });

  it.each<[string, (long: number, sample: number) => Label]>([
    ["units", (long, sample) => new Label({ key: 1, num: sample + 1, numUnit: long })],
    ["keys", (long, sample) => new Label({ key: long, num: sample + 1 })],
  ])("with long %s in many label sets is refused", (_, label) => {
    expect(() => readPprof(longLabels(label))).toThrow(/more than 134,217,728 characters in label sets/);
  });

  it("distinguishes label sets by keys and values, and unites those of the same texts", () => {
    const sets = new LabelSets();
    const numbers = [
      [{ key: "a", value: "b" }],
      [{ key: "b", value: "a" }],
      [],
      [{ key: "a", value: "b" }],
      [
        { key: "a", value: "b" },
        { key: "b", value: "a" },
      ],
    ].map((set) => sets.numberOf(set));
    expect(numbers).toEqual([1, 2, 0, 1, 3]);
    expect(sets.list).toHaveLength(4);
  });

  /** A sample with a field of that number that is `length` bytes long and unreadable. */
  const unreadable = (field: number, length: number) => {
    const size = (bytes: number) => [(bytes & 0x7f) | 0x80, ((bytes >> 7) & 0x7f) | 0x80, bytes >> 14];
    const inner = [field * 8 + 2, ...size(length)];
    return Uint8Array.of(0x12, ...size(inner.length + length), ...inner, ...new Uint8Array(length).fill(0xff));
  };

  it("with one sample of very many places or values is refused before they are read", () => {
    expect(() => readPprof(unreadable(1, 10 * PROFILE_LIMITS.depth + 10))).toThrow(/more than 10,000 frames/);
    expect(() => readPprof(unreadable(2, 10 * PROFILE_LIMITS.sampleTypes + 10))).toThrow(/more than 32 sample types/);
    expect(() => readPprof(unreadable(1, 100))).toThrow(/damaged/);
  });

  it("with one long comment a thousand times keeps it up to the limit", () => {
    const profile = readPprof(
      written([1, 1], (p) => {
        const comment = p.stringTable.dedup("c".repeat(3000));
        p.comment = Array.from({ length: 1000 }, () => comment);
      }),
    );
    expect(profile.comments.map(({ length }) => length)).toEqual([3000, 3000, 3000, 1000]);
  });

  it("with a stack that is too deep is refused", () => {
    const ids = new Uint8Array(PROFILE_LIMITS.depth + 1).fill(7);
    const deep = written([1, 1], (p) => {
      p.sample[0]!.locationId = [...ids];
    });
    expect(() => readPprof(deep)).toThrow(/more than 10,000 frames in one stack/);
  });
});

describe("text", () => {
  it("folded stacks have weights, and names keep their blanks", async () => {
    const { format, profile, skipped } = await readBody(
      bytes("# made by hand\nmain;read file;wait 12\nmain;parse 3\n\n"),
    );
    expect([format, skipped]).toEqual(["folded", undefined]);
    expect(profile!.functions).toEqual(["main", "read file", "wait", "parse"]);
    expect([...profile!.values]).toEqual([12, 3]);
  });

  it.each<[string, string, readonly string[], number, RegExp]>([
    ["after one", "a;b 1\nnospaceline\n", ["a", "b"], 1, /^Line 2 does not end in .* whole number: nospaceline$/],
    ["before one", "nospaceline\nfoo;bar 5\n", ["foo", "bar"], 1, /^Line 1 .*: nospaceline$/],
    ["with a fraction", "main;a 3\nmain;b 1.5\n", ["main", "a"], 1, /^Line 2 .*: main;b 1\.5$/],
    ["with a word in its place", "main;a 3\nmain;b many\n", ["main", "a"], 1, /^Line 2 .*: main;b many$/],
    ["below zero", "main;a 3\n\nmain;b -1\nmain;c 4\n", ["main", "a", "c"], 1, /^Line 3 .*: main;b -1$/],
  ])("folded stacks skip and count a line without a count: %s", async (_, text, functions, count, first) => {
    const { format, profile, skipped } = await readBody(bytes(text));
    expect([format, profile!.functions, skipped]).toEqual([
      "folded",
      functions,
      { count, first: expect.stringMatching(first) },
    ]);
  });

  it("plain lines count as one each", async () => {
    const { format, profile } = await readBody(bytes("main;a\nmain;b\nmain;b\n"));
    expect(format).toBe("lines");
    expect([...profile!.values]).toEqual([1, 1, 1]);
  });

  it.each([
    [
      "a log",
      "2026-01-01 started\nlistening\n",
      "Line 1 is not a stack, and has no count at its end: 2026-01-01 started",
    ],
    [
      "one line with a count",
      "main;work 12\n\nmain;rest\nmain;idle\n",
      "Line 3 does not end in a space and a whole number: main;rest",
    ],
    ["counts that are no integers", "foo;bar 1.5\n", "Line 1 is not a stack, and has no count at its end: foo;bar 1.5"],
    ["words", "main\nwork\n", "No line has a count at its end, or names between semicolons."],
  ])("%s is a text, with the reason", async (_name, text, why) => {
    expect(await readBody(bytes(text))).toMatchObject({ format: "text", profile: undefined, bytes: text.length, why });
  });

  it("a line of separators is not split beyond the limit", () => {
    const line = "a;".repeat(5 * PROFILE_LIMITS.depth).concat("a");
    const split = vi.spyOn(String.prototype, "split");
    let pieces: number[];
    try {
      expect(() => readFolded(line)).toThrow(/more than 10,000 frames in one stack/);
      pieces = split.mock.results.flatMap(({ value }, i) => (split.mock.contexts[i] === line ? value.length : []));
    } finally {
      split.mockRestore();
    }
    expect(pieces).toEqual([PROFILE_LIMITS.depth + 1]);
  });

  it("a stack as deep as the limit is read", () => {
    const profile = readFolded(`${"a;".repeat(PROFILE_LIMITS.depth - 1)}a 1`);
    expect(profile.frames).toHaveLength(PROFILE_LIMITS.depth);
  });

  it("of only comments is an error", () => expect(() => readFolded("# nothing\n")).toThrow(/no stacks/));
});

describe("anything else", () => {
  it.each<[string, Uint8Array, RegExp]>([
    ["nothing", new Uint8Array(), /is empty/],
    ["JSON", bytes('{"a":1}'), /JSON/],
    ["gzip of nothing", gzipSync(""), /is empty/],
    ["half a gzip", gzipSync(bytes("main;a 1\n".repeat(100))).subarray(0, 20), /damaged or cut off/],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]), /binary.* open here/],
    ["a program", bytes("\x7fELF\x02\x01\x01\0\0\0\0\0"), /binary.* open here/],
    ["what only begins as pprof does", bytes("\x32\x00"), /pprof format: .* open here/],
    ["a multipart body without a profile", bytes("--b\r\nA: b\r\n\r\n\r\n--b--"), /no profile in it/],
    ["half a multipart body", bytes('--b\r\nContent-Disposition: form-data; name="profile"\r\n\r\nabc'), /cut off/],
    ["a multipart body without a head", bytes("--b\r\nContent-Disposition: form-data"), /cut off/],
  ])("%s is an error in one sentence", async (_, body, message) => {
    await expect(readBody(Uint8Array.from(body))).rejects.toThrow(message);
    await expect(readBody(Uint8Array.from(body))).rejects.toMatchObject({
      name: "ProfileError",
      message: /^[^\n]+\.$/,
    });
  });

  it("a small gzip that becomes large is abandoned at the limit", async () => {
    const bomb = gzipSync(new Uint8Array(4 * 2 ** 20));
    await expect(inflate(Uint8Array.from(bomb), 2 ** 20)).rejects.toThrow(/more than 1 MiB after decompression/);
  });

  it("a profile without samples is valid", async () => {
    const { profile } = await readBody(written([1, 1], (p) => void p.sample.splice(0)));
    expect(sampleCount(profile!)).toBe(0);
    expect(buildCallTree(profile!).names).toHaveLength(1);
  });
});

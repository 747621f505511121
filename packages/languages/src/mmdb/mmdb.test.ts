import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseIp } from "../ip/index.ts";
import { DatabaseBytes } from "./database-bytes.ts";
import { MmdbError, type MmdbValue, openMmdb } from "./index.ts";
import { RecordDecoder } from "./record-decoder.ts";
import { Uint128 } from "./value.ts";

const load = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../engine/conformance/vectors/geoip/${name}.mmdb`, import.meta.url));

const open = (file: Uint8Array) => {
  const opened = openMmdb(file);
  if (!opened.ok) throw new Error(opened.message);
  return opened.database;
};

const bytes = (...parts: readonly (number | string | ArrayLike<number>)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? [...Buffer.from(part)] : typeof part === "number" ? [part] : Array.from(part),
    ),
  );

/** A text with its control byte. */
const text = (value: string): number[] => [0x40 | Buffer.byteLength(value), ...Buffer.from(value)];
const MARKER = [0xab, 0xcd, 0xef, ...Buffer.from("MaxMind.com")];
const uint16 = (value: number): number[] => [0xa1, value];

/** A database whose tree has one node with these two records of 24 bits. */
function build(left: number, right: number, data: readonly number[], version = 4): Uint8Array {
  const record = (value: number) => [value >> 16, (value >> 8) & 255, value & 255];
  const metadata = [
    0xe3,
    ...text("node_count"),
    ...uint16(1),
    ...text("record_size"),
    ...uint16(24),
    ...text("ip_version"),
    ...uint16(version),
  ];
  return Uint8Array.from([
    ...record(left),
    ...record(right),
    ...new Array<number>(16).fill(0),
    ...data,
    ...MARKER,
    ...metadata,
  ]);
}

const decode = (data: Uint8Array): MmdbValue => new RecordDecoder(new DatabaseBytes(data), 0, data.length).read(0);

const plain = (value: MmdbValue): unknown =>
  value instanceof Map
    ? Object.fromEntries([...value].map(([name, inner]) => [name, plain(inner)]))
    : Array.isArray(value)
      ? value.map(plain)
      : value;

describe("openMmdb", () => {
  it.each([
    ["an empty file", new Uint8Array(), "error opening database: invalid MaxMind DB file"],
    ["another kind of file", load("own_not_a_db"), "error opening database: invalid MaxMind DB file"],
    ["a marker without metadata", bytes(MARKER), "unexpected end of database"],
    ["metadata that are not a map", bytes(MARKER, text("x")), "the MaxMind DB contains invalid metadata"],
    [
      "a tree larger than the file",
      bytes(MARKER, [0xe2], text("node_count"), uint16(9), text("record_size"), uint16(24)),
      "the MaxMind DB contains invalid metadata",
    ],
    ["no record size", bytes(new Array(16).fill(0), MARKER, [0xe0]), "unknown record size: 0"],
    [
      "metadata that point at themselves",
      bytes(MARKER, [0x20, 0]),
      "exceeded maximum data structure depth; database is likely corrupt",
    ],
    [
      "a count that is a text",
      bytes(MARKER, [0xe1], text("node_count"), text("9")),
      "the MaxMind DB contains invalid metadata",
    ],
  ])("refuses %s", (_name, file, message) => {
    expect(openMmdb(file)).toEqual({ ok: false, message });
  });

  it("reads a database inside a larger buffer", () => {
    const file = load("own_custom4");
    const larger = new Uint8Array(file.length + 64);
    larger.set(file, 32);
    const database = open(larger.subarray(32, 32 + file.length));
    const at = database.find(parseIp("0.0.0.0")!);
    expect(plain(database.read(at!))).toMatchObject({ team: "zero net" });
  });
});

describe("Mmdb", () => {
  const find = (name: string, address: string) => {
    const database = open(load(name));
    const at = database.find(parseIp(address)!);
    return at === undefined ? undefined : plain(database.read(at));
  };

  it("keeps integers and floats apart", () => {
    expect(find("own_custom6", "198.51.100.1")).toMatchObject({
      tier: 2n,
      cost: 12.5,
      offset: -7n,
      big: 9007199254740993n,
      active: true,
    });
  });

  it("finds IPv4 addresses in a tree of IPv6, also written as IPv6", () => {
    expect(find("own_city6", "198.51.100.5")).toEqual(find("own_city6", "::198.51.100.5"));
    expect(find("own_city6", "198.51.100.5")).toEqual(find("own_city6", "::ffff:198.51.100.5"));
  });

  it("has nothing on an address without a record", () => {
    expect(find("own_custom6", "10.1.1.1")).toBeUndefined();
  });

  it("refuses IPv6 addresses in a database of IPv4", () => {
    expect(() => find("own_custom4", "2001:db8::1")).toThrow(
      "you attempted to look up an IPv6 address in an IPv4-only database",
    );
  });

  it.each([
    ["a record after the file", 1 + 16 + 5, "the MaxMind DB file's search tree is corrupt"],
    ["a record inside the separator", 1 + 3, "the MaxMind DB file's search tree is corrupt"],
    ["a node that leads back", 0, "invalid node in search tree"],
  ])("reports a damaged tree: %s", (_name, record, message) => {
    const database = open(build(record, record, [0x41, 0x78]));
    expect(() => database.read(database.find(parseIp("1.2.3.4")!)!)).toThrow(message);
  });
});

describe("a damaged file", () => {
  const addresses = ["198.51.100.1", "0.0.0.0", "10.1.1.1", "2001:db8:1::7", "::198.51.100.5"].map(
    (ip) => parseIp(ip)!,
  );

  it.each(["own_custom6", "own_custom4", "own_city6"])("gives values or an MmdbError: %s", (name) => {
    const file = load(name);
    const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), fc.nat(40), (changes, cut) => {
        const damaged = file.slice(0, file.length - cut);
        for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
        const opened = openMmdb(damaged);
        if (!opened.ok) return;
        for (const address of addresses) {
          try {
            const at = opened.database.find(address);
            if (at !== undefined) opened.database.read(at);
          } catch (error) {
            expect(error).toBeInstanceOf(MmdbError);
          }
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("where there is no global Buffer", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("reads the same", () => {
    const file = load("own_custom6");
    const address = parseIp("198.51.100.1")!;
    const wanted = open(file).read(open(file).find(address)!);
    vi.stubGlobal("Buffer", undefined);
    const database = open(file);
    const got = database.read(database.find(address)!);
    vi.unstubAllGlobals();
    expect(got).toEqual(wanted);
  });

  it("has the parts of the library that it needs", () => {
    const require = createRequire(import.meta.url);
    const names = ["mmdb-lib/lib/decoder.js", "mmdb-lib/lib/reader/walker.js", "mmdb-lib"];
    const paths = names.map((name) => require.resolve(name));
    require(names[2]!);
    for (const path of Object.keys(require.cache)) if (path.includes("mmdb-lib")) delete require.cache[path];
    vi.stubGlobal("Buffer", undefined);
    const attempts = paths.map((path) => {
      try {
        return typeof (require(path) as { default: unknown }).default;
      } catch (error) {
        return (error as Error).name;
      }
    });
    vi.unstubAllGlobals();
    // The library's own Reader is why the parts are imported one by one.
    expect(attempts).toEqual(["function", "function", "TypeError"]);
  });
});

describe("RecordDecoder", () => {
  it.each<[name: string, data: Uint8Array, value: unknown]>([
    ["a text", bytes(text("héé")), "héé"],
    ["a text of 29 bytes and more", bytes([0x5d, 1], "x".repeat(30)), "x".repeat(30)],
    ["a text of 285 bytes and more", bytes([0x5e, 0, 15], "x".repeat(300)), "x".repeat(300)],
    ["a double", bytes([0x68, 0x40, 0x09, 0x21, 0xfb, 0x54, 0x44, 0x2d, 0x18]), Math.PI],
    ["a float", bytes([0x04, 0x08, 0x3f, 0x8c, 0xcc, 0xcd]), Math.fround(1.1)],
    ["an unsigned integer of no bytes", bytes([0xc0]), 0n],
    ["a negative integer", bytes([0x04, 0x01, 0xff, 0xff, 0xff, 0xf9]), -7n],
    ["a short signed integer is positive", bytes([0x01, 0x01, 0xff]), 255n],
    ["an integer of 128 bits", bytes([0x10, 0x03], new Array(16).fill(255)), new Uint128(2n ** 128n - 1n)],
    ["a boolean", bytes([0x01, 0x07]), true],
    ["a list", bytes([0x02, 0x04], text("a"), [0xa1, 7]), ["a", 7n]],
    ["bytes", bytes([0x82, 1, 2]), Uint8Array.of(1, 2)],
    ["a map with keys after pointers", bytes([0xe2], text("a"), [0xa1, 1], [0x20, 1], [0xa1, 2]), { a: 2n }],
    ["an empty map", bytes([0xe0]), {}],
  ])("reads %s", (_name, data, value) => {
    expect(plain(decode(data))).toEqual(value);
  });

  it.each([
    ["nothing", bytes(), "unexpected end of database"],
    ["a text that is cut off", bytes([0x45, 0x61]), "unexpected end of database"],
    ["a list that is cut off", bytes([0x1f, 0x04, 255, 255, 255]), "unexpected end of database"],
    ["a pointer to itself", bytes([0x20, 0]), "exceeded maximum data structure depth"],
    ["a key that points to itself", bytes([0xe1, 0x20, 1]), "exceeded maximum data structure depth"],
    ["a key that is not text", bytes([0xe1, 0xa1, 1, 0xa1, 1]), "unexpected type when decoding string: 5"],
    ["a double of four bytes", bytes([0x64, 0, 0, 0, 0]), "bad data (float 64 size of 4)"],
    ["a boolean of two", bytes([0x02, 0x07]), "bad data (bool size of 2)"],
    ["an integer that is too long", bytes([0xa3, 1, 2, 3]), "bad data (uint16 size of 3)"],
    ["an unknown type", bytes([0x00, 0x05]), "unknown type: 12"],
    ["an extended type that is none", bytes([0x00, 0x00]), "unknown type: 7"],
    ["a type that is cut off", bytes([0x04]), "unexpected end of database"],
    ["a size that is cut off", bytes([0x5f, 1, 2]), "unexpected end of database"],
    ["a pointer that is cut off", bytes([0x30, 0, 0]), "unexpected end of database"],
    ["a pointer after the end", bytes([0x20, 9]), "unexpected end of database"],
    ["a double that is cut off", bytes([0x68, 1, 2, 3]), "unexpected end of database"],
    ["a list of more items than bytes", bytes([0x05, 0x04], text("a")), "unexpected end of database"],
    ["a list of too many items", bytes([0x1f, 0x04, 0, 180, 0], new Uint8Array(120_000)), "more than 100000 values"],
  ])("refuses %s", (_name, data, message) => {
    expect(() => decode(data)).toThrow(message);
  });

  it("keeps every key of a map, in its order", () => {
    const map = decode(bytes([0xe3], text("b"), [0xa1, 1], text("__proto__"), [0xa1, 2], text("1"), [0xa1, 3]));
    expect([...(map as ReadonlyMap<string, MmdbValue>)]).toEqual([
      ["b", 1n],
      ["__proto__", 2n],
      ["1", 3n],
    ]);
  });

  it("continues after an error", () => {
    const data = bytes([0x20, 0], text("a"));
    const decoder = new RecordDecoder(new DatabaseBytes(data), 0, data.length);
    for (let i = 0; i < 3; i++) expect(() => decoder.read(0)).toThrow("exceeded maximum data structure depth");
    expect(decoder.read(2)).toBe("a");
  });

  it("gives up on a record that shares a long text many times", () => {
    const long = bytes([0x5f, 0, 0, 0], new Uint8Array(65_821).fill(0x61));
    const pointers = Array.from({ length: 1000 }, () => [0x20, 0]).flat();
    const data = Uint8Array.from([...long, 0x1e, 0x04, (1000 - 285) >> 8, (1000 - 285) & 255, ...pointers]);
    const decoder = new RecordDecoder(new DatabaseBytes(data), 0, data.length);
    expect(() => decoder.read(long.length)).toThrow("more than 16777216 bytes of text");
  });

  it("gives up on a record that shares itself into billions of values", () => {
    const levels = 40;
    const data: number[] = [];
    for (let level = 0; level < levels; level++) {
      const next = (level + 1) * 6;
      const pointer = [0x20 | (next >> 8), next & 255];
      data.push(0x02, 0x04, ...pointer, ...pointer);
    }
    expect(() => decode(Uint8Array.from([...data, 0xe0]))).toThrow("a record has more than 100000 values");
  });
});

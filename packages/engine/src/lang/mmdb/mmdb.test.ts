import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseIp } from "../ip/index.ts";
import { decodeMmdbValue } from "./decode.ts";
import { type MmdbValue, openMmdb } from "./index.ts";

const load = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../conformance/vectors/geoip/${name}.mmdb`, import.meta.url));

const open = (file: Uint8Array) => {
  const opened = openMmdb(file);
  if (!opened.ok) throw new Error(opened.message);
  return opened.database;
};

const bytes = (...parts: readonly (number | string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : part)));

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
    ["metadata that are no map", bytes(MARKER, text("x")), "the MaxMind DB contains invalid metadata"],
    [
      "a tree larger than the file",
      bytes(MARKER, [0xe2], text("node_count"), uint16(9), text("record_size"), uint16(24)),
      "the MaxMind DB contains invalid metadata",
    ],
    ["no record size", bytes(new Array(16).fill(0), MARKER, [0xe0]), "unknown record size: 0"],
    [
      "a count that is a text",
      bytes(MARKER, [0xe1], text("node_count"), text("9")),
      "the MaxMind DB contains invalid metadata",
    ],
  ])("refuses %s", (_name, file, message) => {
    expect(openMmdb(file)).toEqual({ ok: false, message });
  });

  it("reads a database that stands inside a larger buffer", () => {
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
    ["a record behind the file", 1 + 16 + 5, "the MaxMind DB file's search tree is corrupt"],
    ["a record inside the separator", 1 + 3, "the MaxMind DB file's search tree is corrupt"],
    ["a node that leads back", 0, "invalid node in search tree"],
  ])("reports a damaged tree: %s", (_name, record, message) => {
    const database = open(build(record, record, [0x41, 0x78]));
    expect(() => database.read(database.find(parseIp("1.2.3.4")!)!)).toThrow(message);
  });
});

describe("decodeMmdbValue", () => {
  it.each<[name: string, data: Uint8Array, value: unknown]>([
    ["a text", bytes(text("héé")), "héé"],
    ["a text of 29 bytes and more", bytes([0x5d, 1], "x".repeat(30)), "x".repeat(30)],
    ["a text of 285 bytes and more", bytes([0x5e, 0, 15], "x".repeat(300)), "x".repeat(300)],
    ["a double", bytes([0x68, 0x40, 0x09, 0x21, 0xfb, 0x54, 0x44, 0x2d, 0x18]), Math.PI],
    ["a float", bytes([0x04, 0x08, 0x3f, 0x8c, 0xcc, 0xcd]), Math.fround(1.1)],
    ["an unsigned integer of no bytes", bytes([0xc0]), 0n],
    ["a negative integer", bytes([0x04, 0x01, 0xff, 0xff, 0xff, 0xf9]), -7n],
    ["a short signed integer is positive", bytes([0x01, 0x01, 0xff]), 255n],
    ["an integer of 128 bits", bytes([0x10, 0x03], new Array(16).fill(255)), 2n ** 128n - 1n],
    ["a boolean", bytes([0x01, 0x07]), true],
    ["a list", bytes([0x02, 0x04], text("a"), [0xa1, 7]), ["a", 7n]],
    ["bytes", bytes([0x82, 1, 2]), [1n, 2n]],
    ["a map with keys behind pointers", bytes([0xe2], text("a"), [0xa1, 1], [0x20, 1], [0xa1, 2]), { a: 2n }],
    ["an empty map", bytes([0xe0]), {}],
  ])("reads %s", (_name, data, value) => {
    expect(plain(decodeMmdbValue(data, 0))).toEqual(value);
  });

  it.each([
    ["nothing", bytes(), "unexpected end of database"],
    ["a text that is cut off", bytes([0x45, 0x61]), "unexpected end of database"],
    ["a list that is cut off", bytes([0x1f, 0x04, 255, 255, 255]), "unexpected end of database"],
    ["a pointer to itself", bytes([0x20, 0]), "exceeded maximum data structure depth"],
    ["a key that points to itself", bytes([0xe1, 0x20, 1]), "exceeded maximum data structure depth"],
    ["a key that is no text", bytes([0xe1, 0xa1, 1, 0xa1, 1]), "unexpected type when decoding string: 5"],
    ["a double of four bytes", bytes([0x64, 0, 0, 0, 0]), "bad data (float 64 size of 4)"],
    ["a boolean of two", bytes([0x02, 0x07]), "bad data (bool size of 2)"],
    ["an integer that is too long", bytes([0xa3, 1, 2, 3]), "bad data (uint16 size of 3)"],
    ["an unknown type", bytes([0x00, 0x05]), "unknown type: 12"],
  ])("refuses %s", (_name, data, message) => {
    expect(() => decodeMmdbValue(data, 0)).toThrow(message);
  });

  it("gives up on a record that shares itself into billions of values", () => {
    const levels = 40;
    const data: number[] = [];
    for (let level = 0; level < levels; level++) {
      const next = (level + 1) * 6;
      const pointer = [0x20 | (next >> 8), next & 255];
      data.push(0x02, 0x04, ...pointer, ...pointer);
    }
    expect(() => decodeMmdbValue(Uint8Array.from([...data, 0xe0]), 0)).toThrow("a record has more than 100000 values");
  });
});

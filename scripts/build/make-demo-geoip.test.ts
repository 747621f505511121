/** The demo database, read back by a reader that is not ours. */
import { readFileSync } from "node:fs";
import { type CityResponse, Reader } from "mmdb-lib";
import { describe, expect, it } from "vitest";
import { makeDemoDatabase, NETWORKS } from "./make-demo-geoip.mjs";
import { uint16, uint32, uint64, type Value, writeMmdb } from "./mmdb-writer.mjs";

const committed = readFileSync(new URL("../../public/demo-city.mmdb", import.meta.url));

/** A member of a record that is none of GeoIP's. */
const memberOf = (record: object | null, name: string): unknown => new Map(Object.entries(record ?? {})).get(name);

describe("public/demo-city.mmdb", () => {
  it("is what the script writes, every time", () => {
    expect(makeDemoDatabase().equals(committed)).toBe(true);
    expect(makeDemoDatabase().equals(makeDemoDatabase())).toBe(true);
  });

  it("says what it is", () => {
    const { metadata } = new Reader(committed);
    expect(metadata).toMatchObject({ ipVersion: 6, binaryFormatMajorVersion: 2, recordSize: 24, languages: ["en"] });
    expect(metadata.databaseType).toBe("Sluice-Demo-City");
    expect(metadata.buildEpoch).toEqual(new Date("2026-01-15T08:00:00Z"));
  });

  it.each([
    ["192.0.2.0", "Berlin", 121],
    ["192.0.2.127", "Berlin", 121],
    ["192.0.2.128", "Lyon", 121],
    ["192.0.2.255", "Lyon", 121],
    ["198.51.100.63", "Portland", 122],
    ["198.51.100.64", "Montréal", 122],
    ["203.0.113.127", "Osaka", 121],
    ["::192.0.2.1", "Berlin", 121],
    ["2001:db8::1", "Wellington", 0],
    ["2001:db8:1:ffff::", "Berlin", 48],
    ["2001:db8:2::", "Wellington", 0],
  ])("knows %s as %s", (address, city, prefix) => {
    const [record, length] = new Reader<CityResponse>(committed).getWithPrefixLength(address);
    expect(record?.city?.names.en).toBe(city);
    // mmdb-lib counts the bits of an IPv4 address from its own start.
    if (prefix > 0) expect(address.includes(":") ? length : length + 96).toBe(prefix);
  });

  it("knows only the country of the rest of 198.51.100.0/24", () => {
    const record = new Reader<object>(committed).get("198.51.100.128");
    expect(record).toMatchObject({
      country: { iso_code: "US", names: { en: "United States" } },
      location: { accuracy_radius: 1000 },
    });
    expect(record).not.toHaveProperty("city");
  });

  it.each(["203.0.113.128", "192.0.3.0", "191.255.255.255", "10.0.0.1", "2001:db9::", "::1", "ffff::"])(
    "does not know %s",
    (address) => {
      expect(new Reader<object>(committed).get(address)).toBeNull();
    },
  );

  it("has every network with all of its record", () => {
    const reader = new Reader<object>(committed);
    const shape = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (_, one) => (typeof one?.uint === "number" ? one.uint : one)));
    for (const { network, record } of NETWORKS) {
      // The first address of a network may be in a longer one inside it.
      const [address = ""] = network.split("/");
      const first = network.startsWith("198.51.100.0/24")
        ? "198.51.100.200"
        : network === "2001:db8::/32"
          ? "2001:db8:ffff::"
          : address;
      expect(reader.get(first), network).toEqual(shape(record));
    }
  });
});

describe("writeMmdb", () => {
  const metadata = { type: "t", description: "d", languages: [], builtAt: 0 };
  const read = (value: Value) => {
    const reader = new Reader<object>(writeMmdb([{ network: "10.0.0.0/8", record: { value } }], metadata));
    return memberOf(reader.get("10.1.2.3"), "value");
  };

  it.each([
    ["an empty text", ""],
    ["28 bytes, the longest with its size in the control byte", "x".repeat(28)],
    ["29 bytes", "x".repeat(29)],
    ["284 bytes", "x".repeat(284)],
    ["285 bytes", "x".repeat(285)],
    ["2000 bytes of 1000 characters", "ä".repeat(1000)],
    ["a double", -41.2866],
    ["a list", ["a", { b: "c" }]],
    ["an empty map", {}],
  ])("writes %s", (_, value) => expect(read(value)).toEqual(value));

  it.each([
    ["zero", uint16(0), 0],
    ["one byte", uint16(255), 255],
    ["two bytes", uint16(65_535), 65_535],
    ["four bytes", uint32(4_294_967_295), 4_294_967_295],
    ["64 bits", uint64(1_768_464_000), 1_768_464_000],
  ])("writes integers: %s", (_, value, expected) => expect(Number(read(value))).toBe(expected));

  it("lets the longer prefix win, whatever the order", () => {
    const networks = [
      { network: "10.1.0.0/16", record: { is: "inner" } },
      { network: "10.0.0.0/8", record: { is: "outer" } },
      { network: "10.1.2.3/32", record: { is: "host" } },
    ];
    for (const list of [networks, [...networks].reverse()]) {
      const reader = new Reader<object>(writeMmdb(list, metadata));
      const addresses = ["10.0.0.0", "10.1.0.0", "10.1.2.3", "10.1.2.4", "10.255.0.0"];
      expect(addresses.map((ip) => memberOf(reader.get(ip), "is"))).toEqual([
        "outer",
        "inner",
        "host",
        "inner",
        "outer",
      ]);
    }
  });

  it.each(["10.0.0.0", "10.0.0.0/33", "10.0.0.0/0", "x/8", "2001:db8::/129", "::1.2.3.4/128"])(
    "refuses %s",
    (network) => {
      expect(() => writeMmdb([{ network, record: {} }], metadata)).toThrow(RangeError);
    },
  );

  it("refuses what does not fit", () => {
    expect(() => read(uint16(65_536))).toThrow(RangeError);
    expect(() => read("x".repeat(65_821))).toThrow(RangeError);
  });
});

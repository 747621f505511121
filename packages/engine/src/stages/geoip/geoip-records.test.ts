import { type MmdbMap, type MmdbValue, Uint128 } from "@sluice/languages/mmdb";
import { describe, expect, it } from "vitest";
import { type DatabaseType, findMisfit, readRecord } from "./geoip-records.ts";

interface Fields {
  readonly [name: string]: MmdbValue | Fields;
}
const isFields = (value: MmdbValue | Fields): value is Fields =>
  typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
const map = (fields: Fields): MmdbMap =>
  new Map(Object.entries(fields).map(([name, value]) => [name, isFields(value) ? map(value) : value]));
const read = (record: MmdbMap, type: DatabaseType) => {
  const values: Record<string, unknown> = {};
  readRecord(record, type, (name, value) => {
    values[name] = value;
  });
  return values;
};

// What the original's reader of databases takes into a field of each type.
describe("findMisfit", () => {
  it.each<[name: string, type: DatabaseType, record: Fields, fits: boolean]>([
    ["an integer for a number", "asn", { autonomous_system_number: 5n }, true],
    ["a negative one, which wraps", "asn", { autonomous_system_number: -5n }, true],
    ["one of 128 bits, however small", "asn", { autonomous_system_number: new Uint128(5n) }, false],
    ["a float for an integer", "asn", { autonomous_system_number: 5 }, false],
    ["an integer for a float", "city", { location: { latitude: 5n } }, false],
    ["a float for a float", "city", { location: { latitude: 5 } }, true],
    ["an integer of 16 bits", "city", { location: { accuracy_radius: 65535n } }, true],
    ["one too many for them", "city", { location: { accuracy_radius: 65536n } }, false],
    ["a negative one for them", "city", { location: { accuracy_radius: -1n } }, false],
    ["a negative one for more", "city", { location: { metro_code: -1n } }, true],
    ["bytes for a list", "city", { subdivisions: new Uint8Array() }, false],
    ["a list for a list", "city", { subdivisions: [] }, true],
    ["a text inside a list of maps", "city", { subdivisions: ["a"] }, false],
    ["bytes for a text", "city", { postal: { code: new Uint8Array() } }, false],
    ["a name that is not text, in a language that nobody reads", "city", { city: { names: { de: 1n } } }, false],
    ["a boolean for a text", "country", { country: { iso_code: true } }, false],
    ["a text for a boolean", "country", { traits: { is_anycast: "x" } }, false],
    ["a text for a map", "country", { continent: "EU" }, false],
    ["anything for a field that is not known", "country", { traits: { user_type: 1n }, city: "x" }, true],
    ["fields of another kind of database", "asn", { city: "x" }, true],
  ])("%s (%s)", (_name, type, record, fits) => {
    expect(findMisfit(map(record), type) === undefined).toBe(fits);
  });

  it("says where", () => {
    expect(findMisfit(map({ country: { names: { en: "x" }, iso_code: new Uint128(7n) } }), "country")).toBe(
      "decoding value for country: decoding value for iso_code: cannot unmarshal 7 (uint128) into type text",
    );
  });

  it.each<[name: string, record: MmdbValue]>([
    ["a text", "x"],
    ["an integer", 7n],
    ["a list", []],
  ])("refuses a record that is %s", (_name, record) => {
    expect(findMisfit(record, "asn")).toContain("into a map");
  });
});

describe("readRecord", () => {
  it.each<[name: string, type: DatabaseType, record: Fields, values: object]>([
    [
      "wraps negative numbers",
      "asn",
      { autonomous_system_number: -5n },
      { geoip_autonomous_system_number: 2 ** 64 - 5 },
    ],
    ["leaves out zero", "asn", { autonomous_system_number: 0n, autonomous_system_organization: "" }, {}],
    [
      "sets both coordinates when one is not zero",
      "city",
      { location: { longitude: 1.5 } },
      { geoip_location_latitude: 0, geoip_location_longitude: 1.5 },
    ],
    [
      "takes the last subdivision",
      "city",
      { subdivisions: [map({ iso_code: "A" }), map({ names: { en: "B" } })] },
      { geoip_subdivision_name: "B" },
    ],
    ["knows names in English only", "country", { country: { names: { de: "Tschechien" } } }, {}],
    ["does not read the city of a country database", "country", { city: { names: { en: "Brno" } } }, {}],
  ])("%s", (_name, type, record, values) => {
    expect(read(map(record), type)).toEqual(values);
  });
});

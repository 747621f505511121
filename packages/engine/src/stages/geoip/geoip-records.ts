/**
 * What `stage.geoip` reads from records of the known kinds of database. The original decodes a record into a structure as a
 * whole, so one field of a wrong type, even an unused one, ends the look-up; shapes declare those structures. Fields that no
 * structure has may be anything.
 */

import { type MmdbMap, type MmdbValue, Uint128 } from "@sluice/languages/mmdb";
import type { ExtractedValue } from "../../base/extracted.ts";

export type DatabaseType = "city" | "asn" | "country";

type Shape =
  | "text"
  | "bool"
  | "uint"
  | "uint16"
  | "float"
  | "texts"
  | { readonly fields: Readonly<Record<string, Shape>> }
  | { readonly list: Shape };

const fields = (shapes: Readonly<Record<string, Shape>>): Shape => ({ fields: shapes });

const NAMED: Readonly<Record<string, Shape>> = { names: "texts", geoname_id: "uint" };
const CONTINENT = fields({ ...NAMED, code: "text" });
const COUNTRY = fields({ ...NAMED, iso_code: "text", is_in_european_union: "bool" });
const COMMON: Readonly<Record<string, Shape>> = {
  continent: CONTINENT,
  country: COUNTRY,
  registered_country: COUNTRY,
  represented_country: fields({ ...NAMED, iso_code: "text", is_in_european_union: "bool", type: "text" }),
  traits: fields({ is_anonymous_proxy: "bool", is_anycast: "bool", is_satellite_provider: "bool" }),
};

const SHAPES: Readonly<Record<DatabaseType, Shape>> = {
  country: fields(COMMON),
  city: fields({
    ...COMMON,
    city: fields(NAMED),
    postal: fields({ code: "text" }),
    subdivisions: { list: fields({ ...NAMED, iso_code: "text" }) },
    location: fields({
      time_zone: "text",
      latitude: "float",
      longitude: "float",
      metro_code: "uint",
      accuracy_radius: "uint16",
    }),
  }),
  asn: fields({ autonomous_system_organization: "text", autonomous_system_number: "uint" }),
};

/** Why `record` cannot be read as one of `type`; undefined when it can. */
export function findMisfit(record: MmdbValue, type: DatabaseType): string | undefined {
  return misfit(record, SHAPES[type]);
}

function misfit(value: MmdbValue, shape: Shape): string | undefined {
  if (typeof shape === "string")
    return fitsScalar(value, shape) ? undefined : `cannot unmarshal ${kindOf(value)} into type ${shape}`;
  if ("list" in shape) {
    if (!Array.isArray(value)) return `cannot unmarshal ${kindOf(value)} into a list`;
    for (const item of value) {
      const found = misfit(item, shape.list);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isMap(value)) return `cannot unmarshal ${kindOf(value)} into a map`;
  for (const [name, inner] of value) {
    if (!Object.hasOwn(shape.fields, name)) continue;
    const found = misfit(inner, shape.fields[name]!);
    if (found !== undefined) return `decoding value for ${name}: ${found}`;
  }
  return undefined;
}

function fitsScalar(value: MmdbValue, shape: Extract<Shape, string>): boolean {
  switch (shape) {
    case "text":
      return typeof value === "string";
    case "bool":
      return typeof value === "boolean";
    case "float":
      return typeof value === "number";
    case "uint":
      return typeof value === "bigint" && value <= 0xffff_ffff_ffff_ffffn;
    case "uint16":
      return typeof value === "bigint" && value >= 0n && value <= 0xffffn;
    case "texts":
      return isMap(value) && [...value.values()].every((text) => typeof text === "string");
  }
}

function kindOf(value: MmdbValue): string {
  if (typeof value === "bigint") return `${value} (integer)`;
  if (value instanceof Uint128) return `${value.value} (uint128)`;
  if (value instanceof Uint8Array) return "bytes";
  if (typeof value === "number") return `${value} (float)`;
  if (typeof value === "string") return `${JSON.stringify(value)} (string)`;
  return typeof value === "boolean" ? `${value} (bool)` : Array.isArray(value) ? "array" : "map";
}

/** Takes extracted names and values. */
export type Take = (name: string, value: ExtractedValue) => void;

/** Gives what a record of `type` holds; `record` must fit. Empty texts and zeros are not there, as in the original. */
export function readRecord(record: MmdbValue, type: DatabaseType, take: Take): void {
  if (type === "asn") readAsn(record, take);
  else {
    readCountry(record, take);
    if (type === "city") readCity(record, take);
  }
}

function readAsn(record: MmdbValue, take: Take): void {
  const number = at(record, "autonomous_system_number");
  if (typeof number === "bigint" && number !== 0n)
    take("geoip_autonomous_system_number", Number(BigInt.asUintN(64, number)));
  takeText(at(record, "autonomous_system_organization"), "geoip_autonomous_system_organization", take);
}

function readCountry(record: MmdbValue, take: Take): void {
  takeText(at(record, "country", "names", "en"), "geoip_country_name", take);
  takeText(at(record, "country", "iso_code"), "geoip_country_code", take);
  takeText(at(record, "continent", "names", "en"), "geoip_continent_name", take);
  takeText(at(record, "continent", "code"), "geoip_continent_code", take);
}

function readCity(record: MmdbValue, take: Take): void {
  takeText(at(record, "city", "names", "en"), "geoip_city_name", take);
  takeText(at(record, "postal", "code"), "geoip_postal_code", take);
  takeText(at(record, "location", "time_zone"), "geoip_timezone", take);
  const latitude = numberAt(record, "latitude");
  const longitude = numberAt(record, "longitude");
  if (latitude !== 0 || longitude !== 0) {
    take("geoip_location_latitude", latitude);
    take("geoip_location_longitude", longitude);
  }
  // The last one is the most specific.
  const subdivisions = at(record, "subdivisions");
  const subdivision = Array.isArray(subdivisions) ? subdivisions.at(-1) : undefined;
  if (subdivision === undefined) return;
  takeText(at(subdivision, "names", "en"), "geoip_subdivision_name", take);
  takeText(at(subdivision, "iso_code"), "geoip_subdivision_code", take);
}

function numberAt(record: MmdbValue, name: string): number {
  const value = at(record, "location", name);
  return typeof value === "number" ? value : 0;
}

const isMap = (value: MmdbValue | undefined): value is MmdbMap => value instanceof Map;

function at(record: MmdbValue, ...path: readonly string[]): MmdbValue | undefined {
  let value: MmdbValue | undefined = record;
  for (const name of path) value = isMap(value) ? value.get(name) : undefined;
  return value;
}

function takeText(value: MmdbValue | undefined, name: string, take: Take): void {
  if (typeof value === "string" && value !== "") take(name, value);
}

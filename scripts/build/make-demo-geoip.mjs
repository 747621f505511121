// Writes public/demo-city.mmdb, a small city database for examples of stage.geoip: the networks that are reserved for
// documentation, in made-up places. `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainModule } from "../base/main-module.mjs";
import { uint16, uint32, writeMmdb } from "./mmdb-writer.mjs";

const file = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "public/demo-city.mmdb");

const CONTINENTS = {
  EU: { code: "EU", geoname_id: uint32(6255148), names: { en: "Europe" } },
  NA: { code: "NA", geoname_id: uint32(6255149), names: { en: "North America" } },
  AS: { code: "AS", geoname_id: uint32(6255147), names: { en: "Asia" } },
  OC: { code: "OC", geoname_id: uint32(6255151), names: { en: "Oceania" } },
};

/** @type {Readonly<Record<string, { continent: keyof typeof CONTINENTS, name: string, id: number }>>} */
const COUNTRIES = {
  DE: { continent: "EU", name: "Germany", id: 2921044 },
  FR: { continent: "EU", name: "France", id: 3017382 },
  US: { continent: "NA", name: "United States", id: 6252001 },
  CA: { continent: "NA", name: "Canada", id: 6251999 },
  JP: { continent: "AS", name: "Japan", id: 1861060 },
  NZ: { continent: "OC", name: "New Zealand", id: 2186224 },
};

/**
 * @typedef {object} Place
 * @property {string} [city]
 * @property {readonly [code: string, name: string]} [subdivision]
 * @property {number} latitude
 * @property {number} longitude
 * @property {string} timezone
 * @property {string} [postal]
 * @property {number} [radius]
 */

/**
 * A record as GeoIP2 City databases have it; a place without a city is known by its country only.
 * @param {string} code
 * @param {Place} place
 */
function place(code, { city, subdivision, latitude, longitude, timezone, postal, radius = 20 }) {
  const { continent, name, id } = COUNTRIES[code];
  return {
    ...(city === undefined ? {} : { city: { names: { en: city } } }),
    continent: CONTINENTS[continent],
    country: { geoname_id: uint32(id), iso_code: code, names: { en: name } },
    location: { accuracy_radius: uint16(radius), latitude, longitude, time_zone: timezone },
    ...(postal === undefined ? {} : { postal: { code: postal } }),
    registered_country: { geoname_id: uint32(id), iso_code: code, names: { en: name } },
    ...(subdivision === undefined
      ? {}
      : { subdivisions: [{ iso_code: subdivision[0], names: { en: subdivision[1] } }] }),
  };
}

/** @type {Place} */
const BERLIN = {
  city: "Berlin",
  subdivision: ["BE", "State of Berlin"],
  latitude: 52.5196,
  longitude: 13.4069,
  timezone: "Europe/Berlin",
  postal: "10178",
};
/** @type {Place} */
const LYON = {
  city: "Lyon",
  subdivision: ["ARA", "Auvergne-Rhône-Alpes"],
  latitude: 45.7485,
  longitude: 4.8467,
  timezone: "Europe/Paris",
  postal: "69002",
};
/** @type {Place} */
const PORTLAND = {
  city: "Portland",
  subdivision: ["OR", "Oregon"],
  latitude: 45.5235,
  longitude: -122.6762,
  timezone: "America/Los_Angeles",
  postal: "97201",
};
/** @type {Place} */
const MONTREAL = {
  city: "Montréal",
  subdivision: ["QC", "Quebec"],
  latitude: 45.5063,
  longitude: -73.5794,
  timezone: "America/Toronto",
  postal: "H2X",
};
/** @type {Place} */
const OSAKA = {
  city: "Osaka",
  subdivision: ["27", "Ōsaka"],
  latitude: 34.6946,
  longitude: 135.5021,
  timezone: "Asia/Tokyo",
  postal: "540-0008",
};
/** @type {Place} */
const WELLINGTON = {
  city: "Wellington",
  subdivision: ["WGN", "Wellington Region"],
  latitude: -41.2866,
  longitude: 174.7756,
  timezone: "Pacific/Auckland",
  postal: "6011",
};

/** 203.0.113.128/25 stays out, so that an address that is not found can be shown. */
export const NETWORKS = [
  { network: "192.0.2.0/25", record: place("DE", BERLIN) },
  { network: "192.0.2.128/25", record: place("FR", LYON) },
  {
    network: "198.51.100.0/24",
    record: place("US", { latitude: 37.751, longitude: -97.822, timezone: "America/Chicago", radius: 1000 }),
  },
  { network: "198.51.100.0/26", record: place("US", PORTLAND) },
  { network: "198.51.100.64/26", record: place("CA", MONTREAL) },
  { network: "203.0.113.0/25", record: place("JP", OSAKA) },
  { network: "2001:db8::/32", record: place("NZ", WELLINGTON) },
  { network: "2001:db8:1::/48", record: place("DE", BERLIN) },
];

/** The bytes of the file. */
export function makeDemoDatabase() {
  return writeMmdb(NETWORKS, {
    type: "Sluice-Demo-City",
    description: "Made-up places for the networks of RFC 5737 and RFC 3849, for Sluice's examples",
    languages: ["en"],
    builtAt: Date.parse("2026-01-15T08:00:00Z") / 1000,
  });
}

if (isMainModule(import.meta.url)) {
  const bytes = makeDemoDatabase();
  if (process.argv[2] !== "--check") {
    writeFileSync(file, bytes);
    console.log(`public/demo-city.mmdb: ${bytes.length} bytes written`);
  } else if (!existsSync(file) || !readFileSync(file).equals(bytes)) {
    console.error(
      "public/demo-city.mmdb is not what scripts/build/make-demo-geoip.mjs writes; run it and commit the file",
    );
    process.exit(1);
  } else console.log("public/demo-city.mmdb is fresh");
}

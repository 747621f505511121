/**
 * `stage.geoip`: looks an address up in a MaxMind DB file. What a record gives depends on the record alone, so it is worked
 * out once and kept for the next address of the same network. The file is read when the stage is made: one that is missing
 * or no database is a `ResourceError`. Where the host says that the file has changed, the new database takes over between
 * two entries; one that cannot be read is logged, and the old one stays.
 */

import type { JsonValue } from "@sluice/languages/govalue";
import { parseIp } from "@sluice/languages/ip";
import type { JmesExpression, Value } from "@sluice/languages/jmespath";
import { setField } from "@sluice/languages/json";
import { type Mmdb, MmdbError, type MmdbMap, type MmdbValue, openMmdb, Uint128 } from "@sluice/languages/mmdb";
import type { Entry } from "../../base/entry.ts";
import type { ExtractedValue } from "../../base/extracted.ts";
import { ResourceError } from "../../pipeline/resources.ts";
import type { Doubt, Env, Out, Stage } from "../../pipeline/stage.ts";
import { readOrMissed } from "../../pipeline/stage-coverage.ts";
import { keysSet, sourceRead } from "../../pipeline/stage-flow.ts";
import { defineStage, type StageArgs } from "../../pipeline/stage-spec.ts";
import { enumField, filePathField, jmespathMapField, stringField } from "../../schema/field.ts";
import { shown } from "../shared/explain-text.ts";
import { readSource } from "../shared/source-text.ts";
import { type DatabaseType, findMisfit, readRecord } from "./geoip-records.ts";

const DATABASE_TYPES = [
  { value: "", doc: "None: only `custom_lookups` are read." },
  { value: "city", doc: "City, country, continent, location, postal code, time zone and subdivision." },
  { value: "asn", doc: "Number and organization of the autonomous system." },
  { value: "country", doc: "Country and continent." },
] as const;

/** Records whose results are kept; past it all are forgotten. */
const MAX_KNOWN_RECORDS = 10_000;

export const geoip = defineStage({
  name: "geoip",
  summary: "Looks an IP address up in a geolocation database and extracts what is known about its location or network.",
  words: ["geo lookup", "location", "country", "city", "asn", "maxmind", "ip address", "enrich"],
  rules: [
    "The database is a file in the MaxMind DB format. It is read when the pipeline is made, and the server reads it again when it has changed; a new file that is not a database is logged as a warning, and the old one stays in use.",
    "`db_type` says which values are extracted; missing values, empty texts and a position of zero and zero are not set.",
    "A record with a field of a wrong type extracts nothing.",
    "`custom_lookups` are JMESPath expressions evaluated on the record, also when the address is not found (the record is null then); null results are not set.",
    "In custom lookups integers are not numbers of the expression language: they can only be extracted and compared with each other.",
    "A text that is not an IP address changes nothing.",
    "IPv4 addresses are found in IPv6 databases, but not the other way round.",
  ],
  category: "parse",
  state: "none",
  fields: {
    db: filePathField({
      use: "read",
      doc: "Path of the database file.",
      required: true,
      example: '"/etc/geoip/city.mmdb"',
    }),
    source: stringField({
      names: "extracted",
      doc: "Extracted value that holds the address; with null nothing is looked up.",
      required: true,
      nullable: true,
      example: '"ip"',
    }),
    db_type: enumField(DATABASE_TYPES, { doc: "Kind of database.", default: "", example: '"city"' }),
    custom_lookups: jmespathMapField({
      over: "record",
      doc: "Extracted value and the JMESPath expression for the record; empty means the field of that name.",
      example: '{ team = "owner.team" }',
    }),
  },
  check(args, report) {
    if (args.db === "") report.error("empty-db", "db path cannot be empty", "db");
    if (args.source === "") report.error("empty-source", "source cannot be empty", "source");
    else if (args.source === undefined) report.warning("no-source", "source is null: nothing is looked up", "source");
    if (args.db_type === "" && args.custom_lookups === undefined)
      report.error("nothing-to-look-up", "db type or values need to be set");
  },
  examples: [
    {
      title: "The city of a client",
      config: `stage.geoip {
  db      = "geoip/own_city6.mmdb"
  source  = "ip"
  db_type = "city"
}
`,
      input: [
        { line: "x", extracted: { ip: "2001:db8:1::7" } },
        { line: "y", extracted: { ip: "no address" } },
      ],
      output: [
        {
          line: "x",
          extracted: { geoip_city_name: "東京", geoip_country_code: "JP", geoip_location_longitude: 139.6917 },
        },
        { line: "y" },
      ],
    },
    {
      title: "What an enriched database says",
      config: `stage.geoip {
  db             = "geoip/own_custom6.mmdb"
  source         = "ip"
  custom_lookups = { team = "", first = "nets[0].name" }
}
`,
      input: [{ line: "x", extracted: { ip: "198.51.100.1" } }],
      output: [{ extracted: { team: "payments", first: "n1" } }],
    },
  ],
  flow: ({ source, db_type, custom_lookups }) => ({
    reads: sourceRead(source),
    sets: keysSet(custom_lookups?.keys() ?? [], "custom_lookups"),
    setsAny: db_type === "" ? undefined : ["extracted"],
  }),
  coverage: () => readOrMissed("found"),
  create: (args, env): Stage => new GeoipStage(args, env),
});

interface Problem {
  readonly message: string;
  readonly error: string;
}

/** What a record gives. */
interface Findings {
  readonly values: readonly (readonly [name: string, value: ExtractedValue])[];
  readonly problems: readonly Problem[];
}

class GeoipStage implements Stage {
  readonly #env: Env;
  readonly #source: string | undefined;
  readonly #type: DatabaseType | "";
  readonly #lookups: readonly (readonly [name: string, expression: JmesExpression])[];
  readonly #path: string;
  #database: Mmdb;
  readonly #stopListening: (() => void) | undefined;
  /** By the record's place; undefined means addresses without one. */
  readonly #known = new Map<number | undefined, Findings>();

  constructor(args: StageArgs<typeof geoip>, env: Env) {
    this.#env = env;
    this.#source = args.source;
    this.#type = args.db_type;
    this.#lookups = [...(args.custom_lookups ?? [])].map(([name, { compiled }]) => [name, compiled]);
    const file = env.host.resource(args.db);
    if (file === undefined) throw new ResourceError(args.db, "db", `open ${args.db}: no such file or directory`);
    const opened = openMmdb(file);
    if (!opened.ok) throw new ResourceError(args.db, "db", opened.message);
    this.#path = args.db;
    this.#database = opened.database;
    this.#stopListening = env.host.onResourceChange?.(args.db, (bytes) => this.#replace(bytes));
  }

  close(): void {
    this.#stopListening?.();
  }

  #replace(file: Uint8Array): void {
    const opened = openMmdb(file);
    if (!opened.ok) {
      this.#env.note.warn?.({
        code: "database-unusable",
        text: `The changed database cannot be used: ${opened.message}`,
        message: "the changed database cannot be used; the previous one stays in use",
        fields: { db: this.#path, err: opened.message },
      });
      return;
    }
    this.#database = opened.database;
    this.#known.clear();
    this.#env.note.info?.({
      code: "database-changed",
      text: "The changed database is in use",
      message: "the changed database is in use",
      fields: { db: this.#path },
    });
  }

  process(entry: Entry, out: Out): void {
    if (this.#source === undefined) this.#noteNoSource();
    else {
      const text = readSource(entry, this.#source, this.#env);
      if (text !== undefined) this.#lookUp(entry, text);
    }
    out.emit(entry);
  }

  #noteNoSource(): void {
    this.#env.note.trace?.({
      code: "no-address",
      missed: true,
      text: "Unchanged: `source` is null, so there is no IP address to look up",
    });
  }

  #lookUp(entry: Entry, text: string): void {
    const address = parseIp(text);
    if (address === undefined) {
      const found = this.#env.note.trace === undefined ? undefined : addressWithin(text);
      const clause = found && `${shown(text)} is not an IP address: ${found}`;
      this.#env.note.error?.({
        code: "no-address",
        missed: true,
        text: `Unchanged: ${clause ?? `${shown(text)} is not an IP address`}`,
        evidence: { source: text },
        doubt:
          clause === undefined
            ? undefined
            : { code: "address-with-port", clause, argument: "source", fix: withoutPort(this.#source ?? "", text) },
        message: "source is not an ip",
        fields: { source: text },
      });
      return;
    }
    const { values, problems } = this.#find(address);
    for (const [name, value] of values) entry.extracted.set(name, value);
    for (const { message, error } of problems) {
      this.#env.note.error?.({
        code: "lookup-failed",
        missed: true,
        text: `Looking up ${shown(text)} failed: ${error}`,
        evidence: { ip: text, error },
        message,
        fields: { err: error, ip: text },
      });
    }
    // If the look-up failed, it is unknown whether there is something to find.
    if (values.length > 0 || problems.length === 0) this.#noteFound(text, values);
  }

  #find(address: Uint8Array): Findings {
    let at: number | undefined;
    try {
      at = this.#database.find(address);
    } catch (error) {
      return failed("unable to lookup record for the ip", error);
    }
    const known = this.#known.get(at);
    if (known !== undefined) return known;
    const found = this.#evaluate(at);
    if (this.#known.size >= MAX_KNOWN_RECORDS) this.#known.clear();
    this.#known.set(at, found);
    return found;
  }

  #evaluate(at: number | undefined): Findings {
    let record: MmdbValue | undefined;
    try {
      record = at === undefined ? undefined : this.#database.read(at);
    } catch (error) {
      return failed("unable to get the record for the ip", error);
    }
    const values: [string, ExtractedValue][] = [];
    if (this.#type !== "" && record !== undefined) {
      const misfit = findMisfit(record, this.#type);
      if (misfit !== undefined)
        return {
          values,
          problems: [{ message: `unable to get ${RECORDS[this.#type]} record for the ip`, error: misfit }],
        };
      readRecord(record, this.#type, (name, value) => values.push([name, value]));
    }
    return { values, problems: this.#runLookups(record, values) };
  }

  #runLookups(record: MmdbValue | undefined, values: [string, ExtractedValue][]): Problem[] {
    const problems: Problem[] = [];
    if (this.#lookups.length === 0) return problems;
    const data = record === undefined ? null : toQueried(record);
    for (const [name, expression] of this.#lookups) {
      const result = expression.search(data);
      if (!result.ok) problems.push({ message: "failed to search JMES expression", error: result.message });
      else {
        const value = toExtracted(result.value);
        if (value !== undefined && value !== null) values.push([name, value]);
      }
    }
    return problems;
  }

  #noteFound(text: string, values: Findings["values"]): void {
    this.#env.note.trace?.(
      values.length === 0
        ? {
            code: "not-found",
            missed: true,
            text: `Unchanged: the database has nothing about ${shown(text)}`,
            evidence: { ip: text },
          }
        : {
            code: "matched",
            text: `Found ${shown(text)}: ${values.map(([name]) => name).join(", ")}`,
            evidence: { ip: text },
          },
    );
  }
}

/** What takes the address out of a text with a port. */
function withoutPort(source: string, text: string): Doubt["fix"] {
  if (!PORT.test(text) || !/^[A-Za-z_]\w*$/.test(source)) return undefined;
  return {
    title: "Take the address out before",
    before: `stage.regex {
  source     = "${source}"
  expression = "^\\\\[?(?P<${source}>[^\\\\]]+?)\\\\]?:\\\\d+$"
}
`,
  };
}

/** What else a text holds that has an address in it. */
function addressWithin(text: string): string | undefined {
  const host = PORT.exec(text)?.[1];
  if (host !== undefined && parseIp(host) !== undefined)
    return `it has a port; take ${shown(host)} alone, with stage.regex`;
  const [first, ...others] = text.split(",").map((part) => part.trim());
  if (others.length > 0 && parseIp(first!) !== undefined)
    return `it is a list; take ${shown(first)} alone, with stage.regex`;
  const [network] = text.split("/");
  if (network !== text && parseIp(network!) !== undefined) return "it is a network, with the length of its prefix";
  return text !== text.trim() && parseIp(text.trim()) !== undefined ? "it has a blank at its edge" : undefined;
}

/** An address with a port, in brackets or not. */
const PORT = /^\[?([^\]]+?)\]?:\d+$/;

const RECORDS: Readonly<Record<DatabaseType, string>> = { city: "City", asn: "ASN", country: "Country" };

function failed(message: string, error: unknown): Findings {
  if (error instanceof MmdbError) return { values: [], problems: [{ message, error: error.message }] };
  throw error;
}

/**
 * A record for the expression language. Integers stay `bigint`, which is not a type of that language: no function takes it,
 * it has no order, and it equals only its like, as is so with the original's integers.
 */
function toQueried(value: MmdbValue): Value {
  if (value instanceof Map) {
    const object: { [name: string]: Value } = {};
    for (const [name, inner] of value as MmdbMap) setField(object, name, toQueried(inner));
    return object;
  }
  if (Array.isArray(value)) return value.map(toQueried);
  if (value instanceof Uint8Array) return Array.from(value, BigInt) as unknown as Value;
  return (value instanceof Uint128 ? value.value : value) as unknown as Value;
}

/** A result as an extracted value; undefined for an expression reference. Records nest 512 deep at most. */
function toExtracted(value: Value | bigint): ExtractedValue | undefined {
  // All digits where a number has not: they are what a label is made of.
  if (typeof value === "bigint" && !Number.isSafeInteger(Number(value))) return value;
  return toData(value);
}

function toData(value: Value | bigint): JsonValue | undefined {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "function") return undefined;
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => toData(item) ?? null);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  const object: { [name: string]: JsonValue } = {};
  for (const [name, inner] of Object.entries(value as Readonly<Record<string, Value>>))
    setField(object, name, toData(inner) ?? null);
  return object;
}

/**
 * Every argument and block of Alloy's components and stages is one of ours, with its type, its default and whether it is
 * required, or is named as one that does not run yet. The table is made of facts of Alloy's reference pages and
 * configuration types; what ours has otherwise on purpose, or the pages have wrong, is listed with the reason.
 */
import { readFileSync } from "node:fs";
import { parseDuration } from "@sluice/languages/goduration";
import { describe, expect, it } from "vitest";
import { exportConfig } from "../document/export/export-config.ts";
import { openDocument } from "../document/open-document.ts";
import { ALLOY, historyInside, isIn, notRunAt } from "../schema/alloy-versions.ts";
import type { Blocks, Field, Fields, ValueType } from "../schema/field.ts";
import { kindOf } from "../schema/value-kinds.ts";
import { STAGE_CATALOG, STAGES } from "../stages/index.ts";
import { COMPONENT_CATALOG, COMPONENTS } from "./index.ts";
import { CONFIG_BLOCKS } from "./logging-block.ts";

interface Body {
  readonly fields: Fields;
  readonly blocks: Blocks;
  readonly notRun?: readonly string[] | undefined;
}

interface Argument {
  readonly name: string;
  /** As the page writes it; `block` for a block. */
  readonly type: string;
  readonly usual: string;
  readonly required: boolean;
}

/** By component or stage, and blocks inside it, with a blank between. */
const TABLE = readTable(readFileSync(new URL("./testdata/alloy-arguments.tsv", import.meta.url), "utf8"));

function readTable(text: string): ReadonlyMap<string, readonly Argument[]> {
  const table = new Map<string, Argument[]>();
  for (const line of text.split("\n").slice(1)) {
    if (line === "" || line.startsWith("#")) continue;
    const [place, name, type, usual, required] = line.split("\t");
    const found = table.get(place!) ?? [];
    table.set(place!, found);
    if (name !== undefined) found.push({ name, type: type!, usual: usual!, required: required === "yes" });
  }
  return table;
}

function bodyAt(place: string): Body | undefined {
  const [name, ...inside] = place.split(" ");
  let body: Body | undefined = place.startsWith("stage.")
    ? STAGE_CATALOG.get(name!.slice("stage.".length))
    : name === "logging"
      ? CONFIG_BLOCKS.logging
      : COMPONENT_CATALOG.get(name!);
  for (const one of inside) body = body?.blocks[one];
  return body;
}

/** What ours has otherwise, by place and name, with the reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["counter", "gauge", "histogram"].map((kind) => [
      `stage.metrics metric.${kind} prefix`,
      "empty means the prefix of the dialect, which is the default",
    ]),
  ),
  "stage.structured_metadata_drop values": "the configuration types require it; the page leaves it open",
  "loki.source.docker labels": "the configuration types do not require it, as the page has it",
  ...Object.fromEntries(
    ["loki.source.api", "pyroscope.receive_http"].flatMap((name) => [
      [`${name} http tls client_auth_type`, "empty means NoClientCert"],
      [`${name} grpc tls client_auth_type`, "it has no effect"],
    ]),
  ),
  "pyroscope.receive_http http conn_limit": "16384 in Alloy as well, since 1.11, by its changelog",
};

/** What the configuration types of v1.9.2 have. */
const IN_1_9: Readonly<Record<string, string>> = {
  "stage.geoip": "db source db_type custom_lookups",
  "stage.json": "expressions source drop_malformed",
  "stage.label_drop": "values",
  "stage.label_keep": "values",
  "stage.labels": "values",
  "stage.limit": "rate burst drop by_label_name max_distinct_labels",
  "stage.logfmt": "mapping source",
  "stage.luhn": "replacement source min_length",
  "stage.match": "selector action pipeline_name drop_counter_reason",
  "stage.metrics metric.counter":
    "name description source prefix max_idle_duration value action match_all count_entry_bytes",
  "stage.metrics metric.gauge": "name description source prefix max_idle_duration value action",
  "stage.metrics metric.histogram": "name description source prefix max_idle_duration value buckets",
  "stage.multiline": "firstline max_lines max_wait_time",
  "stage.output": "source",
  "stage.pack": "labels ingest_timestamp",
  "stage.regex": "expression source labels_from_groups",
  "stage.replace": "expression source replace",
  "stage.sampling": "drop_counter_reason rate",
  "stage.static_labels": "values",
  "stage.structured_metadata": "values",
  "loki.source.api": "graceful_shutdown_timeout forward_to labels relabel_rules use_incoming_timestamp http grpc",
  "loki.source.api http":
    "listen_address listen_port conn_limit server_read_timeout server_write_timeout server_idle_timeout",
  "loki.source.docker": "host targets forward_to labels relabel_rules refresh_interval http_client_config",
  "loki.source.file": "targets forward_to encoding tail_from_end legacy_positions_file decompression file_watch",
  "loki.source.file decompression": "enabled initial_delay format",
  "loki.source.file file_watch": "min_poll_frequency max_poll_frequency",
  "loki.source.journal": "format_as_json max_age path relabel_rules matches forward_to labels",
  "pyroscope.receive_http": "graceful_shutdown_timeout forward_to http grpc",
  "pyroscope.receive_http http":
    "listen_address listen_port conn_limit server_read_timeout server_write_timeout server_idle_timeout",
};

/** Types as the pages name them, for each of ours. */
function typeNames(type: ValueType): readonly string[] {
  switch (type.kind) {
    case "int":
    case "float":
      return [type.kind, "number"];
    case "bytes":
      return ["string", "size"];
    case "enum":
    case "language":
      return ["string"];
    case "list":
      return typeNames(type.of).map((of) => `list(${of})`);
    case "map":
      return typeNames(type.of).map((of) => `map(${of})`);
    case "capsule":
      return [
        { "logs-receiver": "LogsReceiver", "profiles-receiver": "ProfilesReceiver", "relabel-rules": "RelabelRules" }[
          type.capsule
        ],
      ];
    default:
      return [type.kind];
  }
}

const SIZES: Readonly<Record<string, number>> = { B: 1, KB: 2 ** 10, KiB: 2 ** 10, MB: 2 ** 20, MiB: 2 ** 20 };

/** A default as a number, or as its text, so that `"120s"` is `"2m"`; empty values are all alike. */
function plain(written: string, type: ValueType): string {
  const text = written.replace(/ \(.*\)$/, "").replace(/^"(.*)"$/, "$1");
  if (text === "" || text === "{}" || text === "[]" || text === "false" || text === "0") return "";
  if (type.kind === "duration") {
    const parsed = parseDuration(text);
    return !parsed.ok ? text : parsed.nanos === 0n ? "" : `${parsed.nanos}`;
  }
  const [, amount, unit] = type.kind === "bytes" ? (/^(\d+)([A-Za-z]+)$/.exec(text) ?? []) : [];
  return amount === undefined ? text : `${Number(amount) * SIZES[unit!]!}`;
}

const ours = ({ presence, type }: Field): string =>
  presence.kind === "default" ? plain(kindOf(type).print(presence.value, type), type) : "";

/** What our specs have otherwise at `place`: names, and what differs. */
function differences(place: string): [name: string, what: string][] {
  const list = TABLE.get(place)!;
  const { fields, blocks, notRun = [] } = bodyAt(place)!;
  const found: [string, string][] = [];
  for (const { name, type, usual, required } of list) {
    const [field, block] = type === "block" ? [undefined, blocks[name]] : [fields[name], undefined];
    const there = field !== undefined || block !== undefined;
    if (there === notRun.includes(name)) found.push([name, there ? "runs, and is said not to" : "is not known"]);
    if (block !== undefined && (block.occurs === "at-least-one") !== required)
      found.push([name, `required ${required}`]);
    if (field === undefined) continue;
    if (!typeNames(field.type).includes(type)) found.push([name, `type ${type}`]);
    if (plain(usual, field.type) !== ours(field)) found.push([name, `default ${usual}, ours ${ours(field)}`]);
    if ((field.presence.kind === "required") !== required) found.push([name, `required ${required}`]);
  }
  const names = list.map(({ name }) => name);
  const own = Object.entries(fields).flatMap(([name, { notInAlloy }]) => (notInAlloy ? [] : name));
  for (const name of [...own, ...Object.keys(blocks), ...notRun])
    if (!names.includes(name)) found.push([name, "is only ours"]);
  return found;
}

describe("the table of Alloy's arguments", () => {
  it("has every component that Alloy has too, every stage, and the blocks inside them", () => {
    const places = (place: string, { blocks }: Pick<Body, "blocks">): string[] => [
      place,
      ...Object.entries(blocks).flatMap(([name, inner]) => places(`${place} ${name}`, inner)),
    ];
    const known = [
      ...COMPONENTS.flatMap((spec) => (spec.alias === undefined ? [] : places(spec.alias, spec))),
      ...STAGES.flatMap((spec) => places(`stage.${spec.name}`, spec)),
      ...places("logging", CONFIG_BLOCKS.logging),
    ];
    expect(known.filter((place) => !TABLE.has(place))).toEqual([]);
    expect([...TABLE.keys()].filter((place) => !known.includes(place))).toEqual([]);
  });

  it.each([...TABLE.keys()])("is met at %s", (place) => {
    const found = differences(place).filter(([name]) => !Object.hasOwn(OTHERWISE, `${place} ${name}`));
    expect(found).toEqual([]);
  });

  it("is met otherwise where that is listed, and nowhere else", () => {
    const found = new Set([...TABLE.keys()].flatMap((place) => differences(place).map(([name]) => `${place} ${name}`)));
    expect(Object.keys(OTHERWISE).filter((key) => !found.has(key))).toEqual([]);
  });

  it.each(Object.entries(IN_1_9))(
    "is that of Alloy 1.9 at %s, without what the table of releases has as newer",
    (place, names) => {
      const there = (name: string) => isIn(historyInside(place, name) ?? {}, "1.9") !== false;
      const found = TABLE.get(place)!.flatMap(({ name }) => (there(name) ? name : []));
      expect(found.sort()).toEqual(names.split(" ").sort());
    },
  );

  it("has what the table of releases names, which has nothing else", () => {
    for (const [place, { inside = {}, notRun = [] }] of Object.entries(ALLOY)) {
      const names = TABLE.get(place)?.map(({ name }) => name) ?? [];
      expect([place, [...Object.keys(inside), ...notRun].filter((name) => !names.includes(name))]).toEqual([place, []]);
      expect(bodyAt(place)!.notRun ?? []).toEqual(notRunAt(place));
    }
  });
});

it.each([
  ["logs.source.syslog", 'listener {\naddress = "127.0.0.1:0"\nX\n}', "udp_queue_size = 20"],
  ["logs.source.syslog", 'listener {\naddress = "127.0.0.1:0"\nX\n}', "udp_host_cache_size = 0"],
  ["logs.source.api", "X", "grpc {\nlisten_port = 9095\n}"],
  ["profiles.receive_http", "X", "grpc {\nconn_limit = 5\n}"],
  ["profiles.receive_http", "http {\nX\n}", "http2 {\nmax_handlers = 5\n}"],
  ["logs.source.api", "http {\nX\n}", 'http2 {\nidle_timeout = "1m"\n}'],
  ["profiles.write", "X", "tracing {\njaeger_propagator = true\n}"],
  ["profiles.write", "X", "tracing {\ntrace_context_propagator = false\n}"],
])("%s: what does nothing here is accepted, and is named: %s %s", (name, body, what) => {
  const forward = name === "profiles.write" ? "" : "forward_to = []\n";
  const text = `${name} "a" {\n${forward}${body.replace("X", what)}\n}\n`;
  const argument = /(\w+) =/.exec(what)![1]!;
  for (const purpose of ["run", "preview"] as const) {
    const { ok, diagnostics } = openDocument(text, { purpose });
    expect([ok, diagnostics.map(({ severity, code }) => `${severity} ${code}`)]).toEqual([
      true,
      ["warning argument-not-run"],
    ]);
    expect(diagnostics[0]!.message).toMatch(new RegExp(`^"${argument}" does nothing here: `));
  }
  const exported = exportConfig(text, "loki");
  if (!exported.ok) throw new Error(exported.reason);
  expect(exported.notes).toEqual([]);
  expect(exported.text).toContain(what.split("\n").at(-1));
});

it.each([
  ["server_name", '"a"'],
  ["insecure_skip_verify", "true"],
])("what Alloy has and Sluice does not run is reported as such: %s", (argument, value) => {
  const tls = `tls_config {\ncert_file = "c"\nkey_file = "k"\n${argument} = ${value}\n}\n`;
  const text = `loki.source.syslog "a" {\nforward_to = []\nlistener {\naddress = ":1"\n${tls}}\n}\n`;
  const told = (purpose: "run" | "preview") =>
    openDocument(text, { purpose }).diagnostics.map(({ severity, code }) => `${severity} ${code}`);
  expect([told("run"), told("preview")]).toEqual([["error argument-not-run"], ["warning argument-not-run"]]);
});

it("knows names that every object has as well as others", () => {
  expect([notRunAt("constructor"), historyInside("stage.json", "toString")]).toEqual([[], undefined]);
});

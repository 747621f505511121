import { readFileSync } from "node:fs";
import { SeededRandom } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../base/clock.ts";
import type { Entry } from "../../base/entry.ts";
import { LabelSet } from "../../base/label-set.ts";
import { loadStages } from "../../document/load.ts";
import { MetricRegistry } from "../../metrics/registry.ts";
import { Pipeline } from "../../pipeline/pipeline.ts";
import { ResourceError } from "../../pipeline/resources.ts";
import type { StageHost } from "../../pipeline/stage.ts";
import { diagnose, runStages, stageNotes, TEST_HOST, valued } from "../../testing/index.ts";

const host: StageHost = {
  ...TEST_HOST,
  resource: (path) =>
    path === "none"
      ? undefined
      : readFileSync(new URL(`../../../conformance/vectors/geoip/${path}.mmdb`, import.meta.url)),
};
const config = (db: string, body: string) => `stage.geoip {\n  db = "${db}"\n  source = "ip"\n${body}\n}`;
const run = (db: string, body: string, ...addresses: readonly string[]) =>
  runStages(
    config(db, body),
    addresses.map((ip) => ({ extracted: { ip } })),
    { host, trace: true },
  );

describe("stage.geoip", () => {
  it("gives the same for every address of a network", () => {
    const { out } = run("own_city6", 'db_type = "city"', "2001:db8:1::7", "2001:db8:1::8", "2001:db8:1::7");
    const values = out.map(({ extracted: { ip: _, ...rest } }) => rest);
    expect(values[0]).toMatchObject({ geoip_city_name: "東京" });
    expect(values).toEqual([values[0], values[0], values[0]]);
  });

  it("keeps all digits of an integer beyond 2^53 in what is made of its text", () => {
    const stages = [
      config("own_custom6", 'custom_lookups = { big = "" }'),
      'stage.labels { values = { big = "" } }',
      'stage.template {\nsource = "made"\ntemplate = "{{ .big }}"\n}',
      'stage.metrics {\nmetric.gauge {\nname = "big"\naction = "set"\n}\n}',
      'stage.drop {\nsource = "big"\nvalue = "other"\n}',
    ];
    const { out } = runStages(stages.join("\n"), [{ extracted: { ip: "198.51.100.1" } }], { host, trace: true });
    expect(out[0]).toMatchObject({ labels: { big: "9007199254740993" }, extracted: { made: "9007199254740993" } });
    // As data it is the nearest that JSON has.
    expect(out[0]!.extracted.big).toBe(9007199254740992);
  });

  it("sets nothing from a record with a field of a wrong type, and says which", () => {
    const { out, steps } = run("own_city6", 'db_type = "city"', "2001:db8:3::1");
    expect(out[0]?.extracted).toEqual({ ip: "2001:db8:3::1" });
    expect(steps[0]?.[0]?.reasons.map(({ code }) => code)).toEqual(["lookup-failed"]);
    expect(steps[0]?.[0]?.reasons[0]?.text).toContain("cannot unmarshal");
  });

  it.each<[name: string, lookups: string, address: string, wanted: object]>([
    ["exact types", '{ tier = "", cost = "", active = "" }', "198.51.100.1", { tier: 2, cost: 12.5, active: true }],
    ["lists and maps", '{ tags = "", labels = "" }', "198.51.100.1", { tags: ["edge", "eu"], labels: { env: "prod" } }],
    ["integers inside lists", '{ v = "nets[*].vlan" }', "198.51.100.1", { v: [10, 20] }],
    [
      "integers equal to their like",
      '{ a = "tier == tier", b = "tier == `2`" }',
      "198.51.100.1",
      { a: true, b: false },
    ],
    [
      "integers with only a text",
      '{ a = "type(tier)", b = "tier + tier", c = "to_string(tier)" }',
      "198.51.100.1",
      { c: "2" },
    ],
    [
      "integers of 128 bits and bytes",
      '{ a = "to_string(huge)", b = "huge == huge", c = "huge == tier", d = "length(raw)", e = "raw[1]" }',
      "198.51.100.1",
      { a: "1267650600228229401496703205376", b: true, c: false, d: 2, e: 2 },
    ],
    ["an address without a record", "{ f = \"team || 'none'\" }", "10.1.1.1", { f: "none" }],
    ["no text that is not an address", "{ f = \"'const'\" }", "::1%eth0", {}],
    ["an expression that fails", '{ f = "abs(team)", t = "team" }', "198.51.100.1", { t: "payments" }],
  ])("looks up %s", (_name, lookups, ip, wanted) => {
    expect(run("own_custom6", `custom_lookups = ${lookups}`, ip).out[0]?.extracted).toEqual({ ip, ...wanted });
  });

  it("refuses IPv6 in a database of IPv4", () => {
    const { out, steps } = run("own_custom4", "custom_lookups = { k = \"'const'\" }", "2001:db8::1");
    expect(out[0]?.extracted).toEqual({ ip: "2001:db8::1" });
    expect(steps[0]?.[0]?.reasons[0]?.text).toContain("IPv4-only database");
  });

  it.each([
    ["a file that is not there", "none", "open none: no such file or directory"],
    ["a file that is not a database", "own_not_a_db", "error opening database: invalid MaxMind DB file"],
    ["an empty file", "own_empty", "error opening database: invalid MaxMind DB file"],
  ])("reports %s", (_name, db, message) => {
    let thrown: unknown;
    try {
      run(db, 'db_type = "asn"', "1.2.3.4");
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ResourceError);
    expect(thrown).toMatchObject({ path: db, field: "db", message });
  });

  it.each([
    ["nothing to look up", config("x", ""), "error nothing-to-look-up: db type or values need to be set"],
    ["an empty path", config("", 'db_type = "asn"'), "error empty-db: db path cannot be empty"],
    [
      "a bad name",
      config("x", 'custom_lookups = { "1" = "" }'),
      "error invalid-jmespath: could not compile JMES expression: SyntaxError: Invalid token: tNumber",
    ],
  ])("refuses %s", (_name, text, diagnostic) => {
    expect(diagnose(text)).toEqual([diagnostic]);
  });

  describe("when its file changes", () => {
    const load = (name: string) => host.resource(name)!;
    const open = () => {
      const listeners = new Set<(bytes: Uint8Array) => void>();
      const logs: [level: string, message: string, fields: unknown][] = [];
      const out: Entry[] = [];
      const pipeline = new Pipeline(loadStages(config("own_custom6", 'custom_lookups = { team = "" }')).stages, {
        clock: new VirtualClock(0n),
        random: new SeededRandom(1),
        metrics: new MetricRegistry(),
        log: { enabled: () => true, write: (level, message, fields) => logs.push([level, message, fields]) },
        host: {
          ...host,
          onResourceChange(path, listener) {
            expect(path).toBe("own_custom6");
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
        dialect: "logs",
        deliver: (entry) => out.push(entry),
      });
      const team = () => {
        pipeline.push({ labels: LabelSet.of({}), line: "x", timestamp: 0n, extracted: { ip: "198.51.100.1" } });
        return out.pop()?.extracted.get("team");
      };
      const change = (bytes: Uint8Array) => {
        for (const listener of listeners) listener(bytes);
      };
      return { team, change, logs, listeners, pipeline };
    };

    it("takes the new one, also for addresses that it has seen", () => {
      const { team, change, logs } = open();
      expect(team()).toBe("payments");
      change(load("own_asn6"));
      expect(team()).toBeUndefined();
      change(load("own_custom6"));
      expect(team()).toBe("payments");
      const info = ["info", "the changed database is in use", { db: "own_custom6" }];
      expect(logs).toEqual([info, info]);
    });

    it("keeps the old one and says why when the new one is not a database", () => {
      const { team, change, logs } = open();
      change(load("own_custom6").subarray(0, 500));
      expect(team()).toBe("payments");
      expect(logs).toEqual([
        [
          "warn",
          "the changed database cannot be used; the previous one stays in use",
          { db: "own_custom6", err: "error opening database: invalid MaxMind DB file" },
        ],
      ]);
    });

    it("listens no more when it is closed", () => {
      const { listeners, pipeline } = open();
      expect(listeners.size).toBe(1);
      pipeline.close();
      expect(listeners.size).toBe(0);
    });
  });

  it("takes empty lookups without a type, as Alloy does", () => {
    expect(diagnose(config("x", "custom_lookups = {}"))).toEqual([]);
  });
});

describe("notes of stage.geoip", () => {
  for (const { name, run } of stageNotes(
    "geoip",
    [
      ["no source", 'db = "own_city6"\ndb_type = "city"\nsource = "v"', "x", "source-missing", "missed"],
      ["null as source", 'db = "own_city6"\ndb_type = "city"\nsource = null', "x", "no-address", "missed"],
      ["no address", 'db = "own_city6"\ndb_type = "city"\nsource = "v"', valued("here"), "no-address", "missed"],
      ["no record", 'db = "own_city6"\ndb_type = "city"\nsource = "v"', valued("10.1.1.1"), "not-found", "missed"],
      [
        "a record of another form",
        'db = "own_city6"\ndb_type = "city"\nsource = "v"',
        valued("2001:db8:3::1"),
        "lookup-failed",
        "missed",
      ],
    ],
    host,
  ))
    it(name, run);
});

it.each([
  ["192.0.2.7:51000", "it has a port; take `192.0.2.7` alone"],
  ["[2001:db8::1]:443", "it has a port; take `2001:db8::1` alone"],
  ["192.0.2.7, 10.0.0.1", "it is a list; take `192.0.2.7` alone"],
  ["10.0.0.0/8", "it is a network"],
  [" 192.0.2.7", "it has a blank at its edge"],
  ["shop.example:443", undefined],
])("says what else than an address %s is", (text, hint) => {
  const body = 'stage.geoip {\ndb = "own_city6"\ndb_type = "city"\nsource = "v"\n}';
  const { steps } = runStages(body, [valued(text)], { host, trace: true });
  const [reason] = steps[0]![0]!.reasons;
  expect(reason!.doubt?.code).toBe(hint && "address-with-port");
  expect(reason!.text).toContain(hint ?? "is not an IP address");
});

it.each(["192.0.2.7:51000", "[192.0.2.7]:443"])("offers a stage that takes the address out of %s", (text) => {
  const body = 'stage.geoip {\ndb = "own_city6"\ndb_type = "city"\nsource = "v"\n}';
  const told = runStages(body, [valued(text)], { host, trace: true }).steps[0]![0]!.reasons[0]!.doubt;
  const fix = told?.fix;
  if (fix === undefined || !("before" in fix)) throw new Error("no stage before is offered");
  const { out } = runStages(fix.before + body, [valued(text)], { host });
  expect(out[0]!.extracted).toMatchObject({ v: "192.0.2.7" });
});

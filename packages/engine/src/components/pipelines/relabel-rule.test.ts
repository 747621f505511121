import { describe, expect, it } from "vitest";
import { loadConfig } from "../../document/load.ts";
import { openDocument } from "../../document/open-document.ts";
import { Preview } from "../../preview/preview.ts";
import { applyRules } from "../../relabel/apply.ts";
import { TEST_HOST } from "../../testing/run-stages.ts";
import { discoveryRelabel } from "../discovery/discovery-relabel.ts";

/** What rules, as blocks' bodies, make of labels; undefined: they go. */
function relabel(labels: Record<string, string>, ...rules: string[]): Record<string, string> | undefined {
  const blocks = rules.map((rule) => `rule {\n${rule}\n}`).join("\n");
  const config = loadConfig(`discovery.relabel "r" {\n targets = []\n${blocks}\n}`);
  if (!config.ok) throw new Error(config.diagnostics.map(({ message }) => message).join("; "));
  const exported = config.components[0]!.exports!.rules!;
  if (exported.kind !== "relabel-rules") throw new Error("rules are not exported");
  const changed = new Map(Object.entries(labels));
  return applyRules(exported.rules, changed) === undefined ? Object.fromEntries(changed) : undefined;
}

const body = (entries: Record<string, unknown>): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join("\n");

describe("a rule", () => {
  const labels = { app: "shop-web", level: "warn", zone: "eu;1" };

  it.each<[string, Record<string, unknown>, Record<string, string> | undefined]>([
    ["sets a label", { source_labels: ["app"], regex: "shop-(.*)", target_label: "part" }, { ...labels, part: "web" }],
    [
      "takes groups by number and by name, in the label's name, too",
      { source_labels: ["app"], regex: "(?P<first>\\w+)-(\\w+)", target_label: "${first}_x", replacement: "$2/$first" },
      { ...labels, shop_x: "web/shop" },
    ],
    ["matches the whole source only", { source_labels: ["app"], regex: "shop", target_label: "part" }, labels],
    [
      "joins sources, and takes one that is not there for empty",
      { source_labels: ["level", "none", "app"], target_label: "all" },
      { ...labels, all: "warn;;shop-web" },
    ],
    [
      "joins with another separator",
      { source_labels: ["level", "app"], separator: "/", target_label: "all" },
      { ...labels, all: "warn/shop-web" },
    ],
    [
      "removes a label with an empty value",
      { target_label: "level", regex: "", replacement: "" },
      { app: "shop-web", zone: "eu;1" },
    ],
    [
      "leaves labels alone if the resulting name is invalid",
      { source_labels: ["zone"], target_label: "${1}x", regex: "(.*)" },
      labels,
    ],
    ["keeps", { action: "keep", source_labels: ["level"], regex: "warn|error" }, labels],
    ["keeps nothing that does not match", { action: "keep", source_labels: ["level"], regex: "error" }, undefined],
    ["drops", { action: "drop", source_labels: ["level"], regex: "w.+" }, undefined],
    ["drops nothing that does not match", { action: "drop", source_labels: ["level"], regex: "w" }, labels],
    ["keeps what is equal", { action: "keepequal", source_labels: ["level"], target_label: "level" }, labels],
    ["does not keep what is not", { action: "keepequal", source_labels: ["level"], target_label: "app" }, undefined],
    ["drops what is equal", { action: "dropequal", source_labels: ["none"], target_label: "nothing" }, undefined],
    ["does not drop what is not", { action: "dropequal", source_labels: ["level"], target_label: "app" }, labels],
    [
      "maps names",
      { action: "labelmap", regex: "(l.*|zone)", replacement: "x_$1" },
      { ...labels, x_level: "warn", x_zone: "eu;1" },
    ],
    ["removes labels by name", { action: "labeldrop", regex: "l.*|zone" }, { app: "shop-web" }],
    ["keeps labels by name", { action: "labelkeep", regex: "l.*|zone" }, { level: "warn", zone: "eu;1" }],
    [
      "makes upper case",
      { action: "uppercase", source_labels: ["app"], target_label: "app" },
      { ...labels, app: "SHOP-WEB" },
    ],
    [
      "makes lower case",
      { action: "lowercase", source_labels: ["level"], target_label: "l" },
      { ...labels, l: "warn" },
    ],
  ])("%s", (_, rule, expected) => {
    expect(relabel(labels, body(rule))).toEqual(expected);
  });

  it("shares out by the last eight bytes of the MD5 hash", () => {
    // Of the test of Prometheus itself, and of `printf '' | md5sum`: e9800998ecf8427e.
    const hash = (value: string, modulus: number) =>
      relabel({ c: value }, body({ action: "hashmod", source_labels: ["c"], target_label: "d", modulus }))!.d;
    expect([hash("baz", 1000), hash("foo\nbar", 1000)]).toEqual(["976", "734"]);
    expect(hash("", 1_000_000)).toBe(String(0xe9800998ecf8427en % 1_000_000n));
  });

  it("makes case rune by rune, as Go does", () => {
    const upper = (text: string) =>
      relabel({ a: text }, body({ action: "uppercase", source_labels: ["a"], target_label: "a" }))!.a;
    expect(upper("straße")).toBe("STRAßE");
  });

  it("does not match the end of a line with a dot", () => {
    expect(relabel({ a: "x\ny" }, body({ source_labels: ["a"], target_label: "b" }))).toEqual({ a: "x\ny" });
  });

  it("sees what the ones before it did", () => {
    const rules = [
      { source_labels: ["a"], target_label: "b" },
      { source_labels: ["b"], action: "keep", regex: "1" },
      { regex: "a", action: "labeldrop" },
    ];
    expect(relabel({ a: "1" }, ...rules.map(body))).toEqual({ b: "1" });
    expect(relabel({ a: "2" }, ...rules.map(body))).toBeUndefined();
  });
});

describe("what is wrong with a rule", () => {
  it.each<[Record<string, unknown>, string | undefined]>([
    [{}, "relabel configuration for replace action requires 'target_label' value"],
    [{ action: "lowercase" }, "relabel configuration for lowercase action requires 'target_label' value"],
    [{ action: "hashmod", target_label: "a" }, "relabel configuration for hashmod requires non-zero modulus"],
    [{ action: "hashmod", target_label: "${1}", modulus: 1 }, "\"${1}\" is invalid 'target_label' for hashmod action"],
    [{ target_label: "-${3}" }, "\"-${3}\" is invalid 'target_label' for replace action"],
    [{ target_label: "0${3}" }, "\"0${3}\" is invalid 'target_label' for replace action"],
    [{ target_label: "${3}" }, undefined],
    [{ action: "uppercase", target_label: "a", replacement: "x" }, "'replacement' can not be set for uppercase action"],
    [{ action: "labelmap", replacement: "-" }, "\"-\" is invalid 'replacement' for labelmap action"],
    [
      { action: "labeldrop", regex: "a", source_labels: ["b"] },
      "labeldrop action requires only 'regex', and no other fields",
    ],
    [
      { action: "labelkeep", regex: "a", separator: "," },
      "labelkeep action requires only 'regex', and no other fields",
    ],
    [
      { action: "keepequal", target_label: "a", regex: "x" },
      "keepequal action requires only 'source_labels' and 'target_label', and no other fields",
    ],
    [{ action: "keep", regex: "(" }, "error parsing regexp: missing closing ): `(`"],
    [{ action: "explode" }, expect.stringContaining('must be one of "replace"') as never],
  ])("%j", (rule, expected) => {
    const { diagnostics } = loadConfig(`discovery.relabel "r" {\n targets = []\n rule {\n${body(rule)}\n}\n}`);
    const [first] = diagnostics.filter(({ severity }) => severity === "error");
    if (expected === undefined) expect(first).toBeUndefined();
    else expect(first?.message).toEqual(typeof expected === "string" ? expect.stringContaining(expected) : expected);
  });
});

describe("a preview of logs.relabel", () => {
  const document = openDocument(
    `logs.relabel "r" {
  forward_to = []
  rule {
    action        = "drop"
    source_labels = ["level"]
    regex         = "debug"
  }
  rule {
    action = "labeldrop"
    regex  = "level"
  }
}`,
    { purpose: "preview" },
  );

  it("has a step for each rule, and says why an entry went", () => {
    const [pipeline] = document.pipelines;
    expect(pipeline).toMatchObject({ id: "logs.relabel.r", previewable: true });
    const samples = [
      { line: "1", labels: { level: "debug", app: "a" } },
      { line: "2", labels: { level: "info", app: "a" } },
      { line: "3", labels: { level: "info" } },
    ];
    const preview = Preview.run(pipeline!, samples, { start: 0n, seed: 1, host: TEST_HOST });
    expect(preview.outputs.map(({ entry }) => [entry.line, entry.labels.toRecord()])).toEqual([["2", { app: "a" }]]);
    const last = (sample: number) => preview.stepsOf(sample).at(-1)!;
    expect(last(0).reasons.map(({ text }) => text)).toEqual(["Dropped: `level` = `debug` matches `debug`"]);
    expect(last(2).reasons.map(({ text }) => text)).toEqual(["Dropped: no labels are left after the rules"]);
    expect(preview.counts().get("1")).toMatchObject({ in: 3, dropped: 1 });
  });
});

it("gives targets that it is written with at once, also in a preview", () => {
  const { components } = openDocument(discoveryRelabel.example, { purpose: "preview" });
  const source = components.find(({ id }) => id === "logs.source.file.containers")!;
  expect((source.args.targets as Map<string, string>[]).map((target) => target.get("container"))).toEqual(["shop-1"]);
});

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../components/index.ts";
import { CONFIG_BLOCKS } from "../components/logging-block.ts";
import type { StageHost } from "../pipeline/stage.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { ALLOY, ALLOY_FUNCTIONS, type AlloyHistory, describeHistory } from "../schema/alloy-versions.ts";
import { block, enumField, selectorField, stringField } from "../schema/field.ts";
import { STAGES } from "../stages/index.ts";
import { componentReference, configBlockReference, referenceIndex, stageReference } from "./reference.ts";
import { expressionFunctionsReference, libraryNames } from "./reference-expressions.ts";
import { templateFunctionsReference } from "./reference-functions.ts";

const PLACES = ["../../../../public/", "../../conformance/vectors/"].map((place) => new URL(place, import.meta.url));
const host: StageHost = {
  resource: (path) => {
    const file = PLACES.map((place) => new URL(path, place)).find((one) => existsSync(one));
    return file === undefined ? undefined : readFileSync(file);
  },
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
};

/** A stage with a bit of everything; it sets the line to its own name. */
const sample = defineStage({
  name: "sample",
  summary: "Does something | else.",
  rules: ["First."],
  category: "parse",
  state: "stream",
  fields: {
    must: selectorField({ required: true, doc: "Has to be there.", example: '`{a="b"} |= "c"`' }),
    kind: enumField(
      [
        { value: "x", doc: "One." },
        { value: "", doc: "None." },
      ],
      { default: "", doc: "Which." },
    ),
    plain: stringField({ holds: "text", default: "p", doc: "Some text.", unit: "things" }),
  },
  blocks: {
    inner: block({
      doc: "Inside.",
      occurs: "many",
      fields: { name: stringField({ holds: "name", required: true, doc: "A name." }) },
    }),
  },
  examples: [],
  flow: () => ({}),
  create: () => ({ process: (entry, out) => out.emit(entry) }),
});

/** Code spans and fences apart, since table pipes and tags may stand there. */
const withoutCode = (page: string): string => page.replace(/(`{3,})[\s\S]*?\1/g, "").replace(/(`+)[^\n]*?\1/g, "");

describe("stageReference", () => {
  const page = stageReference(sample, host);

  it.each([
    ["leads back to the list", "[Reference](../README.md)"],
    ["marks what must be given", "| `must` | log selector (LogQL), **required** |"],
    ["shows backticks in code", '`` `{a="b"} \\|= "c"` ``'],
    [
      "lists the values of an enumeration with what they mean",
      '| `kind` | one of these texts, default "" | Which.<br>`"x"`: One.<br>`""`: None. |',
    ],
    ["names units", "Some text. Unit: things."],
    ["says how often a block may be there", "## Block `inner` (any number)\n\nInside.\n\n| argument |"],
    ["says what is remembered", "separate state for each label set"],
    ["has rules as a list", "## Rules\n\n- First."],
  ])("%s", (_, expected) => expect(page).toContain(expected));

  it("shows lines unchanged, and quotes those that would not be visible", () => {
    const lines = ['{"a":"b"}', "tab\there", "end ", "", '"q"', "日本"];
    const examples = [
      {
        title: "T",
        config: 'stage.static_labels { values = { z = "1" } }',
        input: lines.map((line) => ({ line })),
        output: [],
      },
    ];
    const shown = stageReference({ ...sample, examples }, host).match(/Input:\n\n```text\n([\s\S]*?)\n```/)?.[1];
    expect(shown?.match(/(?<= {2}line {7}).*/g)).toEqual([
      '{"a":"b"}',
      '"tab\\there"',
      '"end "',
      '""',
      '"\\"q\\""',
      "日本",
    ]);
  });

  it("says so when there is no output", () => {
    const examples = [{ title: "T", config: 'stage.drop { expression = "." }', input: [{ line: "x" }], output: [] }];
    expect(stageReference({ ...sample, examples }, host)).toContain("Output:\n\n```text\nno entries\n```");
  });

  it.each(STAGES.map((spec) => [spec.name, spec] as const))("has a sound page for %s", (_, spec) => {
    const text = stageReference(spec, host);
    expect(text).not.toMatch(/undefined|\[object|NaN/);
    for (const row of withoutCode(text).match(/^\|.*$/gm) ?? []) expect(row.match(/(?<!\\)\|/g), row).toHaveLength(5);
    expect(text.match(/^### /gm)).toHaveLength(spec.examples.length);
  });
});

describe("componentReference", () => {
  it.each(COMPONENTS.map((spec) => [spec.name, spec] as const))("has a sound page for %s", (_, spec) => {
    const text = componentReference(spec);
    expect(text).not.toMatch(/undefined|\[object|NaN/);
    if (spec.alias !== undefined) expect(text).toContain(`\`${spec.alias}\``);
  });
});

describe("referenceIndex", () => {
  const page = referenceIndex(STAGES, COMPONENTS);

  it("links every page once", () => {
    for (const { name } of STAGES) expect(page.split(`(stages/${name}.md)`), name).toHaveLength(2);
    for (const { name } of COMPONENTS) expect(page.split(`(components/${name}.md)`), name).toHaveLength(2);
  });

  it("takes the first sentence of a component, not more", () => {
    const first = COMPONENTS[0]!;
    const text = referenceIndex([], [{ ...first, summary: "Reads `a.b` files, e.g. logs. More about it." }]);
    expect(text).toContain("Reads `a.b` files, e.g. logs. |");
    expect(text).not.toContain("More about it");
  });

  it("escapes what would end a cell", () => expect(referenceIndex([sample], [])).toContain("Does something \\| else."));
});

describe("templateFunctionsReference", () => {
  const page = templateFunctionsReference();
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));

  it("has a row of three cells for each function", () => {
    expect(rows).toHaveLength(240);
    for (const line of rows) expect(line.replaceAll("\\|", "").match(/\|/g)).toHaveLength(4);
  });

  it.each([
    ["types as people call them", "| `default(fallback any, value ...any) any` |"],
    ["pipes escaped in code", '`{{ trim " a b " \\| quote }}`<br>`"a b"` |'],
    ["line ends told", '`{{ wrap 5 "aa bb cc dd" }}`<br>`"aa bb\\ncc dd"` |'],
    ["errors", '`{{ fail "no level" }}`<br>error: `no level` |'],
  ])("shows %s", (_name, text) => {
    expect(page).toContain(text);
  });

  it("is where the pages of stages with templates lead", () => {
    const withTemplates = STAGES.filter((spec) => stageReference(spec, host).includes("(../template-functions.md)"));
    expect(withTemplates.map(({ name }) => name).sort()).toEqual(["replace", "template"]);
  });
});

describe("releases of Alloy", () => {
  /** The page that has a place of the table. */
  function pageOf(place: string): string {
    const name = place.split(" ")[0]!;
    const stage = STAGES.find((one) => `stage.${one.name}` === name);
    if (stage !== undefined) return stageReference(stage, host);
    const component = COMPONENTS.find((one) => (one.alias ?? one.name) === name);
    return component === undefined ? configBlockReference(name, CONFIG_BLOCKS.logging) : componentReference(component);
  }

  /** The part of the page about a block, or what stands before all blocks. */
  function partOf(place: string): string | undefined {
    const parts = pageOf(place).split(/\n#+ Block /);
    const [, ...blocks] = place.split(" ");
    return blocks.length === 0 ? parts[0] : parts.find((part) => part.startsWith(`\`${blocks.join(" › ")}\``));
  }

  function states(place: string, name: string, history: AlloyHistory, isNotRun: boolean): boolean {
    const part = partOf(place) ?? "";
    if (isNotRun)
      return pageOf(place).includes(`\`${name}\` (${history.since ? "since" : history.until ? "until" : "by"} `);
    const row = part.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    const where = row ?? partOf(`${place} ${name}`) ?? "";
    return describeHistory(history).every((sentence) => where.includes(sentence));
  }

  it.each(Object.entries(ALLOY))("are named at %s", (place, { own, inside = {}, notRun = [] }) => {
    expect(partOf(place)).toBeDefined();
    for (const sentence of own === undefined ? [] : describeHistory(own)) expect(partOf(place)).toContain(sentence);
    for (const [name, history] of Object.entries(inside))
      expect([name, states(place, name, history, notRun.includes(name))]).toEqual([name, true]);
  });

  it("are named with functions of expressions, all of which are documented", () => {
    const page = expressionFunctionsReference();
    for (const name of libraryNames().keys()) expect(page).toContain(`| \`${name}(`);
    for (const [name, history] of Object.entries(ALLOY_FUNCTIONS)) {
      const row = page.split("\n").find((line) => line.includes(`\`${name}(`));
      expect(row).toContain(describeHistory(history).join(" "));
    }
  });
});

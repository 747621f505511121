import { describe, expect, it } from "vitest";
import { openDocument } from "../document/open-document.ts";
import { STAGES } from "../stages/index.ts";
import { complete } from "./complete.ts";
import { findStages } from "./find-stages.ts";

const ALL = STAGES.map((spec) => ({ ...spec, code: "" }));
const search = (query: string) => {
  const { found, fit } = findStages(ALL, query);
  return { fit, names: found.map(({ stage }) => stage.name), words: found.map(({ words }) => words) };
};

describe("stages are found by a task", () => {
  it.each<[string, ...string[]]>([
    ["redact", "replace", "luhn"],
    ["mask", "replace", "luhn"],
    ["secret", "replace", "luhn"],
    ["rename", "labels", "template", "structured_metadata"],
    ["sample", "sampling"],
    ["grok", "pattern", "regex"],
    ["uppercase", "template"],
    ["dedupe", "limit", "sampling"],
    ["throttle", "limit"],
    ["parse", "json", "logfmt", "pattern", "regex"],
    ["delete", "drop", "label_drop", "structured_metadata_drop"],
    ["filter", "drop", "match", "label_keep"],
    ["time", "timestamp"],
    ["date", "timestamp"],
    ["trace", "multiline", "structured_metadata"],
    ["stack trace", "multiline"],
    ["count", "metrics"],
    ["histogram", "metrics"],
    ["lookup", "geoip"],
    ["geo", "geoip"],
    ["tenant", "tenant"],
    ["k8s", "cri"],
    ["kubernetes", "cri"],
    ["docker", "docker"],
    ["rate limit", "limit"],
    ["card", "luhn"],
    ["strip colors", "decolorize"],
    ["trim", "truncate", "template"],
    ["if", "match"],
    ["remove label", "label_drop"],
  ])("%s", (query, ...names) => {
    const found = search(query);
    expect(found.names.slice(0, names.length)).toEqual(names);
    expect(found.fit).toBe("all");
  });
});

describe("a task in several words is scored by all of them, by their stems, without those that say nothing", () => {
  it.each<[string, ...string[]]>([
    ["drop debug lines", "drop"],
    ["dropping debug entries", "drop"],
    ["remove field", "label_drop"],
    ["count errors", "metrics"],
    ["counting all errors", "metrics"],
    ["only keep errors", "match", "drop"],
    ["extract with regex", "regex"],
    ["extracting fields by a regex", "regex"],
    ["hide personal data", "replace"],
    ["deduplicate", "limit", "sampling"],
    ["join lines of a stack trace", "multiline"],
  ])("%s", (query, ...names) => {
    expect(search(query).names.slice(0, names.length)).toEqual(names);
  });
});

describe("a name that is typed comes first", () => {
  it.each([
    ["drop", "drop"],
    ["label", "labels"],
    ["stage.json", "json"],
    ["JSON", "json"],
    ["labeldrop", "label_drop"],
    ["label drop", "label_drop"],
    ["multi line", "multiline"],
    ["multi-line", "multiline"],
    ["met", "metrics"],
    ["structured", "structured_metadata"],
    ["dat", "timestamp"],
    ["meta", "structured_metadata"],
  ])("%s", (query, name) => {
    expect(search(query).names[0]).toBe(name);
  });
});

describe("typing is forgiven where nothing has the word", () => {
  it.each([
    ["mulitline", "multiline"],
    ["mulitl", "multiline"],
    ["timestmap", "timestamp"],
    ["regxe", "regex"],
    ["templaet", "template"],
    ["reduct", "replace"],
    ["histgram", "metrics"],
    ["throtle", "limit"],
    ["uppercas", "template"],
  ])("%s", (query, name) => {
    expect(search(query).names[0]).toBe(name);
  });

  it("and said, and never beside a stage that has it", () => {
    expect(search("mulitline")).toEqual({ fit: "corrected", names: ["multiline"], words: [[]] });
    // `date` is one letter from `rate limit`.
    expect(search("date").names).not.toContain("limit");
  });
});

it("a result says by which words it was found, in the order of the query", () => {
  expect(search("redact").words[0]).toEqual(["redact"]);
  expect(search("secret password").words[0]).toEqual(["secret", "password"]);
  expect(search("replace").words[0]).toEqual([]);
});

it("offers what has some of the words where no stage has all, and nothing for what means nothing", () => {
  expect(search("redact zebra")).toMatchObject({ fit: "closest", names: expect.arrayContaining(["replace"]) });
  expect(search("qqqqq")).toMatchObject({ fit: "closest", names: [] });
  expect(search("x".repeat(100_000)).names).toEqual([]);
});

const SOME = [
  ["labeldrop", "Removes labels."],
  ["label_drop", "Removes labels.", "use labeldrop"],
  ["static_labels", "Sets labels to fixed values."],
  ["drop", "Drops entries."],
].map(([name, summary, deprecated]) => ({
  name: name!,
  summary: summary!,
  words: [],
  deprecated,
  code: `stage.${name} { }\n`,
}));

it.each([
  ["", ["labeldrop", "static_labels", "drop", "label_drop"]],
  ["drop", ["drop", "labeldrop", "label_drop"]],
  ["FIXED labels", ["static_labels"]],
  ["removes", ["labeldrop", "label_drop"]],
  ["nothing such", []],
])("stages are found by %j, names first, deprecated ones last", (query, names) => {
  expect(findStages(SOME, query).found.map(({ stage }) => stage.name)).toEqual(names);
});

it("lists all in their order without a query, and deprecated ones last", () => {
  const deprecated = STAGES.filter((spec) => spec.deprecated !== undefined);
  const others = STAGES.filter((spec) => spec.deprecated === undefined);
  expect(search(" ").names).toEqual([...others, ...deprecated].map(({ name }) => name));
  expect(search("event viewer").names).toEqual(["windowsevent", "eventlogmessage"]);
});

it("every stage has at least three words, in lower case, none of them twice", () => {
  for (const { name, words } of STAGES) {
    expect([name, words.length >= 3]).toEqual([name, true]);
    expect([name, words]).toEqual([name, [...new Set(words.map((word) => word.toLowerCase()))]]);
  }
});

it("a completion is found by them, too", () => {
  const replace = complete("", 0).find(({ label }) => label === "stage.replace");
  expect(replace).toMatchObject({
    words: expect.arrayContaining(["redact", "mask"]),
    documentation: expect.stringContaining("Keywords: redact, mask"),
  });
});

it.each([
  ["redact", "replace"],
  ["throttle", "limit"],
  ["jsn", "json"],
])("stage.%s has a fix that changes it to stage.%s", (written, meant) => {
  const [unknown] = openDocument(`stage.${written} { }\n`).diagnostics;
  expect(unknown).toMatchObject({ code: "unknown-stage", fixes: [{ title: `Change to stage.${meant}` }] });
});

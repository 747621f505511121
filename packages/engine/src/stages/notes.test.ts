/**
 * What each stage says of an entry that it does nothing to, or not all: the code, and whether the stage missed its work.
 * The rule stands at the top of `pipeline/stage.ts`.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type StepStatus, stepStatus } from "../pipeline/status.ts";
import { type EntryInput, runStages, TEST_HOST } from "../testing/index.ts";
import { STAGES } from "./index.ts";

const host = {
  ...TEST_HOST,
  resource: (path: string) => readFileSync(new URL(`../../conformance/vectors/geoip/${path}.mmdb`, import.meta.url)),
};

interface Row {
  readonly stage: string;
  /** Of the entry. */
  readonly what: string;
  readonly body: string;
  /** The last one is what the row is about. */
  readonly inputs: readonly (EntryInput | string)[];
  readonly codes: readonly string[];
  readonly missed: boolean;
  /** Where it is neither `missed` nor `unchanged`. */
  readonly status?: StepStatus;
}

const RAW = "\udcff";
const rows = (
  stage: string,
  ...of: readonly [
    what: string,
    body: string,
    input: EntryInput | string | readonly string[],
    codes: readonly string[] | string,
    missed: "missed" | "not missed",
    status?: StepStatus,
  ][]
): Row[] =>
  of.map(([what, body, input, codes, missed, status]) => ({
    stage,
    what,
    body,
    inputs: Array.isArray(input) ? input : [input as EntryInput | string],
    codes: typeof codes === "string" ? [codes] : codes,
    missed: missed === "missed",
    ...(status !== undefined && { status }),
  }));

const metric = (kind: string, body: string) => `metric.${kind} {\n name = "m"\n source = "v"\n${body}\n}`;
const value = (v: EntryInput["extracted"] extends infer R | undefined ? R[keyof R] : never): EntryInput => ({
  line: "x",
  extracted: { v },
});

const TABLE: readonly Row[] = [
  ...rows(
    "cri",
    ["another form", "", "plain", "parse-failed", "missed"],
    ["a time of another form", "", "now stdout F x", ["time-not-parsed", "parsed"], "missed"],
    ["a partial line", "", "2024-03-10T12:00:00Z stdout P x", "held", "not missed", "held"],
  ),
  ...rows("decolorize", ["no escape sequences", "", "x", "no-match", "not missed"]),
  ...rows(
    "docker",
    ["another form", "", "plain", "parse-failed", "missed"],
    ["no log", "", '{"stream":"stdout"}', "parse-failed", "missed"],
    ["a time of another form", "", '{"log":"a","stream":"s","time":"now"}', "time-not-parsed", "missed"],
  ),
  ...rows(
    "drop",
    ["a line that does not match", 'expression = "y"', "x", "not-expression-matched", "not missed"],
    ["a line that is short enough", 'longer_than = "1KB"', "x", "not-longer-than", "not missed"],
    ["a time that is recent", 'older_than = "1h"', "x", "not-older-than", "not missed"],
    ["an absent value, which is asked for", 'source = "v"', "x", "not-source-present", "not missed"],
    ["an absent value, to compare", 'source = "v"\nvalue = "a"', "x", "source-missing", "not missed"],
    ["an absent value, to match", 'source = "v"\nexpression = "a"', "x", "source-missing", "not missed"],
    ["another value", 'source = "v"\nvalue = "a"', value("b"), "not-value-equal", "not missed"],
    ["null, which is absence too", 'source = "v"\nvalue = "a"', value(null), "cannot-convert", "not missed"],
    ["a list, to compare", 'source = "v"\nvalue = "a"', value(["a"]), "cannot-convert", "missed"],
    ["a list, to match", 'source = "v"\nexpression = "a"', value(["a"]), "cannot-convert", "missed"],
  ),
  ...rows(
    "eventlogmessage",
    ["no source", "", "x", "source-missing", "missed"],
    ["null", 'source = "v"', value(null), "cannot-convert", "missed", "dropped"],
    ["text without values", 'source = "v"', value("free text"), ["part-skipped", "no-match"], "missed"],
    ["bytes that are not UTF-8", 'source = "v"', value(`a:${RAW}`), ["part-skipped", "no-match"], "missed"],
    ["text between values", 'source = "v"', value("a:b\r\ntext"), ["part-skipped", "parsed"], "not missed", "changed"],
  ),
  ...rows(
    "geoip",
    ["no source", 'db = "own_city6"\ndb_type = "city"\nsource = "v"', "x", "source-missing", "missed"],
    ["null as source", 'db = "own_city6"\ndb_type = "city"\nsource = null', "x", "no-address", "missed"],
    ["no address", 'db = "own_city6"\ndb_type = "city"\nsource = "v"', value("here"), "no-address", "missed"],
    ["no record", 'db = "own_city6"\ndb_type = "city"\nsource = "v"', value("10.1.1.1"), "not-found", "missed"],
    [
      "a record of another form",
      'db = "own_city6"\ndb_type = "city"\nsource = "v"',
      value("2001:db8:3::1"),
      "lookup-failed",
      "missed",
    ],
  ),
  ...rows(
    "json",
    ["another form", 'expressions = { a = "" }', "plain", "malformed-json", "missed"],
    [
      "another form, to drop",
      'expressions = { a = "" }\ndrop_malformed = true',
      "x",
      "malformed-json",
      "missed",
      "dropped",
    ],
    ["no source", 'expressions = { a = "" }\nsource = "v"', "{}", "source-missing", "missed"],
    ["a source without text", 'expressions = { a = "" }\nsource = "v"', value(null), "cannot-convert", "missed"],
    ["an expression that fails", 'expressions = { a = "abs(b)" }', '{"b":"x"}', "evaluation-failed", "missed"],
    ["an absent field, which is null", 'expressions = { a = "" }', "{}", "not-found", "not missed", "changed"],
  ),
  ...rows("label_drop", ["none of the labels", 'values = ["a"]', "x", "labels-missing", "not missed"]),
  ...rows(
    "label_keep",
    ["no label", 'values = ["a"]', "x", "labels-kept", "not missed"],
    ["no other label", 'values = ["a"]', { labels: { a: "1" } }, "labels-kept", "not missed"],
  ),
  ...rows(
    "labels",
    ["no source", 'values = { v = "" }', "x", "source-missing", "missed"],
    ["null", 'values = { v = "" }', value(null), "cannot-convert", "missed"],
    ["bytes that are not UTF-8", 'values = { v = "" }', value(RAW), "invalid-label-value", "missed"],
    ["only one of two sources", 'values = { v = "", w = "" }', value("a"), "source-missing", "missed"],
    ["no metadata", 'values = { v = "" }\nsource_type = "structured_metadata"', value("a"), "source-missing", "missed"],
  ),
  ...rows(
    "limit",
    ["a token", "rate = 1\nburst = 1", "x", "token-taken", "not missed"],
    ["no token", "rate = 1\nburst = 1\ndrop = true", ["w", "x"], "rate-limited", "not missed", "dropped"],
    ["no label", 'rate = 1\nburst = 1\ndrop = true\nby_label_name = "a"', "x", "no-label", "not missed"],
  ),
  ...rows(
    "logfmt",
    ["another form", 'mapping = { a = "" }', 'a="', "parse-failed", "missed"],
    ["only the beginning of the form", 'mapping = { a = "" }', 'a=1 b="', "parse-failed", "missed"],
    ["none of the fields", 'mapping = { a = "" }', "b=1", "no-match", "missed"],
    ["no source", 'mapping = { a = "" }\nsource = "v"', "a=1", "source-missing", "missed"],
  ),
  ...rows(
    "luhn",
    ["no number", "", "x", "no-match", "not missed"],
    ["no source", 'source = "v"', "x", "source-missing", "missed"],
    ["a source that is not text", 'source = "v"', value(4242424242424242), "cannot-convert", "missed"],
  ),
  ...rows(
    "match",
    ["no label", 'selector = "{a=\\"1\\"}"\nstage.decolorize { }', "x", "label-not-matched", "not missed"],
    [
      "another line",
      'selector = "{j=\\"1\\"} |= \\"y\\""\naction = "drop"',
      { labels: { j: "1" } },
      "line-not-matched",
      "not missed",
    ],
  ),
  ...rows(
    "metrics",
    ["no value", metric("counter", 'action = "inc"'), "x", "source-missing", "missed"],
    ["another value", metric("counter", 'action = "inc"\nvalue = "a"'), value("b"), "value-differs", "not missed"],
    ["a list, to compare", metric("counter", 'action = "inc"\nvalue = "a"'), value(["a"]), "cannot-convert", "missed"],
    ["not a number", metric("gauge", 'action = "set"'), value("many"), "cannot-convert", "missed"],
    ["not a number, for a histogram", metric("histogram", "buckets = [1]"), value("many"), "cannot-convert", "missed"],
    ["a negative number", metric("counter", 'action = "add"'), value(-1), "negative", "missed"],
    [
      "a label le",
      metric("histogram", "buckets = [1]"),
      { extracted: { v: 1 }, labels: { le: "1" } },
      "label-le",
      "missed",
    ],
    ["buckets that do not rise", metric("histogram", "buckets = [2, 1]"), value(1), "buckets", "missed"],
    ["nothing to add", metric("counter", 'action = "add"\nmatch_all = true'), "x", "nothing-to-add", "missed"],
    ["no metric", "", "x", "no-metrics", "not missed"],
  ),
  ...rows(
    "multiline",
    ["no block to join", 'firstline = "^S"', "x", "no-block", "missed"],
    ["a first line", 'firstline = "^S"', "S", "held", "not missed", "held"],
  ),
  ...rows(
    "output",
    ["no source", 'source = "v"', "x", "source-missing", "missed"],
    ["null", 'source = "v"', value(null), "cannot-convert", "missed"],
  ),
  ...rows(
    "pack",
    ["no value", 'labels = ["v"]', "x", "source-missing", "missed"],
    ["null", 'labels = ["v"]', value(null), "cannot-convert", "missed"],
  ),
  ...rows(
    "pattern",
    ["another form", 'pattern = "[<a>]"', "x", "no-match", "missed"],
    ["only the beginning of the form", 'pattern = "<a> <b> <c>"', "1 2", "matched", "missed"],
    ["no source", 'pattern = "<a>"\nsource = "v"', "x", "source-missing", "missed"],
    [
      "bytes that are not UTF-8, for a label",
      'pattern = "<a>"\nlabels_from_groups = true',
      RAW,
      ["invalid-label-value", "matched"],
      "missed",
    ],
  ),
  ...rows(
    "regex",
    ["no match", 'expression = "(?P<a>y)"', "x", "no-match", "missed"],
    ["no source", 'expression = "(?P<a>y)"\nsource = "v"', "y", "source-missing", "missed"],
    ["null", 'expression = "(?P<a>y)"\nsource = "v"', value(null), "cannot-convert", "missed"],
    [
      "bytes that are not UTF-8, for a label",
      'expression = "(?P<a>.+)"\nlabels_from_groups = true',
      RAW,
      ["invalid-label-value", "matched"],
      "missed",
    ],
  ),
  ...rows(
    "replace",
    ["nothing to replace", 'expression = "(y)"', "x", "no-match", "not missed"],
    ["no source", 'expression = "(y)"\nsource = "v"', "x", "source-missing", "missed"],
    ["a template that fails", 'expression = "(x)"\nreplace = "{{ index .Value 9 }}"', "x", "template-failed", "missed"],
  ),
  ...rows(
    "sampling",
    ["chance for it", "rate = 1", "x", "sampled", "not missed"],
    ["chance against it", "rate = 0", "x", "not-sampled", "not missed", "dropped"],
  ),
  ...rows(
    "split_json",
    ["another form", "", "{}", "parse-failed", "missed"],
    ["no source", 'source = "v"', "[1]", "source-missing", "missed"],
    ["an empty list", "", "[]", "empty-array", "not missed", "dropped"],
  ),
  ...rows("static_labels", ["a label that is there", 'values = { a = "1" }', { labels: { a: "1" } }, [], "not missed"]),
  ...rows(
    "structured_metadata",
    ["no source", 'values = { v = "" }', "x", "source-missing", "missed"],
    ["only one of two sources", 'values = { v = "", w = "" }', value("a"), "source-missing", "missed"],
    ["a label as source", 'values = { v = "" }', { labels: { v: "1" } }, [], "not missed", "changed"],
    ["null", 'values = { v = "" }', value(null), "cannot-convert", "missed"],
    ["bytes that are not UTF-8", 'values = { v = "" }', value(RAW), "invalid-label-value", "missed"],
    ["no name that matches", 'regex = "^v"', "x", "no-match", "missed"],
    ["null under a name that matches", 'regex = "^v"', value(null), "cannot-convert", "missed"],
  ),
  ...rows("structured_metadata_drop", ["none of the names", 'values = ["a"]', "x", "metadata-missing", "not missed"]),
  ...rows(
    "template",
    ["a template that fails", 'source = "v"\ntemplate = "{{ index .v 9 }}"', value("a"), "template-failed", "missed"],
    ["an empty result", 'source = "w"\ntemplate = ""', value("a"), "empty-result", "not missed"],
  ),
  ...rows(
    "tenant",
    ["no label", 'label = "v"', "x", "label-missing", "missed"],
    ["no source", 'source = "v"', "x", "source-missing", "missed"],
    ["null", 'source = "v"', value(null), "cannot-convert", "missed"],
    ["the empty text", 'source = "v"', value(""), "tenant-empty", "missed"],
  ),
  ...rows(
    "timestamp",
    ["no source", 'source = "v"\nformat = "RFC3339"', "x", ["source-missing", "time-kept"], "missed"],
    ["another form", 'source = "v"\nformat = "RFC3339"', value("today"), ["parse-failed", "time-kept"], "missed"],
    ["null", 'source = "v"\nformat = "RFC3339"', value(null), ["cannot-convert", "time-kept"], "missed"],
  ),
  ...rows("truncate", [
    "nothing too long",
    'rule {\n limit = "1KB"\n source_type = "line"\n}',
    "x",
    "short-enough",
    "not missed",
  ]),
  ...rows(
    "windowsevent",
    ["no source", "", "x", "source-missing", "missed"],
    ["null", 'source = "v"', value(null), "cannot-convert", "missed", "dropped"],
    ["bytes that are not UTF-8", 'source = "v"', value(RAW), ["part-skipped", "no-match"], "missed"],
    [
      "an empty value",
      'source = "v"',
      value("D\r\n\r\nA:1\r\nB:"),
      ["part-skipped", "parsed"],
      "not missed",
      "changed",
    ],
  ),
];

describe("notes", () => {
  it.each(TABLE.map((row) => [row.stage, row.what, row.missed ? "missed" : "not missed", row] as const))(
    "stage.%s, %s: %s",
    (_stage, _what, _missed, { stage, body, inputs, codes, missed, status }) => {
      const { steps, faults } = runStages(`stage.${stage} {\n${body}\n}`, inputs, { host, trace: true });
      expect(faults).toEqual([]);
      const step = steps.at(-1)![0]!;
      expect(step.reasons.map(({ code }) => code)).toEqual(codes);
      expect(step.reasons.some((reason) => reason.missed === true)).toBe(missed);
      expect(stepStatus(step, inputs.length - 1)).toBe(status ?? (missed ? "missed" : "unchanged"));
      // Sentences, not fragments: a capital letter or a name in backticks first, and no end of their own.
      for (const { text } of step.reasons) expect(text).toMatch(/^[A-Z`].*[^.\s]$/su);
    },
  );

  it("has every stage", () => {
    expect([...new Set(TABLE.map(({ stage }) => stage))]).toEqual(STAGES.map(({ name }) => name));
  });
});

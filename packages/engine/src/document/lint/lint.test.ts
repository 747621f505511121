import { describe, expect, it } from "vitest";
import { readVectorConfigs } from "../../../conformance/vector-files.ts";
import { applyEdits, type Diagnostic } from "../../base/diagnostic.ts";
import { STAGES } from "../../stages/index.ts";
import { openDocument } from "../open-document.ts";
import { LINTS } from "./index.ts";
import { pageOf } from "./pages.ts";

const CODES: ReadonlySet<string> = new Set(LINTS.map(({ code }) => code));
const lints = (text: string): readonly Diagnostic[] => {
  const { diagnostics, ok } = openDocument(text, { purpose: "preview" });
  expect(ok, text).toBe(true);
  return diagnostics.filter(({ code }) => CODES.has(code));
};
const codes = (text: string): string[] => lints(text).map(({ code }) => code);

const PAGES = LINTS.map(({ code }) => pageOf(code));

describe.each(PAGES.map((page) => [page.code, page] as const))("%s", (code, lint) => {
  it("is reported once for its example, and the documented fix removes it", () => {
    const [found, ...others] = lints(lint.example);
    expect([found?.code, others]).toEqual([code, []]);
    expect(found?.fixes?.length ?? 0).toBe(lint.fixed === undefined ? 0 : 1);
    if (lint.fixed === undefined) return;
    expect(applyEdits(lint.example, found!.fixes![0]!.edits)).toBe(lint.fixed);
    expect(codes(lint.fixed)).toEqual([]);
  });

  it("has a place of its own, where a comment silences it", () => {
    const { span } = lints(lint.example)[0]!;
    const at = lint.example.lastIndexOf("\n", lint.example.lastIndexOf("stage.", span!.start)) + 1;
    const silenced = `${lint.example.slice(0, at)}// sluice:ignore ${code} as meant\n${lint.example.slice(at)}`;
    expect(span!.end).toBeGreaterThan(span!.start);
    expect(lints(silenced)).toEqual([]);
  });
});

/** The examples of others are components themselves. */
const OF_STAGES = PAGES.filter(({ example }) => example.startsWith("stage."));

it.each(OF_STAGES.map((lint) => [lint.code, lint] as const))(
  "%s is reported inside a component, too",
  (code, { example }) => {
    expect(codes(`logs.process "a" {\n  forward_to = []\n${example}}\n`)).toEqual([code]);
  },
);

const LABEL = 'stage.labels { values = { level = "" } }\n';
const JSON_LEVEL = 'stage.json { expressions = { level = "" } }\n';
const match = (selector: string, inner: string) => `stage.match {\n selector = \`${selector}\`\n${inner}}\n`;

describe("nothing is said", () => {
  it.each([
    ["where labels of the source may be read", 'stage.labels { values = { pod = "" } }\n'],
    ["where any name may be set before", `stage.json { regex = "." }\n${LABEL}${JSON_LEVEL}${LABEL}`],
    ["where a branch before may set it", match('{a="1"}', JSON_LEVEL) + LABEL + JSON_LEVEL + LABEL],
    ["where only a branch sets it later", match('{a="1"}', LABEL) + match('{a="2"}', JSON_LEVEL + LABEL)],
    [
      "where a label may be moved to metadata",
      `stage.structured_metadata { values = { level = "" } }\n${JSON_LEVEL}${LABEL}`,
    ],
    [
      "where a template makes its own source",
      'stage.template {\n source = "x"\n template = "{{ .level }}"\n}\nstage.output { source = "x" }\n',
    ],
    ["while nothing reads extracted values yet", 'stage.json { expressions = { a = "", b = "" } }\n'],
    [
      "of a value that a template may read",
      'stage.json { expressions = { a = "", b = "" } }\nstage.template {\n source = "all"\n template = "{{ toJson . }}"\n}\nstage.output { source = "all" }\n',
    ],
    [
      "of a value that a pattern for names may take",
      'stage.json { expressions = { a = "", b = "" } }\nstage.output { source = "a" }\nstage.structured_metadata { regex = "^b" }\n',
    ],
    ["of captures", 'stage.regex { expression = "(?P<a>a)(?P<b>b)" }\nstage.output { source = "a" }\n'],
    [
      "about a label that separates streams before it is removed",
      `${JSON_LEVEL}${LABEL}stage.multiline { firstline = "^x" }\nstage.label_drop { values = ["level"] }\n`,
    ],
    [
      "of a label that metrics count by",
      `${JSON_LEVEL}${LABEL}stage.metrics {\n metric.counter {\n name = "n"\n action = "inc"\n match_all = true\n }\n}\nstage.label_drop { values = ["level"] }\n`,
    ],
    [
      "of a label that only a branch removes",
      `${JSON_LEVEL}${LABEL}${match('{a="1"}', 'stage.label_drop { values = ["level"] }\n')}`,
    ],
    ["after a drop of some entries", `stage.drop { expression = ".+" }\n${JSON_LEVEL}${LABEL}`],
    ["after a branch that ends", match('{a="1"}', "stage.sampling { rate = 0 }\n") + JSON_LEVEL + LABEL],
    [
      "of multiline in another branch",
      match('{a="1"}', 'stage.multiline { firstline = "^x" }\n') + match('{a="2"}', "stage.cri { }\n"),
    ],
    ["of multiline after cri", 'stage.cri { }\nstage.multiline { firstline = "^x" }\n'],
    [
      "of age after the time is known",
      'stage.cri { }\nstage.drop { older_than = "1h" }\nstage.timestamp {\n source = "time"\n format = "RFC3339"\n}\n',
    ],
    ["of anchored patterns", 'stage.drop { expression = "^.*healthz" }\n'],
    ["of time from cri", 'stage.cri { }\nstage.labels { values = { at = "time" } }\n'],
    [
      "of timestamp where another stage sets it",
      'stage.cri { }\nstage.json { expressions = { timestamp = "" } }\nstage.structured_metadata { values = { at = "timestamp" } }\n',
    ],
    [
      "where a value is known only where it runs",
      `stage.json {\n expressions = { a = "" }\n regex = env("X")\n}\n${LABEL}${JSON_LEVEL}${LABEL}`,
    ],
  ])("%s", (_, text) => expect(codes(text)).toEqual([]));

  it("of the examples of stages", () => {
    const told = STAGES.flatMap(({ name, examples }) =>
      examples.flatMap(({ title, config }) => codes(config).map((code) => `${name}, ${title}: ${code}`)),
    );
    // It shows that such a value sets nothing.
    expect(told).toEqual(["static_labels, An empty value changes nothing: empty-label"]);
  });

  it("of a text that does not parse", () => {
    const { diagnostics } = openDocument(`${LABEL}${JSON_LEVEL}stage.output {`);
    expect(diagnostics.filter(({ severity }) => severity !== "error")).toEqual([]);
  });
});

it("of a label that is made too late for a selector", () => {
  const text = match('{level="debug"}', "stage.sampling { rate = 0.1 }\n") + JSON_LEVEL + LABEL;
  expect(lints(text).map(({ message }) => message)).toEqual([
    'the label "level" is read here too early: only stage.labels on line 6 sets it',
  ]);
  // It may have come with the entry where the selector also takes entries without it.
  expect(codes(match('{level=""}', JSON_LEVEL + LABEL))).toEqual([]);
});

it("of a value that is read too early, and not that nothing uses it", () => {
  const json = 'stage.json { expressions = { level = "", host = "" } }\n';
  expect(
    lints(`${LABEL}${json}stage.structured_metadata { values = { host = "" } }\n`).map(({ code }) => code),
  ).toEqual(["read-before-set"]);
});

it("a stage moves before the one that reads too early only where it does the same there", () => {
  const fixOf = (text: string) =>
    lints(text)
      .find(({ code }) => code === "read-before-set")
      ?.fixes?.map(({ title }) => title);
  const fixed = ["Move stage.json before stage.labels"];
  expect(fixOf(LABEL + JSON_LEVEL)).toEqual(fixed);
  expect(fixOf(`${LABEL}stage.static_labels { values = { env = "a" } }\n${JSON_LEVEL}`)).toEqual(fixed);
  for (const between of ["stage.decolorize { }\n", "stage.docker { }\n", match('{a="b"}', "stage.decolorize { }\n")])
    expect(fixOf(LABEL + between + JSON_LEVEL)).toBeUndefined();
  expect(fixOf(LABEL + JSON_LEVEL.replace("}", "}\n  drop_malformed = true\n"))).toBeUndefined();
});

it("fixes stay within what is certain", () => {
  const fixes = (text: string) => lints(text).map(({ code, fixes: found }) => [code, found?.map(({ title }) => title)]);
  const between = 'stage.drop { older_than = "1h" }\nstage.decolorize { }\nstage.docker { }\n';
  expect(fixes(between)).toEqual([["age-before-timestamp", undefined]]);
  // A greedy wildcard decides which of several matches is captured.
  expect(fixes('stage.regex { expression = ".*user=(?P<user>[a-z]+) .*" }\n')).toEqual([["costly-pattern", undefined]]);
  expect(fixes('stage.json { expressions = { a = "x" } }\nstage.output { source = "b" }\n')).toEqual([
    ["value-unused", undefined],
    ["name-not-set", undefined],
  ]);
});

it("generated mistakes are reported up to a limit", () => {
  const names = Array.from({ length: 500 }, (_, i) => `n${i}`);
  const labels = `stage.labels { values = { ${names.map((name) => `${name} = ""`).join(", ")} } }\n`;
  const json = `stage.json { expressions = { ${names.map((name) => `${name} = ""`).join(", ")} } }\n`;
  expect(lints(labels + json)).toHaveLength(100);
});

it("fixes of all lints over all recorded configurations give configurations without errors", () => {
  let made = 0;
  for (const text of readVectorConfigs()) {
    for (const { code, fixes = [] } of openDocument(text).diagnostics) {
      if (!CODES.has(code)) continue;
      for (const { edits } of fixes) {
        made++;
        expect(openDocument(applyEdits(text, edits)).ok, text).toBe(true);
      }
    }
  }
  expect(made).toBeGreaterThan(50);
  // Everything that was ever recorded.
}, 240_000);

describe("beside an error", () => {
  const both = (text: string): string[] => openDocument(text).diagnostics.map(({ code }) => code!);
  const TENANT = 'stage.tenant { source = "customer" }\n';
  const CUSTOMER = 'stage.json { expressions = { customer = "" } }\n';
  const TWO_WAYS = 'stage.drop {\n value = "a"\n expression = "b"\n source = "c"\n}\n';

  it.each([
    ["a stage that drops", `${TWO_WAYS}${TENANT}${CUSTOMER}`],
    ["a stage after them", `${TENANT}${CUSTOMER}stage.output { }\n`],
    ["a stage inside a match", `${TENANT}${CUSTOMER}${match('{a="1"}', TWO_WAYS)}`],
  ])("the other stages have their warnings: %s", (_, text) => {
    for (const written of [text, `logs.process "a" {\n forward_to = []\n${text}}\n`]) {
      const found = both(written);
      expect(found).toContain("read-before-set");
      expect(found).toHaveLength(2);
    }
  });

  it("of an argument of the component, its stages have theirs", () => {
    expect(both(`logs.process "a" {\n forward_to = 1\n${TENANT}${CUSTOMER}}\n`)).toContain("read-before-set");
  });

  it.each([
    ["extract it", 'stage.json { expressions = { customer = "a-" } nope = 1 }\n'.replace(" nope", "\n nope")],
    ["make it", 'stage.template {\n source = "customer"\n}\n'],
    ["be any stage", "stage.jsn { }\n"],
    ["hold one that extracts it", match("{", CUSTOMER)],
  ])("nothing is said of what the stage with the error could set: it could %s", (_, broken) => {
    const found = both(`${broken}${TENANT}${CUSTOMER}`);
    expect(found).not.toContain("read-before-set");
    expect(found).not.toContain("name-not-set");
    expect(found.length).toBeGreaterThan(0);
  });

  it("a value is not called unused that the stage with the error may read", () => {
    expect(
      both(`stage.json { expressions = { a = "", c = "" } }\nstage.labels { values = { a = "" } }\n${TWO_WAYS}`),
    ).toHaveLength(1);
  });
});

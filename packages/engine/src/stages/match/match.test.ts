import { describe, expect, it } from "vitest";
import { diagnose, type EntryInput, runStages, stageNotes } from "../../testing/index.ts";

const HIT = 'stage.static_labels {\n  values = { hit = "yes" }\n}';
const config = (selector: string, inside = HIT) => `stage.match {\n  selector = \`${selector}\`\n  ${inside}\n}`;

describe("stage.match", () => {
  it.each([
    ["a label that is equal", '{app="shop"}', { app: "shop" }, "", true],
    ["a label that is missing counts as empty", '{app!="shop"}', {}, "", true],
    ["label expressions are anchored", '{app=~"sho."}', { app: "shops" }, "", false],
    ["a dot matches a newline in label expressions", '{app=~"a.b"}', { app: "a\nb" }, "", true],
    ["several matchers must all hold", '{a="1",b="2"}', { a: "1" }, "", false],
    ["a line filter", '{app="shop"} |= "err"', { app: "shop" }, "an error", true],
    ["line expressions are not anchored", '{app="shop"} |~ "5[0-9]{2}"', { app: "shop" }, "x500y", true],
    ["a dot does not match a newline in line expressions", '{app="shop"} |~ "a.b"', { app: "shop" }, "a\nb", false],
    ["several filters must all hold", '{app="shop"} |= "a" != "b"', { app: "shop" }, "ab", false],
  ])("%s", (_name, selector, labels, line, matched) => {
    expect(runStages(config(selector), [{ labels, line }]).out[0]?.labels).toEqual(
      matched ? { ...labels, hit: "yes" } : labels,
    );
  });

  it("copies the labels into the extracted map again where the nested stages begin", () => {
    const { out } = runStages(`stage.regex {\n  expression = "(?P<app>\\\\w+)"\n}\n${config('{app="shop"}')}`, [
      { line: "from-line", labels: { app: "shop" } },
      { line: "from-line", labels: { app: "bank" } },
    ]);
    expect(out.map(({ extracted }) => extracted)).toEqual([{ app: "shop" }, { app: "from" }]);
  });

  it("keeps the order of entries that match and that do not", () => {
    const inputs = ["1", "2", "1", "3"].map((n): EntryInput => ({ line: n, labels: { n } }));
    expect(runStages(config('{n="1"}'), inputs).out.map(({ line }) => line)).toEqual(["1", "2", "1", "3"]);
  });

  it("drops what matches, and counts it", () => {
    const text = config('{app=~".+"}', 'action = "drop"\n  drop_counter_reason = "all"');
    const { out, metrics, dropped } = runStages(text, [{ line: "a", labels: { app: "x" } }, "b"]);
    expect(out.map(({ line }) => line)).toEqual(["b"]);
    expect(metrics.at(-1)).toBe('logs_process_dropped_lines_total{reason="all"} 1');
    expect(dropped).toMatchObject([{ reason: "all", code: "selector-matched" }]);
  });

  it("takes empty texts as the defaults", () => {
    expect(
      runStages(config('{a="b"}', `action = ""\n  ${HIT}`), [{ labels: { a: "b" } }]).out[0]?.labels,
    ).toHaveProperty("hit");
    const { metrics } = runStages(config('{a="b"}', 'action = "drop"\n  drop_counter_reason = ""'), [
      { labels: { a: "b" } },
    ]);
    expect(metrics.at(-1)).toContain('reason="match_stage"');
  });

  it("nests, and lets drops inside through", () => {
    const inner = `stage.match {\n  selector = \`{app="shop"} |= "secret"\`\n  action = "drop"\n}\n${HIT}`;
    const { out, balance } = runStages(config('{app="shop"}', inner), [
      { line: "secret", labels: { app: "shop" } },
      { line: "ok", labels: { app: "shop" } },
      { line: "secret", labels: { app: "bank" } },
    ]);
    expect(out.map(({ line, labels }) => [line, labels.hit])).toEqual([
      ["ok", "yes"],
      ["secret", undefined],
    ]);
    expect(balance).toMatchObject({ in: 3, out: 2, dropped: 1, held: 0 });
  });

  it("says why an entry passed by", () => {
    const { steps } = runStages(
      config('{app="shop"} |= "err"'),
      [{ labels: { app: "bank" } }, { labels: { app: "shop" } }, ""],
      { trace: true },
    );
    expect(steps.map(([step]) => step?.reasons[0]?.text)).toEqual([
      'Not selected: `app` = `bank` does not satisfy `app="shop"`',
      'Not selected: the line does not satisfy `|= "err"`',
      'Not selected: the label `app` is not set, and the selector asks for `app="shop"`',
    ]);
  });

  it("traces nested steps under their own paths", () => {
    const { steps } = runStages(config('{a="b"}'), [{ labels: { a: "b" } }], { trace: true });
    expect(steps[0]?.map(({ path }) => path)).toEqual(["1", "1.1"]);
  });

  it.each([
    ["no selector", 'stage.match {\n  action = "drop"\n}', 'missing required attribute "selector"'],
    ["an empty selector", config("", 'action = "drop"'), "selector statement required for match stage"],
    ["a bad selector", config("{app=shop}"), "syntax error: unexpected IDENTIFIER, expecting STRING"],
    ["a bad label expression", config('{app=~"a("}'), "missing closing ): `"],
    ["an unknown action", config('{a="b"}', 'action = "remove"'), "must be one of"],
    ["a mistake inside", config('{a="b"}', 'stage.output {\n  sauce = "x"\n}'), 'unrecognized attribute name "sauce"'],
  ])("refuses %s", (_name, text, message) => {
    expect(diagnose(text).some((found) => found.startsWith("error") && found.includes(message))).toBe(true);
  });
});

describe("notes of stage.match", () => {
  for (const { name, run } of stageNotes("match", [
    ["no label", 'selector = "{a=\\"1\\"}"\nstage.decolorize { }', "x", "label-not-matched", "not missed"],
    [
      "another line",
      'selector = "{j=\\"1\\"} |= \\"y\\""\naction = "drop"',
      { labels: { j: "1" } },
      "line-not-matched",
      "not missed",
    ],
  ]))
    it(name, run);
});

import { describe, expect, it } from "vitest";
import { complete } from "./complete.ts";

/** Completes at the `|` of `marked`. */
function at(marked: string) {
  const offset = marked.indexOf("|");
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { text, items: complete(text, offset) };
}
const labels = (marked: string) => at(marked).items.map((item) => item.label);

describe("statements", () => {
  it("offers components in both dialects, and stages for a bare body, at the top", () => {
    const found = labels("|");
    expect(found).toEqual(expect.arrayContaining(["logs.process", "loki.process", "logs.write", "stage.regex"]));
    expect(found).not.toContain("forward_to");
  });
  it("offers arguments and stages inside logs.process", () => {
    const found = labels('logs.process "a" {\n  |\n}');
    expect(found).toEqual(expect.arrayContaining(["forward_to", "stage.drop"]));
    expect(found).not.toContain("logs.write");
  });
  it("offers a stage's arguments, required ones first", () => {
    const { items } = at("stage.regex {\n  |\n}");
    expect(items.map((item) => item.label)).toEqual(["expression", "source", "labels_from_groups"]);
    expect(items[0]!.rank).toBeLessThan(items[1]!.rank);
  });
  it("leaves out arguments that are given, before and behind the cursor", () => {
    expect(labels('stage.regex {\n  source = "a"\n  |\n  expression = "b"\n}')).toEqual(["labels_from_groups"]);
  });
  it("offers nested stages inside stage.match only", () => {
    expect(labels("stage.match {\n  |\n}")).toContain("stage.drop");
    expect(labels("stage.drop {\n  |\n}")).not.toContain("stage.drop");
  });
  it("offers blocks inside blocks", () => {
    expect(labels("stage.metrics {\n  |\n}")).toContain("metric.counter");
    expect(labels("stage.metrics {\n  metric.counter {\n    |\n  }\n}")).toEqual(
      expect.arrayContaining(["name", "action"]),
    );
  });
  it("continues inside a block whose other stages do not parse", () => {
    expect(labels('logs.process "a" {\n  stage.regex { expression = }\n  stage.drop {\n    |')).toContain("expression");
  });
  it("offers nothing inside a block that it does not know", () => {
    expect(labels("stage.nonsense {\n  |\n}")).toEqual([]);
  });
});

describe("the replaced stretch", () => {
  const covered = (marked: string) => {
    const { text, items } = at(marked);
    const { start, end } = items[0]!.span;
    return text.slice(start, end);
  };
  it("is a whole dotted name", () => {
    expect(covered("stage.re|")).toBe("stage.re");
    expect(covered("stage.|")).toBe("stage.");
    expect(covered("sta|")).toBe("sta");
  });
  it("continues after the cursor to the end of the word", () => expect(covered("sta|ge")).toBe("stage"));
  it("is empty in empty space", () => expect(covered("stage.drop {\n  |\n}")).toBe(""));
});

describe("values", () => {
  const cases: readonly [string, string, string[]][] = [
    ["booleans", "stage.regex {\n  labels_from_groups = |\n}", ["true", "false"]],
    ["enums", "stage.match {\n  action = |\n}", ['"keep"', '"drop"', '""']],
    ["enums inside quotes", 'stage.match {\n  action = "|"\n}', ['"keep"', '"drop"', '""']],
    ["free text: nothing", "stage.drop {\n  source = |\n}", []],
    ["a map's values: nothing", "stage.labels {\n  values = { a = | }\n}", []],
    [
      "receivers, as a list",
      'logs.process "a" {\n  forward_to = |\n}\nlogs.echo "out" { }',
      ["[logs.process.a.receiver]", "[logs.echo.out.receiver]"],
    ],
    [
      "receivers inside a list",
      'logs.process "a" {\n  forward_to = [|]\n}\nloki.echo "out" { }',
      ["logs.process.a.receiver", "loki.echo.out.receiver"],
    ],
    ["arguments of a function: nothing", "stage.regex {\n  labels_from_groups = f(|)\n}", []],
  ];
  for (const [name, marked, expected] of cases) it(name, () => expect(labels(marked)).toEqual(expected));

  it("go on to the next line only inside brackets", () => {
    expect(labels('logs.process "a" {\n  forward_to = [\n    |\n  ]\n}')).toEqual(["logs.process.a.receiver"]);
    expect(labels("stage.regex {\n  labels_from_groups = true\n  |\n}")).toEqual(["expression", "source"]);
  });
});

describe("places where nothing is offered", () => {
  const cases: readonly [string, string][] = [
    ["a line comment", "stage.drop {\n  // |\n}"],
    ["a block comment", "stage.drop { /* a | b */ }"],
    ["a label", 'logs.process "|" { }'],
    ["after a name", "stage.drop |"],
  ];
  for (const [name, marked] of cases) it(name, () => expect(labels(marked)).toEqual([]));
});

describe("snippets", () => {
  const insert = (marked: string, label: string) => at(marked).items.find((item) => item.label === label)!.insert;
  it("hold the required arguments with tab stops", () =>
    expect(insert("|", "stage.regex")).toBe("stage.regex {\n\texpression = `$1`\n}"));
  it("begin a component with its label", () =>
    expect(insert("|", "logs.process")).toBe('logs.process "${1:name}" {\n\tforward_to = [$2]\n}'));
  it("offer the other value of a boolean", () =>
    expect(insert("stage.regex {\n|\n}", "labels_from_groups")).toBe("labels_from_groups = ${1:true}"));
});

it("takes any text and any place without throwing", () => {
  const text = 'logs.process "a" { forward_to = [x.y, { a = ( } ] \u0000 stage.match { selector = `{ ';
  for (let offset = 0; offset <= text.length; offset++) expect(Array.isArray(complete(text, offset))).toBe(true);
});

describe("functions inside templates", () => {
  const inside = (template: string): string => `stage.template {\n  source = "a"\n  template = ${template}\n}`;

  it.each([
    ["in a raw text", "`{{ trim (To| .Value) }}`", "To"],
    ["in a quoted text after escapes", '"\\t{{ printf \\"é\\" (low|er .a) }}"', "lower"],
    ["where none is typed yet", "`{{ | }}`", ""],
    ["while the text is not closed", "`{{ up|", "up"],
  ])("%s", (_name, template, covered) => {
    const { text, items } = at(inside(template));
    expect(items.map((item) => item.label)).toEqual(expect.arrayContaining(["ToLower", "upper", "printf"]));
    const upper = items.find((item) => item.label === "upper")!;
    expect(upper).toMatchObject({ kind: "function", insert: "upper", detail: "(text string) string" });
    expect(text.slice(upper.span.start, upper.span.end)).toBe(covered);
  });

  it.each(["`plain |`", "`{{ .Va| }}`", '`{{ trim "a|" }}`', '"{{ a }} |"'])("not at %s", (template) => {
    expect(labels(inside(template))).toEqual([]);
  });

  it("offers each name once, the functions of Alloy first", () => {
    const { items } = at(inside("`{{ | }}`"));
    expect(new Set(items.map((item) => item.label)).size).toBe(items.length);
    expect(items.find((item) => item.label === "Replace")!.rank).toBe(0);
  });
});

describe("Alloy's releases", () => {
  const find = (marked: string, label: string) => at(marked).items.find((item) => item.label === label)!;

  it("are named in the documentation of what is new", () => {
    expect(find("stage.luhn {\n  |\n}", "skip_regex").documentation).toContain("In Alloy since 1.19.");
    expect(find("|", "stage.truncate").documentation).toContain("In Alloy since 1.12.");
    expect(find('loki.source.file "a" {\n  |\n}', "file_match").documentation).toContain("In Alloy since 1.12.");
    expect(find("stage.luhn {\n  |\n}", "source").documentation).not.toContain("In Alloy");
  });

  it("leave what the target lacks for the end of the list, and it says so", () => {
    const marked = (target: string) => `// sluice:target ${target}\nstage.luhn {\n  |\n}`;
    const lacking = find(marked("alloy 1.18"), "skip_regex");
    expect(lacking.detail).toMatch(/^needs Alloy 1\.19; /);
    expect(
      at(marked("alloy 1.18")).items.every(({ label, rank }) => label === "skip_regex" || rank < lacking.rank),
    ).toBe(true);
    for (const target of ["alloy 1.19", "sluice"])
      expect(find(marked(target), "skip_regex").detail).not.toContain("needs Alloy");
  });
});

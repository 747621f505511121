/** Selectors that ask for more of LogQL than there is, and the two layers of their escapes. */
import type { TrapCase } from "../trap-case.ts";

const match = (selector: string): string => `stage.match {
  selector = ${selector}

  stage.decolorize { }
}
`;
const refused = (name: string, selector: string, message: string, fixed?: string): TrapCase => ({
  name,
  config: match(selector),
  expect: { reports: [{ code: "invalid-logql", message, fixed: fixed === undefined ? undefined : match(fixed) }] },
});
const taken = (name: string, selector: string): TrapCase => ({
  name,
  config: match(selector),
  expect: { silent: true },
});

export const SELECTORS: readonly TrapCase[] = [
  refused(
    "an escape of a pattern in a raw string",
    '`{app="shop"} |~ "took \\d+ms"`',
    "the selector's own quotes have escapes, too",
    '`{app="shop"} |~ "took \\\\d+ms"`',
  ),
  refused(
    "an escape of a pattern in double quotes",
    '"{app=~\\"shop\\\\.web\\"}"',
    "a backslash is written twice, and four times",
    '"{app=~\\"shop\\\\\\\\.web\\"}"',
  ),
  {
    name: "an escape that no layer knows",
    config: match('"{app=\\"shop\\"} |~ \\"\\d+\\""'),
    expect: { reports: [{ code: "syntax-escape", fixed: match('`{app="shop"} |~ "\\\\d+"`') }] },
  },
  {
    name: "the boundary of a word is a backspace",
    config: match('`{app="shop"} |~ "\\bfoo"`'),
    expect: { reports: [{ code: "doubtful-logql", message: "a backspace" }] },
  },
  {
    name: "the boundary of a word is a backspace in a pattern, too",
    config: 'stage.drop {\n  expression = "\\bfoo\\b"\n}\n',
    expect: { reports: [{ code: "doubtful-re2", fixed: 'stage.drop {\n  expression = "\\\\bfoo\\\\b"\n}\n' }] },
  },
  {
    name: "backslashes are doubled in a raw string",
    config: "stage.regex {\n  expression = `^(?P<code>\\\\d{3}) (?P<rest>\\\\S+)`\n}\n",
    expect: {
      reports: [
        { code: "doubtful-re2", fixed: "stage.regex {\n  expression = `^(?P<code>\\d{3}) (?P<rest>\\S+)`\n}\n" },
      ],
    },
  },
  {
    name: "a pattern looks for a backslash",
    config: "stage.drop {\n  expression = `^C:\\\\data\\\\\\w+`\n}\n",
    expect: { silent: true },
  },
  refused("backquotes", '"{app=`shop`}"', "not in backquotes", '"{app=\\"shop\\"}"'),
  refused("single quotes", "`{app='shop'}`", "not in single quotes", '`{app="shop"}`'),
  refused("no quotes", "`{app=shop}`", "written in double quotes", '`{app="shop"}`'),
  refused(
    "a label filter",
    '`{app="shop"} |= "x" | level="error"`',
    "no label filters after the braces",
    '`{app="shop", level="error"} |= "x"`',
  ),
  refused("a comparison of numbers", '`{app="shop"} | status >= 500`', "no label filters after the braces"),
  refused("a parser", '`{app="shop"} | logfmt | level="error"`', "no parsers: stage.logfmt and stage.labels before it"),
  refused("a format", '`{app="shop"} | line_format "x"`', "no pipeline"),
  refused("a filter by pattern", '`{app="shop"} |> "<_> x"`', "no filters by pattern"),
  refused("a filter of addresses", '`{app="shop"} |= ip("192.0.2.0/24")`', "no filters of IP addresses"),
  refused(
    "two texts",
    '`{app="shop"} |= "a" or "b"`',
    "several texts are written as a pattern",
    '`{app="shop"} |~ "a|b"`',
  ),
  refused("two values", '`{app="a" or app="b"}`', "several values are written as a pattern", '`{app=~"a|b"}`'),
  refused("a word between labels", '`{app="a" and env="b"}`', "separated by commas", '`{app="a", env="b"}`'),
  refused("two signs of equality", '`{app=="a"}`', "compared with one =", '`{app="a"}`'),
  refused("a comma at the end", '`{app="a",}`', "no comma after the last label", '`{app="a"}`'),
  refused("no braces", '`app="a"`', "written in braces", '`{app="a"}`'),
  refused("a query", '`rate({app="a"}[5m])`', "takes a selector alone"),
  refused("nothing to select by", "`{}`", "names at least one label"),
  refused("a dot in a name", '`{k8s.pod="a"}`', "cannot name a label with ."),
  taken("a raw string with doubled backslashes", '`{app="shop"} |~ "took \\\\d+ms"`'),
  taken("double quotes with four backslashes", '"{app=~\\"shop\\\\\\\\.web\\"}"'),
  taken("texts that look like LogQL", '`{app="shop"} |= "| json" != "a or b"`'),
  taken("a backquote inside a text", '"{app=\\"shop\\"} |= \\"`x`\\""'),
  taken("a space around the operators", '`{ app = "shop" , env != "test" } |= "x"`'),
  taken("an empty text for no label", '`{app="shop", level=""}`'),
  taken("any text", '`{app=~".+"}`'),
  taken("a class of letters", '`{app=~"[a-z]+-v[0-9]+"}`'),
  taken("a comma inside a text", '`{app="a,b"} |= "a, b"`'),
  taken("braces inside a text", '`{app="a"} |= "{x}"`'),
  taken("a word of LogQL as a label", '`{json="a", unwrap="b", by="c"}`'),
  taken("the words of a query in a filter", '`{app="a"} |= "rate(" != "sum by (app)"`'),
  taken("single quotes inside a text", '`{app="a"} |= "it\'s"`'),
  taken("a hash inside a text", '`{app="a"} |= "# not a comment"`'),
  taken("a tab by its escape", '`{app="a"} |= "a\\tb"`'),
  taken("alternatives of values and of filters", '`{app=~"a|b"} |~ "x|y"`'),
  taken("a class of digits with a doubled backslash", '`{app="a"} |~ "\\\\d{3}"`'),
  taken("a flag in a pattern", '`{app="a"} |~ "(?i)error"`'),
  taken("several filters and matchers", '`{app=~"a|b", env!="c"} |= "x" !~ "\\\\by\\\\b"`'),
];

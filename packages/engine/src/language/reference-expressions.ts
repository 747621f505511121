/** The reference page about functions of expressions, from the standard library and the table of Alloy's releases. */
import { ALLOY_FUNCTIONS, describeHistory } from "../schema/alloy-versions.ts";
import { createStandardLibrary } from "../syntax/index.ts";
import type { Value } from "../syntax/value.ts";
import { cell, codeSpan } from "./markdown.ts";

/** By name: how it is called, and what it gives. */
const FUNCTIONS: Readonly<Record<string, readonly [call: string, doc: string]>> = {
  coalesce: [
    "coalesce(value, …)",
    "The first value that is not empty: no null, empty text, 0, false, or list or object without items.",
  ],
  json_path: ["json_path(text, path)", "A list of what the path finds in a JSON text."],
  "array.concat": ["array.concat(list, …)", "One list with the items of all."],
  "array.combine_maps": [
    "array.combine_maps(left, right, names)",
    "The objects of both lists that have the same values under `names`, each pair as one.",
  ],
  "array.group_by": [
    "array.group_by(objects, name, drop_missing)",
    "The objects by their value under `name`, as a list of groups; `drop_missing` leaves out those without it.",
  ],
  "convert.nonsensitive": ["convert.nonsensitive(secret)", "A secret as a text, which is shown where texts are."],
  "encoding.from_json": ["encoding.from_json(text)", "The value of a JSON text."],
  "encoding.from_yaml": ["encoding.from_yaml(text)", "The value of a YAML text."],
  "encoding.from_base64": ["encoding.from_base64(text)", "The text that Base64 holds."],
  "encoding.from_URLbase64": ["encoding.from_URLbase64(text)", "The text that Base64 of URLs holds."],
  "encoding.to_json": ["encoding.to_json(value)", "A value as JSON."],
  "encoding.to_base64": ["encoding.to_base64(text)", "A text as Base64."],
  "encoding.to_URLbase64": ["encoding.to_URLbase64(text)", "A text as Base64 of URLs."],
  "encoding.url_encode": ["encoding.url_encode(text)", "A text as a part of a URL's query."],
  "encoding.url_decode": ["encoding.url_decode(text)", "The text that a part of a URL's query holds."],
  "file.path_join": ["file.path_join(part, …)", "A path of its parts, with the separator of the operating system."],
  "string.format": [
    "string.format(format, value, …)",
    "A text with values in the places of its verbs, as Go formats them.",
  ],
  "string.join": ["string.join(texts, separator)", "The texts of a list, with a separator between them."],
  "string.replace": ["string.replace(text, old, new)", "A text with all of `old` replaced."],
  "string.split": ["string.split(text, separator)", "The parts of a text as a list."],
  "string.to_lower": ["string.to_lower(text)", "A text in lower case."],
  "string.to_upper": ["string.to_upper(text)", "A text in upper case."],
  "string.trim": ["string.trim(text, characters)", "A text without these characters at both ends."],
  "string.trim_prefix": ["string.trim_prefix(text, prefix)", "A text without that beginning."],
  "string.trim_suffix": ["string.trim_suffix(text, suffix)", "A text without that end."],
  "string.trim_space": ["string.trim_space(text)", "A text without white space at both ends."],
  "sys.env": ["sys.env(name)", "The value of an environment variable; empty where it is not set."],
};

/** Every function of the standard library by its own name, with its older top-level names. */
export function libraryNames(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const library = createStandardLibrary();
  const add = (value: Value, as: string) => {
    if (value.type !== "function") return;
    const names = found.get(value.name!) ?? [];
    found.set(value.name!, as === value.name ? names : [...names, as]);
  };
  for (const name of library.names) {
    const value = library.get(name)!;
    if (value.type === "object") for (const [member, inner] of value.fields) add(inner, `${name}.${member}`);
    else add(value, name);
  }
  return found;
}

/** The page, in Markdown. */
export function expressionFunctionsReference(): string {
  const rows = [...libraryNames()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, older]) => {
      const [call, doc] = FUNCTIONS[name]!;
      const also = older.length === 0 ? "" : ` Also as ${older.map(codeSpan).join(", ")}.`;
      const history = Object.hasOwn(ALLOY_FUNCTIONS, name)
        ? ` ${describeHistory(ALLOY_FUNCTIONS[name]!).join(" ")}`
        : "";
      return `| ${codeSpan(call)} | ${cell(`${doc}${also}${history}`)} |`;
    });
  return `<!-- Made from the declarations by scripts/check/reference.mjs; change packages/engine/src/language instead. -->

# Functions of expressions

[Reference](README.md)

What values of arguments can call: Alloy's standard library. \`constants\` has \`hostname\`, \`os\`, \`arch\` and \`version\`.
A function is in every release of Alloy from 1.9 on where nothing else is said.

| function | what it gives |
|---|---|
${rows.join("\n")}
`;
}

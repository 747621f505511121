/** The reference page about template functions, from their declarations. */
import { functionFamilies, signatureOf, type TemplateFunction } from "@sluice/languages/gotemplate";
import { cell, codeSpan } from "./markdown.ts";

/** The page, in Markdown. */
export function templateFunctionsReference(): string {
  const tables = functionFamilies().map(
    ({ title, functions }) =>
      `## ${title}\n\n| function | what it gives | example |\n|---|---|---|\n${functions.map(row).join("\n")}`,
  );
  return `<!-- Made from the declarations by scripts/check/reference.mjs; change packages/languages/src/gotemplate instead. -->

# Functions of templates

[Reference](README.md)

What the templates of \`stage.template\` and \`stage.replace\` can call: Alloy's own functions, those of Go's
text/template, and those of the library sprig. Arguments follow the name, \`{{ trunc 5 .msg }}\`, and what is piped in is
the last one, \`{{ .msg | trunc 5 }}\`. \`name ...type\` stands for any number of arguments. Lengths and places are counted
in bytes. Random numbers and texts come from the pipeline's own source and must not be used as secrets; examples ran on 15
January 2026, 8:00 UTC.

${tables.join("\n\n")}
`;
}

function row(fn: TemplateFunction): string {
  const { example } = fn;
  const outcome = "gives" in example ? shown(example.gives) : `error: ${shown(example.fails)}`;
  return `| ${code(signatureOf(fn))} | ${cell(fn.doc)} | ${code(`{{ ${example.call} }}`)}<br>${outcome} |`;
}

/** Code in a cell of a table, where a pipe has to be escaped even so. */
const code = (text: string): string => codeSpan(text).replaceAll("|", "\\|");

/** A text itself, or with visible line ends; the empty text is named. */
const shown = (text: string): string => code(/^$|^\s|\s$|\n/.test(text) ? JSON.stringify(text) : text);

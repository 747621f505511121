/** The reference page about lints. */
import { LINT_PAGES } from "../document/lint/pages.ts";
import { cell, fence } from "./markdown.ts";

/** The page, in Markdown. */
export function lintsReference(): string {
  const rows = LINT_PAGES.map(({ code, title }) => `| [\`${code}\`](#${code}) | ${cell(title)} |`);
  const parts = LINT_PAGES.map(({ code, title, doc, example, fixed }) =>
    [
      `## ${code}`,
      `${title}. ${doc}`,
      fence("alloy", example.trimEnd()),
      ...(fixed === undefined ? [] : ["With the fix that is offered:", fence("alloy", fixed.trimEnd())]),
    ].join("\n\n"),
  );
  return `<!-- Made from the lints by scripts/check/reference.mjs; change packages/engine/src/document/lint instead. -->

# Lints

[Reference](README.md)

Lints warn about a pipeline that has no errors but probably does not do what was meant. Some only inform. The page's list of problems shows
them with fixes, and \`sluice validate\` prints them. Where anything may be meant (a template that takes all values, names
that a pattern chooses, branches of \`stage.match\`), there is no warning. A comment above a statement silences a code inside
it; the text after the code says why:

${fence("alloy", '// sluice:ignore value-unused for the next version\nstage.json {\n  expressions = { level = "", trace_id = "" }\n}')}

| code | what it is about |
|---|---|
${rows.join("\n")}

${parts.join("\n\n")}
`;
}

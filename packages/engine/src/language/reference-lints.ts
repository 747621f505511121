/** The page of what is told of a pipeline beyond its errors, from the lints. */
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

What is told of a pipeline without errors that hardly does what it says: in the page's list of problems, with fixes, and by
\`sluice validate\`. Where anything may be meant (a template that takes all values, names that only a pattern tells,
branches of \`stage.match\`) nothing is said. A comment above a statement silences a code inside it; what follows the code
says why:

${fence("alloy", '// sluice:ignore value-unused for the next version\nstage.json {\n  expressions = { level = "", trace_id = "" }\n}')}

| code | what it is about |
|---|---|
${rows.join("\n")}

${parts.join("\n\n")}
`;
}

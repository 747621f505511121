/** Parses the texts of embedded languages while a configuration is decoded, and points at what is wrong inside them. */

import { compilePipelineTemplate } from "@sluice/languages/gotemplate";
import { compileJmesPath } from "@sluice/languages/jmespath";
import { compileSelector, parseSelector } from "@sluice/languages/logql";
import { compilePattern } from "@sluice/languages/pattern";
import { compileRegex } from "@sluice/languages/re2";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { Expression } from "../syntax/ast.ts";
import { quoteString } from "../syntax/characters.ts";
import type { EmbeddedLanguage } from "./field.ts";
import { spanInside } from "./literal-offsets.ts";

/** Start and end are UTF-16 offsets in the text. */
interface Refusal {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Something that is allowed and hardly means what it says; `fix` replaces a stretch of the text. */
interface Remark extends Refusal {
  readonly fix?: { readonly start: number; readonly end: number; readonly text: string };
}

type Checker = (
  text: string,
) => { readonly ok: true; readonly warnings?: readonly Remark[] } | ({ readonly ok: false } & Remark);

const ACCEPT: Checker = () => ({ ok: true });

const CHECKERS: Readonly<Record<EmbeddedLanguage, Checker>> = {
  re2: (text) => compileRegex(text),
  logql: (text) => {
    const parsed = parseSelector(text);
    return parsed.ok ? compileSelector(parsed.selector) : parsed;
  },
  pattern: (text) => compilePattern(text),
  jmespath: (text) => compileJmesPath(text),
  gotemplate: (text) => compilePipelineTemplate(text),
  // Every text is a layout: what is no component of one stands for itself.
  gotime: ACCEPT,
};

/** What is wrong with `text`, at its place inside `expression`. */
export function checkLanguage(language: EmbeddedLanguage, text: string, expression: Expression): Diagnostic[] {
  const checked = CHECKERS[language](text);
  const place = ({ message, start, end, fix }: Remark) => ({
    message,
    span: spanInside(expression, start, end),
    fixes:
      fix === undefined
        ? undefined
        : [
            {
              title: `Change to ${fix.text}`,
              edits: [{ span: spanInside(expression, fix.start, fix.end), text: literalText(expression, fix.text) }],
            },
          ],
  });
  if (!checked.ok) {
    const error = { severity: "error", code: `invalid-${language}`, phase: "build", ...place(checked) } as const;
    return [language === "gotemplate" ? placeAtText(error, expression) : error];
  }
  return (checked.warnings ?? []).map((warning) => ({
    severity: "warning",
    code: `doubtful-${language}`,
    ...place(warning),
  }));
}

/** A mistake in a template stands where its text begins, as in Alloy, and says where inside it is. */
function placeAtText(error: Diagnostic & { readonly span: Span }, expression: Expression): Diagnostic {
  const { span } = expression;
  if (span.start === error.span.start && span.end === error.span.end) return error;
  return { ...error, span, related: [{ message: "here in the template", span: error.span }] };
}

/** `text` as it is written inside the literal that `expression` is. */
function literalText(expression: Expression, text: string): string {
  const raw = expression.kind === "literal" && expression.text.startsWith("`");
  return raw ? text : quoteString(text).slice(1, -1);
}

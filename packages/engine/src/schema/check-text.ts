/** Mistakes and doubts about a text of an embedded language, at their places in the configuration. */
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import type { Expression, ObjectField } from "../syntax/ast.ts";
import { quoteString } from "../syntax/characters.ts";
import type { CompiledText } from "./compiled-text.ts";
import { spanInside } from "./literal-offsets.ts";
import type { TextRemark } from "./text-remark.ts";

/** Reports what is wrong inside `expression`, which the text was read from. */
export function checkText(text: CompiledText, expression: Expression, report: Report): void {
  reportOutcome(text, report, (remark) => ({
    span: spanInside(expression, remark.start, remark.end),
    whole: expression.span,
    edit: (fix) => ({ span: spanInside(expression, fix.start, fix.end), text: literalText(expression, fix.text) }),
  }));
}

/** Reports what is wrong with the name of `field`, which is read as the text since the field's own is empty. */
export function checkName(text: CompiledText, field: ObjectField, report: Report): void {
  reportOutcome(text, report, () => ({
    span: field.nameSpan,
    whole: field.nameSpan,
    edit: (fix) => ({
      span: field.value.span,
      text: quoteString(text.text.slice(0, fix.start) + fix.text + text.text.slice(fix.end)),
    }),
  }));
}

interface Place {
  readonly span: Span;
  /** Of the whole text. */
  readonly whole: Span;
  readonly edit: (fix: NonNullable<TextRemark["fix"]>) => { readonly span: Span; readonly text: string };
}

function reportOutcome({ language, outcome }: CompiledText, report: Report, placeOf: (remark: TextRemark) => Place) {
  const told = (remark: TextRemark) => {
    const { span, whole, edit } = placeOf(remark);
    const { fix, message, meant } = remark;
    const fixes = fix === undefined ? undefined : [{ title: fix.title ?? `Change to ${fix.text}`, edits: [edit(fix)] }];
    return { diagnostic: { message, meant, span, fixes }, whole };
  };
  if (outcome.ok) {
    for (const remark of outcome.remarks)
      report({ severity: "warning", code: `doubtful-${language}`, ...told(remark).diagnostic });
    return;
  }
  for (const refusal of [outcome.refusal, ...(outcome.others ?? [])]) {
    const { diagnostic, whole } = told(refusal);
    const error = { severity: "error", code: `invalid-${language}`, phase: "build", ...diagnostic } as const;
    report(language === "gotemplate" ? placeAtText(error, whole) : error);
  }
}

/** A mistake in a template is reported at the start of its text, as in Alloy, with the inner place. */
function placeAtText(error: Diagnostic & { readonly span: Span }, whole: Span): Diagnostic {
  if (whole.start === error.span.start && whole.end === error.span.end) return error;
  return { ...error, span: whole, related: [{ message: "here in the template", span: error.span }] };
}

/** `text` in the notation of the literal `expression`. */
function literalText(expression: Expression, text: string): string {
  const raw = expression.kind === "literal" && expression.text.startsWith("`");
  return raw ? text : quoteString(text).slice(1, -1);
}

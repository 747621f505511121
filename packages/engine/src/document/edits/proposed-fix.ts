/** Writes what checks and samples propose as edits of the text. */
import type { Diagnostic, ProposedFix, QuickFix } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { blocksAround, quoteString } from "../../syntax/index.ts";
import { insertStatement, setArgument } from "./edits.ts";

/** Where a fix is offered: a block, its parent, and what a replacement replaces in it. */
export interface FixPlace {
  readonly block: BlockStatement;
  readonly parent: BlockStatement | undefined;
  readonly argument?: string | undefined;
  /** A field of the object at the argument. */
  readonly key?: string | undefined;
}

/** Undefined where the text has no place for it. */
export function writeFix(file: SourceFile, place: FixPlace, fix: ProposedFix): QuickFix | undefined {
  const { block, parent } = place;
  const { title } = fix;
  if ("replace" in fix) return replaceText(place, title, fix.replace);
  if ("set" in fix) {
    if (block.body.some(({ name }) => name === fix.set)) return undefined;
    const value = typeof fix.value === "string" ? quoteString(fix.value) : `${fix.value}`;
    return { title, edits: setArgument(file, block, fix.set, value) };
  }
  const at = (parent?.body ?? file.body).indexOf(block);
  const [index, text] = "before" in fix ? [at, fix.before] : [at + 1, fix.after];
  return { title, edits: insertStatement(file, parent, index, text) };
}

function replaceText({ block, argument, key }: FixPlace, title: string, text: string): QuickFix | undefined {
  const attribute = block.body.find(({ name }) => name === argument);
  if (attribute?.kind !== "attribute") return undefined;
  const given = attribute.value;
  const field = given.kind === "object" ? given.fields.find(({ name }) => name === key) : undefined;
  const { kind, span } = field?.value ?? given;
  return kind === "literal" ? { title, edits: [{ span, text: quoteString(text) }] } : undefined;
}

/** The argument of `block` that a diagnostic at `span` is about, and the field of its object. */
function argumentAt({ body }: BlockStatement, { start }: Span): Pick<FixPlace, "argument" | "key"> {
  const isIn = ({ span }: { readonly span: Span }): boolean => span.start <= start && start < span.end;
  const attribute = body.find((one) => one.kind === "attribute" && isIn(one));
  if (attribute?.kind !== "attribute") return {};
  const { name: argument, value } = attribute;
  const field = value.kind === "object" ? value.fields.find(({ value: given }) => isIn(given)) : undefined;
  return { argument, key: field?.name };
}

/** The diagnostics with what they propose among their fixes, in the innermost block around each. */
export function withProposedFixes(diagnostics: readonly Diagnostic[], file: SourceFile): readonly Diagnostic[] {
  if (diagnostics.every(({ proposed }) => proposed === undefined)) return diagnostics;
  return diagnostics.map((diagnostic) => {
    const { proposed, span, fixes = [], ...rest } = diagnostic;
    if (proposed === undefined || span === undefined) return diagnostic;
    const [block, parent] = blocksAround(file.body, span.start).reverse();
    const fix = block && writeFix(file, { block, parent, ...argumentAt(block, span) }, proposed);
    return { ...rest, span, fixes: fix === undefined ? fixes : [...fixes, fix] };
  });
}

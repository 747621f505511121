/**
 * Secrets in a configuration: its secret values, and its text without them. Specs say which arguments are secrets; in blocks
 * without a spec (Alloy's own, such as `remotecfg`) names do. The shown text parses. The name of an environment variable is
 * not a secret.
 */

import { atOnce } from "../../base/at-once.ts";
import { findSecrets, SECRET } from "../../base/secrets/secrets.ts";
import { decodedBlocks } from "../../schema/decoded-blocks.ts";
import type { Blocks, Fields } from "../../schema/field.ts";
import type { AttributeStatement, BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { parseFile, quoteString, walkStatements } from "../../syntax/index.ts";
import type { LoadedConfig } from "../load.ts";
import type { OpenedDocument } from "../open-document.ts";
import { type Edit, Hiding, PUBLIC_HEADER } from "./hide-argument.ts";
import { CommentGroupHiding } from "./hide-comment.ts";
import { passedOverInSteps } from "./passed-over.ts";
import { isSecret, isStageBody } from "./secret-arguments.ts";

/** Arguments and comments that are looked through between two stops: some have long texts. */
const AT_ONCE = 20;
/** Components with what they were built from, and the text, where there is one. */
type Holding = Pick<LoadedConfig, "components"> & Partial<Pick<OpenedDocument, "file">>;

/**
 * The secrets that a configuration holds, by their values, wherever they came from: those of its components, and what its text
 * has in the place of one, of the wrong type as well, since messages repeat what they refuse.
 */
export const secretValues = (config: Holding): string[] => atOnce(secretValuesInSteps(config));

/** The same in steps. */
export function* secretValuesInSteps({ components, file }: Holding): Generator<void, string[]> {
  const values = new Set<string>();
  const looked = new Set<string>();
  const take = (value: unknown, secret: boolean): void => {
    if (typeof value === "string") {
      if (secret) values.add(value);
      // Defaults occur once for each block.
      if (looked.has(value)) return;
      looked.add(value);
      for (const { start, end } of findSecrets(value, { whole: true })) takePart(value.slice(start, end));
    } else if (value instanceof Map) {
      for (const [name, one] of value) take(one, secret && !PUBLIC_HEADER.test(String(name)));
    } else if (Array.isArray(value)) for (const one of value) take(one, secret);
  };
  /** In `user:password` only the password is a secret by itself; both also in their decoded form. */
  const takePart = (part: string) => {
    const secret = part.slice(part.indexOf(":") + 1);
    values.add(part).add(secret);
    try {
      values.add(decodeURIComponent(secret));
    } catch {
      // Not encoded.
    }
  };
  function* takeBody(args: Readonly<Record<string, unknown>>, fields: Fields, blocks: Blocks): Generator<void> {
    yield;
    for (const [name, field] of Object.entries(fields)) take(args[name], isSecret(field));
    for (const [name, block] of Object.entries(blocks))
      for (const one of decodedBlocks(args[name])) yield* takeBody(one.args, block.fields, block.blocks);
  }
  for (const { args, spec } of components) yield* takeBody(args, spec.fields, spec.blocks);
  if (file !== undefined)
    for (const { secrets } of yield* argumentEditsInSteps(file, [], true)) for (const one of secrets) values.add(one);
  values.delete("");
  // Longer ones first, since a shorter one may be a part of them.
  return [...values].sort((a, b) => b.length - a.length);
}

/** The text of an opened configuration without its secrets; `values` are those that are known. */
export const hideConfigSecrets = (
  config: Pick<OpenedDocument, "file" | "syntaxErrors">,
  values?: readonly string[],
): string => atOnce(hideConfigSecretsInSteps(config, values));

/** The same in steps. */
export function* hideConfigSecretsInSteps(
  { file, syntaxErrors }: Pick<OpenedDocument, "file" | "syntaxErrors">,
  values: readonly string[] = [],
): Generator<void, string> {
  const { text } = file;
  const edits = yield* secretEditsInSteps(file, values, syntaxErrors.length > 0);
  if (edits.length === 0) return text;
  let shown = "";
  let at = 0;
  for (const { span, text: instead } of edits) {
    shown += text.slice(at, span.start) + instead;
    at = span.end;
  }
  shown += text.slice(at);
  const broken = syntaxErrors.length === 0 && parseFile(shown).diagnostics.length > 0;
  return broken ? "// The configuration cannot be shown without its secrets.\n" : shown;
}

/** The same with asterisks, so that every line and column stays where it is: for source lines beside diagnostics. */
export const maskConfigSecrets = (
  config: Pick<OpenedDocument, "file" | "syntaxErrors">,
  values?: readonly string[],
): string => atOnce(maskConfigSecretsInSteps(config, values));

/** The same in steps. */
export function* maskConfigSecretsInSteps(
  { file, syntaxErrors }: Pick<OpenedDocument, "file" | "syntaxErrors">,
  values: readonly string[] = [],
): Generator<void, string> {
  const { text } = file;
  let shown = "";
  let at = 0;
  for (const { span } of yield* secretEditsInSteps(file, values, syntaxErrors.length > 0)) {
    shown += text.slice(at, span.start) + text.slice(span.start, span.end).replace(/[^\s"`]/g, "*");
    at = span.end;
  }
  return shown + text.slice(at);
}

/** What to put in place of secrets, in the order of the text. */
export const secretEdits = (file: SourceFile, values: readonly string[]): readonly Edit[] =>
  atOnce(secretEditsInSteps(file, values));

function* secretEditsInSteps(
  file: SourceFile,
  values: readonly string[],
  isBroken = false,
): Generator<void, readonly Edit[]> {
  const edits = yield* argumentEditsInSteps(file, values, false, isBroken);
  let done = 0;
  for (const { comments } of file.comments) {
    const group = new CommentGroupHiding(values);
    for (const { span, style } of comments) {
      if (++done % AT_ONCE === 0) yield;
      const [start, end] = [span.start + 2, style === "block" ? span.end - 2 : span.end];
      const said = file.text.slice(start, end);
      const shown = yield* group.hideInSteps(said);
      if (shown !== said) edits.push({ span: { start, end }, text: shown, secrets: [] });
    }
  }
  edits.sort((a, b) => a.span.start - b.span.start);
  return isBroken ? yield* withPassedOverInSteps(file, edits) : edits;
}

/** Those of arguments, in no order. `whole`: of those alone that are secret as a whole. */
function* argumentEditsInSteps(
  file: SourceFile,
  values: readonly string[],
  whole: boolean,
  isBroken = false,
): Generator<void, Edit[]> {
  const edits: Edit[] = [];
  const attributes: (readonly [AttributeStatement, readonly BlockStatement[]])[] = [];
  walkStatements(file.body, (statement, parents) => {
    if (statement.kind === "attribute") attributes.push([statement, parents]);
  });
  let done = 0;
  for (const [attribute, parents] of attributes) {
    if (++done % AT_ONCE === 0) yield;
    const stage = isStageBody(parents);
    new Hiding(edits, { values, stage, broken: isBroken, whole }).attribute(attribute, parents);
  }
  return edits;
}

/** Also what the parser passed over; an argument with a part of it is hidden together with it. */
function* withPassedOverInSteps(file: SourceFile, edits: readonly Edit[]): Generator<void, readonly Edit[]> {
  const out: Edit[] = [];
  const hidden = (yield* passedOverInSteps(file)).map(
    (span): Edit => ({ span, text: quoteString(SECRET), secrets: [] }),
  );
  for (const one of [...edits, ...hidden].sort((a, b) => a.span.start - b.span.start)) {
    const last = out.at(-1);
    if (last === undefined || one.span.start >= last.span.end) out.push(one);
    else {
      const span = { start: last.span.start, end: Math.max(last.span.end, one.span.end) };
      out[out.length - 1] = { span, text: quoteString(SECRET), secrets: [] };
    }
  }
  return out;
}

/**
 * Secrets in a configuration: its secret values, and its text without them. Specs say which arguments are secrets; in blocks
 * without a spec (Alloy's own, such as `remotecfg`) names do. The shown text parses. The name of an environment variable is
 * not a secret.
 */

import { unquote } from "@sluice/languages/gonumber";
import { atOnce } from "../../base/at-once.ts";
import { isSecretName } from "../../base/secret-names.ts";
import { findSecrets, type HiddenRange, hideRanges, hideSecrets, SECRET } from "../../base/secrets.ts";
import type { Span } from "../../base/span.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import { decodedBlocks } from "../../schema/decoded-blocks.ts";
import type { Blocks, Field, Fields } from "../../schema/field.ts";
import { kindOf } from "../../schema/value-kinds.ts";
import type {
  AttributeStatement,
  BlockStatement,
  Expression,
  LiteralExpression,
  SourceFile,
} from "../../syntax/ast.ts";
import {
  createStandardLibrary,
  evaluate,
  parseFile,
  pathOf,
  quoteString,
  walkExpression,
  walkStatements,
} from "../../syntax/index.ts";
import type { LoadedConfig } from "../load.ts";
import type { OpenedDocument } from "../open-document.ts";

/** Headers without secrets, so that their values need not be hidden everywhere. */
const PUBLIC_HEADER = /^(?:accept(?:-.*)?|content-.*|user-agent|x-scope-orgid|host|connection|cache-control)$/i;
const HEADER_MAPS: ReadonlySet<string> = new Set(["headers", "http_headers", "proxy_connect_header"]);
const ENVIRONMENT: ReadonlySet<string> = new Set(["env", "sys.env"]);
/** Arguments and comments that are looked through between two stops: some have long texts. */
const AT_ONCE = 20;
const LIBRARY = createStandardLibrary();

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
    for (const { secrets } of yield* secretEditsInSteps(file, [])) for (const one of secrets) values.add(one);
  values.delete("");
  // Longer ones first, since a shorter one may be a part of them.
  return [...values].sort((a, b) => b.length - a.length);
}

const isSecret = ({ type, sensitive }: Field): boolean => kindOf(type).isSecret(type) || sensitive === true;

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
export const maskConfigSecrets = (file: SourceFile, values?: readonly string[], isBroken = false): string =>
  atOnce(maskConfigSecretsInSteps(file, values, isBroken));

/** The same in steps. `isBroken`: the text has syntax errors. */
export function* maskConfigSecretsInSteps(
  file: SourceFile,
  values: readonly string[] = [],
  isBroken = false,
): Generator<void, string> {
  const { text } = file;
  let shown = "";
  let at = 0;
  for (const { span } of yield* secretEditsInSteps(file, values, isBroken)) {
    shown += text.slice(at, span.start) + text.slice(span.start, span.end).replace(/[^\s"`]/g, "*");
    at = span.end;
  }
  return shown + text.slice(at);
}

interface Edit {
  readonly span: Span;
  readonly text: string;
  /** What is secret there, as values: of arguments that are secret as a whole. */
  readonly secrets: readonly string[];
}

/** What to put in place of secrets, in the order of the text. */
export const secretEdits = (file: SourceFile, values: readonly string[]): readonly Edit[] =>
  atOnce(secretEditsInSteps(file, values));

function* secretEditsInSteps(
  file: SourceFile,
  values: readonly string[],
  isBroken = false,
): Generator<void, readonly Edit[]> {
  const edits: Edit[] = [];
  const attributes: (readonly [AttributeStatement, readonly BlockStatement[]])[] = [];
  walkStatements(file.body, (statement, parents) => {
    if (statement.kind === "attribute") attributes.push([statement, parents]);
  });
  let done = 0;
  for (const [attribute, parents] of attributes) {
    if (++done % AT_ONCE === 0) yield;
    new Hiding(edits, values, isStageBody(parents)).attribute(attribute, parents);
  }
  for (const { comments } of file.comments) {
    for (const { span, style } of comments) {
      if (++done % AT_ONCE === 0) yield;
      const [start, end] = [span.start + 2, style === "block" ? span.end - 2 : span.end];
      const said = file.text.slice(start, end);
      const shown = hideSecrets(said, { values });
      if (shown !== said) edits.push({ span: { start, end }, text: shown, secrets: [] });
    }
  }
  edits.sort((a, b) => a.span.start - b.span.start);
  return isBroken ? withSkipped(file.text, edits) : edits;
}

/** An assignment of a text, whole or cut off by the end of its line. */
const ASSIGNED = /([A-Za-z_]\w*)\s*=\s*(["`])/g;

/** Also texts that the parser skipped: those assigned to a secret's name in statements that are not in the tree. */
function withSkipped(text: string, edits: readonly Edit[]): readonly Edit[] {
  const found: Edit[] = [];
  let next = 0;
  for (const { index, 0: whole, 1: name, 2: quote } of text.matchAll(ASSIGNED)) {
    const start = index + whole.length - 1;
    while (next < edits.length && edits[next]!.span.end <= start) next++;
    if (edits[next] !== undefined && edits[next]!.span.start <= start) continue;
    if (!isSecretName(name!) && !SECRET_ARGUMENTS.has(name!)) continue;
    const end = endOfLiteral(text, start, quote!);
    found.push({ span: { start, end }, text: quoteString(SECRET), secrets: [] });
  }
  return [...edits, ...found].sort((a, b) => a.span.start - b.span.start);
}

/** Behind the quote that ends a literal, or at the end of its line. */
function endOfLiteral(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === quote) return at + 1;
    if (text[at] === "\\" && quote === '"') at++;
    else if (text[at] === "\n" && quote === '"') return at;
  }
  return text.length;
}

/** Names of all arguments that some spec calls secret. */
const SECRET_ARGUMENTS: ReadonlySet<string> = new Set(
  [...COMPONENT_CATALOG.values()].flatMap(({ fields, blocks }) => [...secretNames(fields, blocks)]),
);

function* secretNames(fields: Fields, blocks: Blocks): Generator<string> {
  for (const [name, field] of Object.entries(fields)) if (isSecret(field)) yield name;
  for (const block of Object.values(blocks)) yield* secretNames(block.fields, block.blocks);
}

/** Names inside of stages are those of labels and extracted values, whatever they are. */
const isStageBody = (parents: readonly BlockStatement[]) => parents.some(({ nameParts }) => nameParts[0] === "stage");

function fieldOf(name: string, parents: readonly BlockStatement[]): Field | undefined {
  const [outer, ...inner] = parents;
  let body: { readonly fields: Fields; readonly blocks: Blocks } | undefined = COMPONENT_CATALOG.get(outer?.name ?? "");
  for (const { name: block } of inner)
    body = body !== undefined && Object.hasOwn(body.blocks, block) ? body.blocks[block] : undefined;
  return body !== undefined && Object.hasOwn(body.fields, name) ? body.fields[name] : undefined;
}

class Hiding {
  readonly #edits: Edit[];
  readonly #values: readonly string[];
  readonly #stage: boolean;

  constructor(edits: Edit[], values: readonly string[], stage: boolean) {
    this.#edits = edits;
    this.#values = values;
    this.#stage = stage;
  }

  attribute({ name, value }: AttributeStatement, parents: readonly BlockStatement[]): void {
    const field = fieldOf(name, parents);
    const secret = field !== undefined && isSecret(field);
    const named = !this.#stage && (isSecretName(name) || HEADER_MAPS.has(name));
    if (secret || named) this.#all(value, field?.type.kind === "map" || HEADER_MAPS.has(name));
    else this.#within(value);
  }

  /** The whole value is secret, and so are its parts, unless they occur elsewhere. */
  #all(e: Expression, map = false, isPublic = false): void {
    switch (e.kind) {
      case "literal":
        if ((e.literal === "string" && e.text.length > 2) || e.literal === "number" || e.literal === "float")
          this.#replace(e, quoteString(SECRET), isPublic ? [] : literalsIn(e));
        return;
      case "array":
        for (const one of e.elements) this.#all(one);
        return;
      case "object":
        for (const { name, value } of e.fields) this.#all(value, false, isPublic || PUBLIC_HEADER.test(name));
        return;
      case "paren":
        this.#all(e.inner, map);
        return;
      case "binary":
        if (e.operator === "+") {
          this.#all(e.left);
          this.#all(e.right);
          return;
        }
        break;
      default:
        break;
    }
    const literals = literalsIn(e);
    if (literals.length > 0)
      this.#replace(e, map ? `{ hidden = ${quoteString(SECRET)} }` : quoteString(SECRET), isPublic ? [] : literals);
  }

  /** The value may contain secrets. */
  #within(e: Expression): void {
    switch (e.kind) {
      case "literal":
      case "binary":
      case "paren":
        this.#joined(e);
        return;
      case "array":
        for (const one of e.elements) this.#within(one);
        return;
      case "object":
        for (const { name, value } of e.fields) {
          if (!this.#stage && isSecretName(name)) this.#all(value);
          else this.#within(value);
        }
        return;
      case "call":
        this.#call(e);
        return;
      case "access":
      case "unary":
        this.#within(e.value);
        return;
      case "index":
        this.#within(e.value);
        this.#within(e.index);
        return;
      case "identifier":
        return;
    }
  }

  /** What a function makes may be a secret although none of its arguments is (`format("http://%s:%s@…", …)`). */
  #call(e: Expression & { kind: "call" }): void {
    if (isEnvironment(e)) return;
    const made = evaluate(e, { lookup: (name) => LIBRARY.get(name) });
    if (made.ok) {
      if (made.value.type !== "string") {
        for (const one of e.args) this.#within(one);
        return;
      }
      const shown = this.#shown(made.value.value);
      if (shown !== made.value.value) this.#replace(e, quoteString(shown));
      else for (const one of e.args) this.#within(one);
      return;
    }
    const before = this.#edits.length;
    for (const one of e.args) this.#within(one);
    // One of them was the frame of a secret whose parts are the others.
    if (this.#edits.length > before) {
      this.#edits.length = before;
      for (const one of e.args) this.#all(one);
    }
  }

  /** Texts that are joined with `+` are searched as one: each may hold a part of a secret. */
  #joined(e: Expression): void {
    const parts: { readonly leaf: Expression; readonly text: string | undefined }[] = [];
    const flatten = (one: Expression): void => {
      if (one.kind === "paren") flatten(one.inner);
      else if (one.kind === "binary") {
        flatten(one.left);
        flatten(one.right);
      } else parts.push({ leaf: one, text: one.kind === "literal" ? textOf(one) : undefined });
    };
    flatten(e);
    // A character that occurs nowhere else represents values known only at run time.
    const whole = parts.map(({ text }) => text ?? UNKNOWN).join("");
    const ranges = this.#find(whole);
    let at = 0;
    for (const { leaf, text } of parts) {
      const [start, end] = [at, at + (text ?? UNKNOWN).length];
      at = end;
      if (text === undefined) {
        if (leaf.kind !== "literal") this.#within(leaf);
      } else {
        const own = ranges
          .filter((range) => range.start < end && range.end > start)
          .map((range) => ({ start: Math.max(range.start, start) - start, end: Math.min(range.end, end) - start }));
        if (own.length > 0) this.#replace(leaf, quoteString(hideRanges(text, own)));
      }
    }
  }

  #find(text: string): HiddenRange[] {
    return findSecrets(text, { values: this.#values, whole: true });
  }

  #shown(text: string): string {
    return hideSecrets(text, { values: this.#values, whole: true });
  }

  #replace({ span }: Expression, text: string, secrets: readonly string[] = []): void {
    this.#edits.push({ span, text, secrets });
  }
}

const UNKNOWN = "\ufffc";

/** What a text literal says; undefined for other literals. */
function textOf({ literal, text }: LiteralExpression): string | undefined {
  if (literal !== "string") return undefined;
  if (text.startsWith("`")) return text.slice(1, -1).replaceAll("\r", "");
  return unquote(text) ?? text.slice(1, -1);
}

/** What its literals say; the name of an environment variable is none. */
function literalsIn(e: Expression): string[] {
  const found: string[] = [];
  walkExpression(e, (one) => {
    if (isEnvironment(one)) return false;
    if (one.kind === "literal") found.push(textOf(one) ?? one.text);
    return true;
  });
  return found;
}

function isEnvironment(e: Expression): boolean {
  return e.kind === "call" && ENVIRONMENT.has(pathOf(e.value)?.join(".") ?? "");
}

/** What stands in the place of secrets within the value of one argument. */
import { unquote } from "@sluice/languages/gonumber";
import { isSecretName } from "../../base/secrets/secret-names.ts";
import { findSecrets, type HiddenRange, hideRanges, SECRET, SHORTEST_VALUE } from "../../base/secrets/secrets.ts";
import type { Span } from "../../base/span.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { AttributeStatement, BlockStatement, Expression, LiteralExpression } from "../../syntax/ast.ts";
import {
  createStandardLibrary,
  evaluate,
  isEnvironmentCall,
  pathOf,
  quoteString,
  walkExpression,
} from "../../syntax/index.ts";
import { ALLOY_NAMESPACES } from "../top-level.ts";
import { argumentKind, isNearSecretName } from "./secret-arguments.ts";

/** Headers without secrets, so that their values need not be hidden everywhere. */
export const PUBLIC_HEADER = /^(?:accept(?:-.*)?|content-.*|user-agent|x-scope-orgid|host|connection|cache-control)$/i;
const LIBRARY = createStandardLibrary();
/** First names of components, and of arguments of modules. */
const NAMESPACES: ReadonlySet<string> = new Set([
  ...[...COMPONENT_CATALOG.keys()].map((name) => name.split(".")[0]!),
  ...ALLOY_NAMESPACES,
  "argument",
]);

export interface Edit {
  readonly span: Span;
  readonly text: string;
  /** What is secret there, as values: of arguments that are secret as a whole. */
  readonly secrets: readonly string[];
}

export class Hiding {
  readonly #edits: Edit[];
  readonly #values: readonly string[];
  readonly #stage: boolean;
  readonly #broken: boolean;
  readonly #whole: boolean;
  /** Calls of functions around what is looked at. */
  #calls = 0;
  /** Sums around it. */
  #sums = 0;

  /** `whole`: only arguments that are secret as a whole are looked for, which takes a fraction of the time. */
  constructor(
    edits: Edit[],
    { values, stage, broken, whole }: { values: readonly string[]; stage: boolean; broken: boolean; whole: boolean },
  ) {
    this.#edits = edits;
    this.#values = values;
    this.#stage = stage && !broken;
    this.#broken = broken;
    this.#whole = whole;
  }

  attribute({ name, value }: AttributeStatement, parents: readonly BlockStatement[]): void {
    const { kind, isMap } = argumentKind(name, parents, this.#broken);
    if (kind === "secret") this.#all(value, isMap);
    else if (kind === "unknown" && !isPlainNumber(value)) this.#all(value, isMap, true);
    else this.#within(value);
  }

  /** The whole value is secret, and so are its parts, unless they occur elsewhere. */
  #all(e: Expression, map = false, isPublic = false): void {
    switch (e.kind) {
      case "literal":
        if ((e.literal === "string" && e.text.length > 2) || e.literal === "number" || e.literal === "float")
          this.#replace(e, quoteString(SECRET), isPublic ? [] : this.#partsOf(e));
        return;
      case "identifier":
        // A reference has several names: this is a text whose quotes are missing.
        this.#replace(e, quoteString(SECRET), isPublic ? [] : [e.name]);
        return;
      case "array":
        for (const one of e.elements) this.#all(one, false, isPublic);
        return;
      case "object":
        for (const { name, value } of e.fields) this.#all(value, false, isPublic || PUBLIC_HEADER.test(name));
        return;
      case "paren":
        this.#all(e.inner, map, isPublic);
        return;
      case "binary":
        if (e.operator === "+") {
          this.#sums++;
          this.#all(e.left, false, isPublic);
          this.#all(e.right, false, isPublic);
          this.#sums--;
          return;
        }
        break;
      default:
        break;
    }
    const literals = literalsIn(e);
    if (literals.length > 0)
      this.#replace(
        e,
        map ? `{ hidden = ${quoteString(SECRET)} }` : quoteString(SECRET),
        isPublic ? [] : this.#partsOf(e),
      );
  }

  /** A short part of a value, such as the dash between two, occurs elsewhere by chance; the value itself is known as a whole. */
  #partsOf(e: Expression): string[] {
    const literals = literalsIn(e);
    const isPart = this.#sums > 0 || (e.kind !== "literal" && pathOf(e) === undefined);
    return isPart ? literals.filter(({ length }) => length >= SHORTEST_VALUE) : literals;
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
          if (!this.#stage && (isSecretName(name) || isNearSecretName(name))) this.#all(value);
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
    if (isEnvironmentCall(e)) return;
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
    this.#calls++;
    for (const one of e.args) this.#within(one);
    this.#calls--;
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
    if (this.#whole && this.#calls === 0) {
      for (const { leaf } of parts) if (leaf.kind !== "literal") this.#within(leaf);
      return;
    }
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
    return findSecrets(text, { values: this.#values, whole: true, pattern: this.#stage });
  }

  #shown(text: string): string {
    return hideRanges(text, this.#find(text));
  }

  #replace({ span }: Expression, text: string, secrets: readonly string[] = []): void {
    this.#edits.push({ span, text, secrets });
  }
}

const isPlainNumber = (e: Expression): boolean =>
  e.kind === "literal" && (e.literal === "number" || e.literal === "float");

const UNKNOWN = "\ufffc";

/** What a text literal says; undefined for other literals. */
function textOf({ literal, text }: LiteralExpression): string | undefined {
  if (literal !== "string") return undefined;
  if (text.startsWith("`")) return text.slice(1, -1).replaceAll("\r", "");
  return unquote(text) ?? text.slice(1, -1);
}

/** What its literals say, and what probably lacks its quotes; the name of an environment variable is none. */
function literalsIn(e: Expression): string[] {
  const found: string[] = [];
  walkExpression(e, (one) => {
    if (isEnvironmentCall(one)) return false;
    if (one.kind === "literal") found.push(textOf(one) ?? one.text);
    const path = pathOf(one);
    if (path === undefined) return true;
    if (!startsPath(path[0]!)) found.push(...new Set([path[0]!, path.join(".")]));
    return false;
  });
  return found;
}

/** What a path of a configuration can start with: functions, components, and what Alloy has besides. */
const startsPath = (name: string): boolean => LIBRARY.has(name) || NAMESPACES.has(name);

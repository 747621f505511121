/** Compiling a template once, and running it for one entry after another. */

import { nearest } from "../../base/nearest.ts";
import { BUILTINS } from "../builtins.ts";
import { type FunctionSource, functionFinder, TemplateError } from "../functions.ts";
import { MAX_OUTPUT } from "../limits.ts";
import type { ListNode } from "../syntax/ast.ts";
import { collectFields } from "../syntax/fields.ts";
import { type Mistake, parseTemplate } from "../syntax/parse.ts";
import { TemplateData } from "../values/data.ts";
import { joinBytes } from "../values/go-string.ts";
import { compileTrees } from "./blocks.ts";
import { type DataAccessor, Execution, ExecutionError, type TemplateHost } from "./execution.ts";

export interface TemplateOptions {
  /** The template's name in error texts; Alloy's stages use `pipeline_template`. */
  readonly name: string;
  /** Functions beside the language's own; a later registry shadows an earlier one, all shadow the language's. */
  readonly functions?: readonly FunctionSource[];
}

/** `limit` names the bound of limits.ts that was exceeded, if it was one. */
export type ExecuteResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string; readonly limit?: string | undefined };

export interface Template {
  /** Runs the template. A failure gives Go's error text; nothing of the output is kept then, as in Alloy. */
  execute(data: DataAccessor, host: TemplateHost): ExecuteResult;
  /** Names of the data that the text refers to where that can be seen: `.msg`, `$.msg`, `index . "msg"`. */
  readonly fields: readonly string[];
  /** The text may refer to others too: it hands the data on as a whole, or names what it reads at run time. */
  readonly readsAll: boolean;
}

/** A mistake in a template: Go's whole error text, the place in UTF-16 offsets, and the function that is probably meant. */
export interface TemplateMistake {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly meant?: string | undefined;
}

/** A refused template: the mistake that Go reports, and the others. */
export type CompileResult =
  | { readonly ok: true; readonly template: Template }
  | (TemplateMistake & { readonly ok: false; readonly others?: readonly TemplateMistake[] | undefined });

/** Parses and compiles a template. */
export function compileTemplate(text: string, options: TemplateOptions): CompileResult {
  const sources = [BUILTINS, ...(options.functions ?? [])];
  const find = functionFinder(sources);
  const parsed = parseTemplate(options.name, text, (name) => find(name) !== undefined);
  if (!parsed.ok) {
    const named = namer(sources);
    const others = parsed.others?.map(named);
    return { ok: false, ...named(parsed), ...(others === undefined ? {} : { others }) };
  }
  const source = { name: options.name, text };
  const { fields, readsAll } = collectFields(options.name, parsed.trees);
  const constant = constantText(parsed.trees.get(options.name)!);
  if (constant !== undefined) {
    const result: ExecuteResult = { ok: true, text: joinBytes(constant) };
    return { ok: true, template: { execute: () => result, fields, readsAll } };
  }
  const main = compileTrees(parsed.trees, find).get(options.name)!;
  const execute = (data: DataAccessor, host: TemplateHost): ExecuteResult => {
    const dot = new TemplateData(data);
    const execution = new Execution(source, host, dot);
    try {
      main.walk(execution, dot);
    } catch (error) {
      const failure = error instanceof TemplateError ? execution.executionError(error) : error;
      if (!(failure instanceof ExecutionError)) throw failure;
      return { ok: false, message: joinBytes(failure.message), limit: failure.limit };
    }
    return { ok: true, text: joinBytes(execution.out) };
  };
  return { ok: true, template: { execute, fields, readsAll } };
}

/** Adds the known function that an unknown one probably means. */
function namer(sources: readonly FunctionSource[]): (mistake: Mistake) => TemplateMistake {
  let names: readonly string[] | undefined;
  return ({ message, start, end, unknown }) => {
    if (unknown === undefined) return { message, start, end };
    names ??= sources.flatMap((source) => [...source.keys()]);
    const meant = nearest(unknown, names);
    return { message, start, end, ...(meant === undefined ? {} : { meant }) };
  };
}

/** What a template without actions writes; undefined where there is something to execute, or too much to write. */
function constantText(list: ListNode): string | undefined {
  let text = "";
  for (const node of list.nodes) {
    if (node.type === "text") text += node.text;
    else if (node.type !== "comment") return undefined;
  }
  return text.length > MAX_OUTPUT ? undefined : text;
}

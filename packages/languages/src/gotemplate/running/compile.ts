/** Compiling a template once, and running it for one entry after another. */

import { BUILTINS } from "../builtins.ts";
import { type FunctionSource, functionFinder, TemplateError } from "../functions.ts";
import { MAX_OUTPUT } from "../limits.ts";
import type { ListNode } from "../syntax/ast.ts";
import { collectFields } from "../syntax/fields.ts";
import { parseTemplate } from "../syntax/parse.ts";
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

/** A refused template: Go's whole error text, and the place in the text in UTF-16 offsets. */
export type CompileResult =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly message: string; readonly start: number; readonly end: number };

/** Parses and compiles a template. */
export function compileTemplate(text: string, options: TemplateOptions): CompileResult {
  const find = functionFinder([BUILTINS, ...(options.functions ?? [])]);
  const parsed = parseTemplate(options.name, text, (name) => find(name) !== undefined);
  if (!parsed.ok) return parsed;
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

/** What a template without actions writes; undefined where there is something to execute, or too much to write. */
function constantText(list: ListNode): string | undefined {
  let text = "";
  for (const node of list.nodes) {
    if (node.type === "text") text += node.text;
    else if (node.type !== "comment") return undefined;
  }
  return text.length > MAX_OUTPUT ? undefined : text;
}

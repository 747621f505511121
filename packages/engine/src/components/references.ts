/** References between components that lead nowhere, found before evaluation so that the message names the component. */
import type { Diagnostic } from "../base/diagnostic.ts";
import { nearest } from "../spec/nearest.ts";
import type { BlockStatement } from "../syntax/ast.ts";
import { findReferences, type Reference, walkStatements } from "../syntax/index.ts";
import type { ComponentSpec } from "./component-spec.ts";
import { COMPONENT_CATALOG } from "./index.ts";

const NAMESPACES = new Set([...COMPONENT_CATALOG.keys()].map((name) => name.split(".")[0]!));

/** One diagnostic for each reference in `block` to a component or an export that is not there. */
export function findReferenceErrors(block: BlockStatement, known: ReadonlyMap<string, ComponentSpec>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  walkStatements(block.body, (statement) => {
    if (statement.kind !== "attribute") return;
    for (const reference of findReferences(statement.value)) {
      if (!NAMESPACES.has(reference.path[0]!)) continue;
      const problem = check(reference, known);
      if (problem !== undefined) diagnostics.push(problem);
    }
  });
  return diagnostics;
}

function check({ path, span }: Reference, known: ReadonlyMap<string, ComponentSpec>): Diagnostic | undefined {
  const text = path.join(".");
  const id = [...known.keys()].find((one) => text === one || text.startsWith(`${one}.`));
  if (id === undefined) {
    const near = nearest(text, [...known].flatMap(([one, spec]) => Object.keys(spec.exports).map((exported) => `${one}.${exported}`)));
    const fixes = near === undefined ? undefined : [{ title: `Change to ${near}`, edits: [{ span, text: near }] }];
    return { severity: "error", code: "unknown-reference", message: `component ${JSON.stringify(text)} does not exist or is out of scope`, span, fixes };
  }
  const spec = known.get(id)!;
  const exported = text.slice(id.length + 1).split(".")[0] ?? "";
  if (Object.hasOwn(spec.exports, exported)) return undefined;
  const names = Object.keys(spec.exports);
  const hint = names.length === 0 ? "it exports nothing" : `it exports ${names.join(", ")}`;
  return { severity: "error", code: "unknown-export", message: `${id} has no export ${JSON.stringify(exported)}: ${hint}`, span };
}

/** References between components that lead nowhere, found before evaluation so that the message names the component. */

import { nearest } from "@sluice/languages/base";
import { type Diagnostic, meaning } from "../../base/diagnostic.ts";
import type { ComponentSpec } from "../../components/component-spec.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { BlockStatement } from "../../syntax/ast.ts";
import { findReferences, type Reference, walkStatements } from "../../syntax/index.ts";
import { componentTemplate } from "../edits/component-template.ts";

const NAMESPACES = new Set([...COMPONENT_CATALOG.keys()].map((name) => name.split(".")[0]!));

/** Names in a component's id at most: those of its kind and the label. */
const MOST_ID_PARTS = Math.max(...[...COMPONENT_CATALOG.keys()].map((name) => name.split(".").length)) + 1;

/** Whether a reference leads into one of the components `opaque`, by id. */
export function leadsInto({ path }: Reference, opaque: ReadonlySet<string>): boolean {
  return path.some((_, i) => opaque.has(path.slice(0, i + 1).join(".")));
}

/** Whether a missing block only has to be added, where, and the names of the existing blocks. */
interface Missing {
  readonly severity: "error" | "warning";
  readonly end: number;
  readonly written: Iterable<string>;
}

/** References of a block's expressions, in the order of the text. */
export function referencesIn(block: BlockStatement): Reference[] {
  const found: Reference[] = [];
  walkStatements(block.body, (statement) => {
    if (statement.kind !== "attribute") return;
    for (const reference of findReferences(statement.value)) found.push(reference);
  });
  return found;
}

/** References for which the nearest name is looked up: as many mistakes as one configuration reports. */
const MAX_SUGGESTED = 50;

/** Finds the references of one configuration that lead to a missing component or export. */
export class ReferenceErrors {
  readonly #known: ReadonlyMap<string, ComponentSpec>;
  readonly #opaque: ReadonlySet<string>;
  readonly #missing: Missing;
  readonly #written: ReadonlySet<ComponentSpec>;
  /** Everything that can be referred to. */
  #names: readonly string[] | undefined;
  #suggested = 0;

  /** References into the components `opaque`, by id, are not checked. */
  constructor(known: ReadonlyMap<string, ComponentSpec>, opaque: ReadonlySet<string>, missing: Missing) {
    this.#known = known;
    this.#opaque = opaque;
    this.#missing = missing;
    this.#written = new Set([...missing.written].flatMap((name) => COMPONENT_CATALOG.get(name) ?? []));
  }

  /** One diagnostic for each of `references` that leads nowhere. */
  *findInSteps(references: readonly Reference[]): Generator<void, Diagnostic[]> {
    const diagnostics: Diagnostic[] = [];
    for (const reference of references) {
      yield;
      if (!NAMESPACES.has(reference.path[0]!) || leadsInto(reference, this.#opaque)) continue;
      const id = idWithin(reference.path, this.#known);
      const problem =
        id === undefined ? this.#noComponent(reference) : findMissingExport(reference, id, this.#known.get(id)!);
      if (problem !== undefined) diagnostics.push(problem);
    }
    return diagnostics;
  }

  #noComponent({ path, span }: Reference): Diagnostic {
    const { severity, end } = this.#missing;
    const text = path.join(".");
    const near = this.#nearest(text);
    const { meant, fixes: change = [] } = meaning(near, span);
    const fixes = [...change];
    const block = severity === "warning" ? missingBlock(path) : undefined;
    if (block !== undefined) {
      const edits = [{ span: { start: end, end }, text: `\n${block.text}\n` }];
      fixes.push({ title: `Add ${block.id}`, edits });
    }
    return {
      severity,
      code: "unknown-reference",
      message: `component ${JSON.stringify(text)} does not exist or is out of scope${noneOfType(path, this.#written)}`,
      span,
      meant,
      fixes: fixes.length === 0 ? undefined : fixes,
    };
  }

  #nearest(text: string): string | undefined {
    if (++this.#suggested > MAX_SUGGESTED) return undefined;
    this.#names ??= [...this.#known].flatMap(([id, spec]) => Object.keys(spec.exports).map((name) => `${id}.${name}`));
    return nearest(text, this.#names);
  }
}

/** What is wrong with a reference into the component `id`. */
function findMissingExport({ path, span }: Reference, id: string, spec: ComponentSpec): Diagnostic | undefined {
  const exported = path[id.split(".").length] ?? "";
  if (Object.hasOwn(spec.exports, exported)) return undefined;
  const names = Object.keys(spec.exports);
  const hint = names.length === 0 ? "it exports nothing" : `it exports ${names.join(", ")}`;
  const whole = names.map((name) => `${id}.${name}`);
  const message =
    exported === ""
      ? `${id} is a component, not a value: ${names.length === 0 ? hint : `write ${whole.join(" or ")}`}`
      : `${id} has no export ${JSON.stringify(exported)}: ${hint}`;
  const written = exported === "" ? undefined : nearest(exported, names);
  const near = written === undefined ? undefined : `${id}.${written}`;
  const only = exported === "" && whole.length === 1 ? whole[0] : undefined;
  const { fixes } = meaning(near ?? only, span);
  // What it exports is said already.
  return { severity: "error", code: "unknown-export", message, span, fixes };
}

/** Says that no component, in either dialect, has the name in a path such as `logs.write.out.receiver`. */
function noneOfType(path: readonly string[], written: ReadonlySet<ComponentSpec>): string {
  const name = path.slice(0, -2).join(".");
  const spec = COMPONENT_CATALOG.get(name);
  if (spec === undefined || written.has(spec)) return "";
  return `: there is no ${name} in this configuration`;
}

/** The component that a path such as `logs.write.out.receiver` leads to. */
export function idWithin(path: readonly string[], known: ReadonlyMap<string, ComponentSpec>): string | undefined {
  for (let parts = 2; parts <= Math.min(path.length, MOST_ID_PARTS); parts++) {
    const id = path.slice(0, parts).join(".");
    if (known.has(id)) return id;
  }
  return undefined;
}

/** The block that a reference such as `loki.write.out.receiver` asks for. */
function missingBlock(path: readonly string[]): { readonly id: string; readonly text: string } | undefined {
  const [exported, label] = [path.at(-1)!, path.at(-2)!];
  const name = path.slice(0, -2).join(".");
  const spec = COMPONENT_CATALOG.get(name);
  if (spec === undefined || !Object.hasOwn(spec.exports, exported)) return undefined;
  const text = componentTemplate(name, label);
  return text === undefined ? undefined : { id: `${name}.${label}`, text };
}

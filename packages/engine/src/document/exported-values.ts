/** Exports of components, as values for the expressions of others. */
import type { ComponentSpec } from "../components/component-spec.ts";
import { type Exports, exportedToValue, unknownValue } from "../schema/exported.ts";
import { object, type Value } from "../syntax/index.ts";

/**
 * What references evaluate to: `logs` → `write` → `out` → `receiver`. `known`: the components that are referred to;
 * `exportsOf`: the known values that each exports.
 */
export function exportedValues(
  known: ReadonlyMap<string, ComponentSpec>,
  exportsOf: (id: string) => Exports | undefined,
): ReadonlyMap<string, Value> {
  interface Tree {
    readonly children: Map<string, Tree>;
    value?: Value;
  }
  const root: Tree = { children: new Map() };
  for (const [id, spec] of known) {
    let at = root;
    for (const part of id.split(".")) {
      let next = at.children.get(part);
      if (next === undefined) {
        next = { children: new Map() };
        at.children.set(part, next);
      }
      at = next;
    }
    const values = exportsOf(id);
    at.value = object(
      new Map(
        Object.entries(spec.exports).map(([exported, kind]) => {
          const value = values?.[exported];
          return [
            exported,
            value === undefined ? unknownValue(kind, id, exported) : exportedToValue(value, id, exported),
          ];
        }),
      ),
    );
  }
  const toValue = (tree: Tree): Value =>
    tree.value ?? object(new Map([...tree.children].map(([name, child]) => [name, toValue(child)])));
  return new Map([...root.children].map(([name, child]) => [name, toValue(child)]));
}

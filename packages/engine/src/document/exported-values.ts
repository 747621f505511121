/** What components export, as the values that expressions of others see. */
import type { ComponentSpec } from "../components/component-spec.ts";
import { CAPSULES } from "../schema/capsules.ts";
import type { CapsuleReference } from "../schema/field.ts";
import { capsule, object, type Value } from "../syntax/index.ts";

/** What references evaluate to: `logs` → `write` → `out` → `receiver`. */
export function exportedValues(known: ReadonlyMap<string, ComponentSpec>): ReadonlyMap<string, Value> {
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
    at.value = object(
      new Map(
        Object.entries(spec.exports).map(([exported, kind]) => {
          const reference: CapsuleReference = { capsule: kind, component: id, exported };
          return [exported, capsule(CAPSULES[kind].name, reference)];
        }),
      ),
    );
  }
  const toValue = (tree: Tree): Value =>
    tree.value ?? object(new Map([...tree.children].map(([name, child]) => [name, toValue(child)])));
  return new Map([...root.children].map(([name, child]) => [name, toValue(child)]));
}

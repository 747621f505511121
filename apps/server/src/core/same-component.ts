/** Whether two versions of a component, from two readings of a configuration, ask for the same. Where they stand does not matter. */
import type { ComponentNode, StageNode } from "@sluice/engine";

/** Where it forwards to is compared apart: another receiver can be bound while it runs. */
export function asksTheSame(a: ComponentNode, b: ComponentNode): boolean {
  return a.spec === b.spec && a.dialect === b.dialect && isSame(a.args, b.args) && hasSameStages(a.stages, b.stages);
}

/** Whether it is the same kind of component, and nothing but arguments of its own can have changed. */
export function differsInArguments(a: ComponentNode, b: ComponentNode): boolean {
  return a.spec === b.spec && a.dialect === b.dialect && a.stages.length + b.stages.length === 0;
}

function hasSameStages(a: readonly StageNode[], b: readonly StageNode[]): boolean {
  return (
    a.length === b.length &&
    a.every((stage, i) => {
      const other = b[i]!;
      return (
        stage.spec === other.spec && isSame(stage.args, other.args) && hasSameStages(stage.children, other.children)
      );
    })
  );
}

/** Of decoded arguments. What is no plain data counts as another: its parts may not be seen from outside. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a)) return isSameList(a, b as unknown[]);
  // In their order, since some lists of names are worked on in it.
  if (a instanceof Map) return isSameList([...a], [...(b as typeof a)]);
  if (a instanceof Set) return isSameList([...a], [...(b as typeof a)]);
  if (Object.getPrototypeOf(a) !== Object.prototype) return false;
  const [one, other] = [entriesOf(a), entriesOf(b)];
  return (
    one.size === other.size && [...one].every(([name, value]) => other.has(name) && isSame(value, other.get(name)))
  );
}

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, i) => isSame(value, b[i]));

const entriesOf = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([name, inner]) => name !== "forward_to" && inner !== undefined));

/** Whether two versions of a component, from two readings of a configuration, ask for the same. Where they stand does not matter. */
import { type ComponentNode, sameArguments, sameStages } from "@sluice/engine";

/** Where it forwards to is compared apart: another receiver can be bound while it runs. */
export function asksTheSame(a: ComponentNode, b: ComponentNode): boolean {
  return (
    a.spec === b.spec &&
    a.dialect === b.dialect &&
    sameArguments(a.spec, a.args, b.args, ["forward_to"]) &&
    sameStages(a.stages, b.stages)
  );
}

/** Whether it is the same kind of component, and nothing but arguments of its own can have changed. */
export function differsInArguments(a: ComponentNode, b: ComponentNode): boolean {
  return a.spec === b.spec && a.dialect === b.dialect && (!a.spec.stages || a.stages.length + b.stages.length === 0);
}

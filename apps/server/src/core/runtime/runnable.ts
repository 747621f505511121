/** What keeps a configuration from running although its text is in order: one check for those who run it and those who ask. */
import type { ComponentNode, Diagnostic } from "@sluice/engine";
import type { ComponentRecord } from "../component-record.ts";

/** An error for each component whose arguments only the server can tell to be wrong. */
export function findUnrunnable(
  components: readonly ComponentNode[],
  records: ReadonlyMap<string, ComponentRecord>,
): Diagnostic[] {
  // A test compares the records with what the engine knows: there is one for each.
  return components.flatMap((node) => unrunnable(node, records.get(node.spec.name)!));
}

/** The same for one of them. */
export function unrunnable(node: ComponentNode, record: ComponentRecord): Diagnostic[] {
  const { id, span } = node;
  const bad = record.validate(node);
  return bad === undefined ? [] : [{ severity: "error", code: "cannot-run", message: `${id}: ${bad}`, span }];
}

export const recordsByName = (records: readonly ComponentRecord[]): ReadonlyMap<string, ComponentRecord> =>
  new Map(records.map((record) => [record.spec.name, record]));

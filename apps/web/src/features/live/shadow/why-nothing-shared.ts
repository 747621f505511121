/** What a shadow run compares: the same logs.process in what runs and in the draft. */
import type { GraphNode } from "@sluice/engine";

/** Why nothing of the draft can be compared; undefined: something can. `running`: components with stages that run. */
export function whyNothingShared(nodes: readonly GraphNode[], running: readonly string[]): string | undefined {
  const own = nodes.flatMap(({ id, kind, state }) => (kind === "process" && state === "run" ? id : []));
  if (own.some((id) => running.includes(id))) return undefined;
  const runs = running.length === 0 ? "The server runs none" : `The server runs ${running.join(", ")}`;
  const has = own.length === 0 ? "this draft has none" : `this draft has ${own.join(", ")}`;
  return `A shadow run compares a logs.process that both have. ${runs}; ${has}.`;
}

/** What may be connected with what, told from the graph alone, so that a page can say so while somebody drags. */
import { CAPSULES } from "../schema/capsules.ts";
import type { ComponentGraph, GraphNode } from "./graph.ts";

/** Why `from` cannot be made to forward to `to`, as a sentence; undefined: it can. */
export function whyNotConnect({ nodes, edges }: ComponentGraph, from: string, to: string): string | undefined {
  const [giver, taker] = [from, to].map((id) => nodes.find((node) => node.id === id));
  if (giver === undefined || giver.state === "missing") return `${from} is not in the configuration.`;
  if (taker === undefined || taker.state === "missing") return `${to} is not in the configuration.`;
  if (giver === taker) return `${from} cannot forward to itself: entries would go round without end.`;
  if (giver.gives === undefined) return `${from} forwards nothing to other components.`;
  if (taker.takes === undefined) return `${to} takes nothing from other components.`;
  if (giver.gives !== taker.takes)
    return `${from} forwards to a ${CAPSULES[giver.gives].noun}, and ${to} is a ${CAPSULES[taker.takes].noun}.`;
  if (edges.some((edge) => edge.from === from && edge.to === to && edge.carries !== "values"))
    return `${from} forwards to ${to} already.`;
  const back = wayBetween({ edges }, to, from);
  if (back !== undefined) return `Entries would go round without end: ${[from, ...back].join(" → ")}.`;
  return undefined;
}

/** What `from` may be made to forward to, in the order of the text. */
export const connectable = (graph: ComponentGraph, from: string): GraphNode[] =>
  graph.nodes.filter(({ id }) => whyNotConnect(graph, from, id) === undefined);

/** The ids on the shortest way along what is forwarded, both ends included; undefined where there is none. */
function wayBetween({ edges }: Pick<ComponentGraph, "edges">, from: string, to: string): string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (const id of before.keys()) {
    if (id === to) {
      const way = [];
      for (let at: string | undefined = id; at !== undefined; at = before.get(at)) way.unshift(at);
      return way;
    }
    for (const edge of edges)
      if (edge.from === id && edge.carries !== "values" && !before.has(edge.to)) before.set(edge.to, id);
  }
  return undefined;
}

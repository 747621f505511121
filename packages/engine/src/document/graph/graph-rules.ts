/** Which components may be connected, by the graph alone, so that a page can show it while the user drags. */
import { CAPSULES } from "../../schema/capsules.ts";
import type { ComponentGraph, GraphNode } from "./graph.ts";

/** What a configuration needs to run by itself. */
export type Lack = "source" | "sink";

/** What a graph lacks to run by itself, whether or not Sluice runs what it has. */
export function lacksOf({ nodes }: Pick<ComponentGraph, "nodes">): readonly Lack[] {
  const has = (kind: GraphNode["kind"]) => nodes.some((node) => node.kind === kind && node.state !== "missing");
  return [...(has("source") ? [] : (["source"] as const)), ...(has("writer") ? [] : (["sink"] as const))];
}

/** Why `from` cannot be made to forward to `to`, as a sentence; undefined: it can. */
export function whyNotConnect({ nodes, edges }: ComponentGraph, from: string, to: string): string | undefined {
  const [giver, taker] = [from, to].map((id) => nodes.find((node) => node.id === id));
  if (giver === undefined || giver.state === "missing") return `${from} is not in the configuration.`;
  if (taker === undefined || taker.state === "missing") return `${to} is not in the configuration.`;
  const why = whyNoPair(giver, taker);
  if (why !== undefined) return why;
  if (edges.some((edge) => edge.from === from && edge.to === to && edge.carries !== "values"))
    return `${from} already forwards to ${to}.`;
  const back = wayBetween({ edges }, to, from);
  if (back !== undefined) return `Entries would loop forever: ${[from, ...back].join(" → ")}.`;
  return undefined;
}

/** The same, by the two components alone. */
function whyNoPair(giver: GraphNode, taker: GraphNode): string | undefined {
  if (giver === taker) return `${giver.id} cannot forward to itself: entries would loop forever.`;
  if (giver.gives === undefined) return `${giver.id} forwards nothing to other components.`;
  if (taker.takes === undefined) return `${taker.id} takes nothing from other components.`;
  if (giver.gives === taker.takes) return undefined;
  return `${giver.id} forwards to a ${CAPSULES[giver.gives].noun}, and ${taker.id} is a ${CAPSULES[taker.takes].noun}.`;
}

/**
 * What `from` may be made to forward to, in the order of the text: all to which `whyNotConnect` says nothing, in one walk over
 * the edges for all of them.
 */
export function connectable({ nodes, edges }: ComponentGraph, from: string): GraphNode[] {
  const giver = nodes.find(({ id }) => id === from);
  if (giver === undefined || giver.state === "missing" || giver.gives === undefined) return [];
  const refused = new Set<string>();
  /** What leads to each. */
  const sources = new Map<string, string[]>();
  for (const edge of edges) {
    if (edge.carries === "values") continue;
    if (edge.from === from) refused.add(edge.to);
    const known = sources.get(edge.to);
    if (known === undefined) sources.set(edge.to, [edge.from]);
    else known.push(edge.from);
  }
  const upstream = new Set([from]);
  for (const id of upstream) for (const source of sources.get(id) ?? []) upstream.add(source);
  return nodes.filter(
    (node) =>
      node.state !== "missing" &&
      !refused.has(node.id) &&
      !upstream.has(node.id) &&
      whyNoPair(giver, node) === undefined,
  );
}

/** The ids on the shortest path along forwarding edges, both ends included; undefined if there is none. */
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

/** What each component of a configuration touches outside the server (ports, files, addresses), by its spec. */
import { hideSecrets } from "../../base/secrets/secrets.ts";
import { type Thing, thing } from "../../components/shared/things.ts";
import type { ComponentNode } from "../component-node.ts";

/** By the component's id; including what others find for it, however indirectly. */
export function outsideOf(components: readonly ComponentNode[]): ReadonlyMap<string, readonly Thing[]> {
  const byId = new Map(components.map((one) => [one.id, one]));
  return new Map(
    components.flatMap((one): [string, readonly Thing[]][] => {
      const { outside } = one.spec;
      if (outside === undefined) return [];
      const found = outside.takesFound ? usedBy(one, byId).flatMap(({ spec, args }) => spec.finds?.(args) ?? []) : [];
      const own = outside.of(one.args);
      return [[one.id, [...(outside.holdsSecrets ? own.map(withoutSecrets) : own), ...found]]];
    }),
  );
}

const withoutSecrets = ({ name }: Thing): Thing => thing(hideSecrets(name, { whole: true }));

/** Components whose values it uses, also by way of others. */
function usedBy({ uses }: ComponentNode, byId: ReadonlyMap<string, ComponentNode>): ComponentNode[] {
  const found = new Map<string, ComponentNode>();
  const waiting = [...uses];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const one = byId.get(id);
    if (one === undefined || found.has(id)) continue;
    found.set(id, one);
    waiting.push(...one.uses);
  }
  return [...found.values()];
}

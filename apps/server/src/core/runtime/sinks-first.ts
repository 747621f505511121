/** The order in which components start. */

interface Forwarding {
  readonly id: string;
  readonly forwardTo: readonly string[];
  /** Whose values it uses. */
  readonly uses?: readonly string[];
}

/** Each after all that it forwards to, and all whose values it uses, however long the chains are. There are no cycles, and every id is there. */
export function sinksFirst<T extends Forwarding>(components: readonly T[]): T[] {
  const byId = new Map(components.map((one) => [one.id, one]));
  const seen = new Set<string>();
  const ordered: T[] = [];
  for (const start of components) {
    if (seen.has(start.id)) continue;
    seen.add(start.id);
    const path = [{ component: start, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { forwardTo, uses = [] } = top.component;
      const id = forwardTo[top.next] ?? uses[top.next - forwardTo.length];
      top.next++;
      if (id === undefined) {
        ordered.push(top.component);
        path.pop();
      } else if (!seen.has(id)) {
        seen.add(id);
        path.push({ component: byId.get(id)!, next: 0 });
      }
    }
  }
  return ordered;
}

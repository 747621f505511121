/** Finding a component by its name, or by what it does. */

/** A component that can be added. */
export interface AddableComponent {
  /** `logs.write` */
  readonly name: string;
  /** What Alloy calls it. */
  readonly alias: string | undefined;
  /** One sentence. */
  readonly summary: string;
  /** How it is written: it is added so. */
  readonly code: string;
}

/** Those that have every word of `query` in a name, in the summary or in the example; by name first. */
export function findComponents(components: readonly AddableComponent[], query: string): AddableComponent[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const named = components.filter(({ name, alias }) => has(`${name} ${alias ?? ""}`));
  const others = components.filter((one) => !named.includes(one) && has(`${one.name} ${one.summary} ${one.code}`));
  return [...named, ...others];
}

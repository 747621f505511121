/** Which components touch each thing outside, also by a thing that covers it. */
import type { ComponentSpec } from "../../components/component-spec.ts";
import { heldBy, isApart, isSingle, type Thing } from "../../components/shared/things.ts";
import type { ComponentNode } from "../component-node.ts";

/** Limit of steps for all comparisons of patterns together; past it nothing is certain. */
const MAX_STEPS = 1_000_000;
/** Of a comparison that ends at once, and of one of two short patterns. */
const FEW_STEPS = 4;
const MORE_STEPS = 100;

interface One {
  readonly id: string;
  readonly thing: Thing;
}

/** By the text that is compared: everything equals itself, and few cover more. */
interface OfOneKind {
  readonly same: Map<string, Set<string>>;
  readonly wider: One[];
  readonly single: One[];
  /** How single files are called, by whether their path is relative. */
  readonly called: readonly [absolute: Set<string>, relative: Set<string>];
}

export interface Holding {
  /** Those that touch all of it. */
  readonly by: ReadonlySet<string>;
  /** Whether a part may be touched if no component touches all. */
  readonly some: boolean;
}

export class Touched {
  readonly #kinds = new Map<string, OfOneKind>();
  #steps = MAX_STEPS;

  constructor(components: readonly ComponentNode[], things: ReadonlyMap<string, readonly Thing[]>) {
    for (const { id, spec } of components)
      for (const thing of things.get(id) ?? []) {
        const kind = this.#kinds.get(spec.name) ?? {
          same: new Map(),
          wider: [],
          single: [],
          called: [new Set(), new Set()],
        };
        this.#kinds.set(spec.name, kind);
        const key = keyOf(thing);
        kind.same.set(key, (kind.same.get(key) ?? new Set()).add(id));
        (isSingle(thing) ? kind.single : kind.wider).push({ id, thing });
        if (isSingle(thing)) kind.called[anchorOf(thing)].add(lastName(thing));
      }
  }

  /** If `id` itself touches the same text, no other component has to be checked. */
  holding({ name }: ComponentSpec, thing: Thing, id: string): Holding {
    const kind = this.#kinds.get(name);
    if (kind === undefined) return { by: new Set(), some: false };
    const same = kind.same.get(keyOf(thing));
    if (same?.has(id) === true) return { by: same, some: false };
    const by = new Set(same);
    // The base of a relative path is not known here: equal names may be the same file.
    let some = isSingle(thing) && kind.called[anchorOf(thing) === 0 ? 1 : 0].has(lastName(thing));
    for (const others of isSingle(thing) ? [kind.wider] : [kind.wider, kind.single])
      for (const one of others) {
        this.#steps -= FEW_STEPS;
        if (this.#steps >= 0 && isApart(one.thing, thing)) continue;
        this.#steps -= MORE_STEPS + one.thing.name.length * thing.name.length;
        if (this.#steps < 0) return { by, some: true };
        const held = heldBy(one.thing, thing);
        if (held === "all") by.add(one.id);
        else if (held === "unsure") some = true;
      }
    return { by, some };
  }
}

/** The same for what is compared by its text alone. */
function keyOf({ what }: Thing): string {
  if (typeof what === "string") return what;
  if ("path" in what) return JSON.stringify([what.path, what.exclude]);
  return JSON.stringify([what.folder, [...what.matches].map(([field, values]) => [field, [...values]])]);
}

const pathOf = ({ what }: Thing): string => (typeof what === "object" && "path" in what ? what.path : "");

const anchorOf = (thing: Thing): 0 | 1 => (pathOf(thing) === "" || pathOf(thing).startsWith("/") ? 0 : 1);

const lastName = (thing: Thing): string => pathOf(thing).slice(pathOf(thing).lastIndexOf("/") + 1);

/** The order and nesting of a pipeline's stages, by path. */
import type { StageNode } from "../pipeline/stage-spec.ts";
import { Alternatives } from "./alternatives.ts";

export class StagePaths {
  readonly #previous = new Map<string, string | undefined>();
  readonly #next = new Map<string, string>();
  readonly #children = new Map<string, readonly string[]>();

  readonly alternatives: Alternatives;

  constructor(stages: readonly StageNode[]) {
    this.#add(stages, undefined);
    this.alternatives = new Alternatives(stages);
  }

  #add(nodes: readonly StageNode[], after: string | undefined): void {
    for (const [i, { path, children }] of nodes.entries()) {
      const next = nodes[i + 1]?.path ?? after;
      if (next !== undefined) this.#next.set(path, next);
      this.#previous.set(path, nodes[i - 1]?.path);
      if (children.length > 0)
        this.#children.set(
          path,
          children.map((child) => child.path),
        );
      this.#add(children, next);
    }
  }

  /** All of them in their order, those inside others after these. */
  all(): Iterable<string> {
    return this.#previous.keys();
  }

  /** The one before in the same list. */
  previous(path: string): string | undefined {
    return this.#previous.get(path);
  }

  /** The one that gets what `path` emits; after the last of a nested pipeline that is the outer next. */
  next(path: string): string | undefined {
    return this.#next.get(path);
  }

  /** Whether it has stages inside, so that it holds nothing itself. */
  isContainer(path: string): boolean {
    return this.#children.has(path);
  }

  /** The one that it is right inside of. */
  around(path: string): string | undefined {
    const dot = path.lastIndexOf(".");
    return dot < 0 ? undefined : path.slice(0, dot);
  }

  /** Those right inside of it, in their order. */
  children(path: string): readonly string[] {
    return this.#children.get(path) ?? [];
  }
}

/**
 * Blocks that began before a shadow run did. The run's own stages do not hold what the live pipelines hold, so the rest
 * of such a block finds nothing to join. The run learns which entries live stages hold (`joins` of a stage), so that
 * the result of such a block is not taken for a difference.
 */
import { type Clock, type Entry, type Joins, LabelSet } from "@sluice/engine";
import type { Nanos } from "@sluice/languages/base";

/** A block that a live pipeline holds. */
export interface HeldBlock {
  /** Id of the component, and path of its stage. */
  readonly id: string;
  readonly path: string;
  readonly labels: Readonly<Record<string, string>>;
  /** When it ends if nothing more comes; absent where time does not end it. */
  readonly until?: Nanos | undefined;
}

export class BegunBefore {
  readonly #clock: Clock;
  /** By stage: label sets, and when their blocks end. */
  readonly #open = new Map<string, Map<LabelSet, Nanos | undefined>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(blocks: readonly HeldBlock[]): void {
    for (const { id, path, labels, until } of blocks) {
      const key = `${id} ${path}`;
      const known = this.#open.get(key) ?? new Map<LabelSet, Nanos | undefined>();
      this.#open.set(key, known.set(LabelSet.of(labels), until));
    }
  }

  /** Whether `entry`, which is about to reach this stage, continues such a block. */
  has(id: string, path: string, joins: Joins, entry: Entry): boolean {
    if (this.#open.size === 0) return false;
    const key = `${id} ${path}`;
    const blocks = this.#open.get(key);
    if (blocks === undefined) return false;
    const next = joins.continued(entry);
    const labels = next?.labels ?? entry.labels;
    if (!blocks.has(labels)) return false;
    const until = blocks.get(labels);
    const isOver = next === undefined || (until !== undefined && until <= this.#clock.now());
    if (!isOver && !next.ends) blocks.set(labels, next.until);
    else blocks.delete(labels);
    if (blocks.size === 0) this.#open.delete(key);
    return !isOver;
  }
}

/**
 * The labels of a source's entries: what is known of each goes through `relabel_rules`, and what begins with `__` after
 * that is removed. What rules make of labels is remembered, since entries have few different ones.
 */
import { LabelSet, type RelabelRules, relabelSet } from "@sluice/engine";
import type { Faults } from "./faults.ts";

/** Label sets that are remembered. */
const REMEMBERED = 1000;

export class SourceLabels {
  #rules: RelabelRules;
  readonly #dropped: { add(count: number): void };
  readonly #faults: Pick<Faults, "guard">;
  /** Undefined where rules drop it. */
  readonly #known = new Map<LabelSet, LabelSet | undefined>();

  /** `dropped` counts what rules drop, or leave without labels. */
  constructor(rules: RelabelRules | undefined, dropped: { add(count: number): void }, faults: Pick<Faults, "guard">) {
    this.#rules = rules ?? [];
    this.#dropped = dropped;
    this.#faults = faults;
  }

  set rules(rules: RelabelRules) {
    this.#rules = rules;
    this.#known.clear();
  }

  /** Whether labels that begin with `__` can matter. */
  get looksAtAll(): boolean {
    return this.#rules.length > 0;
  }

  /** The labels of `entries` entries; undefined where rules drop them. Of a name that is there twice the last value counts. */
  finish(labels: Iterable<readonly [string, string]>, entries = 1): LabelSet | undefined {
    const before = labels instanceof LabelSet ? labels : LabelSet.of(labels);
    let after = this.#known.get(before);
    if (after === undefined && !this.#known.has(before)) {
      after = this.#relabel(before);
      this.#known.set(before, after);
      if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
    }
    if (after === undefined) this.#dropped.add(entries);
    return after;
  }

  /** What exceeds the bounds of expressions goes on unchanged. */
  #relabel(before: LabelSet): LabelSet | undefined {
    let after: LabelSet | undefined = before;
    this.#faults.guard("relabelling", () => {
      after = relabelSet(this.#rules, before);
      if (this.#rules.length > 0 && after?.size === 0) after = undefined;
    });
    return after?.filter((name, value) => value !== "" && !name.startsWith("__"));
  }
}

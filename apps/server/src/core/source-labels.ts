/**
 * The labels of a source's entries: what is known of each goes through `relabel_rules`, and what begins with `__` after
 * that is removed. What rules make of labels is remembered, since entries have few different ones.
 */
import { applyRules, LabelSet, type RelabelRules } from "@sluice/engine";

/** Label sets that are remembered. */
const REMEMBERED = 1000;

export class SourceLabels {
  #rules: RelabelRules;
  readonly #dropped: { add(count: number): void };
  /** Undefined where rules drop it. */
  readonly #known = new Map<LabelSet, LabelSet | undefined>();

  /** `dropped` counts what rules drop. */
  constructor(rules: RelabelRules | undefined, dropped: { add(count: number): void }) {
    this.#rules = rules ?? [];
    this.#dropped = dropped;
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
    const before = LabelSet.of(labels);
    let after = this.#known.get(before);
    if (after === undefined && !this.#known.has(before)) {
      after = this.#relabel(before);
      this.#known.set(before, after);
      if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.keys().next().value!);
    }
    if (after === undefined) this.#dropped.add(entries);
    return after;
  }

  #relabel(before: LabelSet): LabelSet | undefined {
    const labels = new Map(before.names.map((name, i) => [name, before.values[i]!]));
    if (applyRules(this.#rules, labels) !== undefined) return undefined;
    return LabelSet.of(labels).filter((name, value) => value !== "" && !name.startsWith("__"));
  }
}

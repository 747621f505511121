/** Labels of targets by the values of some of them: what `logs.enrich` and `profiles.enrich` add. */
import type { Target } from "../../schema/exported.ts";
import { stringListField, targetsField } from "../../schema/field.ts";

/** The arguments of both, but for the labels that are matched. */
export const enrichFields = {
  targets: targetsField({
    use: "read",
    doc: "The targets, usually those that another component exports.",
    required: true,
    example: "discovery.file.hosts.targets",
  }),
  labels_to_copy: stringListField({
    names: "label",
    doc: "Labels that are copied from the target. Empty: all of them, those that begin with `__` too.",
    default: [],
    example: '["rack", "team"]',
  }),
};

interface Args {
  readonly targets: readonly Target[];
  readonly labels_to_copy: readonly string[];
}

type Pairs = readonly (readonly [name: string, value: string])[];

export class TargetLabels {
  readonly #byValues = new Map<string, Pairs>();

  /** `by`: labels of a target whose values are matched; of several targets with the same values the last counts. */
  constructor({ targets, labels_to_copy: copied }: Args, by: readonly string[]) {
    for (const target of targets) {
      const key = keyOf(by.map((name) => target.get(name) ?? ""));
      if (key === undefined) continue;
      const pairs = copied.length === 0 ? [...target] : copied.map((name) => [name, target.get(name) ?? ""] as const);
      this.#byValues.set(
        key,
        pairs.filter(([, text]) => text !== ""),
      );
    }
  }

  /** Different values that targets have. */
  get size(): number {
    return this.#byValues.size;
  }

  /** The labels that a target with these values adds; undefined: there is none. */
  of(values: readonly string[]): Pairs | undefined {
    const key = keyOf(values);
    return key === undefined ? undefined : this.#byValues.get(key);
  }
}

/** Undefined where a value is missing: nothing matches it. */
function keyOf(values: readonly string[]): string | undefined {
  if (values.length === 1) return values[0] === "" ? undefined : values[0];
  return values.includes("") ? undefined : JSON.stringify(values);
}

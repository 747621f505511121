/** Labels of targets by the value of one of them: what `logs.enrich` and `profiles.enrich` add. */
import type { Target } from "../../schema/exported.ts";
import { stringField, stringListField, targetsField } from "../../schema/field.ts";

/** The arguments of both, but for the label that entries or profiles are matched by. */
export const enrichFields = {
  targets: targetsField({
    use: "read",
    doc: "The targets, usually those that another component exports.",
    required: true,
    example: "discovery.file.hosts.targets",
  }),
  target_match_label: stringField({
    holds: "name",
    doc: "Label of a target whose value is matched; of several targets with the same value the last counts.",
    required: true,
    example: '"host"',
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
  readonly target_match_label: string;
  readonly labels_to_copy: readonly string[];
}

type Pairs = readonly (readonly [name: string, value: string])[];

export class TargetLabels {
  readonly #byValue: ReadonlyMap<string, Pairs>;

  constructor({ targets, target_match_label: by, labels_to_copy: copied }: Args) {
    const byValue = new Map<string, Pairs>();
    for (const target of targets) {
      const value = target.get(by) ?? "";
      if (value === "") continue;
      const pairs = copied.length === 0 ? [...target] : copied.map((name) => [name, target.get(name) ?? ""] as const);
      byValue.set(
        value,
        pairs.filter(([, text]) => text !== ""),
      );
    }
    this.#byValue = byValue;
  }

  /** Values that a target has. */
  get size(): number {
    return this.#byValue.size;
  }

  /** The labels that a target with this value adds; undefined: there is none. */
  of(value: string): Pairs | undefined {
    return value === "" ? undefined : this.#byValue.get(value);
  }
}

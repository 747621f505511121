/** Chooses one of several labels, or all. */
import { visible } from "@sluice/engine";
import { Choice } from "../../../ui/choice.tsx";
import type { Label } from "../reading/profile.ts";

const ALL_LABELS = "all labels";
const textOf = ({ key, value }: Label): string => visible(`${key}=${value}`);

interface LabelChoiceProps {
  readonly name: string;
  readonly labels: readonly Label[];
  /** Null: all. */
  readonly chosen: Label | null;
  onChoose(label: Label | null): void;
}

/** Renders nothing if there is no label to choose or to clear. */
export function LabelChoice({ name, labels, chosen, onChoose }: LabelChoiceProps) {
  const byText = new Map(labels.map((label) => [textOf(label), label]));
  if (byText.size === 0 && chosen === null) return null;
  return (
    <Choice
      label={name}
      value={chosen === null ? ALL_LABELS : textOf(chosen)}
      options={[ALL_LABELS, ...byText.keys()]}
      onChange={(text) => onChoose(byText.get(text) ?? null)}
    />
  );
}

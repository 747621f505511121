/** Chooses one of several receivers, or all. */

import { Choice } from "../../../ui/choice.tsx";
import { shortReceiver } from "../reading/request-words.ts";

const ALL_RECEIVERS = "all receivers";

interface ReceiverChoiceProps {
  readonly name: string;
  /** Ids. */
  readonly receivers: readonly string[];
  /** Null: all. */
  readonly chosen: string | null;
  onChoose(receiver: string | null): void;
}

export function ReceiverChoice({ name, receivers, chosen, onChoose }: ReceiverChoiceProps) {
  const all = chosen === null || receivers.includes(chosen) ? receivers : [...receivers, chosen];
  const byText = new Map(all.map((id) => [shortReceiver(id), id]));
  return (
    <Choice
      label={name}
      value={chosen === null ? ALL_RECEIVERS : shortReceiver(chosen)}
      options={[ALL_RECEIVERS, ...byText.keys()]}
      onChange={(text) => onChoose(byText.get(text) ?? null)}
    />
  );
}

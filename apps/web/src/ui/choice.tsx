/** A drop-down list to choose one of several values. */
import { Select } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { useFloatHost } from "./float-host.ts";

interface ChoiceProps {
  readonly label: string;
  /** Null: none is chosen yet, and `placeholder` is shown. */
  readonly value: string | null;
  readonly placeholder?: string;
  readonly options: readonly string[];
  onChange(value: string): void;
}

export function Choice({ label, value, placeholder, options, onChange }: ChoiceProps) {
  const host = useFloatHost();
  return (
    <Select.Root value={value} onValueChange={(next) => next !== null && onChange(next)} modal={false}>
      <Select.Trigger className="button small choice" aria-label={label}>
        <Select.Value className="cut mono" placeholder={placeholder} />
        <ChevronsUpDown aria-hidden="true" size={12} />
      </Select.Trigger>
      <Select.Portal container={host}>
        <Select.Positioner className="floating" sideOffset={4} alignItemWithTrigger={false} collisionPadding={8}>
          <Select.Popup className="menu-list">
            {options.map((option) => (
              <Select.Item key={option} value={option} className="menu-item">
                <span className="menu-icon">
                  <Select.ItemIndicator>
                    <Check aria-hidden="true" size={14} />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText className="menu-text mono">{option}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

/** A drop-down list to choose one of several values. */
import { Select } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { buttonClass } from "./button-class.ts";
import * as controlsCss from "./controls.module.css";
import { useFloatHost } from "./float-host.ts";
import * as menuCss from "./menu.module.css";

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
      <Select.Trigger className={`${buttonClass("small")} ${controlsCss.choice}`} aria-label={label}>
        <Select.Value className="cut mono" placeholder={placeholder} />
        <ChevronsUpDown aria-hidden="true" size={12} />
      </Select.Trigger>
      <Select.Portal container={host}>
        <Select.Positioner
          className={menuCss.floating}
          sideOffset={4}
          alignItemWithTrigger={false}
          collisionPadding={8}
        >
          <Select.Popup className={menuCss.menuList}>
            {options.map((option) => (
              <Select.Item key={option} value={option} className={menuCss.menuItem}>
                <span className={menuCss.menuIcon}>
                  <Select.ItemIndicator>
                    <Check aria-hidden="true" size={14} />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText className={`${menuCss.menuText} mono`}>{option}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

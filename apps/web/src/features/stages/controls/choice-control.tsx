/** A choice among a few documented values. */
import { Select } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { parseSentence } from "../../../core/text/sentence.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { useFloatHost } from "../../../ui/float-host.ts";
import * as menuCss from "../../../ui/menu.module.css";
import { Sentence } from "../../../ui/value-text.tsx";
import * as css from "../forms/forms.module.css";
import type { ControlProps } from "./control-props.ts";

export function ChoiceControl({ control, value, usual, ids, disabled, onChange }: ControlProps<"choice">) {
  const host = useFloatHost();
  const shown = value ?? usual ?? "";
  // The empty text is another name for the default.
  const choices = control.choices.filter((one) => one.value !== "" || value === "" || usual === "");
  const name = (text: string) => (text === "" ? "(empty)" : text);
  return (
    <span className={css.fieldWithUnit}>
      <Select.Root
        value={shown}
        disabled={disabled}
        modal={false}
        onValueChange={(next) => next !== null && onChange(next)}
      >
        <Select.Trigger {...ids} className={`${controlsCss.field} ${css.fieldChoice} mono`}>
          <Select.Value className="cut">
            {(text: string) => (text === "" && value === undefined ? "" : name(text))}
          </Select.Value>
          {value === undefined && shown !== "" && <span className={`${css.fieldDefault} faint`}>default</span>}
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
              {choices.map((one) => (
                <Select.Item key={one.value} value={one.value} className={menuCss.menuItem}>
                  <span className={menuCss.menuIcon}>
                    <Select.ItemIndicator>
                      <Check aria-hidden="true" size={14} />
                    </Select.ItemIndicator>
                  </span>
                  <Select.ItemText className={`${menuCss.menuText} mono`}>{name(one.value)}</Select.ItemText>
                  <span className="muted small-text">
                    <Sentence parts={parseSentence(one.doc)} />
                  </span>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </span>
  );
}

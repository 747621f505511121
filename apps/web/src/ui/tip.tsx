/** A tooltip that says what a control does or why it is off, on hover and focus; its name says the same to screen readers. */
import { Tooltip } from "@base-ui/react/tooltip";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactElement } from "react";
import { buttonClass } from "./button-class.ts";
import { useFloatHost } from "./float-host.ts";
import * as menuCss from "./menu.module.css";

export function Tip({ text, children }: { text: string; children: ReactElement }) {
  const host = useFloatHost();
  return (
    // It also appears on focus, and may cover what is pressed next: presses go through it.
    <Tooltip.Root disableHoverablePopup>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal container={host}>
        <Tooltip.Positioner className={menuCss.floating} sideOffset={4} collisionPadding={8}>
          <Tooltip.Popup className={menuCss.tooltip}>{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "type" | "title" | "aria-label"> {
  readonly label: string;
  /** Replaces the name: with keys, or with the reason why it is off. */
  readonly tip?: string;
  readonly Icon: LucideIcon;
  readonly large?: boolean;
}

/** An icon button. When it is off it keeps its tooltip, which says why. */
export function IconButton({ label, tip = label, Icon, large = false, disabled, onClick, ...rest }: IconButtonProps) {
  return (
    <Tip text={tip}>
      <button
        type="button"
        className={large ? buttonClass("quiet", "icon") : buttonClass("quiet", "icon", "small")}
        aria-label={label}
        aria-disabled={disabled === true ? true : undefined}
        onClick={disabled === true ? undefined : onClick}
        {...rest}
      >
        <Icon aria-hidden="true" size={14} />
      </button>
    </Tip>
  );
}

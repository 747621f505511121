/** Actions in the row of a value: the two most common ones, and a menu of all. */
import { Ellipsis } from "lucide-react";
import type { MouseEvent } from "react";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import type { PointedValue } from "../../core/workers/pointed-value.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { suggestAndTake } from "./from-value.ts";
import { useValueMenu } from "./value-menu.tsx";
import * as css from "./values.module.css";

/** Opens the value's menu instead of the browser's, unless text is selected for that one. */
export function useContextMenu(pointed: PointedValue | undefined): ((event: MouseEvent) => void) | undefined {
  const openMenu = useValueMenu();
  const readOnly = useReadOnly();
  if (pointed === undefined || readOnly) return undefined;
  return (event) => {
    if (getSelection()?.isCollapsed === false) return;
    const button = event.currentTarget.querySelector("[aria-haspopup=menu]");
    if (button === null) return;
    event.preventDefault();
    openMenu(pointed, button);
  };
}

interface ValueActionsProps {
  readonly name: string;
  readonly pointed: PointedValue;
  /** It is one already. */
  readonly label: boolean;
}

export function ValueActions({ name, pointed, label }: ValueActionsProps) {
  const app = useApp();
  const openMenu = useValueMenu();
  if (useReadOnly()) return null;
  return (
    <dd className={css.valueActions}>
      {pointed.selected.kind === "field" && (
        <>
          {!label && (
            <button
              type="button"
              className={controlsCss.link}
              tabIndex={-1}
              onClick={() => void suggestAndTake(app, pointed, "label")}
            >
              Label
            </button>
          )}
          <button
            type="button"
            className={controlsCss.link}
            tabIndex={-1}
            onClick={() => void suggestAndTake(app, pointed, "structured_metadata")}
          >
            Metadata
          </button>
        </>
      )}
      <button
        type="button"
        className={buttonClass("quiet", "icon", "small")}
        aria-label={`Create stages from ${name}`}
        title={`Create stages from ${name}`}
        aria-haspopup="menu"
        onClick={(event) => openMenu(pointed, event.currentTarget)}
      >
        <Ellipsis aria-hidden="true" size={14} />
      </button>
    </dd>
  );
}

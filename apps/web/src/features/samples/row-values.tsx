/** Chooses the values that the rows of samples show instead of the line. */
import { Menu } from "@base-ui/react/menu";
import { Check, ChevronUp } from "lucide-react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { loadRowNames, MAX_ROW_NAMES, setRowNames, toggleRowName } from "../../core/run/row-names.ts";
import { ROW_TIME } from "../../core/workers/row-names.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { useFloatHost } from "../../ui/float-host.ts";
import * as menuCss from "../../ui/menu.module.css";
import * as css from "./samples.module.css";

const NONE: readonly string[] = [];

/** The names chosen for the open document; undefined: none were chosen. */
function useChosenNames(): readonly string[] | undefined {
  const id = useAppState("documents", (state) => state.currentId);
  return useAppState("settings", (state) => state.rowNames[id]);
}

export const useRowNames = (): readonly string[] => useChosenNames() ?? NONE;

/** The names that rows show: the chosen ones, else those found automatically. */
export function useShownRowNames(): readonly string[] {
  const found = useAppState("preview", (state) => state.values?.names ?? NONE);
  return useChosenNames() ?? found;
}

const wordOf = (name: string): string => (name === ROW_TIME ? "time" : name);

export function RowValuesMenu() {
  const host = useFloatHost();
  const app = useApp();
  const chosen = useChosenNames();
  const names = useShownRowNames();
  const known = useAppState("preview", (state) => state.values?.known ?? NONE);
  const offered = [...new Set([...names, ...known])];
  const isAutomatic = chosen === undefined;
  const isGrouped = useDerived("isGrouped");
  const shown =
    isGrouped && !chosen?.length ? "what varies" : names.length === 0 ? "the line" : names.map(wordOf).join(", ");
  return (
    <Menu.Root modal={false} onOpenChange={(open) => open && loadRowNames(app)}>
      <Menu.Trigger className={css.rowValues} title={`Up to ${MAX_ROW_NAMES} values instead of the line`}>
        Rows show <span className={`${controlsCss.link} cut`}>{shown}</span>
        <ChevronUp aria-hidden="true" size={12} />
      </Menu.Trigger>
      <Menu.Portal container={host}>
        <Menu.Positioner className={menuCss.floating} side="top" align="start" sideOffset={4} collisionPadding={8}>
          <Menu.Popup className={menuCss.menuList}>
            <Menu.Item className={menuCss.menuItem} onClick={() => setRowNames(app, "automatic")}>
              <span className={menuCss.menuIcon}>{isAutomatic && <Check aria-hidden="true" size={14} />}</span>
              Automatic
            </Menu.Item>
            <Menu.Item className={menuCss.menuItem} onClick={() => setRowNames(app, NONE)}>
              <span className={menuCss.menuIcon}>
                {!isAutomatic && names.length === 0 && <Check aria-hidden="true" size={14} />}
              </span>
              The line
            </Menu.Item>
            {offered.length > 0 && <Menu.Separator className={menuCss.menuSeparator} />}
            {offered.map((name) => (
              <Menu.CheckboxItem
                key={name}
                className={`${menuCss.menuItem} mono`}
                checked={!isAutomatic && names.includes(name)}
                onCheckedChange={() => toggleRowName(app, name)}
              >
                <span className={menuCss.menuIcon}>
                  <Menu.CheckboxItemIndicator>
                    <Check aria-hidden="true" size={14} />
                  </Menu.CheckboxItemIndicator>
                </span>
                {wordOf(name)}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

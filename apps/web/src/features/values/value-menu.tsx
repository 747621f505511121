/** The menu of all actions for a value: over a selected text, or at the value's own button. */
import { Menu as Primitive } from "@base-ui/react/menu";
import { VALUE_ACTIONS, type ValueAction } from "@sluice/engine";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useApp } from "../../core/page/app-context.ts";
import { inspectorBody } from "../../core/page/inspector-body.ts";
import { showValue } from "../../core/text/diff-pairs.ts";
import type { PointedValue } from "../../core/workers/pointed-value.ts";
import { useFloatHost } from "../../ui/float-host.ts";
import * as menuCss from "../../ui/menu.module.css";
import { openFromLine, takeSuggestion } from "./from-value.ts";
import { useSuggestions } from "./use-suggestions.ts";
import { ACTIONS, describeExtraction, describeSuggestion } from "./value-words.ts";
import * as css from "./values.module.css";

type Anchor = Element | { getBoundingClientRect: () => DOMRect };
/** `returnTo`: what takes the focus afterwards, if not the anchor. */
type OpenMenu = (pointed: PointedValue, anchor: Anchor, returnTo?: HTMLElement) => void;

interface Opened {
  readonly pointed: PointedValue;
  readonly anchor: Anchor;
  readonly returnTo: HTMLElement | undefined;
}

const OpenContext = createContext<OpenMenu>(() => {});

/** Opens the menu of a value. */
export const useValueMenu = (): OpenMenu => useContext(OpenContext);

const FIELD_ACTIONS = VALUE_ACTIONS.filter((action) => action !== "extract");
const LABEL_ACTIONS: readonly ValueAction[] = ["drop", "keep"];

export function ValueMenus({ children }: { children: ReactNode }) {
  const app = useApp();
  const host = useFloatHost();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback<OpenMenu>((pointed, anchor, returnTo) => {
    setOpened({ pointed, anchor, returnTo: returnTo ?? (anchor instanceof HTMLElement ? anchor : undefined) });
    setOpen(true);
  }, []);
  return (
    <OpenContext.Provider value={open}>
      {children}
      <Primitive.Root open={isOpen} onOpenChange={setOpen} modal={false}>
        <Primitive.Portal container={host}>
          <Primitive.Positioner
            className={menuCss.floating}
            anchor={opened?.anchor}
            align="start"
            sideOffset={4}
            collisionPadding={8}
          >
            <Primitive.Popup
              className={`${menuCss.menuList} ${css.valueMenu}`}
              aria-label={opened === null ? "Value" : titleOf(opened.pointed)}
              finalFocus={() =>
                // The new stage is shown, which does not have the value's own button.
                opened?.returnTo !== undefined && app.awaited.stage === null ? opened.returnTo : inspectorBody()
              }
            >
              {opened !== null && <Items key={JSON.stringify(opened.pointed)} pointed={opened.pointed} />}
            </Primitive.Popup>
          </Primitive.Positioner>
        </Primitive.Portal>
      </Primitive.Root>
    </OpenContext.Provider>
  );
}

const MAX_TITLE = 40;

/** The text of the value, cut. */
function titleOf({ selected }: PointedValue): string {
  const text =
    selected.kind === "line"
      ? selected.selection.line.slice(selected.selection.start, selected.selection.end)
      : selected.kind === "field"
        ? showValue(selected.value)
        : selected.value;
  return text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text;
}

function Items({ pointed }: { pointed: PointedValue }) {
  const app = useApp();
  const { kind } = pointed.selected;
  const actions = kind === "line" ? VALUE_ACTIONS : kind === "field" ? FIELD_ACTIONS : LABEL_ACTIONS;
  const { known } = useSuggestions(pointed, actions);
  const extraction = known?.extractions[0];
  return (
    <Primitive.Group>
      <Primitive.GroupLabel className={`${css.menuTitle} mono cut`}>
        {titleOf(pointed)}
        {extraction !== undefined && <span className={menuCss.menuDetail}>{describeExtraction(extraction)}</span>}
      </Primitive.GroupLabel>
      {actions.map((action) => {
        const suggestion = known?.suggestions.find((one) => one.action === action);
        const title = ACTIONS[action].title;
        return (
          <Primitive.Item
            key={action}
            className={menuCss.menuItem}
            disabled={known === undefined || suggestion === undefined}
            onClick={() => {
              if (kind === "line") openFromLine(app, pointed, action);
              else if (known !== undefined && suggestion !== undefined) void takeSuggestion(app, known, suggestion);
            }}
          >
            <span className={menuCss.menuText}>{kind === "line" ? `${title}…` : title}</span>
            <span className={menuCss.menuDetail}>
              {known === undefined ? "" : suggestion === undefined ? whyNot(action) : describeSuggestion(suggestion)}
            </span>
          </Primitive.Item>
        );
      })}
    </Primitive.Group>
  );
}

function whyNot(action: ValueAction): string {
  if (action === "timestamp") return "not a time";
  if (action === "sum" || action === "histogram") return "not a number";
  return action === "redact" ? "not in the line" : "no stage can use it";
}

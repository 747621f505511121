/** Tabs above one panel: arrow keys choose the next tab and focus it. */
import type { KeyboardEvent } from "react";
import * as controlsCss from "./controls.module.css";

interface TabListProps<T extends string> {
  readonly label: string;
  /** Id of the panel; the id of a tab is this with the tab's own. */
  readonly panel: string;
  readonly tabs: readonly { readonly id: T; readonly label: string }[];
  readonly current: T;
  onChoose(id: NoInfer<T>): void;
}

export function TabList<T extends string>({ label, panel, tabs, current, onChoose }: TabListProps<T>) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.findIndex(({ id }) => id === current) + by + tabs.length) % tabs.length]!;
    onChoose(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={controlsCss.tabs} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label: name }) => (
        <button
          key={id}
          id={`${panel}-${id}`}
          data-tab={id}
          type="button"
          role="tab"
          aria-selected={current === id}
          aria-controls={panel}
          tabIndex={current === id ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The selected entry's way through the pipeline: one cell for each stage, which selects the stage. */
import { useEffect, useRef } from "react";
import { shownPath, stageCells } from "../../core/model/step-view.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { selectStage } from "../../core/select/select-stage.ts";
import { StatusIcon, statusWord } from "../../ui/status-mark.tsx";
import * as css from "./inspector.module.css";

/** The stage that the inspector shows: the selected one, else the first. */
export function useShownStage(): string | undefined {
  const views = useDerived("stepViews");
  const selected = useAppState("selection", (state) => state.stagePath);
  return shownPath(views, selected);
}

export function Journey() {
  const app = useApp();
  const views = useDerived("stepViews");
  const shown = useShownStage();
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stage is shown
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  const cells = stageCells(views);
  if (cells.length === 0) return null;
  return (
    <nav className={`${css.journey} dimmable`} aria-label="Stages of this entry">
      <ol ref={list}>
        {cells.map(({ path, stage, status }) => {
          const name = `${path} ${stage}: ${statusWord(status)}`;
          return (
            <li key={path}>
              <button
                type="button"
                aria-current={path === shown ? "step" : undefined}
                aria-label={name}
                title={name}
                onClick={() => selectStage(app, path)}
              >
                <span>{path}</span> <StatusIcon status={status} /> <span className="cut">{stage}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

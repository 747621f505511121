/** Where the document is to run, and what the release that is chosen does not have. */
import { targetName } from "@sluice/engine";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { counted } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as dialogCss from "../../ui/dialog.module.css";
import { ModalHead } from "../../ui/modal.tsx";
import { TargetChoice } from "./target-choice.tsx";

export function TargetDialog() {
  const app = useApp();
  const current = useAppState("analysis", (state) => state.current);
  const target = current?.target ?? "sluice";
  const found = current?.problems.filter(({ code }) => code === "alloy-version") ?? [];
  const lacks = found.filter(({ severity }) => severity === "warning").length;
  return (
    <>
      <ModalHead title="Target" onClose={() => closeDialog(app)} />
      <div className={dialogCss.formBody}>
        <p>
          Where this configuration is to run. Sluice runs all of it; of a release of Alloy, the list of problems,
          completion and forms say what it lacks. A comment at the top of the configuration names it.
        </p>
        <div>
          <TargetChoice />
        </div>
        {target !== "sluice" && (
          <p role="status" className={lacks > 0 ? "tone-missed" : "muted"}>
            {targetName(target)} {sayFound(lacks, found.length - lacks)}
          </p>
        )}
      </div>
      <div className={dialogCss.formActions}>
        <button type="button" className={buttonClass("primary")} data-first onClick={() => closeDialog(app)}>
          Done
        </button>
      </div>
    </>
  );
}

function sayFound(refused: number, otherwise: number): string {
  if (refused + otherwise === 0) return "has everything that this configuration uses.";
  const places = `${counted(refused || otherwise, "place")} of this configuration`;
  if (refused === 0) return `may do ${places} otherwise.`;
  return `refuses ${places}${otherwise === 0 ? "" : ` and may do ${otherwise} otherwise`}.`;
}

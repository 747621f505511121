/** One line of the samples pane: how many secrets the samples have, and whether they leave the pipeline. */
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useApp } from "../../core/page/app-context.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import * as css from "./sensitive-count.module.css";
import { summarize } from "./sensitive-report.ts";
import { useSensitive } from "./use-sensitive.ts";

/** What is typed comes first, and what shows it. */
const PATIENCE = 1500;

export function SensitiveCount() {
  const app = useApp();
  const { found } = useSensitive("secrets", PATIENCE);
  const said = found ? summarize(found) : undefined;
  if (said === undefined) return null;
  const Icon = said.leaves ? ShieldAlert : ShieldCheck;
  return (
    <button
      type="button"
      className={css.count}
      data-part="sensitive-count"
      title="Show the secrets, and redact them"
      onClick={() => openDialog(app, { kind: "sensitive" })}
    >
      <span className={said.leaves ? "tone-missed" : "tone-good"}>
        <Icon aria-hidden="true" size={14} />
      </span>
      <span className="cut">{said.text}</span>
    </button>
  );
}

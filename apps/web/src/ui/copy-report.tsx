/** Copies a bug report. */
import { copyText } from "../core/edit/export-file.ts";
import { useApp } from "../core/page/app-context.ts";
import * as controlsCss from "./controls.module.css";

export function CopyReport({ report }: { report: string }) {
  const app = useApp();
  return (
    <button type="button" className={controlsCss.link} onClick={() => void copyText(app, report, "the bug report")}>
      Copy bug report
    </button>
  );
}

/** The files that a stage names: the chosen file for each, or a way to choose it. */
import { Database, FileQuestion } from "lucide-react";
import type { CardItem } from "../../../core/model/analysis.ts";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { chooseResource, removeResource, takeDemoDatabase } from "../../../core/page/choose-resource.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as css from "./stages.module.css";

export function StageFiles({ stage }: { stage: Pick<CardItem, "resources"> }) {
  const app = useApp();
  const files = useAppState("files", (state) => state.files);
  const loaded = useAppState("files", (state) => state.loaded);
  if (stage.resources.length === 0 || !loaded) return null;
  return (
    <ul className={css.files}>
      {stage.resources.map(({ path, start }) => {
        const file = files[path];
        return (
          <li key={start} className={file === undefined ? "tone-missed" : "faint"}>
            {file === undefined ? (
              <>
                <FileQuestion aria-hidden="true" size={12} /> <span>choose the file</span>
                <ChooseFile path={path} />
              </>
            ) : (
              <>
                <Database aria-hidden="true" size={12} /> <span>{file.name}</span>
                <button type="button" className={controlsCss.link} onClick={() => void chooseResource(app, path)}>
                  Change
                </button>
                <button type="button" className={controlsCss.link} onClick={() => void removeResource(app, path)}>
                  Forget
                </button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Ways to provide a missing file. */
export function ChooseFile({ path }: { path: string }) {
  const app = useApp();
  return (
    <>
      <button
        type="button"
        className={buttonClass("small")}
        aria-label={`Choose the file for ${path}`}
        onClick={() => void chooseResource(app, path)}
      >
        Choose…
      </button>
      <button
        type="button"
        className={buttonClass("small")}
        aria-label={`Use the demo database for ${path}`}
        title="A small database of made-up places that comes with the page"
        onClick={() => void takeDemoDatabase(app, path)}
      >
        Use the demo
      </button>
    </>
  );
}

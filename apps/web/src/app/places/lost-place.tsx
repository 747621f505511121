/** In place of what an address would show, where that is gone or never was. */
import { FilePlus, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { goToDesign } from "../../core/page/areas.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import type { LostAddress } from "../../core/page/stores.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { newDocument } from "../documents.ts";
import * as css from "../start.module.css";

export default function LostPlace({ lost: { address, document } }: { lost: LostAddress }) {
  const app = useApp();
  const removed = useAppState("documents", (state) => state.removed);
  const name = useAppState("document", (state) => state.name);
  const way = useRef<HTMLButtonElement>(null);
  useEffect(() => way.current?.focus(), []);
  const kept = removed.find(({ id }) => id === document);
  return (
    <main className={css.start} aria-labelledby="lost">
      <div className={css.page} data-part="lost">
        <div>
          <h2 id="lost" className={css.title}>
            {document === null
              ? "There is nothing at this address"
              : kept === undefined
                ? "This pipeline is not in this browser"
                : `“${kept.label}” was removed`}
          </h2>
          <p className="muted">
            {document === null ? (
              <>
                The page has no place <code>#{address}</code>.
              </>
            ) : kept === undefined ? (
              "It was removed for good, or the link was made in another browser. Pipelines stay in the browser that made them: ask for a share link."
            ) : (
              "It can be restored as it was."
            )}
          </p>
        </div>
        <p className={css.ways}>
          {kept !== undefined && (
            <button
              type="button"
              className={buttonClass("primary")}
              onClick={() => void app.documents.restore(kept.id)}
            >
              <Undo2 aria-hidden="true" size={14} /> Restore
            </button>
          )}
          <button ref={way} type="button" className={buttonClass()} onClick={() => goToDesign(app)}>
            Open “{name}”
          </button>
          <button type="button" className={buttonClass()} onClick={() => newDocument(app)}>
            <FilePlus aria-hidden="true" size={14} /> New pipeline
          </button>
          {removed.length > 0 && kept === undefined && (
            <button type="button" className={buttonClass()} onClick={() => openDialog(app, { kind: "removed" })}>
              Removed pipelines…
            </button>
          )}
        </p>
      </div>
    </main>
  );
}

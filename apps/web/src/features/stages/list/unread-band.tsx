/** Above the stages, for new lines that they do not read: offers stages that would read them. */
import { ScanSearch } from "lucide-react";
import { useEffect, useState } from "react";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { sayFailed } from "../../../core/run/say-failed.ts";
import { dismissUnread } from "../../../core/select/sample-list.ts";
import { isGone } from "../../../core/workers/gone.ts";
import type { UnreadOffer } from "../../../core/workers/unread-offer.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { addOffered } from "./edit-stages.ts";
import * as css from "./offer.module.css";

/** The offer for the samples added last; undefined if the stages read them, or it is not known yet. */
function useUnread(): UnreadOffer | undefined {
  const app = useApp();
  const run = useAppState("preview", (state) => state.result?.id);
  const ids = useAppState("sampleList", (state) => state.cameLast);
  const [found, setFound] = useState<UnreadOffer>();
  useEffect(() => {
    // There is no result, or it is from before they were added or after they were removed.
    if (run === undefined || !app.stores.preview.getState().result!.sampleIds.includes(ids[0] ?? -1)) {
      setFound(undefined);
      return;
    }
    let stopped = false;
    void app.preview.unread(run, ids).then((offer) => {
      if (isGone(offer)) return sayFailed(app, offer);
      if (stopped || app.stores.preview.getState().result?.id !== run) return;
      setFound(offer);
      // The stages read them: later changes of the stages do not matter.
      if (offer === undefined) dismissUnread(app);
    });
    return () => {
      stopped = true;
    };
  }, [app, run, ids]);
  return found;
}

export function UnreadBand() {
  const app = useApp();
  const found = useUnread();
  if (found === undefined) return null;
  const { title, stages, says, reader, unread, total } = found;
  return (
    <section className={css.unreadBand} aria-label="Detected format of the new lines" role="status">
      <ScanSearch aria-hidden="true" size={14} />
      <span className={css.said}>
        <b>{title === "" ? "These lines need other stages" : `These lines look like ${title}`}</b>
        <span className="muted">
          {". "}
          Stage {reader.path} {reader.name} does not read{" "}
          {unread === total ? "them" : `${unread.toLocaleString("en")} of ${total.toLocaleString("en")}`}.
        </span>
      </span>
      <span className={css.bandButtons}>
        <button
          type="button"
          className={buttonClass("small")}
          title={says.join("\n")}
          onClick={() => {
            dismissUnread(app);
            void addOffered(app, title, stages);
          }}
        >
          Add at the start
        </button>
        <button type="button" className={buttonClass("quiet", "small")} onClick={() => dismissUnread(app)}>
          Dismiss
        </button>
      </span>
    </section>
  );
}

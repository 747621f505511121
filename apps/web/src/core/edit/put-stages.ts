/** Puts stages, as text, into the pipeline that is shown, and sets the clock by which they were made. */
import type { App } from "../page/app.ts";
import type { PendingEdit } from "../storage/pending-edit.ts";
import { editUnderstood } from "./edit-understood.ts";

/** `done` gets the first card that was added. If the page is left before, the next visit puts them there. */
export const putStages = (
  app: App,
  put: Extract<PendingEdit, { kind: "put" }>,
  done: (card: string | undefined) => void = () => {},
): Promise<void> =>
  editUnderstood(
    app,
    "stages",
    () => ({
      label: put.label,
      also: put.clock === undefined ? {} : { clock: put.clock },
      make: (text) => app.language.putStages(text, app.derived.cards().pipeline, put.stages, put.mode),
      done: ({ card }) => done(card),
    }),
    put,
  );

/**
 * Edits of the stages: each the smallest change of the text, in the one history. The language worker makes it and
 * answers with the text and its analysis. Both are taken at once, so that list, selection and focus are right before
 * anything runs. Edits wait for each other.
 */

import { NOT_PARSED, type StageEdit, type StagePlace } from "@sluice/engine";
import { editUnderstood } from "../../../core/edit/edit-understood.ts";
import type { CardItem } from "../../../core/model/analysis.ts";
import { placeOfMove, type StageMove } from "../../../core/model/stage-tree.ts";
import type { App } from "../../../core/page/app.ts";
import { openDialog } from "../../../core/page/dialogs.ts";
import { notify } from "../../../core/page/notify.ts";
import { refusesEdits } from "../../../core/page/read-only.ts";
import { selectStage } from "../../../core/select/select-stage.ts";
import type { AddableStage } from "../../../core/workers/addable-stage.ts";
import type { EditedStages } from "../../../core/workers/language-protocol.ts";
import { foldStage } from "./stage-list-store.ts";

declare module "../../../core/page/dialog-kinds.ts" {
  interface DialogKinds {
    /** The palette of stages: what is chosen is added there. */
    stage: Edits & { readonly at: StagePlace };
  }
}

interface Wanted {
  /** Its name in the history. */
  readonly label: string;
  readonly edit: StageEdit;
  /** Called with the first card that was added; the card to select. */
  readonly added?: (first: string) => string;
}

/** Applies the edit that `want` returns; undefined: nothing to do. */
function edit(app: App, want: () => Wanted | undefined): Promise<void> {
  return editUnderstood<EditedStages>(app, "stages", () => {
    const wanted = want();
    return (
      wanted && {
        label: wanted.label,
        make: (text) => app.language.editStages(text, app.derived.cards().pipeline ?? "", wanted.edit),
        done({ card }) {
          if (card !== undefined) selectCard(app, wanted.added?.(card) ?? card);
          focusStages(app);
        },
      }
    );
  });
}

/** Keeps the focus in the stages, even if the focused one is gone. */
export function focusStages({ stores }: App): void {
  const view = stores.settings.getState().pipelineView;
  if (view !== "code" && view !== "graph") stores.view.setState({ focus: { on: "stages" } });
}

/** Selects the card of a stage, enabled or disabled. */
export function selectCard(app: App, id: string): void {
  const { cards, text } = app.derived.cards();
  const card = cards.find((one) => one.id === id);
  if (card === undefined) return;
  if (!card.off) {
    selectStage(app, id);
    return;
  }
  const { view, document } = app.stores;
  view.setState({ offCard: id });
  if (document.getState().text === text) view.setState({ reveal: { start: card.start, end: card.end, to: "sight" } });
}

/** The given card, else the selected one. */
const meant = ({ derived }: App, id: string | undefined): CardItem | undefined =>
  id === undefined ? derived.card() : derived.cards().cards.find((card) => card.id === id);

const nameOf = ({ id, name, off }: CardItem): string => (off ? name : `stage ${id} ${name}`);

/** Removes a stage and the comments above it. */
export const removeStage = (app: App, id?: string): Promise<void> =>
  edit(app, () => {
    const card = meant(app, id);
    return card && { label: `Deleted ${nameOf(card)}`, edit: { kind: "remove", card: card.id } };
  });

/** Inserts a copy of a stage after it. */
export const duplicateStage = (app: App, id?: string): Promise<void> =>
  edit(app, () => {
    const card = meant(app, id);
    return card && { label: `Duplicated ${nameOf(card)}`, edit: { kind: "duplicate", card: card.id } };
  });

/** Comments a stage out, or restores it unchanged. */
export const switchStage = (app: App, id?: string): Promise<void> =>
  edit(app, () => {
    const card = meant(app, id);
    const label = card?.off ? "Enabled" : "Disabled";
    return card && { label: `${label} ${nameOf(card)}`, edit: { kind: "switch", card: card.id } };
  });

/** Moves a stage by one step. */
export const moveStage = (app: App, move: StageMove, id?: string): Promise<void> =>
  edit(app, () => {
    const card = meant(app, id);
    const to = card && placeOfMove(app.derived.cards().cards, card, move);
    return card && to && { label: `Moved ${nameOf(card)}`, edit: { kind: "move", card: card.id, to } };
  });

/** Moves a stage to a place; places are counted without it. */
export const moveStageTo = (app: App, id: string, to: StagePlace): Promise<void> =>
  edit(app, () => {
    const card = meant(app, id);
    return card && { label: `Moved ${nameOf(card)}`, edit: { kind: "move", card: id, to } };
  });

/** Adds a stage, after the `before` ones that stand before it in its text, and opens its form. */
export const addStage = (
  app: App,
  { name, code, before = 0 }: Pick<AddableStage, "name" | "code"> & { readonly before?: number },
  to: StagePlace,
): Promise<void> =>
  edit(app, () => ({
    label: before === 0 ? `Added stage.${name}` : `Added stage.${name} and what extracts its value`,
    edit: { kind: "insert", code, to },
    added: (first) => {
      const path = first.replace(/\d+$/, (nth) => String(Number(nth) + before));
      foldStage(app, path, true);
      return path;
    },
  }));

/** Adds the stages that are offered for new lines at the start of the pipeline. */
export const addOffered = (app: App, title: string, stages: string): Promise<void> =>
  edit(app, () => ({
    label: `Added the stages for ${title}`,
    edit: { kind: "insert", code: stages.trimEnd(), to: { parent: undefined, index: 0 } },
  }));

/** Where a stage is added by itself: after the selected card. Undefined: none can be added now, and a notice says why. */
export function placeToAdd(app: App): StagePlace | undefined {
  if (refusesEdits(app)) return undefined;
  const { derived } = app;
  if (derived.cards().stale) {
    notify(app, "error", NOT_PARSED, undefined, "stages");
    return undefined;
  }
  const card = derived.card();
  return card === undefined ? { parent: undefined, index: 0 } : { parent: card.parent, index: card.index + 1 };
}

/** Opens the palette of stages, which inserts the chosen one at `to`, by default after the selected card. */
export function chooseStage(app: App, to?: StagePlace): void {
  const at = placeToAdd(app);
  if (at !== undefined) openDialog(app, { kind: "stage", edits: true, at: to ?? at });
}

export const hasCard = ({ derived }: App): boolean => derived.card() !== undefined;

/** Whether the selected card can go one step that way. */
export const canMove = (app: App, move: StageMove): boolean => {
  const card = app.derived.card();
  return card !== undefined && placeOfMove(app.derived.cards().cards, card, move) !== undefined;
};

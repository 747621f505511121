/** The stages of the previewed pipeline, one card each: its arguments, its exceptions, and the flow through it. */
import { Code, Plus } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import type { CardItem } from "../../../core/model/analysis.ts";
import { nestCards } from "../../../core/model/stage-tree.ts";
import { useApp, useAppState, useReadOnly } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { useFocusRequest } from "../../../core/page/use-focus-request.ts";
import { writeStage } from "../../../core/select/reveal-problem.ts";
import { BrokenText } from "../../../ui/broken-text.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import * as readingCss from "../../../ui/reading.module.css";
import { AsOf } from "../../../ui/stale-band.tsx";
import { LaterProposal, useIsProposed } from "../proposal/later-proposal.tsx";
import { Balance } from "./balance.tsx";
import { chooseStage, focusStages, selectCard } from "./edit-stages.ts";
import { cardsAround } from "./long-list.ts";
import * as offerCss from "./offer.module.css";
import { Stage } from "./stage-card.tsx";
import { DragStages } from "./stage-drag.tsx";
import { foldStage } from "./stage-list-store.ts";
import * as stagesCss from "./stages.module.css";
import { UnreadBand } from "./unread-band.tsx";

export function StageList() {
  const app = useApp();
  const { cards, stale } = useDerived("cards");
  const readOnly = useReadOnly();
  const isProposed = useIsProposed();
  const current = useAppState("analysis", (state) => state.current);
  const selected = useDerived("card")?.id;
  const at = useMemo(() => cards.findIndex(({ id }) => id === selected), [cards, selected]);
  const part = useMemo(() => cardsAround(cards, at), [cards, at]);
  // The part does not depend on which of its cards is selected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part follows from these
  const branches = useMemo(() => nestCards(part.shown), [cards, part.from]);
  const box = useRef<HTMLElement>(null);
  const row = (id: string | undefined) =>
    box.current?.querySelector<HTMLElement>(`[data-card="${id}"] > [data-part=row] [data-part=button]`);
  useEffect(() => {
    box.current?.querySelector(`[data-card="${selected}"] > [data-part=row]`)?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  useFocusRequest("stages", () => {
    (row(selected) ?? box.current?.querySelector<HTMLElement>("[data-part=instead] button"))?.focus();
  });
  const onKeyDown = useCardKeys(cards, row);
  // Keys apply to the focused card.
  const onFocus = ({ target }: FocusEvent) => {
    const id = target.closest<HTMLElement>("[data-card]")?.dataset.card;
    if (id !== undefined && id !== selected) selectCard(app, id);
  };

  return (
    <section className={`${paneCss.pane} ${stagesCss.stages}`} aria-label="Stages" ref={box}>
      {cards.length === 0 && current !== null && (current.cards === null ? <BrokenText /> : <NoStages />)}
      {cards.length > 0 && isProposed && (
        <div className={readingCss.noStages}>
          <LaterProposal />
        </div>
      )}
      {cards.length > 0 && !isProposed && !readOnly && <UnreadBand />}
      {cards.length > 0 && <Heads />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the buttons in it */}
      <div className={`${stagesCss.scroll} dimmable`} data-keys="stages" onKeyDown={onKeyDown} onFocus={onFocus}>
        <DragStages>
          <OtherStages cards={cards} from={part.from} to={part.to} />
          <ul className={stagesCss.list} aria-label="Stages" data-stale={stale}>
            {branches.map((branch, i) => (
              <Stage key={branch.card.id} branch={branch} last={i === branches.length - 1} />
            ))}
          </ul>
        </DragStages>
      </div>
      <Balance />
    </section>
  );
}

/** What the columns of the cards show. */
function Heads() {
  const entered = useAppState("preview", (state) => state.result?.balance.in);
  return (
    <div className={stagesCss.head} data-part="heads" aria-hidden="true">
      <span />
      <span />
      <span className="cut">
        Stage
        <AsOf inline />
      </span>
      <span className={stagesCss.volume}>Lines</span>
      <span className={stagesCss.flowHead}>
        {entered === undefined || entered === 0 ? "" : `of ${entered.toLocaleString("en")} in`}
      </span>
      <span className={stagesCss.out}>Out</span>
      <span />
    </div>
  );
}

/** For more stages than fit at once: the shown range, and links to those before and after it. */
function OtherStages({ cards, from, to }: { cards: readonly CardItem[]; from: number; to: number }) {
  const app = useApp();
  if (from === 0 && to === cards.length) return null;
  const [before, after] = [cards[from - 1], cards[to]];
  return (
    <p className={`${stagesCss.part} small-text muted`}>
      Stages {(from + 1).toLocaleString("en")} to {to.toLocaleString("en")} of {cards.length.toLocaleString("en")}
      <button
        type="button"
        className={controlsCss.link}
        aria-disabled={!before || undefined}
        onClick={() => before && selectCard(app, before.id)}
      >
        Previous stages
      </button>
      <button
        type="button"
        className={controlsCss.link}
        aria-disabled={!after || undefined}
        onClick={() => after && selectCard(app, after.id)}
      >
        Next stages
      </button>
    </p>
  );
}

/** Arrows move between cards, and open and fold them, as in a tree. */
function useCardKeys(cards: readonly CardItem[], row: (id: string | undefined) => HTMLElement | null | undefined) {
  const app = useApp();
  const selected = useDerived("card");
  return (event: KeyboardEvent) => {
    const at = selected === undefined ? -1 : cards.indexOf(selected);
    const isOnCard = event.target instanceof HTMLElement && event.target.matches("[data-part=button]");
    if (!isOnCard || selected === undefined || at < 0 || hasModifier(event)) return;
    const open = app.stores.stageList.getState().open[selected.id] ?? false;
    const to: Record<string, CardItem | undefined> = {
      ArrowDown: cards[at + 1],
      ArrowUp: cards[at - 1],
      Home: cards[0],
      End: cards.at(-1),
      ArrowLeft: open ? undefined : cards.find(({ id }) => id === selected.parent),
    };
    if (event.key === "Enter") foldStage(app, selected.id, !open);
    else if (event.key === "ArrowRight" || (event.key === "ArrowLeft" && open))
      foldStage(app, selected.id, event.key === "ArrowRight");
    else if (event.key in to) {
      const next = to[event.key];
      if (next !== undefined) {
        selectCard(app, next.id);
        // In another part of a long list it is drawn shortly.
        const there = row(next.id);
        if (there != null) there.focus();
        else focusStages(app);
      }
    } else return;
    event.preventDefault();
  };
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

function NoStages() {
  const app = useApp();
  const { pipeline } = useDerived("cards");
  const readOnly = useReadOnly();
  const hasSamples = useAppState("document", ({ samples }) => samples.length > 0);
  const isProposed = useIsProposed();
  // The buttons stay the same elements when a proposal arrives later, since one of them may have the focus.
  return (
    <div className={isProposed ? readingCss.noStages : paneCss.empty}>
      {isProposed ? <LaterProposal /> : <p>{whyNone(pipeline, hasSamples)}</p>}
      <div className={offerCss.emptyButtons} data-part="instead" hidden={readOnly}>
        {pipeline !== undefined && (
          <button
            type="button"
            className={buttonClass()}
            onClick={() => chooseStage(app, { parent: undefined, index: 0 })}
          >
            <Plus aria-hidden="true" size={14} /> Add a stage
          </button>
        )}
        <button type="button" className={buttonClass()} onClick={() => writeStage(app)}>
          <Code aria-hidden="true" size={14} /> Write it in the code
        </button>
      </div>
    </div>
  );
}

function whyNone(pipeline: string | undefined, hasSamples: boolean): string {
  if (pipeline === undefined)
    return "Nothing to preview yet: write a logs.process component, or just a few stage blocks.";
  return hasSamples ? "No stages yet." : "No stages yet. Add log lines, and Sluice proposes stages for them.";
}

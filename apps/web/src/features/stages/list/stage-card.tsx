/** One stage in the list: its row, its problems, its details while it is open, and the stages inside it. */
import { ChevronDown, ChevronRight } from "lucide-react";
import type { CardItem } from "../../../core/model/analysis.ts";
import type { CardBranch } from "../../../core/model/stage-tree.ts";
import { useApp, useAppState, useReadOnly } from "../../../core/page/app-context.ts";
import { useDerived } from "../../../core/page/use-derived.ts";
import { draftsOf } from "../../../core/storage/drafts.ts";
import { formatVolume } from "../../../core/text/volume.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { chooseStage, selectCard, switchStage } from "./edit-stages.ts";
import { ProblemButton } from "./problems.tsx";
import { StageDetails } from "./stage-details.tsx";
import { DropSlots, OnlySlot, useTakeable } from "./stage-drag.tsx";
import { StageFiles } from "./stage-files.tsx";
import { FlowBar, StageNotes, useFlow } from "./stage-flow.tsx";
import { foldStage } from "./stage-list-store.ts";
import { StageMenu } from "./stage-menu.tsx";
import * as css from "./stages.module.css";

export function Stage({ branch, last }: { branch: CardBranch; last: boolean }) {
  const app = useApp();
  const { card } = branch;
  const { id, name, off, nests } = card;
  const selected = useDerived("card")?.id === id;
  const open = useAppState("stageList", (state) => state.open[id] ?? false);
  const readOnly = useReadOnly();
  const flow = useFlow(card);
  const { ref, listeners, isDragging } = useTakeable(card);
  const Chevron = open ? ChevronDown : ChevronRight;
  // Tab reaches only the selected card; arrows reach the others.
  const tabIndex = selected ? 0 : -1;
  return (
    <li className={css.item} data-card={id} data-selected={selected} data-off={off}>
      <DropSlots card={card} last={last} />
      <div className={css.row} data-part="row" ref={ref} data-taken={isDragging} {...listeners}>
        <button
          type="button"
          className={css.fold}
          tabIndex={tabIndex}
          aria-expanded={open}
          aria-label={`Arguments of ${off ? `disabled ${name}` : `stage ${id}`}`}
          onClick={() => foldStage(app, id, !open)}
        >
          <Chevron aria-hidden="true" size={12} />
        </button>
        <span className={css.path} data-part="path" aria-hidden="true">
          {off ? "–" : id}
        </span>
        <span className={css.main}>
          <StageTitle card={card} open={open} selected={selected} />
          {off ? <DisabledNote id={id} tabIndex={tabIndex} /> : <StageNotes branch={branch} />}
        </span>
        <span className={css.volume}>{flow !== undefined && flow.in > 0 && formatVolume(flow.volume)}</span>
        {flow === undefined ? <span /> : <FlowBar flow={flow} />}
        <span className={css.out}>{flow?.out.toLocaleString("en")}</span>
        {readOnly ? <span /> : <StageMenu card={card} tabIndex={tabIndex} />}
      </div>
      <StageProblems branch={branch} inForm={open} />
      <StageFiles stage={card} />
      {open && <StageDetails branch={branch} />}
      {nests && !off && <InnerStages branch={branch} />}
    </li>
  );
}

interface StageTitleProps {
  readonly card: CardItem;
  readonly open: boolean;
  readonly selected: boolean;
}

/** Its name, which selects it, and what its form would show while that is closed. */
function StageTitle({ card: { id, name, summary, off }, open, selected }: StageTitleProps) {
  const app = useApp();
  const { pipeline } = useDerived("cards");
  const kept = useAppState("view", (state) => state.drafts);
  const drafts = draftsOf(kept, pipeline, id);
  const tabIndex = selected ? 0 : -1;
  return (
    <span className={css.what}>
      <button
        type="button"
        className={css.button}
        data-part="button"
        tabIndex={tabIndex}
        aria-current={selected}
        title={`${name} ${summary}`.trim()}
        onClick={() => selectCard(app, id)}
        onDoubleClick={() => foldStage(app, id, !open)}
      >
        <span className="visually-hidden">{off ? "Disabled stage " : `Stage ${id} `}</span>
        {name}
      </button>
      {!open && drafts.length > 0 && (
        <button
          type="button"
          className={`${controlsCss.chip} ${css.draft} ${css.raised}`}
          tabIndex={tabIndex}
          title={`The input for ${drafts.join(", ")} was refused and is kept in the form`}
          aria-label={`Draft of ${drafts.join(", ")} of stage ${id}: open its form`}
          onClick={() => foldStage(app, id, true)}
        >
          draft
        </button>
      )}
      {!open && (
        <span className={`${css.summary} mono muted cut`} title={summary}>
          {summary}
        </span>
      )}
    </span>
  );
}

function DisabledNote({ id, tabIndex }: { id: string; tabIndex: number }) {
  const app = useApp();
  const readOnly = useReadOnly();
  return (
    <span className={`${css.notes} muted`}>
      disabled
      {!readOnly && (
        <button
          type="button"
          className={`${controlsCss.link} ${css.raised}`}
          tabIndex={tabIndex}
          onClick={() => void switchStage(app, id)}
        >
          Enable
        </button>
      )}
    </span>
  );
}

/** The stages of a match, or a place for the first. */
function InnerStages({ branch: { card, children } }: { branch: CardBranch }) {
  const app = useApp();
  const readOnly = useReadOnly();
  return (
    <ul className={css.branch} aria-label={`Stages in stage ${card.id}`}>
      {children.map((child, i) => (
        <Stage key={child.card.id} branch={child} last={i === children.length - 1} />
      ))}
      {children.length === 0 && (
        <li className={css.branchEmpty}>
          <OnlySlot parent={card.id} />
          {readOnly ? (
            <span className="muted">No stages for matching entries</span>
          ) : (
            <button
              type="button"
              className={buttonClass("quiet", "small")}
              onClick={() => chooseStage(app, { parent: card.id, index: 0 })}
            >
              Add a stage for matching entries
            </button>
          )}
        </li>
      )}
    </ul>
  );
}

/**
 * The problems of a stage itself; the stages inside it show their own. While its form is open (`inForm`), the form shows
 * the problems of the text at their places, and this list has only the rest.
 */
function StageProblems({ branch: { card, children }, inForm }: { branch: CardBranch; inForm: boolean }) {
  const problems = useDerived("problems");
  const written = useAppState("analysis", (state) => state.current?.problems);
  const { stale, text } = useDerived("cards");
  const shown = useAppState("analysis", (state) => state.current?.text === text);
  const own = problems.filter(
    ({ start, severity, code }) =>
      severity !== "info" &&
      !(inForm && code !== "unknown-stage" && written?.some((one) => one.start === start && one.code === code)) &&
      card.start <= start &&
      start < card.end &&
      !children.some((child) => child.card.start <= start && start < child.card.end),
  );
  if (own.length === 0 || stale || !shown || card.off) return null;
  return (
    <ul className={css.problems} aria-label={`Problems of stage ${card.id}`}>
      {own.map((problem, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may stand twice at one place
        <li key={i}>
          <ProblemButton problem={problem} />
        </li>
      ))}
    </ul>
  );
}

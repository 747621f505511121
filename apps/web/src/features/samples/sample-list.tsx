/** The rows of the samples, one line each. */
import type { ValuePlace } from "@sluice/engine";
import { type KeyboardEvent, memo, type RefObject, useMemo, useRef, useState } from "react";
import type { RowValues } from "../../core/model/run.ts";
import { describeOutcome, type RunContext, type SampleRow, shortOutcome } from "../../core/model/sample-rows.ts";
import type { SampleEntry } from "../../core/model/samples.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { setDrawer } from "../../core/page/settings.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { useFocusRequest } from "../../core/page/use-focus-request.ts";
import { moveEntry } from "../../core/select/move-entry.ts";
import { selectEntry } from "../../core/select/select-entry.ts";
import { formatPairs } from "../../core/text/label-text.ts";
import { type LineSpan, wordFrom } from "../../core/text/line-words.ts";
import { ListRow, RowList, type RowPlace } from "../../ui/row-list.tsx";
import * as rowsCss from "../../ui/rows.module.css";
import { StatusIcon, statusTone, statusWord } from "../../ui/status-mark.tsx";
import { VisibleText } from "../../ui/value-text.tsx";
import { afterSelecting, selectedPart, selectPart, usePointing } from "../values/index.ts";
import { type CommonParts, commonParts, partsOf } from "./common-parts.ts";
import { editEntry } from "./edit-entry.ts";
import { useRowCells } from "./row-cells.ts";
import { useShownRowNames } from "./row-values.tsx";
import * as css from "./samples.module.css";

/** Pixels; the style sheet uses the same height. */
const ROW_HEIGHT = 28;
/** The most characters of a line that a row can show. */
const SHOWN = 300;
/** The same for a line whose words are selected by keys; left-out words are skipped. */
const LOOKED_THROUGH = 2000;

export function SampleList({ rows }: { rows: readonly SampleRow[] }) {
  const app = useApp();
  const selected = useAppState("selection", (state) => state.sampleId);
  const samples = useAppState("document", (state) => state.samples);
  const box = useRef<HTMLDivElement>(null);
  const at = rows.findIndex((row) => row.sample.id === selected);
  const context = useDerived("runContext");
  const common = useMemo(() => commonParts(samples.map(({ line }) => line)), [samples]);
  const names = useShownRowNames();
  const values = useAppState("preview", (state) => state.values);
  const columns = useMemo(() => columnsOf(names, values), [names, values]);
  const first = useDerived("pipeline")?.stages[0];
  const place = useMemo(
    (): ValuePlace => (first === undefined ? { side: "end" } : { side: "before", path: first.path }),
    [first],
  );
  const pointing = usePointing();
  const point = (line: Element, { sample }: SampleRow) => pointing(line, sample.line, place, box.current!);
  const words = useRowWords(box, rows[at]);
  const cells = useRowCells(box, rows[at]);

  useFocusRequest("entries", () => box.current?.focus());
  const onKey = (event: KeyboardEvent): boolean => {
    if (cells.onKeyDown(event) || words.onKeyDown(event)) return true;
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      const line = words.select();
      if (line !== undefined) point(line, rows[at]!);
    } else if (event.key === "Enter" && !event.shiftKey) editEntry(app, selected);
    else return false;
    event.preventDefault();
    return true;
  };

  return (
    <>
      <RowList
        className={`${rowsCss.list} dimmable`}
        data-keys="samples"
        aria-label="Sample entries"
        box={box}
        rows={rows}
        height={ROW_HEIGHT}
        keyOf={({ sample }) => sample.id}
        at={at}
        onKey={onKey}
        onStep={(by) => moveEntry(app, by)}
        onMouseDown={(event) => {
          const target = event.target instanceof Element ? event.target : undefined;
          const line = target?.closest("[data-part=line]") ?? undefined;
          const row = rows[Number(target?.closest("[aria-posinset]")?.getAttribute("aria-posinset")) - 1];
          if (row !== undefined) cells.onMouseDown(event, target, row);
          // A double click edits the entry.
          if (line !== undefined && row !== undefined && event.detail < 2)
            afterSelecting(event, () => point(line, row));
        }}
      >
        {({ sample, number, outcome }, place) => (
          <Row
            key={sample.id}
            sample={sample}
            number={number}
            outcome={outcome}
            context={context}
            common={common}
            values={columns === undefined ? undefined : values?.values.get(sample.id)}
            columns={columns}
            names={names}
            selected={sample.id === selected}
            {...place}
          />
        )}
      </RowList>
      <span className="visually-hidden" aria-live="polite">
        {cells.said === "" ? words.said : cells.said}
      </span>
    </>
  );
}

/**
 * Moves through the words of the selected row with the left and right arrows, which select them as the mouse does.
 */
function useRowWords(list: RefObject<HTMLElement | null>, row: SampleRow | undefined) {
  const [word, setWord] = useState<{ readonly id: number; readonly span: LineSpan } | null>(null);
  const line = () => list.current?.querySelector('[aria-selected="true"] [data-part=line]:not([hidden])') ?? undefined;
  const current = word !== null && word.id === row?.sample.id ? word.span : undefined;
  /** The next visible word. */
  const take = (by: 1 | -1): boolean => {
    const box = line();
    if (row === undefined || box === undefined) return false;
    const text = row.sample.line.slice(0, LOOKED_THROUGH);
    let span = wordFrom(text, current, by);
    while (span !== undefined && !selectPart(box, span)) span = wordFrom(text, span, by);
    if (span === undefined) return false;
    setWord({ id: row.sample.id, span });
    return true;
  };
  return {
    /** The selection made with keys, for screen readers. */
    said: current === undefined ? "" : row!.sample.line.slice(current.start, current.end),
    /** Selects a word, or keeps the selection; returns its line. */
    select(): Element | undefined {
      const box = line();
      return box === undefined || selectedPart(box) !== undefined || take(1) ? box : undefined;
    },
    onKeyDown(event: KeyboardEvent): boolean {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : undefined;
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
      take(by);
      event.preventDefault();
      return true;
    },
  };
}

/** Column widths for the shown values; undefined until they are known, or if none are chosen. */
function columnsOf(names: readonly string[], values: RowValues | null): readonly string[] | undefined {
  if (values === null || names.length === 0 || names.join("\n") !== values.names.join("\n")) return undefined;
  const rows = [...values.values.values()];
  return names.map((_, i) => {
    if (i === names.length - 1) return "auto";
    const longest = rows.reduce((most, row) => Math.max(most, row[i]?.length ?? 0), 1);
    return `${Math.min(longest, 14)}ch`;
  });
}

/** The parts of a line that fit into a row. */
function shownParts(line: string, common: CommonParts) {
  let room = SHOWN;
  return partsOf(line, common).flatMap((part) => {
    if (room <= 0) return [];
    const text = part.isLeftOut ? part.text : part.text.slice(0, room);
    room -= part.isLeftOut ? 1 : text.length;
    return { ...part, text };
  });
}

interface RowProps extends RowPlace {
  readonly sample: SampleRow["sample"];
  readonly number: SampleRow["number"];
  readonly outcome: SampleRow["outcome"];
  readonly context: RunContext;
  /** What nearly all lines have in common, which is left out. */
  readonly common: CommonParts;
  /** The values shown instead of the line, with the columns' widths and names. */
  readonly values: readonly (string | undefined)[] | undefined;
  readonly columns: readonly string[] | undefined;
  readonly names: readonly string[];
  readonly selected: boolean;
}

const Row = memo(function Row({
  sample,
  number,
  outcome,
  context,
  common,
  values,
  columns,
  names,
  ...place
}: RowProps) {
  const app = useApp();
  const status = outcome === undefined ? undefined : outcome.status;
  const about = outcome === undefined ? "" : describeOutcome(outcome, context);
  const what = status === undefined ? "not run yet" : `${statusWord(status)} ${about}`.trim();
  const short = outcome === undefined ? "" : shortOutcome(outcome, context);
  const own = describeOwn(sample);
  const parts = useMemo(() => shownParts(sample.line, common), [sample.line, common]);
  return (
    <ListRow
      {...place}
      className={rowsCss.row}
      data-gone={status === "dropped"}
      title={[what, ...own].join("\n")}
      onClick={() => {
        selectEntry(app, sample.id);
        setDrawer(app, true);
      }}
      onDoubleClick={() => editEntry(app, sample.id)}
    >
      <span className={rowsCss.number}>{number}</span>
      <span className={css.glyph}>
        {status !== undefined && <StatusIcon status={status} />}
        <span className="visually-hidden">{what} </span>
      </span>
      {values !== undefined && (
        <span className={`${rowsCss.line} ${css.values} mono`} data-part="values">
          {values.map((value, i) => (
            <span
              key={names[i]}
              className={i === 1 ? "cut muted" : "cut"}
              style={{ width: columns?.[i] }}
              data-name={value === undefined ? undefined : names[i]}
            >
              {value === undefined ? "" : <VisibleText text={value} />}{" "}
            </span>
          ))}
        </span>
      )}
      <span className={`${rowsCss.line} mono`} data-part="line" hidden={values !== undefined}>
        {sample.line === "" && <span className="faint">(empty line)</span>}
        {parts.map(({ text, from, isLeftOut }) =>
          isLeftOut ? (
            <span key={from} className="faint" title={`${text.trim()} (in nearly all lines)`}>
              …
            </span>
          ) : (
            <VisibleText key={from} text={text} from={from} />
          ),
        )}
      </span>
      {own.length > 0 && (
        <span className={`${css.about} muted`}>
          <span aria-hidden="true">+</span>
          <span className="visually-hidden">{own.join(" ")}</span>
        </span>
      )}
      {short !== "" && (
        <span className={`${css.about} tone-${statusTone(status!)}`} aria-hidden="true">
          {short}
        </span>
      )}
    </ListRow>
  );
});

/** The entry's own fields: the time before it, labels, metadata, a timestamp. */
function describeOwn({ advance, labels, metadata, timestamp }: SampleEntry): string[] {
  const about: string[] = [];
  if (advance !== undefined) about.push(`Sent ${advance} after the previous entry.`);
  if (timestamp !== undefined) about.push(`Timestamp ${timestamp}.`);
  if (labels !== undefined) about.push(`Labels ${formatPairs(Object.entries(labels))}.`);
  if (metadata !== undefined) about.push(`Structured metadata ${formatPairs(metadata)}.`);
  return about;
}

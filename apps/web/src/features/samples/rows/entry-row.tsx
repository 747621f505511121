/** One entry in a list of samples: its number, its result, and its line or values in place of it. */
import { memo, useMemo } from "react";
import { describeOutcome, type RunContext, type SampleRow, shortOutcome } from "../../../core/model/sample-rows.ts";
import type { SampleEntry } from "../../../core/model/samples.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { setDrawer } from "../../../core/page/settings.ts";
import { selectEntry } from "../../../core/select/select-entry.ts";
import { formatPairs } from "../../../core/text/label-text.ts";
import { ListRow, type RowPlace } from "../../../ui/row-list.tsx";
import * as rowsCss from "../../../ui/rows.module.css";
import { StatusIcon, statusTone, statusWord } from "../../../ui/status-mark.tsx";
import { VisibleText } from "../../../ui/value-text.tsx";
import { type CommonParts, partsOf } from "../common-parts.ts";
import { editEntry } from "../edit-entry.ts";
import * as css from "../samples.module.css";

/** The most characters of a line that a row can show. */
const SHOWN = 300;

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
  /** In a group: what varies in it, shown in place of the line where there is no room for both. */
  readonly varying?: VaryingValues | undefined;
  /** In a group: its place in the list. */
  readonly index?: number;
}

export interface VaryingValues {
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly columns: readonly string[];
}

export const EntryRow = memo(function EntryRow({
  sample,
  number,
  outcome,
  context,
  common,
  values,
  columns,
  names,
  varying,
  index,
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
      {...(index !== undefined && { role: "treeitem", "aria-level": 2, "data-index": index })}
      className={rowsCss.row}
      data-gone={status === "dropped"}
      data-varying={varying !== undefined}
      title={[what, ...own, ...(varying === undefined ? [] : [sample.line.slice(0, SHOWN)])].join("\n")}
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
      {varying !== undefined && <Varying {...varying} />}
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

const Varying = ({ names, values, columns }: VaryingValues) => (
  <span className={`${rowsCss.line} ${css.values} mono`} data-part="varying">
    {values.map((value, i) => (
      <span key={names[i]} className="cut" style={{ width: columns[i] }} title={`${names[i]}: ${value}`}>
        <VisibleText text={value} />{" "}
      </span>
    ))}
  </span>
);

/** The entry's own fields: the time before it, labels, metadata, a timestamp. */
function describeOwn({ advance, labels, metadata, timestamp }: SampleEntry): string[] {
  const about: string[] = [];
  if (advance !== undefined) about.push(`Sent ${advance} after the previous entry.`);
  if (timestamp !== undefined) about.push(`Timestamp ${timestamp}.`);
  if (labels !== undefined) about.push(`Labels ${formatPairs(Object.entries(labels))}.`);
  if (metadata !== undefined) about.push(`Structured metadata ${formatPairs(metadata)}.`);
  return about;
}

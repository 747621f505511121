/** Matches of an expression or a pattern: its groups in the selected entry's text, and some texts without a match. */
import { foundAt, type Probe, type ProbedText, type ProbeMark } from "@sluice/engine";
import { CircleAlert } from "lucide-react";
import { counted } from "../../../core/text/counted.ts";
import { parseSentence } from "../../../core/text/sentence.ts";
import * as readingCss from "../../../ui/reading.module.css";
import { LongText, Sentence } from "../../../ui/value-text.tsx";
import * as css from "./forms-live.module.css";
import { hueOf, markText } from "./marked-text.ts";
import type { PanelProps } from "./panel-props.ts";
import { useSampleNumbers } from "./use-probe.ts";

export function MatchPanel({ probe }: PanelProps) {
  const numberOf = useSampleNumbers();
  const { refusal, matched, total, chosen, missed, groups } = probe;
  if (refusal !== undefined) return null;
  const named = groups.filter(({ name }) => name !== undefined);
  const rows = [...(chosen === undefined ? [] : [chosen]), ...missed];
  return (
    <>
      <p className={css.title}>
        {about(probe)}
        {groupsText(groups.length)}
        {total > 0 && (
          <b>
            {" · "}
            {matched.toLocaleString("en")} of {total.toLocaleString("en")} match
          </b>
        )}
      </p>
      {named.length > 0 && (
        <ul className={`${css.groupChips} mono`} aria-label="Groups">
          {named.map(({ group, name }) => (
            <li key={group} data-hue={hueOf(group)}>
              {name}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <ol className={css.rows}>
          {rows.map((row) => (
            <Tried key={row.sample} row={row} number={numberOf(row.sample)} />
          ))}
        </ol>
      )}
    </>
  );
}

const about = ({ language }: Probe): string => (language === "re2" ? "Expression" : "Pattern");
const groupsText = (count: number): string => (count === 0 ? "" : ` · ${counted(count, "group")}`);

function Tried({ row, number }: { row: ProbedText; number: number }) {
  const { text, marks, stopped, matched, why } = row;
  return (
    <li>
      <span className={css.number}>
        <span className="visually-hidden">Entry </span>
        {number}
      </span>
      <div>
        {text === undefined ? (
          <p className="muted">
            <Sentence parts={parseSentence(why ?? "")} />
          </p>
        ) : (
          <p className={`${css.text} mono`}>
            <MarkedText text={text} marks={matched || stopped === undefined ? marks : [...marks, stopMark(stopped)]} />
          </p>
        )}
        {!matched && text !== undefined && (stopped !== undefined || why !== undefined) && (
          <p className={`${css.stop} tone-missed`}>
            <CircleAlert aria-hidden="true" size={12} />
            <span>
              <Sentence parts={parseSentence(stopped?.summary ?? why ?? "")} />
            </span>
          </p>
        )}
      </div>
    </li>
  );
}

/** A mark that belongs to no group. */
const STOP = -1;
const stopMark = (stopped: NonNullable<ProbedText["stopped"]>): ProbeMark => ({
  group: STOP,
  start: stopped.at,
  end: stopped.nowhere ? stopped.at : stopped.at + foundAt(stopped).length,
});

const LONGEST = 240;

function MarkedText({ text, marks }: { text: string; marks: readonly ProbeMark[] }) {
  return markText(text, marks).map(({ text: part, group }, i) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      key={i}
      data-hue={hueOf(group)}
      className={group === STOP ? readingCss.stopFound : group === 0 ? css.wholeMatch : undefined}
    >
      <LongText text={part} limit={LONGEST} />
    </span>
  ));
}

/** A time layout: what it reads, a guess from the values, a translation of other formats, and the parts of layouts. */
import type { Probe } from "@sluice/engine";
import { CircleAlert, CircleCheck } from "lucide-react";
import { parseSentence } from "../../../core/text/sentence.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Fold } from "../../../ui/fold.tsx";
import { LongText, Sentence } from "../../../ui/value-text.tsx";
import * as formsCss from "./forms.module.css";
import * as formsLiveCss from "./forms-live.module.css";
import { COMMON_FORMATS, LAYOUT_PARTS } from "./layout-parts.ts";
import type { PanelProps } from "./panel-props.ts";

export function LayoutPanel({ probe, disabled, onReplace, onInsert }: PanelProps) {
  const { text, matched, total, guesses, translated, refusal } = probe;
  const guess = guesses.find(({ format }) => format !== text);
  const best = guesses[0];
  // A better guess reads more, or anything at all if the current layout reads nothing.
  const better = guess !== undefined && (guess.matched > matched || matched === 0);
  return (
    <>
      {total > 0 && text !== "" && refusal === undefined && (
        <p className={formsLiveCss.title}>
          <b>
            reads the time of {matched.toLocaleString("en")} of {total.toLocaleString("en")} entries
          </b>
        </p>
      )}
      {text !== "" && <Verdict chosen={probe.chosen} />}
      {translated !== undefined && !better ? (
        <p className={formsLiveCss.offer}>
          Probably not the layout you mean.{" "}
          <button
            type="button"
            className={buttonClass("small")}
            disabled={disabled}
            onClick={() => onReplace(translated)}
          >
            Change to <code>{translated}</code>
          </button>
        </p>
      ) : (
        better && (
          <p className={formsLiveCss.offer}>
            <button
              type="button"
              className={buttonClass("small")}
              disabled={disabled}
              onClick={() => onReplace(guess.format)}
            >
              Use <code>{guess.format}</code>
            </button>{" "}
            <span className="muted small-text">
              reads {guess.matched.toLocaleString("en")} of {guess.total.toLocaleString("en")}
              {guess.ambiguous && "; day and month could be swapped"}
            </span>
          </p>
        )
      )}
      {translated === undefined && !better && best?.format === text && best.ambiguous && (
        <p className="muted small-text">Day and month could be swapped: the values are ambiguous.</p>
      )}
      <LayoutPicker disabled={disabled} onReplace={onReplace} onInsert={onInsert} />
    </>
  );
}

/** The time that it reads in the selected entry, or why it reads none. */
function Verdict({ chosen }: Pick<Probe, "chosen">) {
  if (chosen?.text === undefined) return null;
  return (
    <p className={formsLiveCss.verdict}>
      <span className={`${formsLiveCss.text} mono`}>
        <LongText text={chosen.text} limit={80} />
      </span>
      {chosen.result !== undefined ? (
        <>
          <CircleCheck aria-hidden="true" size={14} className="tone-good" />
          <span className="mono">{chosen.result}</span>
        </>
      ) : (
        <span className={`${formsLiveCss.stop} tone-missed`}>
          <CircleAlert aria-hidden="true" size={12} />
          <span>
            <Sentence parts={parseSentence(chosen.stopped?.summary ?? chosen.why ?? "Not read as a time.")} />
          </span>
        </span>
      )}
    </p>
  );
}

/** Common layouts, and the parts that a layout is built of. */
const LayoutPicker = ({ disabled, onReplace, onInsert }: Omit<PanelProps, "probe">) => (
  <div className={formsCss.picker}>
    <Fold title="Build a layout" about="how Mon Jan 2 15:04:05 2006 is written">
      <p className="muted small-text">Whole formats</p>
      <ul className={formsCss.layoutParts}>
        {COMMON_FORMATS.map((one) => (
          <li key={one.text}>
            <button
              type="button"
              className={`${buttonClass("small")} mono`}
              disabled={disabled}
              title={one.name}
              aria-label={`${one.text}, as in ${one.name}`}
              onClick={() => onReplace(one.text)}
            >
              {one.text}
            </button>
          </li>
        ))}
      </ul>
      <p className="muted small-text">Parts, inserted at the cursor</p>
      <ul className={formsCss.layoutParts}>
        {LAYOUT_PARTS.map((one) => (
          <li key={one.text}>
            <button
              type="button"
              className={buttonClass("small")}
              disabled={disabled}
              aria-label={`Insert ${one.text}, ${one.name}`}
              onClick={() => onInsert(one.text)}
            >
              <code>{one.text}</code> <span className="muted">{one.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Fold>
  </div>
);

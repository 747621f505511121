/** Where a stage stopped matching: the matched and the missing part, marked in the text and the expression. */
import { foundAt, type StopJson, type ValuePlace } from "@sluice/engine";
import { parseSentence } from "../../core/text/sentence.ts";
import * as readingCss from "../../ui/reading.module.css";
import { LongText, Sentence, VisibleText } from "../../ui/value-text.tsx";
import { PointedLine } from "../values/index.ts";
import * as css from "./inspector.module.css";

const LONGEST = 400;

/** The text, with marks for the matched part and for what was found next. */
export function StoppedText({ stop, place }: { stop: StopJson; place?: ValuePlace | undefined }) {
  const { text, from, at, nowhere } = stop;
  const end = nowhere ? at : at + foundAt(stop).length;
  return (
    <PointedLine line={text} place={place}>
      <LongText text={text.slice(0, from)} limit={LONGEST} from={0} />
      {from < at && (
        <span className={css.stopRead}>
          <LongText text={text.slice(from, at)} limit={LONGEST} from={from} />
        </span>
      )}
      {at < end && (
        <span className={readingCss.stopFound}>
          <VisibleText text={text.slice(at, end)} from={at} />
        </span>
      )}
      <LongText text={text.slice(end)} limit={LONGEST} from={end} />
    </PointedLine>
  );
}

/** The expression, and what it expected. `showsText`: the text is not shown elsewhere. */
export function Stopped({ stop, showsText }: { stop: StopJson; showsText: boolean }) {
  const { text, from, at, rule, expected, nowhere } = stop;
  const found = foundAt(stop);
  return (
    <section className={css.stopped} aria-label="Where matching stopped">
      {showsText && <StoppedText stop={stop} />}
      <dl className={css.stopFacts}>
        {from < at && (
          <div>
            <dt>matched so far</dt>
            <dd className="mono">
              <span className={css.stopRead}>
                <LongText text={text.slice(from, at)} limit={80} />
              </span>
            </dd>
          </div>
        )}
        <div>
          <dt>expected next</dt>
          <dd>
            <Sentence parts={parseSentence(expected)} />
          </dd>
        </div>
        <div>
          <dt>found</dt>
          <dd>
            {nowhere ? (
              "not in the rest of the text"
            ) : found === "" ? (
              "the end of the text"
            ) : (
              <span className={`${readingCss.stopFound} mono`}>
                <VisibleText text={found} />
              </span>
            )}
          </dd>
        </div>
      </dl>
      {rule !== undefined && (
        <pre className={readingCss.logBox}>
          {rule.next[0] > 0 && (
            <span className={css.stopRead}>
              <LongText text={rule.text.slice(0, rule.next[0])} limit={LONGEST} />
            </span>
          )}
          <span className={readingCss.stopFound}>{rule.text.slice(...rule.next)}</span>
          <span className="faint">
            <LongText text={rule.text.slice(rule.next[1])} limit={LONGEST} />
          </span>
        </pre>
      )}
    </section>
  );
}

/** `entries 2–5, 7`: the origins of something, as links to those entries. */
import { Fragment } from "react";
import { toRanges } from "../../core/model/sample-rows.ts";
import { useApp } from "../../core/page/app-context.ts";
import { showEntries } from "../../core/select/show-entries.ts";
import * as controlsCss from "../../ui/controls.module.css";

/** The most ranges that are shown; the rest is counted. */
const SHOWN = 12;

/** `indexes`: samples of the last run, in ascending order. */
export function OriginLinks({ indexes }: { indexes: readonly number[] }) {
  const app = useApp();
  const ranges = toRanges(indexes);
  return (
    <>
      {indexes.length === 1 ? "entry" : "entries"}{" "}
      {ranges.slice(0, SHOWN).map(({ first, last }, i) => {
        const text = first === last ? `${first + 1}` : `${first + 1}–${last + 1}`;
        return (
          <Fragment key={first}>
            {i > 0 && ", "}
            <button
              type="button"
              className={controlsCss.link}
              aria-label={first === last ? `Show entry ${text}` : `Show entries ${text}`}
              onClick={() =>
                showEntries(
                  app,
                  indexes.filter((index) => index >= first && index <= last),
                )
              }
            >
              {text}
            </button>
          </Fragment>
        );
      })}
      {ranges.length > SHOWN && ` and ${(ranges.length - SHOWN).toLocaleString("en")} more`}
    </>
  );
}

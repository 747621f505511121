/** The distribution of the samples' values over the buckets of a histogram. */
import type { ControlValue } from "@sluice/engine";
import { siblingText } from "../../../core/text/sibling-text.ts";
import { useBody } from "../forms/form-context.ts";
import * as css from "../forms/forms-live.module.css";
import { useSpread } from "../forms/use-probe.ts";

const shortNumber = (value: number): string => String(Number(value.toPrecision(4)));

export function Buckets({ bounds }: { bounds: readonly ControlValue[] }) {
  const body = useBody();
  const source = siblingText(body, "source") || siblingText(body, "name") || "";
  const numbers = bounds.map((bound) => (bound === "" ? Number.NaN : Number(bound)));
  const rising = numbers.every((bound, i) => Number.isFinite(bound) && (i === 0 || numbers[i - 1]! < bound));
  const spread = useSpread(source, rising ? numbers : []);
  if (spread === undefined) return null;
  const { counts, range, total } = spread;
  if (range === undefined)
    return (
      <p className="muted small-text">
        No entry has a numeric <code>{source}</code> here.
      </p>
    );
  const most = Math.max(...counts, 1);
  const labels = counts.map((_, i) => (i < counts.length - 1 ? `≤ ${shortNumber(numbers[i]!)}` : "above"));
  return (
    <figure className={css.spread} aria-label={`Distribution of ${source}`}>
      {rising && counts.length > 1 && (
        <ol>
          {counts.map((count, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buckets have no identity but their place
            <li key={i}>
              <span className={`${css.spreadBound} mono`}>{labels[i]}</span>
              <span className={css.spreadBar} aria-hidden="true">
                <i style={{ inlineSize: `${(count / most) * 100}%` }} />
              </span>
              <span className={css.spreadCount}>{count.toLocaleString("en")}</span>
            </li>
          ))}
        </ol>
      )}
      <figcaption className="muted small-text">
        {spread.numbers.toLocaleString("en")} of {total.toLocaleString("en")} entries have a number: from{" "}
        <b>{shortNumber(range.min)}</b> to <b>{shortNumber(range.max)}</b>, half of them up to{" "}
        <b>{shortNumber(range.median)}</b>.
      </figcaption>
    </figure>
  );
}

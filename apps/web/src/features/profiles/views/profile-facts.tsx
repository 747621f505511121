/** The facts of a profile: type, duration, period, samples, body, parts. */
import { visible } from "@sluice/engine";
import { useStore } from "zustand";
import { counted } from "../../../core/text/counted.ts";
import { formatAmount, formatBytes, formatNanos, measureName } from "../../../core/text/units.ts";
import { momentOf } from "../../../core/text/version-words.ts";
import type { ProfileAbout } from "../reading/about.ts";
import { describeMerged } from "../reading/combine.ts";
import { ACCEPTED } from "../reading/limits.ts";
import { type BuiltTree, type ProfileSession, sameChoice } from "../sessions/profile-session.ts";
import { ComparisonBase } from "./comparison-base.tsx";
import * as css from "./profiles.module.css";

/** Title and amounts of the shown profile; undefined: none is shown. */
export function useShown(session: ProfileSession, { tree, samples, type, merged }: BuiltTree) {
  const opened = useStore(session.store, (state) => state.opened);
  const shown = useStore(session.store, (state) => state.shown);
  const before = useStore(session.store, (state) => state.before);
  const about = opened.find(({ id }) => id === shown?.ids[0])?.about;
  if (shown === null || about === undefined) return undefined;
  const other = sameChoice(before, shown) ? null : before;
  const amounts = tree.totals.map((total) => formatAmount(total[0]!, type.unit));
  const measured = amounts.length === 1 ? amounts[0] : `before ${amounts[0]}, now ${amounts[1]}`;
  return {
    about,
    title: other === null ? shown.title : `${shown.title} compared with ${other.title}`,
    measured: `${samples.toLocaleString("en")}, ${measured} of ${measureName(type.type)}`,
    merged: merged === undefined ? undefined : describeMerged(merged),
    /** It is a single profile. */
    single: shown.ids.length === 1 && other === null,
  };
}

export function ShownFacts({ session, built }: { session: ProfileSession; built: BuiltTree }) {
  const shown = useShown(session, built);
  if (shown === undefined) return null;
  const { title, measured, about, single, merged } = shown;
  return (
    <div className={css.facts}>
      <div className={css.title}>
        <h3 className="cut">{visible(title)}</h3>
        <span className="spring" />
        <ComparisonBase session={session} />
      </div>
      {single ? (
        <dl>
          <FactRows about={about} measured={measured} />
        </dl>
      ) : (
        <>
          <p className="muted small-text">samples: {measured}</p>
          {merged !== undefined && <p className="muted small-text">combined: {merged}</p>}
        </>
      )}
    </div>
  );
}

/** The facts of a profile that cannot be drawn. */
export function UndrawnFacts({ name, about }: { name: string; about: ProfileAbout }) {
  return (
    <div className={css.facts}>
      <h3 className="cut">{visible(name)}</h3>
      <UndrawnNote about={about} />
    </div>
  );
}

export const UndrawnNote = ({ about }: { about: ProfileAbout }) =>
  about.format === "jfr" ? (
    <p>
      A recording of Java Flight Recorder (JFR), {sizeOf(about)}. Receivers forward it unchanged; it cannot be drawn
      here.
    </p>
  ) : (
    <>
      <p>A text, {sizeOf(about)}, that is neither folded stacks nor one stack per line.</p>
      {about.why !== undefined && <p>{visible(about.why)}</p>}
      <p>{ACCEPTED}</p>
    </>
  );

const describePart = ({ name, bytes, gzip }: ProfileAbout["parts"][number]): string =>
  `${visible(name) || "(no name)"} ${formatBytes(bytes)}${gzip ? " gzip" : ""}`;

const sizeOf = ({ bytes, gzip, plainBytes }: ProfileAbout): string =>
  `${formatBytes(bytes)}${gzip ? " gzip" : ""}${plainBytes === bytes ? "" : `, ${formatBytes(plainBytes)} inside`}`;

export function FactRows({ about, measured }: { about: ProfileAbout; measured?: string }) {
  const { facts, parts, skipped } = about;
  return (
    <>
      {skipped !== undefined && (
        <>
          <dt>skipped</dt>
          <dd className="tone-missed">
            {counted(skipped.count, "line")}. {visible(skipped.first)}
          </dd>
        </>
      )}
      {measured !== undefined && (
        <>
          <dt>samples</dt>
          <dd>{measured}</dd>
        </>
      )}
      {facts !== undefined && (facts.time !== undefined || facts.durationNanos !== undefined) && (
        <>
          <dt>range</dt>
          <dd>
            {facts.time !== undefined && momentOf(facts.time)}
            {facts.durationNanos !== undefined &&
              `${facts.time === undefined ? "" : ", "}${formatNanos(facts.durationNanos)} long`}
          </dd>
        </>
      )}
      {facts?.period !== undefined && (
        <>
          <dt>period</dt>
          <dd>
            one sample every {formatAmount(facts.period.value, facts.period.unit)} of {measureName(facts.period.type)}
          </dd>
        </>
      )}
      {facts !== undefined && facts.comments.length > 0 && (
        <>
          <dt>comment</dt>
          <dd>{facts.comments.map(visible).join(", ")}</dd>
        </>
      )}
      <dt>body</dt>
      <dd>{sizeOf(about)}</dd>
      {parts.length > 0 && (
        <>
          <dt>parts</dt>
          <dd>{parts.map(describePart).join(", ")}</dd>
        </>
      )}
    </>
  );
}

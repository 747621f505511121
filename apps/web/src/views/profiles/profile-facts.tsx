/** What a profile says of itself: type, duration, period, samples, body, parts. */
import { useStore } from "zustand";
import type { ProfileAbout } from "../../domain/profiles/about.ts";
import { formatAmount, formatBytes, formatNanos, measureName } from "../../domain/profiles/units.ts";
import { type BuiltTree, type ProfileSession, sameChoice } from "../../workspace/profile-session.ts";

/** Title and amounts of what is shown; undefined: nothing is. */
export function useShown(session: ProfileSession, { tree, samples, type }: BuiltTree) {
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
    /** All of it is of this one profile. */
    single: shown.ids.length === 1 && other === null,
  };
}

export function ShownFacts({ session, built }: { session: ProfileSession; built: BuiltTree }) {
  const shown = useShown(session, built);
  if (shown === undefined) return null;
  const { title, measured, about, single } = shown;
  return (
    <div className="profile-facts">
      <h3 className="cut">{title}</h3>
      {single ? (
        <dl>
          <FactRows about={about} measured={measured} />
        </dl>
      ) : (
        <p className="muted small-text">samples: {measured}</p>
      )}
    </div>
  );
}

/** What cannot be drawn is named. */
export function UndrawnFacts({ name, about }: { name: string; about: ProfileAbout }) {
  return (
    <div className="profile-facts">
      <h3 className="cut">{name}</h3>
      <JfrNote about={about} />
    </div>
  );
}

export const JfrNote = ({ about }: { about: ProfileAbout }) => (
  <p>
    A recording of Java Flight Recorder (JFR), {sizeOf(about)}. Receivers forward it unchanged; it cannot be drawn here.
  </p>
);

const sizeOf = ({ bytes, gzip, plainBytes }: ProfileAbout): string =>
  `${formatBytes(bytes)}${gzip ? " gzip" : ""}${plainBytes === bytes ? "" : `, ${formatBytes(plainBytes)} inside`}`;

export function FactRows({ about, measured }: { about: ProfileAbout; measured?: string }) {
  const { facts, parts } = about;
  return (
    <>
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
            {facts.time !== undefined && new Date(facts.time).toLocaleString("en-GB", { hour12: false })}
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
      <dt>body</dt>
      <dd>{sizeOf(about)}</dd>
      {parts.length > 0 && (
        <>
          <dt>parts</dt>
          <dd>{parts.map((part) => `${part.name || "(no name)"} ${formatBytes(part.bytes)}`).join(", ")}</dd>
        </>
      )}
    </>
  );
}

/** What a profile says of itself: type, duration, period, samples, body, parts. */
import { useStore } from "zustand";
import type { ProfileAbout } from "../../domain/profiles/about.ts";
import type { SampleType } from "../../domain/profiles/profile.ts";
import { formatAmount, formatBytes, formatNanos } from "../../domain/profiles/units.ts";
import type { ProfileSession } from "../../workspace/profile-session.ts";

type Facts =
  | {
      readonly session: ProfileSession;
      readonly samples: number;
      readonly wholes: readonly number[];
      readonly type: SampleType;
    }
  | { readonly name: string; readonly about: ProfileAbout };

export function ProfileFactList(given: Facts) {
  return "session" in given ? <OfShown {...given} /> : <Fact name={given.name} about={given.about} />;
}

function OfShown({ session, samples, wholes, type }: Extract<Facts, { session: ProfileSession }>) {
  const files = useStore(session.store, (state) => state.files);
  const shown = useStore(session.store, (state) => state.shown);
  const before = useStore(session.store, (state) => state.before);
  const nameOf = (id: string | null) => files.find((file) => file.id === id)?.name ?? "";
  const about = files.find(({ id }) => id === shown[0])?.about;
  if (about === undefined) return null;
  const name = shown.length > 1 ? `${shown.length} merged profiles` : nameOf(shown[0] ?? null);
  const title = before === null ? name : `${name} compared with ${nameOf(before)}`;
  const amounts = wholes.map((whole) => formatAmount(whole, type.unit));
  const measured = before === null ? amounts[0] : `before ${amounts[0]}, now ${amounts[1]}`;
  const amount = `${samples.toLocaleString("en")}, ${measured} of ${type.type}`;
  return <Fact name={title} about={about} samples={amount} single={shown.length === 1 && before === null} />;
}

interface FactProps {
  readonly name: string;
  readonly about: ProfileAbout;
  readonly samples?: string;
  /** All of it is of this one file. */
  readonly single?: boolean;
}

function Fact({ name, about: { format, gzip, bytes, plainBytes, parts, facts }, samples, single = true }: FactProps) {
  const size = `${formatBytes(bytes)}${gzip ? " gzip" : ""}${plainBytes === bytes ? "" : `, ${formatBytes(plainBytes)} inside`}`;
  const isJfr = format === "jfr";
  return (
    <div className="profile-facts">
      <h3 className="cut">{name}</h3>
      {isJfr && (
        <p>
          A recording of Java Flight Recorder (JFR), {size}. A receiver keeps it and hands it on as it is; it is not
          drawn here.
        </p>
      )}
      {single && !isJfr && (
        <dl>
          {samples !== undefined && (
            <>
              <dt>samples</dt>
              <dd>{samples}</dd>
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
                one sample each {formatAmount(facts.period.value, facts.period.unit)} of {facts.period.type}
              </dd>
            </>
          )}
          <dt>body</dt>
          <dd>{size}</dd>
          {parts.length > 0 && (
            <>
              <dt>parts</dt>
              <dd>{parts.map((part) => `${part.name || "(no name)"} ${formatBytes(part.bytes)}`).join(", ")}</dd>
            </>
          )}
        </dl>
      )}
      {!single && samples !== undefined && <p className="muted small-text">samples: {samples}</p>}
    </div>
  );
}

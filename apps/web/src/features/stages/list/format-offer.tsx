/** Offers the first stages for samples of a known format, each with its effect on one of them, to add all, some or none. */
import type { FormatOffer, OfferedStage } from "@sluice/engine";
import { ScanSearch } from "lucide-react";
import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import { useApp, useAppState } from "../../../core/page/app-context.ts";
import { tooltip } from "../../../core/page/commands.ts";
import { useFocusRequest } from "../../../core/page/use-focus-request.ts";
import { orSayFailed } from "../../../core/run/say-failed.ts";
import { setFilter } from "../../../core/select/set-filter.ts";
import { grouped } from "../../../core/text/counted.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { VisibleText } from "../../../ui/value-text.tsx";
import { addOffered } from "./edit-stages.ts";
import * as css from "./offer.module.css";
import { setOffered, startEmpty } from "./stage-list-store.ts";

/**
 * The offer for the samples of the last run; undefined if their format is unknown, or the user declined.
 * `empty`: whether there certainly is a pipeline without stages.
 */
export function useFormatOffer(empty: boolean): FormatOffer | undefined {
  const app = useApp();
  const run = useAppState("preview", (state) => state.result?.id);
  const text = useAppState("document", (state) => state.text);
  // The analysis may be of the previous text.
  const isRead = useAppState("analysis", (state) => state.current?.text === text);
  const unwanted = useAppState("stageList", (state) => state.startsEmpty) || !empty || !isRead;
  const [offer, setOffer] = useState<FormatOffer>();
  useEffect(() => {
    if (run === undefined || unwanted) return;
    let stopped = false;
    void app.preview.offer(run).then((found) => {
      if (!stopped) setOffer(orSayFailed(app, found));
    });
    return () => {
      stopped = true;
    };
  }, [app, run, unwanted]);
  return unwanted ? undefined : offer;
}

/** The button that accepts the offer; a command focuses it. */
function useOffered(): RefObject<HTMLButtonElement | null> {
  const app = useApp();
  const button = useRef<HTMLButtonElement>(null);
  useFocusRequest("offer", () => button.current?.focus());
  useEffect(() => {
    setOffered(app, true);
    return () => setOffered(app, false);
  }, [app]);
  return button;
}

/** For screen readers: the offer, and the key that reaches it. */
function Announced({ offer: { title } }: { offer: FormatOffer }) {
  const app = useApp();
  return (
    <span className="visually-hidden" role="status">
      The samples look like {title}. {tooltip(app, "offer")}
    </span>
  );
}

/** The same in one line above the text, while no stages are shown. */
export function FormatOfferBand() {
  const offer = useFormatOffer(true);
  return offer === undefined ? null : <Band key={offer.title} offer={offer} />;
}

function Band({ offer }: { offer: FormatOffer }) {
  const app = useApp();
  const button = useOffered();
  const { title, stages, matched, total } = offer;
  return (
    <section className={css.unreadBand} aria-label="Detected format">
      <Announced offer={offer} />
      <ScanSearch aria-hidden="true" size={14} />
      <span>
        <b>Looks like {title}</b>
        <span className="muted">
          {matched === total ? "" : `, ${grouped(matched)} of ${grouped(total)} entries`}
          {": "}
          {stages.map(({ name }) => `stage.${name}`).join(", ")}
        </span>
      </span>
      <span className="spring" />
      <button
        ref={button}
        type="button"
        className={buttonClass("small")}
        title={tooltip(app, "offer", "Add them")}
        onClick={() => void addOffered(app, title, stages)}
      >
        {addWords(stages.length)}
      </button>
      <button type="button" className={buttonClass("quiet", "small")} onClick={() => startEmpty(app)}>
        Start empty
      </button>
    </section>
  );
}

const addWords = (stages: number): string => (stages === 1 ? "Add this stage" : `Add these ${stages} stages`);

function matchWords(matched: number, total: number): string {
  if (matched < total) return `${grouped(matched)} of ${grouped(total)} entries match.`;
  return total === 1 ? "The entry matches." : `All ${grouped(total)} sampled entries match.`;
}

export function FormatOfferView({ offer }: { offer: FormatOffer }) {
  const app = useApp();
  const sampleIds = useAppState("preview", (state) => state.result?.sampleIds);
  const button = useOffered();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { title, stages, matched, total, missed } = offer;
  const chosen = stages.filter((_, i) => !left.has(i));
  const toggle = (i: number) =>
    setLeft((now) => new Set(now.has(i) ? [...now].filter((one) => one !== i) : [...now, i]));
  const showMissed = () => {
    const ids = missed.flatMap((index) => sampleIds?.[index] ?? []);
    setFilter(app, { kind: "entries", ids, what: `not ${offer.formats[0]!.title}` });
  };
  return (
    <section aria-label="Detected format">
      <Announced offer={offer} />
      <div className={css.head}>
        <h3>Looks like {title}</h3>
        <p className="muted">
          {matchWords(matched, total)}{" "}
          {missed.length > 0 && (
            <button type="button" className={controlsCss.link} onClick={showMissed}>
              {missed.length === 1 ? "Show the one that doesn’t" : `Show the ${grouped(missed.length)} that don’t`}
            </button>
          )}
        </p>
      </div>
      <ol className={css.stages}>
        {stages.map((stage, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stage is its place
          <li key={i}>
            <label className={css.name}>
              <span className={css.number}>{i + 1}</span>
              <span className="name">{stage.name}</span>
              <span className="spring" />
              <input
                type="checkbox"
                aria-label={`Add ${stage.name}`}
                checked={!left.has(i)}
                onChange={() => toggle(i)}
              />
            </label>
            <Effect stage={stage} />
          </li>
        ))}
      </ol>
      <div className={css.buttons}>
        <button
          ref={button}
          type="button"
          className={buttonClass("primary")}
          disabled={chosen.length === 0}
          onClick={() => void addOffered(app, title, chosen)}
        >
          {addWords(chosen.length)}
        </button>
        <button type="button" className={buttonClass("quiet")} onClick={() => startEmpty(app)}>
          Start empty
        </button>
      </div>
    </section>
  );
}

/** The most characters of a line and of a value that are shown. */
const SHOWN_LINE = 300;
const SHOWN_VALUE = 60;

function Effect({ stage: { before, after, sets } }: { stage: OfferedStage }) {
  return (
    <dl className={`${css.effect} mono`}>
      <dt>in</dt>
      <dd className="cut muted">
        <VisibleText text={before.slice(0, SHOWN_LINE)} />
      </dd>
      {after !== undefined && (
        <>
          <dt>out</dt>
          <dd className="cut">
            <VisibleText text={after.slice(0, SHOWN_LINE)} />
          </dd>
        </>
      )}
      {sets.length > 0 && (
        <>
          <dt>sets</dt>
          <dd className={css.sets}>
            {sets.map(({ name, value }) => (
              <Fragment key={name}>
                <span>
                  <span className="muted">{name} = </span>
                  <VisibleText text={value.length > SHOWN_VALUE ? `${value.slice(0, SHOWN_VALUE)}…` : value} />
                </span>{" "}
              </Fragment>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

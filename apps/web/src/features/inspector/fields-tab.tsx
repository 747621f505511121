/** Statistics of the values over all samples: after the selected stage, or at the end of the pipeline. */
import type { EntryStatistics, FieldStatistics, ValuePlace } from "@sluice/engine";
import { useEffect, useState } from "react";
import { flowOf } from "../../core/model/graph/flow.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { useDerived } from "../../core/page/use-derived.ts";
import { toggleRowName } from "../../core/run/row-names.ts";
import { sayFailed } from "../../core/run/say-failed.ts";
import { describeVolume, volumeOf } from "../../core/text/volume.ts";
import { isGone } from "../../core/workers/gone.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import * as readingCss from "../../ui/reading.module.css";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { LongText } from "../../ui/value-text.tsx";
import { useRowNames } from "../samples/index.ts";
import { describeDistinct, describeStreams } from "./field-rows.ts";
import { useShownStage } from "./journey.tsx";
import * as css from "./metrics.module.css";

/** The last known statistics, even while newer ones are pending. */
function useStatistics(place: ValuePlace): EntryStatistics | undefined {
  const app = useApp();
  const run = useAppState("preview", (state) => state.result?.id);
  const [known, setKnown] = useState<EntryStatistics>();
  const key = JSON.stringify(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the place
  useEffect(() => {
    if (run === undefined) return;
    let stopped = false;
    void app.preview.statistics(run, place).then((found) => {
      if (stopped) return;
      if (isGone(found)) sayFailed(app, found);
      else setKnown(found);
    });
    return () => {
      stopped = true;
    };
  }, [app, run, key]);
  return run === undefined ? undefined : known;
}

export function FieldsTab() {
  const stages = useDerived("pipeline")?.stages ?? [];
  const counts = useAppState("preview", (state) => state.result?.counts);
  const shown = useShownStage();
  const stage = stages.find(({ path }) => path === shown);
  const [atStage, setAtStage] = useState(false);
  const isAtStage = atStage && stage !== undefined;
  const statistics = useStatistics(isAtStage ? { side: "after", path: stage.path } : { side: "end" });
  const volume =
    counts &&
    (isAtStage
      ? flowOf(counts[stage.path]).volume
      : volumeOf(
          counts,
          stages.map(({ path }) => path),
        ));
  if (statistics === undefined)
    return <p className={paneCss.empty}>No values yet. They appear once the preview has run.</p>;
  const { labels, metadata, extracted, entries, omitted } = statistics;
  return (
    <>
      <div className={css.metricsBar}>
        <fieldset className={controlsCss.segments} aria-label="Count the values">
          <button type="button" aria-pressed={!isAtStage} onClick={() => setAtStage(false)}>
            At the end
          </button>
          <button
            type="button"
            aria-pressed={isAtStage}
            disabled={stage === undefined}
            onClick={() => setAtStage(true)}
          >
            {stage === undefined ? "After a stage" : `After ${stage.path} ${stage.name}`}
          </button>
        </fieldset>
      </div>
      <dl className={css.volume}>
        <div>
          <dt>Streams</dt>
          <dd>{describeStreams(statistics)}</dd>
        </div>
        {volume !== undefined && (
          <div>
            <dt>Lines</dt>
            <dd>{describeVolume(volume)}</dd>
          </div>
        )}
      </dl>
      {entries === 0 && <p className={paneCss.empty}>No entries leave here.</p>}
      <Fields title="Labels" about="each distinct combination is a stream" fields={labels} total={entries} />
      <Fields title="Structured metadata" fields={metadata} total={entries} />
      <Fields title="Extracted" about="not sent" fields={extracted} total={entries} />
      {omitted > 0 && <p className={paneCss.empty}>Only 200 names of each kind are shown.</p>}
    </>
  );
}

interface FieldsProps {
  readonly title: string;
  readonly about?: string;
  readonly fields: readonly FieldStatistics[];
  readonly total: number;
}

function Fields({ title, about, fields, total }: FieldsProps) {
  const app = useApp();
  const rowNames = useRowNames();
  if (fields.length === 0) return null;
  return (
    <section className={`${css.metric} ${css.fieldsBox}`} aria-label={title}>
      <div className={readingCss.sectionHead}>
        <h3>{title}</h3>
        {about !== undefined && <span>{about}</span>}
      </div>
      <TableScroll label={`Table of ${title}`}>
        <table className={`${css.series} ${css.fields}`}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Most common</th>
              <th scope="col">Type</th>
              <th scope="col" className={css.number}>
                Entries
              </th>
              <th scope="col" className={css.number}>
                Values
              </th>
              <th scope="col">
                <span className="visually-hidden">In rows</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => {
              const inRows = rowNames.includes(field.name);
              return (
                <tr key={field.name}>
                  <th scope="row" className="mono cut" title={field.name}>
                    {field.name}
                  </th>
                  <td className="mono cut" title={describeCommon(field)}>
                    <LongText text={field.common[0]?.value ?? ""} limit={160} />
                  </td>
                  <td className="muted cut" title={field.types.join(", ")}>
                    {field.types.join(", ")}
                  </td>
                  <td className={css.number}>{field.entries === total ? "all" : field.entries.toLocaleString("en")}</td>
                  <td className={`${css.number} name`}>{describeDistinct(field)}</td>
                  <td>
                    <button
                      type="button"
                      className={controlsCss.chip}
                      aria-pressed={inRows}
                      aria-label={`Rows of samples show ${field.name}`}
                      onClick={() => toggleRowName(app, field.name)}
                    >
                      rows
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}

const describeCommon = ({ common }: FieldStatistics): string =>
  common.map(({ value, entries }) => `${entries.toLocaleString("en")}: ${value}`).join("\n");

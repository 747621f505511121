/** The metrics of the whole run: one table each, and on demand as a scrape would see them. */

import { Copy } from "lucide-react";
import { useMemo, useState } from "react";
import { copyText } from "../../core/edit/export-file.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { counted } from "../../core/text/counted.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import * as readingCss from "../../ui/reading.module.css";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { IconButton } from "../../ui/tip.tsx";
import { entryMetrics, formatNumber, withEntryFirst } from "./entry-metrics.ts";
import { type MetricTable, readExposition, type Series } from "./exposition.ts";
import * as css from "./metrics.module.css";

/** Series shown at first. */
const SHOWN = 12;
/** With more buckets than this, the bounds do not fit above them. */
const ROOMY = 8;

export function MetricsTab() {
  const app = useApp();
  const exposition = useAppState("preview", (state) => state.result?.exposition);
  const steps = useAppState("preview", (state) => state.steps);
  const [raw, setRaw] = useState(false);
  const [alone, setAlone] = useState(false);
  const all = useMemo(() => readExposition(exposition ?? ""), [exposition]);
  const changed = useMemo(() => entryMetrics(steps?.steps.flatMap(({ metrics }) => metrics) ?? []), [steps]);
  const tables = useMemo(() => withEntryFirst(all, changed, alone), [all, changed, alone]);
  if (exposition === undefined || exposition.trim() === "") {
    return (
      <p className={paneCss.empty}>No metrics: this pipeline has no stage that counts, or no entry reached one.</p>
    );
  }
  const series = tables.reduce((sum, table) => sum + table.series.length, 0);
  return (
    <>
      <div className={css.metricsBar}>
        <fieldset className={controlsCss.segments} aria-label="Show metrics">
          <button type="button" aria-pressed={!alone} onClick={() => setAlone(false)}>
            After all samples
          </button>
          <button type="button" aria-pressed={alone} disabled={steps === null} onClick={() => setAlone(true)}>
            {steps === null ? "By one entry" : `By entry ${steps.sample + 1}`}
          </button>
        </fieldset>
        <span className="muted cut">
          {counted(tables.length, "metric")}, {series.toLocaleString("en")} series
        </span>
        <span className="spring" />
        <button type="button" className={buttonClass("quiet", "small")} aria-pressed={raw} onClick={() => setRaw(!raw)}>
          Raw text
        </button>
        <IconButton
          label="Copy the metrics"
          Icon={Copy}
          onClick={() => void copyText(app, exposition, "the metrics")}
        />
      </div>
      {raw ? (
        <pre className={css.exposition}>
          {exposition
            .trimEnd()
            .split("\n")
            .map((line) => (
              <span key={line} className={line.startsWith("#") ? `${css.expositionLine} faint` : css.expositionLine}>
                {line}
                {"\n"}
              </span>
            ))}
        </pre>
      ) : (
        <>
          {tables.map((table) => (
            <Metric key={table.name} table={table} changed={changed.get(table.name) ?? NOTHING} />
          ))}
          {tables.length === 0 && <p className={paneCss.empty}>This entry changed no metric.</p>}
        </>
      )}
    </>
  );
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** `changed`: the effect of the selected entry, by the key of the series. */
function Metric({ table, changed }: { table: MetricTable; changed: ReadonlyMap<string, string> }) {
  const [all, setAll] = useState(false);
  const { name, type, help, shared, labels, bounds, series } = table;
  const shown = all ? series : series.slice(0, SHOWN);
  const most = Math.max(...series.map(({ value }) => value), 1);
  return (
    <section className={css.metric} aria-label={name}>
      <div className={css.metricHead}>
        <h3 className="mono">{name}</h3>
        <span className="muted tiny">{type}</span>
        <span className="spring" />
        <span className="muted tiny">{series.length.toLocaleString("en")} series</span>
      </div>
      {(help !== "" || shared.length > 0) && (
        <p className={css.metricHelp}>
          {help}{" "}
          {shared.length > 0 && (
            <>
              All with{" "}
              <span className="mono">
                {shared.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(", ")}
              </span>
            </>
          )}
        </p>
      )}
      <TableScroll label={`Series of ${name}`}>
        <table className={css.series}>
          <thead>
            <tr>
              {labels.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">
                {bounds.length === 0 ? <span className="visually-hidden">Share</span> : <Bounds bounds={bounds} />}
              </th>
              {changed.size > 0 && (
                <th scope="col" className={css.number}>
                  This entry
                </th>
              )}
              <th scope="col" className={css.number}>
                {bounds.length > 0 ? "Count" : "Value"}
              </th>
              {bounds.length > 0 && <th scope="col">Mean</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <tr key={one.key} data-changed={changed.has(one.key)}>
                {one.labels.map((value, i) => (
                  <td key={labels[i]} className={value === undefined ? "muted" : "mono"}>
                    {value ?? "–"}
                  </td>
                ))}
                <SeriesShape series={one} bounds={bounds} most={most} />
                {changed.size > 0 && <td className={`${css.number} ${css.seriesChange}`}>{changed.get(one.key)}</td>}
                <td className={`${css.number} name`}>{formatNumber(one.value)}</td>
                {one.histogram !== undefined && (
                  <td>{one.value === 0 ? "–" : formatNumber(one.histogram.sum / one.value)}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {!all && series.length > SHOWN && (
        <button type="button" className={readingCss.fold} onClick={() => setAll(true)}>
          {(series.length - SHOWN).toLocaleString("en")} more series
        </button>
      )}
    </section>
  );
}

function SeriesShape({ series, bounds, most }: { series: Series; bounds: readonly string[]; most: number }) {
  const { histogram, value } = series;
  if (histogram === undefined)
    return (
      <td className={css.seriesBar} aria-hidden="true">
        <i style={{ width: `${Math.max(0, Math.min(1, value / most)) * 100}%` }} />
      </td>
    );
  const highest = Math.max(...histogram.buckets, 1);
  const sentence = bounds.map((bound, i) => `${histogram.buckets[i]} up to ${bound}`).join(", ");
  return (
    <td>
      <span className={css.buckets} data-many={bounds.length > ROOMY} role="img" aria-label={sentence} title={sentence}>
        {bounds.map((bound, i) => (
          <i
            key={bound}
            data-empty={histogram.buckets[i] === 0}
            style={{ height: `${(histogram.buckets[i]! / highest) * 100}%` }}
          />
        ))}
      </span>
    </td>
  );
}

/** The bounds above their bars; if there are many, only the first and the last. */
function Bounds({ bounds }: { bounds: readonly string[] }) {
  const words = bounds.map((bound) => (bound === "+Inf" ? "∞" : bound.replace(/^0\./, ".")));
  if (bounds.length > ROOMY) return `${words[0]} … ${words.at(-2)}, ∞`;
  return (
    <span className={css.bucketBounds}>
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
    </span>
  );
}

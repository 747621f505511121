/** What the output costs: volume, streams and money, by stage, label, metadata and pattern, and the changes that would save most. */
import { type CostReport, costOf, measuredRate, readAmount, type StageTime, type Tariff } from "@sluice/engine";
import { Activity, X } from "lucide-react";
import { useId, useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { toggleCosts } from "../../core/page/settings.ts";
import { counted, grouped } from "../../core/text/counted.ts";
import { formatBytes, formatShare } from "../../core/text/units.ts";
import { buttonClass } from "../../ui/button-class.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { IconButton } from "../../ui/tip.tsx";
import * as css from "./costs.module.css";
import { takeLiveRate } from "./live-rate.ts";
import { formatMoney } from "./saving-words.ts";
import { Savings } from "./savings.tsx";
import { useCosts } from "./use-costs.ts";

export function CostsPanel() {
  const app = useApp();
  const { report, times, savings } = useCosts();
  const price = useAppState("settings", (state) => state.gigabytePrice);
  const entriesPerDay = useAppState("settings", (state) => state.entriesPerDay);
  const tariff: Tariff = { price, entriesPerDay: entriesPerDay ?? undefined };
  return (
    <section className={css.panel} aria-label="Costs">
      <header className={css.head}>
        <h2>Costs</h2>
        {report !== undefined && <Totals report={report} tariff={tariff} />}
        <span className="spring" />
        <TariffFields report={report} />
        <IconButton label="Close the costs" Icon={X} onClick={() => toggleCosts(app)} />
      </header>
      {report === undefined ? (
        <p className={`${controlsCss.note} muted`}>No costs yet. They appear once the preview has run.</p>
      ) : (
        <div className={css.body}>
          <Savings report={report} savings={savings} tariff={tariff} />
          <Stages report={report} times={times} tariff={tariff} />
          <div className={css.stack}>
            <Labels report={report} />
            <Metadata report={report} tariff={tariff} />
          </div>
          <Patterns report={report} tariff={tariff} />
        </div>
      )}
    </section>
  );
}

function Totals({ report, tariff }: { report: CostReport; tariff: Tariff }) {
  const { in: came, out } = report;
  const cost = costOf(out, report, tariff);
  const share = formatShare(out.bytes, came.bytes);
  return (
    <p className={css.totals}>
      {formatBytes(came.bytes)} in, <b>{formatBytes(out.bytes)} out</b> ({share}),{" "}
      <b>{counted(out.streams, "stream")}</b>
      {cost !== undefined && (
        <>
          ; <b>{formatBytes(cost.bytesPerDay)}</b> a day
        </>
      )}
      {cost !== undefined && tariff.price > 0 && (
        <>
          , <b>{formatMoney(cost.money)}</b> for 30 days
        </>
      )}
    </p>
  );
}

function TariffFields({ report }: { report: CostReport | undefined }) {
  const { stores } = useApp();
  const price = useAppState("settings", (state) => state.gigabytePrice);
  const entriesPerDay = useAppState("settings", (state) => state.entriesPerDay);
  const measured = report && measuredRate(report);
  return (
    <div className={css.tariff}>
      <AmountField
        label="Price per GB"
        value={price === 0 ? null : price}
        placeholder="0.50"
        onAmount={(amount) => stores.settings.setState({ gigabytePrice: amount ?? 0 })}
      />
      <AmountField
        label="Entries a day"
        isWhole
        value={entriesPerDay}
        placeholder={measured === undefined ? "not known" : `${grouped(Math.round(measured))} by their times`}
        onAmount={(amount) => stores.settings.setState({ entriesPerDay: amount })}
      />
      <LiveRateButton />
    </div>
  );
}

interface AmountFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly placeholder: string;
  /** It counts something. */
  readonly isWhole?: boolean;
  readonly onAmount: (amount: number | null) => void;
}

/** Characters of a field at least. */
const FIELD = 6;

/** Where the server runs pipelines: takes the rate from there. */
function LiveRateButton() {
  const app = useApp();
  const isThere = useAppState("server", ({ status }) => status === "present");
  if (!isThere) return null;
  return (
    <button type="button" className={buttonClass("small")} onClick={() => void takeLiveRate(app)}>
      <Activity aria-hidden="true" size={12} /> From Live
    </button>
  );
}

/** A number above zero, or nothing. What is not one is marked and changes nothing. */
function AmountField({ label, value, placeholder, isWhole = false, onAmount }: AmountFieldProps) {
  const id = useId();
  const [text, setText] = useState("");
  const read = text.trim() === "" ? undefined : readAmount(text, isWhole);
  const amount = read?.ok === true ? read.amount : null;
  const wrong = read?.ok === false;
  // It may be set elsewhere.
  const shown = wrong || amount === value ? text : value === null ? "" : String(value);
  return (
    <span className={css.amountField}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${controlsCss.field} ${css.amount} mono`}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        placeholder={placeholder}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-problem` : undefined}
        style={{ width: `${Math.max(FIELD, shown.length, placeholder.length) + 2}ch` }}
        onChange={({ target }) => {
          setText(target.value);
          const typed = target.value.trim() === "" ? null : readAmount(target.value, isWhole);
          if (typed === null) onAmount(null);
          else if (typed.ok) onAmount(typed.amount);
        }}
      />
      {read?.ok === false && (
        <small id={`${id}-problem`} role="alert" className="tone-error">
          {read.message}
        </small>
      )}
    </span>
  );
}

const COUNTED =
  "Bytes of lines and structured metadata. The outermost stages add up to the total. Labels make streams and are not counted.";

/** What bytes cost in thirty days, with their sign; undefined without a price or a rate. */
function moneyOf(bytes: number, report: CostReport, tariff: Tariff): string | undefined {
  const cost = tariff.price === 0 ? undefined : costOf({ entries: 0, bytes: Math.abs(bytes) }, report, tariff);
  return cost === undefined ? undefined : `${bytes < 0 ? "−" : ""}${formatMoney(cost.money)}`;
}

interface StagesProps {
  readonly report: CostReport;
  readonly times: readonly StageTime[];
  readonly tariff: Tariff;
}

function Stages({ report, times, tariff }: StagesProps) {
  const byPath = new Map(times.map((time) => [time.path, time]));
  const hasMoney = moneyOf(0, report, tariff) !== undefined;
  return (
    <table className={css.table} aria-label="By stage">
      <thead>
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
          <th scope="col" title={COUNTED}>
            Change
          </th>
          {hasMoney && <th scope="col">30 days</th>}
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {report.stages.map(({ path, name, in: came, out }) => {
          const time = byPath.get(path);
          return (
            <tr key={path}>
              <th scope="row" className="mono">
                {path} {name}
                {time?.reasons.map((reason) => (
                  <small key={reason} className={css.reason}>
                    {reason}
                  </small>
                ))}
              </th>
              <td>{grouped(came.entries)}</td>
              <td>{grouped(out.entries)}</td>
              <td>{out.bytes === came.bytes ? "" : formatChangeOfBytes(out.bytes - came.bytes)}</td>
              {hasMoney && <td>{out.bytes === came.bytes ? "" : moneyOf(out.bytes - came.bytes, report, tariff)}</td>}
              <td title={time && `${time.microseconds.toFixed(1)} µs for an entry`}>
                {time === undefined ? "…" : formatShare(time.share, 1)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const formatChangeOfBytes = (bytes: number): string => `${bytes < 0 ? "−" : "+"}${formatBytes(Math.abs(bytes))}`;

function Labels({ report: { labels, together, out } }: { report: CostReport }) {
  if (labels.length === 0) return <p className="muted">No labels: all entries are one stream.</p>;
  return (
    <table className={css.table} aria-label="By label">
      <thead>
        <tr>
          <th scope="col">Label</th>
          <th scope="col">Values</th>
          <th scope="col">Streams</th>
          <th scope="col">Without it</th>
        </tr>
      </thead>
      <tbody>
        {labels.map(({ name, values, without }) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            <td>{grouped(values)}</td>
            <td>{grouped(out.streams)}</td>
            <td>{grouped(without)}</td>
          </tr>
        ))}
        {together !== undefined && (
          <tr>
            <th scope="row">
              <span className="mono">{together.names.join(", ")}</span> together
            </th>
            <td />
            <td>{grouped(out.streams)}</td>
            <td>{grouped(together.without)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Metadata({ report, tariff }: { report: CostReport; tariff: Tariff }) {
  const { metadata, otherMetadata, out } = report;
  if (metadata.length === 0) return null;
  const hasMoney = moneyOf(0, report, tariff) !== undefined;
  return (
    <table className={`${css.table} ${css.fixed}`} aria-label="By metadata">
      <thead>
        <tr>
          <th scope="col">Metadata</th>
          <th scope="col">Entries</th>
          <th scope="col" title="Names and values">
            Bytes
          </th>
          <th scope="col">Of all</th>
          {hasMoney && <th scope="col">30 days</th>}
        </tr>
      </thead>
      <tbody>
        {metadata.map(({ name, entries, bytes }) => (
          <tr key={name}>
            <th scope="row" className="mono cut" title={name}>
              {name}
            </th>
            <td>{grouped(entries)}</td>
            <td>{formatBytes(bytes)}</td>
            <td>{formatShare(bytes, out.bytes)}</td>
            {hasMoney && <td>{moneyOf(bytes, report, tariff)}</td>}
          </tr>
        ))}
        {otherMetadata.names > 0 && (
          <tr>
            <th scope="row" className="muted">
              {counted(otherMetadata.names, "other name")}
            </th>
            <td />
            <td>{formatBytes(otherMetadata.bytes)}</td>
            <td>{formatShare(otherMetadata.bytes, out.bytes)}</td>
            {hasMoney && <td>{moneyOf(otherMetadata.bytes, report, tariff)}</td>}
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Patterns({ report, tariff }: { report: CostReport; tariff: Tariff }) {
  const { patterns, otherPatterns, out } = report;
  const money = (bytes: number): string => moneyOf(bytes, report, tariff) ?? "";
  return (
    <table className={`${css.table} ${css.fixed}`} aria-label="By pattern">
      <thead>
        <tr>
          <th scope="col">Pattern</th>
          <th scope="col">In</th>
          <th scope="col">Out</th>
          <th scope="col">Bytes</th>
          {tariff.price > 0 && <th scope="col">30 days</th>}
        </tr>
      </thead>
      <tbody>
        {patterns.map((one) => (
          <tr key={one.number}>
            <th scope="row" className="mono cut" title={one.template}>
              {one.template}
            </th>
            <td>{grouped(one.in.entries)}</td>
            <td>{grouped(one.out.entries)}</td>
            <td>{formatShare(one.out.bytes, out.bytes)}</td>
            {tariff.price > 0 && <td>{money(one.out.bytes)}</td>}
          </tr>
        ))}
        {otherPatterns.patterns > 0 && (
          <tr>
            <th scope="row" className="muted">
              {counted(otherPatterns.patterns, "other pattern")}
            </th>
            <td>{grouped(otherPatterns.in.entries)}</td>
            <td>{grouped(otherPatterns.out.entries)}</td>
            <td>{formatShare(otherPatterns.out.bytes, out.bytes)}</td>
            {tariff.price > 0 && <td>{money(otherPatterns.out.bytes)}</td>}
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The private values found, one kind in each row, with a switch to replace it. */
import { Switch } from "@base-ui/react/switch";
import { PRIVATE_WORDS, type PrivateKind } from "@sluice/engine";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { maskPrivate, type PrivateRow } from "../../core/model/private-values.ts";
import { useApp } from "../../core/page/app-context.ts";
import { counted, plural } from "../../core/text/counted.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as foundCss from "../../ui/found-table.module.css";
import * as toggleCss from "../../ui/toggle.module.css";
import * as css from "./share.module.css";
import { showInConfiguration, showSample } from "./share.ts";

interface PrivateTableProps {
  readonly rows: readonly PrivateRow[];
  /** Kinds that are not replaced. */
  readonly keep: readonly PrivateKind[];
  onChange(keep: readonly PrivateKind[]): void;
}

export function PrivateTable({ rows, keep, onChange }: PrivateTableProps) {
  const replacedRows = rows.filter(({ kind }) => !keep.includes(kind));
  const replaced = replacedRows.length;
  if (rows.length === 0)
    return (
      <p className={`${css.found} muted`}>
        <ShieldCheck aria-hidden="true" size={14} /> Nothing that looks private was found.
      </p>
    );
  return (
    <>
      <p className={css.found}>
        <span className="tone-missed">
          <ShieldAlert aria-hidden="true" size={14} />{" "}
          {counted(rows.length, "kind of private values", "kinds of private values")} found
        </span>
        <span className="muted">
          {replaced === rows.length && replaced > 1 ? "all" : replaced} {plural(replaced, "is", "are")} replaced; the
          same value gets the same replacement everywhere
        </span>
      </p>
      <table className={`${foundCss.table} ${css.table}`}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Replace</span>
            </th>
            <th>Kind</th>
            <th>Value</th>
            <th>Where</th>
            <th>Replacement</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const on = !keep.includes(row.kind);
            return (
              <tr key={row.kind}>
                <td>
                  <Switch.Root
                    className={toggleCss.toggle}
                    aria-label={`Replace ${PRIVATE_WORDS[row.kind]}`}
                    checked={on}
                    onCheckedChange={(next) =>
                      onChange(next ? keep.filter((kind) => kind !== row.kind) : [...keep, row.kind])
                    }
                  >
                    <Switch.Thumb className={toggleCss.toggleThumb} />
                  </Switch.Root>
                </td>
                <td className="name">{PRIVATE_WORDS[row.kind]}</td>
                <td className="mono cut">
                  {maskPrivate(row.kind, row.values[0]!)}
                  {row.count > 1 && ` and ${(row.count - 1).toLocaleString("en")} more`}
                </td>
                <td>
                  <Places row={row} />
                </td>
                <td className="muted cut">
                  {on ? (
                    <span className="mono">
                      {row.becomes}
                      {row.count > 1 && " …"}
                    </span>
                  ) : (
                    "unchanged"
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <ReplacedTests names={[...new Set(replacedRows.flatMap(({ tests }) => tests))]} />
    </>
  );
}

/** The most entries that are named; beyond that only their number is shown. */
const MAX_NAMED = 3;

/** Names of the tests whose shared copy has other values. */
function ReplacedTests({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const shown = names.slice(0, MAX_NAMED).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  return (
    <p className={`${css.found} ${css.tests} muted`} title={names.join("\n")}>
      {counted(names.length, "test has", "tests have")} replaced values, in entries or expectations: {shown.join(", ")}
      {more > 0 && ` and ${more.toLocaleString("en")} more`}
    </p>
  );
}

function Places({ row: { configuration, samples, others, tests } }: { row: PrivateRow }) {
  const app = useApp();
  const { text } = app.stores.document.getState();
  // Naming the tests says more than that some contain it.
  const elsewhere = tests.length === 0 ? others : others.filter((part) => part !== "tests");
  const place = (offset: number) => {
    const before = text.slice(0, offset).split("\n");
    return `${before.length}:${before.at(-1)!.length + 1}`;
  };
  return (
    <span className={css.places}>
      {configuration.slice(0, 1).map((offset) => (
        <button
          key={offset}
          type="button"
          className={controlsCss.link}
          onClick={() => showInConfiguration(app, offset)}
        >
          configuration {place(offset)}
        </button>
      ))}
      {configuration.length > 1 && <span className="muted">and {configuration.length - 1} more there</span>}
      {samples.length > 0 && (
        <button type="button" className={controlsCss.link} onClick={() => showSample(app, samples[0]!)}>
          {samples.length > MAX_NAMED
            ? counted(samples.length, "entry", "entries")
            : `${plural(samples.length, "entry", "entries")} ${samples.map((i) => i + 1).join(", ")}`}
        </button>
      )}
      {tests.length > 0 && <span title={tests.join("\n")}>{counted(tests.length, "test")}</span>}
      {elsewhere.length > 0 && <span>{elsewhere.join(", ")}</span>}
    </span>
  );
}

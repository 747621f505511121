/** The cost of each function, sortable by own cost, by cost including callees, or by name. */

import { visible } from "@sluice/engine";
import { ArrowDown } from "lucide-react";
import { useMemo, useState } from "react";
import { formatAmount, formatChange, formatShare } from "../../../core/text/units.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as paneCss from "../../../ui/pane.module.css";
import { TableScroll } from "../../../ui/table-scroll.tsx";
import { findFunctions } from "../reading/filter.ts";
import { type FunctionCost, sortTop, type TopOrder } from "../reading/top.ts";
import * as css from "./profiles.module.css";

/** Functions added by each click on the button for more. */
const MORE = 1000;

interface TopTableProps {
  readonly costs: readonly FunctionCost[];
  /** Totals of all samples; for a comparison before and now. */
  readonly wholes: readonly number[];
  readonly compared: boolean;
  readonly unit: string;
  /** Functions shown at first. */
  readonly rows: number;
  readonly search: string;
  onFind(name: string): void;
}

export function TopTable({ costs, wholes, compared, unit, rows: first, search, onFind }: TopTableProps) {
  const [order, setOrder] = useState<TopOrder>("self");
  const [shown, setShown] = useState(first);
  const rows = useMemo(() => {
    const names = costs.map(({ name }) => name);
    const found = findFunctions(names, search);
    return sortTop(found === undefined ? costs : costs.filter((_, i) => found[i] === 1), order, wholes.length - 1);
  }, [costs, search, order, wholes.length]);
  const now = wholes.length - 1;
  const head = (key: TopOrder, text: string) => (
    <th
      aria-sort={order === key ? (key === "name" ? "ascending" : "descending") : undefined}
      className={key === "name" ? "name" : undefined}
    >
      <button type="button" onClick={() => setOrder(key)}>
        {text}
        {order === key && <ArrowDown aria-hidden="true" size={12} />}
      </button>
    </th>
  );
  return (
    <>
      <TableScroll label="Table of functions">
        <table className={css.topFunctions} aria-label="Top functions">
          <thead>
            <tr>
              {head("name", "Function")}
              {head("self", "Self")}
              <th className={css.number}>Share</th>
              {compared && <th className={css.number}>Change</th>}
              {head("total", "Total")}
              {compared && <th className={css.number}>Change</th>}
              <th className={css.barColumn}>
                <span className="visually-hidden">Share as a bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map(({ name, self, total }) => (
              <tr key={name}>
                <td>
                  <button
                    type="button"
                    className="mono cut"
                    title={`Find ${visible(name)}`}
                    onClick={() => onFind(name)}
                  >
                    {visible(name)}
                  </button>
                </td>
                <td className={css.number}>{formatAmount(self[now]!, unit)}</td>
                <td className={`${css.number} muted`}>{formatShare(self[now]!, wholes[now]!)}</td>
                {compared && <Difference values={self} wholes={wholes} />}
                <td className={css.number}>{formatAmount(total[now]!, unit)}</td>
                {compared && <Difference values={total} wholes={wholes} />}
                <td className={css.barColumn}>
                  <Bar self={self[now]!} total={total[now]!} whole={wholes[now]!} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {rows.length === 0 && <p className={paneCss.empty}>No function matches “{search.trim()}”.</p>}
      {rows.length > shown && (
        <button type="button" className={`${controlsCss.link} ${css.topMore}`} onClick={() => setShown(shown + MORE)}>
          {(rows.length - shown).toLocaleString("en")} more …
        </button>
      )}
    </>
  );
}

const Difference = ({ values, wholes }: { values: readonly number[]; wholes: readonly number[] }) => (
  <td className={`${css.number} muted`}>
    {formatChange(values[1]! / (wholes[1]! || 1) - values[0]! / (wholes[0]! || 1))}
  </td>
);

function Bar({ self, total, whole }: { self: number; total: number; whole: number }) {
  const percent = (part: number) => `${Math.max(0, Math.min(100, whole === 0 ? 0 : (part / whole) * 100))}%`;
  return (
    <span className={css.costBar} aria-hidden="true">
      <span style={{ width: percent(total) }} />
      <span className={css.costSelf} style={{ width: percent(self) }} />
    </span>
  );
}

/** The cost of each function, sortable by own cost, by cost including callees, or by name. */

import { visible } from "@sluice/engine";
import { ArrowDown } from "lucide-react";
import { useMemo, useState } from "react";
import { formatAmount, formatChange, formatShare } from "../../../core/text/units.ts";
import { TableScroll } from "../../../ui/table-scroll.tsx";
import { findFunctions } from "../reading/filter.ts";
import { type FunctionCost, sortTop, type TopOrder } from "../reading/top.ts";

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
        <table className="top-functions" aria-label="Top functions">
          <thead>
            <tr>
              {head("name", "Function")}
              {head("self", "Self")}
              <th className="number">Share</th>
              {compared && <th className="number">Change</th>}
              {head("total", "Total")}
              {compared && <th className="number">Change</th>}
              <th className="bar-column">
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
                <td className="number">{formatAmount(self[now]!, unit)}</td>
                <td className="number muted">{formatShare(self[now]!, wholes[now]!)}</td>
                {compared && <Difference values={self} wholes={wholes} />}
                <td className="number">{formatAmount(total[now]!, unit)}</td>
                {compared && <Difference values={total} wholes={wholes} />}
                <td className="bar-column">
                  <Bar self={self[now]!} total={total[now]!} whole={wholes[now]!} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {rows.length === 0 && <p className="empty">No function matches “{search.trim()}”.</p>}
      {rows.length > shown && (
        <button type="button" className="link top-more" onClick={() => setShown(shown + MORE)}>
          {(rows.length - shown).toLocaleString("en")} more …
        </button>
      )}
    </>
  );
}

const Difference = ({ values, wholes }: { values: readonly number[]; wholes: readonly number[] }) => (
  <td className="number muted">{formatChange(values[1]! / (wholes[1]! || 1) - values[0]! / (wholes[0]! || 1))}</td>
);

function Bar({ self, total, whole }: { self: number; total: number; whole: number }) {
  const percent = (part: number) => `${Math.max(0, Math.min(100, whole === 0 ? 0 : (part / whole) * 100))}%`;
  return (
    <span className="cost-bar" aria-hidden="true">
      <span style={{ width: percent(total) }} />
      <span className="cost-self" style={{ width: percent(self) }} />
    </span>
  );
}

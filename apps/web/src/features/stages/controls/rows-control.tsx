/** Rows of values of one kind. */
import type { ControlValue } from "@sluice/engine";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { buttonClass } from "../../../ui/button-class.ts";
import { IconButton } from "../../../ui/tip.tsx";
import * as css from "../forms/forms.module.css";
import { Buckets } from "./buckets.tsx";
import type { ControlProps } from "./control-props.ts";
import { useInnerControl } from "./list-context.ts";
import { focusRow } from "./row-focus.ts";

/** The most rows that are drawn; the code has the rest. */
export const MAX_ROWS = 100;

export function RowsControl({ control, field, value, usual, ids, disabled, onChange }: ControlProps<"rows">) {
  const Inner = useInnerControl();
  const list = useRef<HTMLDivElement>(null);
  const rows: readonly ControlValue[] = value ?? usual ?? [];
  // A new row is not an element yet.
  const change = (next: readonly ControlValue[]) => {
    const filled = next.filter((row) => row !== "");
    onChange(next, { value: filled.length === 0 && field.presence.kind !== "required" ? undefined : filled });
  };
  const blank: ControlValue =
    control.of.kind === "switch"
      ? false
      : control.of.kind === "rows"
        ? []
        : control.of.kind === "pairs"
          ? { pairs: [] }
          : "";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div role="group" {...ids} className={css.rows} ref={list}>
      {rows.slice(0, MAX_ROWS).map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div className={css.row} data-part="row" key={i}>
          <Inner
            control={control.of}
            field={field}
            value={row}
            usual={undefined}
            ids={{ "aria-label": `${field.name} ${i + 1}`, "aria-describedby": ids["aria-describedby"] }}
            disabled={disabled}
            compact
            onChange={(next) => change(rows.with(i, next))}
          />
          <IconButton
            label={`Remove ${field.name} ${i + 1}`}
            Icon={X}
            disabled={disabled}
            onClick={() => {
              change(rows.toSpliced(i, 1));
              focusRow(list.current, Math.min(i, rows.length - 2));
            }}
          />
        </div>
      ))}
      {rows.length > MAX_ROWS && <p className="muted small-text">and {rows.length - MAX_ROWS} more, in the code</p>}
      <button
        type="button"
        className={`${buttonClass("small")} ${css.rowAdd}`}
        data-part="add"
        disabled={disabled || rows.length >= MAX_ROWS}
        onClick={() => {
          change([...rows, blank]);
          focusRow(list.current, rows.length);
        }}
      >
        <Plus aria-hidden="true" size={12} /> Add<span className="visually-hidden"> to {field.name}</span>
      </button>
      {control.of.kind === "number" && <Buckets bounds={rows} />}
    </div>
  );
}

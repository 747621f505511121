/** Rows of names with values. */
import type { ControlPair, ControlPairs, ControlValue } from "@sluice/engine";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../../ui/tip.tsx";
import { PathResults } from "../forms/path-results.tsx";
import { StageResult } from "../forms/stage-result.tsx";
import type { ControlProps } from "./control-props.ts";
import { JsonPicker } from "./json-picker.tsx";
import { useInnerControl } from "./list-context.ts";
import { focusRow } from "./row-focus.ts";
import { MAX_ROWS } from "./rows-control.tsx";

export function PairsControl({ control, field, value, usual, ids, disabled, onChange }: ControlProps<"pairs">) {
  const Inner = useInnerControl();
  const list = useRef<HTMLDivElement>(null);
  const { pairs } = value ?? usual ?? { pairs: [] };
  const change = (next: readonly ControlPair[]) => {
    // A new pair has no name yet.
    const named = next.filter(([name]) => name !== "");
    const send: ControlPairs = { pairs: named };
    onChange({ pairs: next }, { value: named.length === 0 && field.presence.kind !== "required" ? undefined : send });
  };
  const { of } = control;
  const paths = of.kind === "code" && of.language === "jmespath" && field.over === undefined;
  const blank: ControlValue =
    of.kind === "switch" ? false : of.kind === "rows" ? [] : of.kind === "pairs" ? { pairs: [] } : "";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div role="group" {...ids} className="rows" ref={list}>
      {pairs.slice(0, MAX_ROWS).map(([name, item], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed
        <div className="row pair" data-part="row" key={i}>
          <input
            className="field mono"
            aria-label={`${field.name} ${i + 1}: name`}
            aria-describedby={ids["aria-describedby"]}
            placeholder="name"
            spellCheck={false}
            autoComplete="off"
            disabled={disabled}
            value={name}
            onChange={({ target }) => change(pairs.with(i, [target.value, item]))}
          />
          <span className="faint mono" aria-hidden="true">
            =
          </span>
          <Inner
            control={of}
            field={field}
            placeholder={control.valueOptional ? name : ""}
            value={item}
            usual={undefined}
            ids={{
              "aria-label": `${field.name} ${i + 1}: value${name === "" ? "" : ` of ${name}`}`,
              "aria-describedby": ids["aria-describedby"],
            }}
            disabled={disabled}
            compact
            onChange={(next) => change(pairs.with(i, [name, next]))}
          />
          <IconButton
            label={`Remove ${name === "" ? `${field.name} ${i + 1}` : name}`}
            Icon={X}
            disabled={disabled}
            onClick={() => {
              change(pairs.toSpliced(i, 1));
              focusRow(list.current, Math.min(i, pairs.length - 2));
            }}
          />
        </div>
      ))}
      {pairs.length > MAX_ROWS && <p className="muted small-text">and {pairs.length - MAX_ROWS} more, in the code</p>}
      <button
        type="button"
        className="button small row-add"
        data-part="add"
        disabled={disabled || pairs.length >= MAX_ROWS}
        onClick={() => {
          change([...pairs, ["", blank]]);
          focusRow(list.current, pairs.length);
        }}
      >
        <Plus aria-hidden="true" size={12} /> Add<span className="visually-hidden"> to {field.name}</span>
      </button>
      {paths && <PathResults pairs={pairs} />}
      {field.over !== undefined && field.value !== undefined && (
        <StageResult
          current={
            JSON.stringify(pairs.filter(([name]) => name !== "")) ===
            JSON.stringify((field.value as ControlPairs).pairs)
          }
        />
      )}
      {paths && (
        <JsonPicker
          pairs={pairs}
          disabled={disabled}
          onPick={(pair) => change([...pairs.filter(([name]) => name !== ""), pair])}
        />
      )}
    </div>
  );
}

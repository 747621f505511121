/** Rows of names with values. */
import type { Control, ControlPair, ControlPairs, ControlValue } from "@sluice/engine";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import { IconButton } from "../../../ui/tip.tsx";
import * as css from "../forms/forms.module.css";
import { PathResults } from "../forms/path-results.tsx";
import { StageResult } from "../forms/stage-result.tsx";
import type { ControlProps } from "./control-props.ts";
import { JsonPicker } from "./json-picker.tsx";
import { useInnerControl } from "./list-context.ts";
import { focusRow } from "./row-focus.ts";
import { MAX_ROWS } from "./rows-control.tsx";

export function PairsControl({ control, field, value, usual, ids, disabled, onChange }: ControlProps<"pairs">) {
  const list = useRef<HTMLDivElement>(null);
  const { pairs } = value ?? usual ?? { pairs: [] };
  const change = (next: readonly ControlPair[]) => {
    const send: ControlPairs = { pairs: namedOf(next) };
    const isCleared = send.pairs.length === 0 && field.presence.kind !== "required";
    onChange({ pairs: next }, { value: isCleared ? undefined : send });
  };
  const { of } = control;
  const paths = of.kind === "code" && of.language === "jmespath" && field.over === undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div role="group" {...ids} className={css.rows} ref={list}>
      {pairs.slice(0, MAX_ROWS).map((pair, i) => (
        <PairRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed
          key={i}
          control={control}
          field={field}
          ids={ids}
          disabled={disabled}
          pair={pair}
          place={i + 1}
          onPair={(next) => change(pairs.with(i, next))}
          onRemove={() => {
            change(pairs.toSpliced(i, 1));
            focusRow(list.current, Math.min(i, pairs.length - 2));
          }}
        />
      ))}
      {pairs.length > MAX_ROWS && <p className="muted small-text">and {pairs.length - MAX_ROWS} more, in the code</p>}
      <button
        type="button"
        className={`${buttonClass("small")} ${css.rowAdd}`}
        data-part="add"
        disabled={disabled || pairs.length >= MAX_ROWS}
        onClick={() => {
          change([...pairs, ["", blankOf(of)]]);
          focusRow(list.current, pairs.length);
        }}
      >
        <Plus aria-hidden="true" size={12} /> Add<span className="visually-hidden"> to {field.name}</span>
      </button>
      {paths && <PathResults pairs={pairs} />}
      {field.over !== undefined && field.value !== undefined && (
        <StageResult current={JSON.stringify(namedOf(pairs)) === JSON.stringify((field.value as ControlPairs).pairs)} />
      )}
      {paths && <JsonPicker pairs={pairs} disabled={disabled} onPick={(pair) => change([...namedOf(pairs), pair])} />}
    </div>
  );
}

/** A new pair has no name yet. */
const namedOf = (pairs: readonly ControlPair[]): readonly ControlPair[] => pairs.filter(([name]) => name !== "");

function blankOf({ kind }: Control): ControlValue {
  if (kind === "switch") return false;
  return kind === "rows" ? [] : kind === "pairs" ? { pairs: [] } : "";
}

interface PairRowProps extends Pick<ControlProps<"pairs">, "control" | "field" | "ids" | "disabled"> {
  readonly pair: ControlPair;
  /** From 1. */
  readonly place: number;
  onPair(pair: ControlPair): void;
  onRemove(): void;
}

function PairRow({ control, field, ids, disabled, pair: [name, item], place, onPair, onRemove }: PairRowProps) {
  const Inner = useInnerControl();
  const described = ids["aria-describedby"];
  return (
    <div className={`${css.row} ${css.pair}`} data-part="row">
      <input
        className={`${controlsCss.field} mono`}
        aria-label={`${field.name} ${place}: name`}
        aria-describedby={described}
        placeholder="name"
        spellCheck={false}
        autoComplete="off"
        disabled={disabled}
        value={name}
        onChange={({ target }) => onPair([target.value, item])}
      />
      <span className="faint mono" aria-hidden="true">
        =
      </span>
      <Inner
        control={control.of}
        field={field}
        placeholder={control.valueOptional ? name : ""}
        value={item}
        usual={undefined}
        ids={{
          "aria-label": `${field.name} ${place}: value${name === "" ? "" : ` of ${name}`}`,
          "aria-describedby": described,
        }}
        disabled={disabled}
        compact
        onChange={(next) => onPair([name, next])}
      />
      <IconButton
        label={`Remove ${name === "" ? `${field.name} ${place}` : name}`}
        Icon={X}
        disabled={disabled}
        onClick={onRemove}
      />
    </div>
  );
}

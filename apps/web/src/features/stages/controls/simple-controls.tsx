/** Controls of single values: texts, switches, numbers, quantities. */
import { Switch } from "@base-ui/react/switch";
import { useId } from "react";
import * as controlsCss from "../../../ui/controls.module.css";
import * as toggleCss from "../../../ui/toggle.module.css";
import * as css from "../forms/forms.module.css";
import { durationInWords, sizeInWords } from "../forms/quantity.ts";
import { useNames } from "../forms/use-names.ts";
import type { ControlProps } from "./control-props.ts";

type TextProps = Pick<
  ControlProps<"text" | "password" | "number" | "quantity" | "reference">,
  "field" | "ids" | "disabled" | "placeholder"
> & {
  readonly value: string | undefined;
  readonly usual: string | undefined;
  onChange(value: string, send?: { readonly value: string | undefined }): void;
};

/** Clearing the text removes an optional argument. */
export const sendText = (field: TextProps["field"], text: string): { readonly value: string | undefined } => ({
  value: text === "" && field.presence.kind !== "required" ? undefined : text,
});

function placeholderOf({ field, usual }: Pick<TextProps, "field" | "usual">): string {
  if (usual !== undefined && usual !== "") return `${usual} (default)`;
  return field.example === undefined ? "" : `such as ${field.example}`;
}

function TextInput({
  type = "text",
  list,
  ...props
}: TextProps & { readonly type?: "text" | "password"; readonly list?: string | undefined }) {
  const { field, value, ids, disabled, onChange } = props;
  return (
    <input
      {...ids}
      type={type}
      className={`${controlsCss.field} mono`}
      spellCheck={false}
      autoComplete="off"
      disabled={disabled}
      list={list}
      value={value ?? ""}
      placeholder={props.placeholder ?? placeholderOf(props)}
      onChange={({ target }) => onChange(target.value, sendText(field, target.value))}
    />
  );
}

export function TextControl({ control: _control, compact, ...props }: ControlProps<"text">) {
  const names = useNames(props.field.names);
  const list = useId();
  // An element of a map or list may be empty.
  const onChange: TextProps["onChange"] = compact ? (value) => props.onChange(value) : props.onChange;
  return (
    <>
      <TextInput {...props} onChange={onChange} list={names.length > 0 ? list : undefined} />
      {names.length > 0 && (
        <datalist id={list}>
          {names.map(({ name, value }) => (
            <option key={name} value={name} label={value === undefined ? undefined : `${name}: ${value}`} />
          ))}
        </datalist>
      )}
    </>
  );
}

export function PasswordControl({ control: _control, compact: _compact, ...props }: ControlProps<"password">) {
  return <TextInput {...props} type="password" />;
}

export function ReferenceControl({ control: _control, compact: _compact, ...props }: ControlProps<"reference">) {
  return <TextInput {...props} />;
}

export function SwitchControl({ value, usual, ids, disabled, onChange }: ControlProps<"switch">) {
  const on = value ?? usual === true;
  return (
    <span className={css.fieldSwitch}>
      <Switch.Root
        {...ids}
        className={toggleCss.toggle}
        checked={on}
        disabled={disabled}
        onCheckedChange={(checked) => onChange(checked)}
      >
        <Switch.Thumb className={toggleCss.toggleThumb} />
      </Switch.Root>
      <span className="muted small-text">
        {on ? "on" : "off"}
        {value === undefined && ", the default"}
      </span>
    </span>
  );
}

/** Arrow keys change a whole number by one. */
export function NumberControl({ control, compact: _compact, ...props }: ControlProps<"number">) {
  const { field, value, usual, onChange } = props;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field inside
    <span
      className={css.fieldWithUnit}
      onKeyDown={(event) => {
        const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        const number = Number(value ?? usual ?? 0);
        if (by === 0 || event.altKey || !control.whole || !Number.isSafeInteger(number) || props.disabled) return;
        event.preventDefault();
        onChange(String(number + by));
      }}
    >
      <TextInput {...props} />
      {field.unit !== undefined && <span className="muted small-text">{field.unit}</span>}
    </span>
  );
}

export function QuantityControl({ control, compact: _compact, ...props }: ControlProps<"quantity">) {
  const text = props.value ?? props.usual ?? "";
  const words = props.field.type === "size" ? sizeInWords(text) : durationInWords(text);
  const field = props.field.example === undefined ? { ...props.field, example: control.example } : props.field;
  return (
    <span className={css.fieldWithUnit}>
      <TextInput {...props} field={field} />
      <span className="muted small-text" aria-live="polite">
        {text === "" ? "" : (words ?? `such as ${control.example}`)}
      </span>
    </span>
  );
}

/** The props of each control of a form. */
import type { Control, ControlKind, ControlValue, ControlValueOf, FormField, OfControl } from "@sluice/engine";

/** Ties a control to its label and its description. */
export interface ControlIds {
  /** Absent for controls inside rows, which have their own label. */
  readonly id?: string | undefined;
  readonly "aria-label"?: string | undefined;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: boolean | undefined;
}

export interface ControlProps<K extends ControlKind> {
  readonly control: OfControl<K>;
  /** The argument that it edits. */
  readonly field: FormField;
  /** Undefined if the argument is not written. */
  readonly value: ControlValueOf<K> | undefined;
  /** The default if it is not written. */
  readonly usual: ControlValueOf<K> | undefined;
  readonly ids: ControlIds;
  readonly disabled: boolean;
  /** It is one of several: its container draws hints and results. */
  readonly compact: boolean;
  /** Replaces the default or the example. */
  readonly placeholder?: string | undefined;
  /** `send`: the value to write if it differs from the shown one; undefined in it clears the argument. */
  onChange(value: ControlValueOf<K>, send?: { readonly value: ControlValue | undefined }): void;
}

/** The props of a control of any kind. */
export interface AnyControlProps extends Omit<ControlProps<ControlKind>, "value" | "usual" | "onChange" | "control"> {
  readonly control: Control;
  readonly value: ControlValue | undefined;
  readonly usual: ControlValue | undefined;
  onChange(value: ControlValue, send?: { readonly value: ControlValue | undefined }): void;
}

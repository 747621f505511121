/** What each control of a form is given. */
import type { Control, ControlKind, ControlValue, ControlValueOf, FormField, OfControl } from "@sluice/engine";

/** Ties a control to its label and to what is said about it. */
export interface ControlIds {
  /** Absent for controls inside rows, which have a label of their own. */
  readonly id?: string | undefined;
  readonly "aria-label"?: string | undefined;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: boolean | undefined;
}

export interface ControlProps<K extends ControlKind> {
  readonly control: OfControl<K>;
  /** The argument that it is for. */
  readonly field: FormField;
  /** Undefined where the argument is not written. */
  readonly value: ControlValueOf<K> | undefined;
  /** What holds where it is not written. */
  readonly usual: ControlValueOf<K> | undefined;
  readonly ids: ControlIds;
  readonly disabled: boolean;
  /** It is one of several: what is beside and below it is left to whatever holds it. */
  readonly compact: boolean;
  /** Instead of the default or an example. */
  readonly placeholder?: string | undefined;
  /** `send`: what is written where that is not what is shown; undefined in it clears the argument. */
  onChange(value: ControlValueOf<K>, send?: { readonly value: ControlValue | undefined }): void;
}

/** The same for a control of any kind. */
export interface AnyControlProps extends Omit<ControlProps<ControlKind>, "value" | "usual" | "onChange" | "control"> {
  readonly control: Control;
  readonly value: ControlValue | undefined;
  readonly usual: ControlValue | undefined;
  onChange(value: ControlValue, send?: { readonly value: ControlValue | undefined }): void;
}

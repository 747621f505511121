/** What the fields of a form share: the stage, and the ways to change and try it. */
import type { FormBody, StageForm } from "@sluice/engine";
import { createContext, useContext } from "react";

export interface FormState {
  readonly form: StageForm;
  /** The form matches the current text. */
  readonly current: boolean;
  /** Refuses changes: the text does not parse, or the page is read-only. */
  readonly locked: boolean;
  /** The text does not parse: the form shows an earlier one. */
  readonly stale: boolean;
}

export const FormContext = createContext<FormState | null>(null);
export const BodyContext = createContext<FormBody | null>(null);

export function useForm(): FormState {
  const state = useContext(FormContext);
  if (state === null) throw new Error("a field is outside a form");
  return state;
}

/** The body that contains a field. */
export function useBody(): FormBody {
  const body = useContext(BodyContext);
  if (body === null) throw new Error("a field is outside a body");
  return body;
}

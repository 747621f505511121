/** What the fields of a form share: the stage, and how it is changed and tried out. */
import type { FormBody, StageForm } from "@sluice/engine";
import { createContext, useContext } from "react";

export interface FormState {
  readonly form: StageForm;
  /** The form is that of the text as it is now. */
  readonly current: boolean;
  /** No changes are taken: the text does not parse, or nothing is edited here. */
  readonly locked: boolean;
  /** The text does not parse: it is the form of an earlier one. */
  readonly stale: boolean;
}

export const FormContext = createContext<FormState | null>(null);
export const BodyContext = createContext<FormBody | null>(null);

export function useForm(): FormState {
  const state = useContext(FormContext);
  if (state === null) throw new Error("a field stands outside a form");
  return state;
}

/** The body that a field stands in. */
export function useBody(): FormBody {
  const body = useContext(BodyContext);
  if (body === null) throw new Error("a field stands outside a body");
  return body;
}

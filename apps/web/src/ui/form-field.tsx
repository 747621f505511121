/** A labelled field of a dialog, with its problem or its hint. */
import { type ComponentProps, type ReactNode, useId } from "react";
import * as controlsCss from "./controls.module.css";
import * as dialogCss from "./dialog.module.css";

interface FormFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: (ids: {
    id: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

export function FormField({ label, hint, problem, children }: FormFieldProps) {
  const id = useId();
  const about = `${id}-about`;
  const described = problem !== undefined || hint !== undefined;
  return (
    <div className={dialogCss.formField}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": problem !== undefined, "aria-describedby": described ? about : undefined })}
      {problem !== undefined ? (
        <p id={about} className={controlsCss.fieldError} role="alert">
          {problem}
        </p>
      ) : (
        hint !== undefined && (
          <p id={about} className={dialogCss.fieldHint}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

interface MonoInputProps extends Omit<ComponentProps<"input">, "className" | "onChange"> {
  readonly onText: (text: string) => void;
}

/** A line of log or configuration text, without the browser's spelling and completion. */
export const MonoInput = ({ onText, ...rest }: MonoInputProps) => (
  <input
    {...rest}
    className="mono"
    spellCheck={false}
    autoComplete="off"
    onChange={(event) => onText(event.target.value)}
  />
);

/** A plain text field with a mark behind the line that has a mistake. */
import { type ComponentProps, type RefObject, useState } from "react";
import * as css from "./lined-text.module.css";

/** Pixels; the style sheet uses the same sizes. */
const LINE_HEIGHT = 20;
const PADDING = 8;
/** Lines shown above the target of a jump. */
const ABOVE = 3;

interface LinedTextProps extends Omit<ComponentProps<"textarea">, "className" | "ref" | "onScroll"> {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** From 1; undefined: no mistake. */
  readonly errorLine: number | undefined;
}

export function LinedText({ field, errorLine, ...rest }: LinedTextProps) {
  const [scroll, setScroll] = useState(0);
  return (
    <div className={css.linedText}>
      {errorLine !== undefined && (
        <div
          className={css.errorLine}
          aria-hidden="true"
          style={{ transform: `translateY(${PADDING + (errorLine - 1) * LINE_HEIGHT - scroll}px)` }}
        />
      )}
      <textarea
        {...rest}
        ref={field}
        className={`${css.linedField} mono`}
        aria-invalid={errorLine !== undefined}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
      />
    </div>
  );
}

/** Scrolls to a line and places the cursor there; `select` selects the whole line. Lines count from 1. */
export function goToLine(field: HTMLTextAreaElement | null, line: number, select = true): void {
  if (field === null) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (select ? (lines[line - 1]?.length ?? 0) : 0));
  field.scrollTop = Math.max(0, (line - ABOVE) * LINE_HEIGHT);
}

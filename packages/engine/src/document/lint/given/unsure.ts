/** Where the meaning of a text is not known: an argument with an error or an unknown value counts as empty. */
import type { Diagnostic } from "../../../base/diagnostic.ts";
import { type Span, touchedBy } from "../../../base/span.ts";

export const unsureIn = (known: readonly Diagnostic[]): ((stretch: Span) => boolean) =>
  touchedBy(
    known.flatMap(({ severity, code, span }) =>
      span && (severity === "error" || code === "unknown-value" || code === "unknown-reference") ? [span] : [],
    ),
  );

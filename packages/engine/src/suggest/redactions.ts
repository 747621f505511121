import type { Extraction } from "./extract.ts";

/** Those that `redact` may use: by the shape of the value first, since nothing else may be replaced. */
export function redactionsOf(extractions: readonly Extraction[]): Extraction[] {
  const found = extractions.filter(({ kind }) => kind === "regex");
  return [...found.filter(({ byShape }) => byShape), ...found.filter(({ byShape }) => !byShape)];
}

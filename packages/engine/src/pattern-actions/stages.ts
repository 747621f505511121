/** What is done with the lines of a pattern, as stages. */
import { anySelector, toName, writeStage } from "../detect/index.ts";
import { quoteString, writeText } from "../syntax/index.ts";
import { TROUBLE_WORDS } from "./serious.ts";

export type PatternAction =
  | { readonly kind: "drop" }
  /** Keeps about one in so many. */
  | { readonly kind: "sample"; readonly keepOneIn: number }
  | { readonly kind: "label"; readonly name: string; readonly value: string }
  | { readonly kind: "count"; readonly metric: string };

/** Greatest `keepOneIn`. */
export const MAX_KEEP_ONE_IN = 1_000_000;

/** Words of a template that name its entries. */
const NAMING_WORDS = 4;
const MAX_NAME = 40;

/** `login_of_user`: what the entries of a pattern may be called, in a label, a metric or as a reason. */
export function namePattern(pieces: readonly (string | number)[]): string {
  const words = pieces
    .filter((piece) => typeof piece === "string")
    .flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []);
  const name = toName(words.slice(0, NAMING_WORDS).join("_").toLowerCase().slice(0, MAX_NAME).replace(/_$/, ""));
  return words.length === 0 ? "pattern" : name;
}

/**
 * The stage for `action` on lines that match `expression`. A selector needs a label: `label` is one that the entries have, and
 * `.*` matches whatever it is, and where it is missing. `spares`: of a
 * sampling, that lines with words of trouble are left alone.
 */
export function stageFor(
  action: PatternAction,
  expression: string,
  { label, name, spares = false }: { readonly label: string; readonly name: string; readonly spares?: boolean },
): string {
  if (action.kind === "drop")
    return writeStage("drop", { expression: writeText(expression), drop_counter_reason: writeText(name) });
  const selector = writeText(anySelector("|~", expression, label, spares ? `(?i)${TROUBLE_WORDS}` : undefined));
  return writeStage("match", { selector }, nested(action));
}

function nested(action: Exclude<PatternAction, { readonly kind: "drop" }>): string {
  switch (action.kind) {
    case "sample":
      return writeStage("sampling", { rate: writeRate(action.keepOneIn) });
    case "label":
      return writeStage("static_labels", { values: { [action.name]: action.value } });
    case "count": {
      const name = quoteString(action.metric);
      const text = `metric.counter {\nname = ${name}\ndescription = "Entries of one pattern."\nmatch_all = true\naction = "inc"\n}\n`;
      return writeStage("metrics", {}, text);
    }
  }
}

/** As short as it can be without another rate: `0.1`, `0.3333`, `0.000001`. */
function writeRate(keepOneIn: number): string {
  const rate = 1 / keepOneIn;
  const digits = Math.max(4, Math.ceil(Math.log10(keepOneIn)) + 3);
  return String(Number(rate.toFixed(digits))).includes("e")
    ? rate.toFixed(digits).replace(/0+$/, "")
    : String(Number(rate.toFixed(digits)));
}

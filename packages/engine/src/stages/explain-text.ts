/** What stages tell a trace and the log alike: pieces of sentences (values in backticks, cut where they are long). */
import type { ExtractedValue } from "../base/extracted.ts";
import type { Env } from "../pipeline/stage.ts";

const MAX_SHOWN = 80;

/** `value` in backticks, cut to a length that a sentence can bear. */
export function shown(value: ExtractedValue | undefined): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return `\`${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}\``;
}

/** What kind of value does not convert to text, for people. */
export function kindOf(value: ExtractedValue | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Says that an entry stays as it is since `expression` has no match in `text`. `missed`: the stage needs one. */
export function explainNoMatch(text: string, expression: string, env: Env, missed: boolean): void {
  env.log.write("debug", "regex did not match", () => ({ input: text, regex: expression }));
  env.explain?.because({
    code: "no-match",
    missed,
    text: `Unchanged: ${shown(text)} does not match ${shown(expression)}`,
    evidence: { input: text, expression },
  });
}

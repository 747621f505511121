/** How sensitive data of a run is said. */
import { PRIVATE_WORDS, type PrivateKind, type SensitivePlace, type SensitiveReport } from "@sluice/engine";
import type { SensitiveRun } from "../../core/model/sensitive-run.ts";
import { counted } from "../../core/text/counted.ts";

/** `password` of a field, `label token`. */
export function placeWords({ part, name }: SensitivePlace): string {
  if (part === "line") return name ?? "text of the line";
  return part === "label" ? `label ${name}` : `metadata ${name}`;
}

const secretKinds = ({ kinds }: SensitiveReport): number =>
  kinds.filter(({ sensitivity }) => sensitivity === "secret").length;

/** What the samples pane says in one line; undefined: there is nothing to say. */
export function summarize({ samples, leaving }: SensitiveRun): { text: string; leaves: boolean } | undefined {
  const of = (report: SensitiveReport): string =>
    `Secrets of ${counted(secretKinds(report), "kind", "kinds")} in ${counted(report.secret, "entry", "entries")}`;
  if (leaving.secret > 0) return { text: `${of(leaving)} leave the pipeline`, leaves: true };
  if (samples.secret > 0) return { text: `${of(samples)}, none leaves the pipeline`, leaves: false };
  return undefined;
}

/** `password or key`, `card number and IBAN`: what a redaction is for. */
export function kindWords(kinds: readonly PrivateKind[]): string {
  const words = kinds.map((kind) => PRIVATE_WORDS[kind]);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}

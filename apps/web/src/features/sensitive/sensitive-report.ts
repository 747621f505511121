/** How sensitive data of a run is said. */
import { PRIVATE_WORDS, type PrivateKind, type SensitivePlace, type SensitiveReport } from "@sluice/engine";
import type { SensitiveRun } from "../../core/model/sensitive-run.ts";
import { counted, grouped } from "../../core/text/counted.ts";

/** `password` of a field, `label token`. */
export function placeWords({ part, name }: SensitivePlace): string {
  if (part === "line") return name ?? "text of the line";
  return part === "label" ? `label ${name}` : `metadata ${name}`;
}

const secretKinds = ({ kinds }: SensitiveReport): number =>
  kinds.filter(({ sensitivity }) => sensitivity === "secret").length;

/** What the samples pane says in one line; undefined: there is nothing to say. */
export function summarize(run: SensitiveRun): { text: string; leaves: boolean } | undefined {
  const { samples, leaving } = run;
  const leaves = leaving.secret > 0;
  const report = leaves ? leaving : samples;
  if (report.secret === 0) return undefined;
  const far = describeProgress(run);
  // What was not searched yet may leave.
  const where = leaves ? " leave the pipeline" : far === undefined ? ", none leaves the pipeline" : "";
  const secrets = `Secrets of ${counted(secretKinds(report), "kind", "kinds")} in ${counted(report.secret, "entry", "entries")}`;
  return { text: `${secrets}${where}${far === undefined ? "" : `; ${far}`}`, leaves: leaves || far !== undefined };
}

/** `searched 2,000 of 60,000 samples`; undefined: all were. */
export const describeProgress = ({ searched, of }: SensitiveRun): string | undefined =>
  searched < of ? `searched ${grouped(searched)} of ${counted(of, "sample")}` : undefined;

/** `password or key`, `card number and IBAN`: what a redaction is for. */
export function kindWords(kinds: readonly PrivateKind[]): string {
  const words = kinds.map((kind) => PRIVATE_WORDS[kind]);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}

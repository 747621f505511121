/** Whether the shown results belong to the text in the editor, and why not. */
import type { Analysis, Problem } from "./analysis.ts";

/** Why the results are outdated. */
export type Stale =
  /** The text has errors. */
  | { readonly kind: "broken"; readonly problem: Problem | undefined }
  /** The last run was refused, failed or stopped. */
  | { readonly kind: "not run"; readonly message: string };

export function findStale(
  current: Analysis | null,
  hasResult: boolean,
  status: string,
  message: string | null,
): Stale | null {
  if (!hasResult) return null;
  if (current !== null && !current.ok)
    return { kind: "broken", problem: current.problems.find(({ severity }) => severity === "error") };
  return (status === "failed" || status === "stopped") && message !== null ? { kind: "not run", message } : null;
}

const STAGE = /\bstage\.([a-z_]\w*)/g;
const WORD = /\w+/g;

/**
 * Whether a text still is, somewhere, the one from `before`, so that what was shown says something about it: it names a
 * stage of the same kind, also by the fix of a mistyped name, or it has errors and most of the text from before is left.
 * A text with errors may not parse at all, so names are looked for in the text itself. Where there was no stage yet, what
 * was shown says nothing about the first one.
 */
export function isSamePipeline({ text, ok, problems }: Analysis, before: Analysis): boolean {
  const stages = before.pipelines.flatMap((pipeline) => pipeline.stages);
  const fixes = problems.flatMap((problem) => problem.fixes.flatMap(({ edits }) => edits.map((edit) => edit.text)));
  const named = new Set([text, ...fixes].flatMap((one) => [...one.matchAll(STAGE)].map((match) => match[1]!)));
  if (stages.length === 0) return ok && named.size === 0;
  return stages.some(({ name }) => named.has(name)) || (!ok && isMostlyKept(before.text, text));
}

/** Most words of a text are in another one, as often. */
function isMostlyKept(before: string, text: string): boolean {
  const left = new Map<string, number>();
  for (const [word] of text.matchAll(WORD)) left.set(word, (left.get(word) ?? 0) + 1);
  let balance = 0;
  for (const [word] of before.matchAll(WORD)) {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    balance += count > 0 ? 1 : -1;
  }
  return balance > 0;
}

/** Whether what is shown belongs to the text in the editor, and what to say where it does not. */
import type { Analysis, PipelineItem, Problem } from "./analysis.ts";

/** Why results are not those of the document as it is. */
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

/**
 * Whether a text with errors still is, somewhere, the pipeline of `stages`: it names one of the same kind. Such a text
 * may not parse at all, so names are looked for in the text itself.
 */
export function sharesStage(text: string, pipelines: readonly PipelineItem[]): boolean {
  const named = new Set([...text.matchAll(STAGE)].map((match) => match[1]!));
  const stages = pipelines.flatMap((pipeline) => pipeline.stages);
  // Where there was none yet, the first one is being typed.
  return stages.length === 0 || stages.some(({ name }) => named.has(name));
}

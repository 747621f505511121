/** What is said of a proposed stage: with how many entries it does its work, or why it is not in the text. */
import { grouped } from "../base/grouped.ts";
import type { ProposedStage } from "./proposal.ts";

/** Its evidence, after the entries with which it does its work where they are not among it. */
export function evidenceOf({ evidence, read, of }: Pick<ProposedStage, "evidence" | "read" | "of">): readonly string[] {
  const isCounted = of === 0 || evidence.some((one) => /^[\d,]+ of [\d,]+/.test(one));
  return isCounted ? evidence : [`${grouped(read)} of ${grouped(of)}`, ...evidence];
}

export type LeftOut =
  /** By a decision, or since nobody asked for it. */
  | { readonly by: "choice" | "default" }
  /** With the stages that it needs; none: what it works on is left out. */
  | { readonly by: "needs"; readonly missing: readonly ProposedStage[] };

/** Why a stage is not among those that are taken; undefined: it is. */
export function whyLeftOut(
  stage: ProposedStage,
  stages: readonly ProposedStage[],
  taken: ReadonlySet<string>,
  choices: ReadonlyMap<string, boolean>,
): LeftOut | undefined {
  if (taken.has(stage.id)) return undefined;
  const choice = choices.get(stage.id);
  if (choice === false) return { by: "choice" };
  if (choice === undefined && !stage.byDefault) return { by: "default" };
  return { by: "needs", missing: stages.filter(({ id }) => stage.needs.includes(id) && !taken.has(id)) };
}

/** Which stages of a proposal are wanted, and why others are not. */
import { type Proposal, type ProposedStage, takenOf, whyLeftOut } from "@sluice/engine";
import type { ProposalState } from "./proposal-session.ts";

/**
 * Ids of the stages that are in the text. What the user has decided counts at once, before the next proposal is there: what
 * needs a stage that is left out is left out, too.
 */
export function wantedOf(
  { stages }: Proposal,
  { status, choices }: Pick<ProposalState, "status" | "choices">,
): ReadonlySet<string> {
  if (status === "working") return takenOf(stages, choices);
  return new Set(stages.filter(({ taken }) => taken).map(({ id }) => id));
}

/** What the lines look like, where that has a name. */
export const headOf = ({ title }: Pick<Proposal, "title">): string =>
  title === "" ? "Stages for these lines" : `Looks like ${title}`;

/** What the button does that takes the wanted stages. */
export const takeWords = (stages: number): string => (stages === 1 ? "Use this stage" : `Use these ${stages} stages`);

/** Why a stage is left out though nobody did that; undefined: it is not. */
export function leftOutWords(
  stage: ProposedStage,
  { stages }: Proposal,
  wanted: ReadonlySet<string>,
  choices: ReadonlyMap<string, boolean>,
): string | undefined {
  const left = whyLeftOut(stage, stages, wanted, choices);
  if (left?.by !== "needs") return undefined;
  if (left.missing.length === 0) return "Left out: what it works on is left out.";
  return `Left out, too: it needs “${left.missing.map(({ says }) => says).join("”, “")}”.`;
}

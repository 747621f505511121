/** Counts and names of what a proposal has. */
import { type Proposal, type ProposedStage, takenOf } from "@sluice/engine";

/**
 * Ids of the stages that are wanted: what the user has decided counts at once, before the next proposal is there. What a
 * stage needs and is left out takes that stage with it.
 */
export const wantedOf = ({ stages }: Proposal, choices: ReadonlyMap<string, boolean>): ReadonlySet<string> =>
  takenOf(stages, choices);

export const takenCount = ({ stages }: Proposal, wanted: ReadonlySet<string>): number =>
  stages.filter(({ id }) => wanted.has(id)).length;

/** Why a stage is not taken though nobody left it out: the stages that it needs and that are left out. */
export function missingFor(
  stage: ProposedStage,
  { stages }: Proposal,
  wanted: ReadonlySet<string>,
  choices: ReadonlyMap<string, boolean>,
): readonly ProposedStage[] {
  if (wanted.has(stage.id) || !(choices.get(stage.id) ?? stage.byDefault)) return [];
  return stages.filter(({ id }) => stage.needs.includes(id) && !wanted.has(id));
}

/** Lines of the samples as one text of one line. */
export const oneLine = (text: string): string => text.split("\n", 1)[0]!;

/** What more samples have changed in a proposal, in words. */
import type { Proposal, ProposedStage } from "@sluice/engine";
import { counted, grouped } from "../../../core/text/counted.ts";

/** Stages that are named at most. */
const MAX_NAMED = 3;

/** `3 stages changed: time reads 121 of 121; new: level; gone: metric`; null: nothing that matters. */
export function describeChanges(before: Pick<Proposal, "stages">, after: Pick<Proposal, "stages">): string | null {
  const earlier = new Map(before.stages.map((stage) => [stage.id, stage]));
  const later = new Set(after.stages.map(({ id }) => id));
  const changed = after.stages.flatMap((stage) => {
    const was = earlier.get(stage.id);
    return was === undefined || isSame(was, stage) ? [] : [changeOf(stage)];
  });
  const added = after.stages.flatMap((stage) => (earlier.has(stage.id) ? [] : [shortName(stage)]));
  const gone = before.stages.flatMap((stage) => (later.has(stage.id) ? [] : [shortName(stage)]));
  const count = changed.length + added.length + gone.length;
  if (count === 0) return null;
  const parts = [
    ...named(changed),
    ...(added.length === 0 ? [] : [`new: ${named(added).join(", ")}`]),
    ...(gone.length === 0 ? [] : [`gone: ${named(gone).join(", ")}`]),
  ];
  return `${counted(count, "stage")} changed with the new samples: ${parts.join("; ")}`;
}

const named = (names: readonly string[]): readonly string[] =>
  names.length <= MAX_NAMED ? names : [...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} more`];

const changeOf = (stage: ProposedStage): string =>
  stage.of === 0 ? shortName(stage) : `${shortName(stage)} reads ${grouped(stage.read)} of ${grouped(stage.of)}`;

/** More entries alone are no change: which share of them a stage reads is. */
const isSame = (a: ProposedStage, b: ProposedStage): boolean =>
  a.code === b.code && a.taken === b.taken && percentage(a) === percentage(b);

const percentage = ({ read, of }: ProposedStage): number => (of === 0 ? 0 : Math.floor((read / of) * 100));

/** Its purpose in a word or two: `time`, `parse json`, `parse json 2`. */
export function shortName({ id }: Pick<ProposedStage, "id">): string {
  const [purpose = "", branch] = id.split("@");
  const words = purpose.split(":").filter((part) => !/^\d+$/.test(part));
  return [...words, ...(branch === undefined ? [] : [branch])].join(" ");
}

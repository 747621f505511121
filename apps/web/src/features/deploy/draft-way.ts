/**
 * How a draft is deployed: as a whole, or as stages for one component of what runs. A draft without a source or a sink
 * needs a second confirmation as a whole.
 */

export type DraftWay =
  | { readonly kind: "whole" }
  | {
      readonly kind: "stages";
      /** The pipeline of the draft. */
      readonly from: string;
      /** The running component; null: not chosen yet. */
      readonly into: string | null;
      readonly how: "replace" | "append";
    };

/** A way with everything that the server needs to know. */
export type ChosenWay = Extract<DraftWay, { kind: "whole" }> | (StagesWay & { readonly into: string });

type StagesWay = Extract<DraftWay, { kind: "stages" }>;

export const isChosen = (way: DraftWay): way is ChosenWay => way.kind === "whole" || way.into !== null;

export const WHOLE: Extract<DraftWay, { kind: "whole" }> = { kind: "whole" };

/** As the server is asked. */
export const placeOf = (way: ChosenWay): Partial<Pick<StagesWay & { into: string }, "from" | "into" | "how">> =>
  way.kind === "stages" ? { from: way.from, into: way.into, how: way.how } : {};

/**
 * Puts the stages of a draft's pipeline into the component of the same name, or label. If none has it, the user has to
 * choose. Undefined if there are no stages, or no component that can hold them.
 */
export function stagesWay([first, ...others]: readonly string[], running: readonly string[]): StagesWay | undefined {
  if (first === undefined || running.length === 0) return undefined;
  const labelOf = (id: string) => id.slice(id.lastIndexOf(".") + 1);
  const all = [first, ...others];
  for (const isSame of [
    (from: string, into: string) => from === into,
    (from: string, into: string) => labelOf(from) === labelOf(into),
  ])
    for (const from of all) {
      const into = running.find((one) => isSame(from, one));
      if (into !== undefined) return { kind: "stages", from, into, how: "replace" };
    }
  return { kind: "stages", from: first, into: null, how: "replace" };
}

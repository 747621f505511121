/** How a draft comes to run: in the place of all that runs, or its stages in one component of that. */

export type DraftWay =
  | { readonly kind: "whole" }
  | {
      readonly kind: "stages";
      /** The pipeline of the draft. */
      readonly from: string;
      /** The component of what runs. */
      readonly into: string;
      readonly how: "replace" | "append";
    };

export const WHOLE: DraftWay = { kind: "whole" };

/** The stages of a draft's pipeline in the component of the same name, or label; else in the first there is. */
export function stagesWay(
  [first, ...others]: readonly string[],
  running: readonly string[],
): (DraftWay & { readonly kind: "stages" }) | undefined {
  if (first === undefined) return undefined;
  const labelOf = (id: string) => id.slice(id.lastIndexOf(".") + 1);
  const all = [first, ...others];
  for (const isSame of [
    (from: string, into: string) => from === into,
    (from: string, into: string) => labelOf(from) === labelOf(into),
    () => true,
  ])
    for (const from of all) {
      const into = running.find((one) => isSame(from, one));
      if (into !== undefined) return { kind: "stages", from, into, how: "replace" };
    }
  return undefined;
}

/** Pairs the stages of two pipelines: first equal ones, then, between these, those of the same name. */
import { compareLists } from "../base/line-diff.ts";
import { sameStages } from "../pipeline/same-stages.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import { sameArguments } from "../schema/same-arguments.ts";

/** `same`: equal apart from nested stages. `replaced`: a stage of another kind is in its place. */
export type PairChange = "same" | "changed" | "replaced" | "only_a" | "only_b";

/** A stage in both pipelines, or in one of them. */
export type StagePair =
  | { readonly change: "same" | "changed" | "replaced"; readonly a: StageNode; readonly b: StageNode }
  | { readonly change: "only_a"; readonly a: StageNode; readonly b?: undefined }
  | { readonly change: "only_b"; readonly a?: undefined; readonly b: StageNode };

/**
 * All stages of both in the order in which entries leave them: nested ones before the stage around them. As many equal stages
 * as possible are paired; between these, a stage of the same name counts as the changed one.
 */
export function alignStages(a: readonly StageNode[], b: readonly StageNode[]): StagePair[] {
  const keys = new StageKeys();
  return alignBy(
    (stage) => keys.of(stage),
    a,
    b,
    (one, other) => alignBy(({ spec }) => spec.name, one, other, apart),
  );
}

/** Pairs stages with the same key; `between` handles those between two pairs. */
function alignBy(
  key: (stage: StageNode) => string,
  a: readonly StageNode[],
  b: readonly StageNode[],
  between: (a: readonly StageNode[], b: readonly StageNode[]) => readonly StagePair[],
): StagePair[] {
  const pairs: StagePair[] = [];
  let [one, other]: [StageNode[], StageNode[]] = [[], []];
  for (const { mark, a: i, b: j } of compareLists(a.map(key), b.map(key))) {
    if (mark === "-") one.push(a[i]!);
    else if (mark === "+") other.push(b[j]!);
    else {
      pairs.push(...between(one, other), ...pair(a[i]!, b[j]!));
      [one, other] = [[], []];
    }
  }
  return [...pairs, ...between(one, other)];
}

/** Stages between two pairs, no two of the same name. */
function apart(a: readonly StageNode[], b: readonly StageNode[]): StagePair[] {
  const [one, other] = [a[0], b[0]];
  if (one !== undefined && other !== undefined && a.length + b.length === 2)
    return [...alignStages(one.children, other.children), { change: "replaced", a: one, b: other }];
  return [...a.flatMap((stage) => alone("a", stage)), ...b.flatMap((stage) => alone("b", stage))];
}

function pair(a: StageNode, b: StageNode): StagePair[] {
  const change = sameArguments(a.spec, a.args, b.args) ? "same" : "changed";
  return [...alignStages(a.children, b.children), { change, a, b }];
}

function alone(side: "a" | "b", stage: StageNode): StagePair[] {
  const inside = stage.children.flatMap((child) => alone(side, child));
  return [...inside, side === "a" ? { change: "only_a", a: stage } : { change: "only_b", b: stage }];
}

/** The same text for equal stages, nested ones included. */
class StageKeys {
  readonly #known = new Map<string, StageNode[]>();

  of(stage: StageNode): string {
    const { name } = stage.spec;
    const alike = this.#known.get(name) ?? [];
    this.#known.set(name, alike);
    let at = alike.findIndex((one) => sameStages([one], [stage]));
    if (at < 0) at = alike.push(stage) - 1;
    return `${name} ${at}`;
  }
}

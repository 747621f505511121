/**
 * From which pair of stages on an entry differs for good, and which stage is the cause. Where the stage of that pair is
 * the same in both, the values that it reads are followed back to the stage that set them differently; where it is changed,
 * those that it reads and only the other side has.
 */
import type { ExtractedValue } from "../base/extracted.ts";
import { type Snapshot, sameExtractedValue } from "../pipeline/snapshot.ts";
import { flowOf, type StageNode } from "../pipeline/stage-spec.ts";
import { notesFor, type Step } from "../pipeline/trace.ts";
import type { StagePair } from "./align.ts";
import { sentDifferences } from "./sent.ts";

/** A value after the stage that is the cause. Undefined: it is not set. */
export interface PartedValue {
  readonly name: string;
  readonly a: ExtractedValue | undefined;
  readonly b: ExtractedValue | undefined;
}

export interface Parting {
  /** From here on the output differs. */
  readonly at: StagePair;
  /**
   * What makes it differ. Where that stage is the same in both, it depends on earlier entries or on chance, and those
   * differ.
   */
  readonly cause: StagePair;
  /** Extracted values that differ after the cause, by name. */
  readonly values: readonly PartedValue[];
  /** What the cause did on each side, and why. */
  readonly reasons: { readonly a: readonly string[]; readonly b: readonly string[] };
}

/** State of an entry after a stage. */
interface State {
  /** `inside`, `held`, or dropped, with the reason. */
  readonly where: string;
  readonly entries: readonly Snapshot[];
}

/**
 * `fate`: the outcomes differ, so other differences before that are ignored. Undefined where nothing diverges: both sent the
 * same at different times.
 */
export function findParting(
  sample: number,
  pairs: readonly StagePair[],
  {
    steps,
    fate,
  }: { readonly steps: { readonly a: readonly Step[]; readonly b: readonly Step[] }; readonly fate: boolean },
): Parting | undefined {
  const first = firstState(sample, steps.a) ?? firstState(sample, steps.b);
  if (first === undefined) return undefined;
  const count = pairs.length;
  const a = statesOf(sample, steps.a, { first, count, pathAt: (place) => pairs[place]!.a?.path });
  const b = statesOf(sample, steps.b, { first, count, pathAt: (place) => pairs[place]!.b?.path });
  const sentDiffers = (place: number) =>
    a[place]!.where !== b[place]!.where || sentDifferences(a[place]!.entries, b[place]!.entries).length > 0;
  const at = firstOfLasting(count - 1, fate ? (place) => a[place]!.where !== b[place]!.where : sentDiffers);
  if (at === undefined) return undefined;
  const reached = (side: "a" | "b", place: number) =>
    steps[side].some(({ path }) => path === pairs[place]![side]?.path);
  let cause = at;
  for (;;) {
    const { change } = pairs[cause]!;
    if (change === "changed") {
      const missing = namesMissed(pairs[cause]!, a[cause - 1] ?? first, b[cause - 1] ?? first);
      const earlier = firstOfLasting(cause - 1, (place) => partedValues(a[place]!, b[place]!, missing).length > 0);
      if (missing.size === 0 || earlier === undefined) break;
      cause = earlier;
      continue;
    }
    if (change !== "same") break;
    // The stage around it let the entry in on one side only.
    const around = reached("a", cause) === reached("b", cause) ? undefined : indexAround(pairs, cause);
    if (around !== undefined && pairs[around]!.change !== "same") {
      cause = around;
      break;
    }
    const names = namesRead(pairs[around ?? cause]!);
    const earlier = firstOfLasting(
      cause - 1,
      (place) => sentDiffers(place) || partedValues(a[place]!, b[place]!, names).length > 0,
    );
    if (earlier === undefined) break;
    cause = earlier;
  }
  const reasonsOf = (all: readonly Step[], path: string | undefined) => [
    ...new Set(
      all.flatMap((step) => (step.path === path ? notesFor(step.reasons, step, sample).map(({ text }) => text) : [])),
    ),
  ];
  return {
    at: pairs[at]!,
    cause: pairs[cause]!,
    values: partedValues(a[cause]!, b[cause]!, undefined),
    reasons: { a: reasonsOf(steps.a, pairs[cause]!.a?.path), b: reasonsOf(steps.b, pairs[cause]!.b?.path) },
  };
}

/** For a pair in both: the one around it. */
function indexAround(pairs: readonly StagePair[], place: number): number | undefined {
  const { path } = pairs[place]!.a!;
  if (!path.includes(".")) return undefined;
  const outer = path.slice(0, path.lastIndexOf("."));
  return pairs.findIndex(({ a }) => a?.path === outer);
}

/** The first place of the run that ends at `last` and in which `differs` holds throughout. */
function firstOfLasting(last: number, differs: (at: number) => boolean): number | undefined {
  let first: number | undefined;
  for (let at = last; at >= 0 && differs(at); at--) first = at;
  return first;
}

/** After each of `count` places. */
function statesOf(
  sample: number,
  steps: readonly Step[],
  { first, count, pathAt }: { first: State; count: number; pathAt(place: number): string | undefined },
): State[] {
  const carries = ({ origins }: Snapshot) => origins.includes(sample);
  const states: State[] = [];
  let state = first;
  for (let place = 0; place < count; place++) {
    const path = pathAt(place);
    const own = path === undefined ? [] : steps.filter((step) => step.path === path);
    if (own.length > 0) {
      const entries = own.flatMap(({ emitted }) => emitted.filter(carries));
      const reasons = own.flatMap(({ dropped }) =>
        dropped.flatMap(({ entry, why }) => (carries(entry) ? why.reason : [])),
      );
      const gone = reasons.length > 0 ? `dropped ${[...new Set(reasons)].join(", ")}` : "held";
      state = { where: entries.length > 0 ? "inside" : gone, entries };
    }
    states.push(state);
  }
  return states;
}

/** The entry as it came. */
function firstState(sample: number, steps: readonly Step[]): State | undefined {
  const came = steps.find(({ before }) => before?.origins.includes(sample))?.before;
  return came === undefined ? undefined : { where: "inside", entries: [came] };
}

/** Extracted values that a changed stage reads and does not find on its side, while the other side has them. */
function namesMissed({ a: one, b: other }: StagePair, a: State, b: State): ReadonlySet<string> {
  const isSet = ({ entries }: State, name: string) =>
    entries.some(({ extracted }) => extracted.get(name) !== undefined);
  const missed = (stage: StageNode | undefined, own: State, across: State) =>
    stage === undefined
      ? []
      : [...(namesReadBy(stage) ?? [])].filter((name) => !isSet(own, name) && isSet(across, name));
  return new Set([...missed(one, a, b), ...missed(other, b, a)]);
}

/** Extracted values that a stage that is in both reads; undefined: it may read any. */
const namesRead = ({ a }: StagePair): ReadonlySet<string> | undefined => namesReadBy(a!);

function namesReadBy(stage: StageNode): ReadonlySet<string> | undefined {
  const { reads = [], readsAny = [] } = flowOf(stage);
  if (readsAny.includes("extracted")) return undefined;
  return new Set(reads.flatMap(({ kind, name }) => (kind === "extracted" ? name : [])));
}

/** Those of `names` that differ in entries that both still have. Undefined: of all. */
function partedValues(a: State, b: State, names: ReadonlySet<string> | undefined): PartedValue[] {
  const found = new Map<string, PartedValue>();
  for (let i = 0; i < Math.min(a.entries.length, b.entries.length); i++) {
    const [one, other] = [a.entries[i]?.extracted, b.entries[i]?.extracted];
    for (const name of names ?? new Set([...(one?.names() ?? []), ...(other?.names() ?? [])])) {
      const [before, after] = [one?.get(name), other?.get(name)];
      if (!found.has(name) && !sameExtractedValue(before, after)) found.set(name, { name, a: before, b: after });
    }
  }
  return [...found.values()];
}

/**
 * The paths through a stage that tests should take: both sides of a branch, what a parser reads and what it misses, the
 * criteria of a drop, the buckets of a histogram; of any other stage that an entry comes to it at all. Which of them a step
 * took is read from the step alone.
 */

import { formatSampleValue } from "../metrics/registry.ts";
import { type Dialect, metricPrefix } from "../pipeline/stage.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { Step } from "../pipeline/trace.ts";
import { ownStatus } from "../preview/status.ts";

export interface StagePath {
  /** For people, after the stage's name: `matched`, `bucket 0.5 to 1`. */
  readonly label: string;
  /** What is missing where no test takes it. */
  readonly missing: string;
  taken(step: Step): boolean;
}

const isMissed = (step: Step): boolean => {
  const status = ownStatus(step);
  return status === "missed" || status === "error";
};
const drops = (step: Step): boolean => step.dropped.length > 0;
/** An entry came to the stage and was not refused. */
const arrives = (step: Step): boolean => step.before !== undefined;

const path = (label: string, missing: string, taken: StagePath["taken"]): StagePath => ({ label, missing, taken });

const REACHED = path("", "no entry comes to it", arrives);
const parser = (word: string): StagePath[] => [
  path(word, `no entry is ${word}`, (step) => arrives(step) && !isMissed(step) && !drops(step)),
  path("missed", "no entry is missed", isMissed),
];
const DROPPED = path("dropped", "no entry is dropped", drops);
const KEPT = path("kept", "no entry is kept", (step) => arrives(step) && !drops(step));

interface DropArgs {
  readonly source: string;
  readonly value: string;
  readonly expression: { readonly text: string };
  readonly older_than?: unknown;
  readonly longer_than?: unknown;
}

/** All criteria must hold for a drop: each of several should be the one that keeps an entry. */
function dropPaths(args: DropArgs): readonly StagePath[] {
  const third = args.value !== "" ? "value" : args.expression.text !== "" ? "expression" : "source";
  const criteria = [
    ...(args.longer_than ? ["longer_than"] : []),
    ...(args.older_than ? ["older_than"] : []),
    ...(args.source !== "" || args.expression.text !== "" ? [third] : []),
  ];
  if (criteria.length < 2) return [KEPT, DROPPED];
  const decidedBy = (step: Step): string | undefined => {
    const code = step.reasons[0]?.code;
    if (code === undefined || !arrives(step) || drops(step)) return undefined;
    return code === "not-longer-than" ? "longer_than" : code === "not-older-than" ? "older_than" : third;
  };
  return [
    ...criteria.map((name) =>
      path(`kept by ${name}`, `no entry is kept by ${name} alone`, (step) => decidedBy(step) === name),
    ),
    DROPPED,
  ];
}

const isSelected = ({ reasons }: Step): boolean => reasons.some(({ code }) => code === "selector-matched");
const PAST = path("past", "no entry goes past it", (step) => arrives(step) && !isSelected(step));
const ENTERED = path("entered", "no entry goes into it", (step) => arrives(step) && isSelected(step));

interface MetricArgs {
  readonly name: string;
  readonly prefix: string;
  readonly buckets?: readonly number[];
}
type MetricBlocks = Readonly<Record<string, readonly { readonly args: MetricArgs; readonly index: number }[]>>;

/** Each metric changed; of a histogram each bucket. */
function metricPaths(blocks: MetricBlocks, dialect: Dialect): readonly StagePath[] {
  const all = Object.values(blocks)
    .flat()
    .toSorted((a, b) => a.index - b.index);
  const named = all.length > 1;
  return all.flatMap(({ args }) => {
    const name = (args.prefix || `${metricPrefix(dialect)}custom_`) + args.name;
    const changes = ({ metrics }: Step) => metrics.filter((effect) => effect.name === name);
    if (args.buckets === undefined || args.buckets.length === 0) {
      const what = named ? args.name : "";
      return [path(what, `${args.name} is never changed`, (step) => changes(step).length > 0)];
    }
    const bounds = args.buckets.filter((bound) => Number.isFinite(bound));
    return [...bounds, Number.POSITIVE_INFINITY].map((to, i) => {
      const from = bounds[i - 1];
      const range =
        i === 0
          ? `up to ${formatSampleValue(to)}`
          : i === bounds.length
            ? `above ${formatSampleValue(from!)}`
            : `${formatSampleValue(from!)} to ${formatSampleValue(to)}`;
      const within = (value: number) => value <= to && (from === undefined || value > from);
      const where = named ? `${args.name}, bucket ${range}` : `bucket ${range}`;
      return path(where, "no value falls in it", (step) => changes(step).some(({ value }) => within(value)));
    });
  });
}

const WORDS: Readonly<Record<string, string>> = { regex: "matched", pattern: "matched", geoip: "found" };

/** The paths through one stage; at least one. */
export function stagePaths({ spec, args }: StageNode, dialect: Dialect): readonly StagePath[] {
  switch (spec.name) {
    case "drop":
      return dropPaths(args as unknown as DropArgs);
    case "match":
      return (args as { action: string }).action === "drop" ? [DROPPED, PAST] : [ENTERED, PAST];
    case "limit":
      return (args as { drop: boolean }).drop ? [KEPT, DROPPED] : [REACHED];
    case "sampling":
      return [KEPT, DROPPED];
    case "replace":
      return [
        path("replaced", "it replaces nothing", (step) => ownStatus(step) === "changed"),
        path("past", "no entry is without a match", (step) => arrives(step) && ownStatus(step) !== "changed"),
      ];
    case "multiline":
      return [REACHED, path("joined", "no entries are joined", (step) => step.merged > 0)];
    case "metrics": {
      const paths = metricPaths(args as MetricBlocks, dialect);
      return paths.length > 0 ? paths : [REACHED];
    }
    case "timestamp":
      return parser("parsed");
    case "json":
      return (args as { drop_malformed: boolean }).drop_malformed
        ? [parser("parsed")[0]!, path("dropped", "no malformed entry is dropped", drops)]
        : parser("parsed");
    case "rule":
      return ["keep", "drop", "keepequal", "dropequal"].includes((args as { action?: string }).action ?? "")
        ? [KEPT, DROPPED]
        : [REACHED];
    default:
      return spec.category === "parse" ? parser(WORDS[spec.name] ?? "parsed") : [REACHED];
  }
}

/** Words for actions on a pattern, and for what they do to the samples. */
import { describeLevels, isSeriousLevel, type PatternAction } from "@sluice/engine";
import { counted } from "../../core/text/counted.ts";
import { formatBytes, formatShare } from "../../core/text/units.ts";
import type { TriedPattern } from "../../core/workers/preview-protocol.ts";

type Kind = PatternAction["kind"];

export const KINDS = ["drop", "sample", "label", "count"] as const satisfies readonly Kind[];

export const TITLES: Readonly<Record<Kind, string>> = {
  drop: "Drop these",
  sample: "Keep one in N",
  label: "Label",
  count: "Count",
};

/** After “Undone:”, and in the notice. */
export function describeDone(action: PatternAction, name: string): string {
  switch (action.kind) {
    case "drop":
      return `Added a drop for the pattern ${name}`;
    case "sample":
      return `Added a sampling of one in ${action.keepOneIn} for the pattern ${name}`;
    case "label":
      return `Added the label ${action.name} for the pattern ${name}`;
    case "count":
      return `Added the counter ${action.metric} for the pattern ${name}`;
  }
}

/** `Drops 341 of 2,814 entries (12 %).` */
export function describeEntries(kind: Kind, { expression, entries }: TriedPattern): string {
  const hit = expression.matched + expression.others;
  const of = `${hit.toLocaleString("en")} of ${counted(entries, "entry", "entries")} (${formatShare(hit, entries)})`;
  const verbs: Readonly<Record<Kind, string>> = {
    drop: `Drops ${of}.`,
    sample: `Samples ${of}.`,
    label: `Labels ${of}.`,
    count: `Counts ${of}.`,
  };
  return verbs[kind];
}

export interface EffectRow {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** `341 fewer, 12 %`; empty where nothing changes. */
  readonly change: string;
}

/** What leaves the pipeline without the stage, and with it. */
export function effectRows({ without, with: after }: TriedPattern): readonly EffectRow[] {
  const row = (name: string, a: number, b: number, format: (value: number) => string): EffectRow => {
    const change =
      a === b ? "" : `${format(Math.abs(b - a))} ${b < a ? "less" : "more"}, ${formatShare(Math.abs(b - a), a)}`;
    return { name, before: format(a), after: format(b), change };
  };
  const plain = (value: number) => value.toLocaleString("en");
  return [
    row("Entries", without.entries, after.entries, plain),
    row("Bytes", without.bytes, after.bytes, formatBytes),
    row("Streams", without.streams, after.streams, plain),
  ];
}

/** `After stage 2 cri`. */
export const describePlace = ({ after }: Pick<TriedPattern, "after">): string =>
  after === undefined ? "As the first stage" : `After stage ${after.path} ${after.name}`;

/** `Takes by level: 180 info, 3 debug. Keeps all lines with a word such as error.`; empty where there is nothing to say. */
export function describeLost({ lost, spares }: Pick<TriedPattern, "lost" | "spares">): string {
  const levels = describeLevels(lost);
  return [
    ...(levels === "" ? [] : [`Takes by level: ${levels}.`]),
    ...(spares ? ["Keeps all lines with a word such as error, fatal or warn."] : []),
  ].join(" ");
}

/** What the stage gets wrong, each as a sentence. */
export function describeMistakes({ expression, continued, lost }: TriedPattern): readonly string[] {
  const { own, matched, others } = expression;
  const missed = own - matched;
  const said: string[] = [];
  const serious = lost.filter(({ level }) => level !== undefined && isSeriousLevel(level));
  if (serious.length > 0) said.push(`It takes entries that report trouble: ${describeLevels(serious)}.`);
  if (missed > 0)
    said.push(
      `The expression misses ${missed.toLocaleString("en")} of ${counted(own, "entry", "entries")} of this pattern.`,
    );
  if (others > 0) said.push(`The expression also matches ${counted(others, "entry", "entries")} of other patterns.`);
  if (continued > 0)
    said.push(
      `${counted(continued, "line")} that ${continued === 1 ? "continues" : "continue"} these entries ${continued === 1 ? "is" : "are"} left alone: join them first, with stage.multiline.`,
    );
  return said;
}

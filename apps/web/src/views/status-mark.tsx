/** Every status as an icon and a word. Colour supports the two and never carries the meaning alone. */
import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  Equal,
  GitMerge,
  Hourglass,
  type LucideIcon,
  PenLine,
  Split,
  TriangleAlert,
  Unlock,
} from "lucide-react";
import type { StepViewStatus } from "../domain/inspect/step-view.ts";
import type { SampleStatus } from "../domain/run.ts";

export type AnyStatus = SampleStatus | StepViewStatus;

const MARKS: Readonly<Record<AnyStatus, { icon: LucideIcon; word: string; tone: string }>> = {
  passed: { icon: Check, word: "passed", tone: "good" },
  unchanged: { icon: Equal, word: "unchanged", tone: "plain" },
  missed: { icon: CircleAlert, word: "missed", tone: "warning" },
  changed: { icon: PenLine, word: "changed", tone: "changed" },
  dropped: { icon: Ban, word: "dropped", tone: "dropped" },
  held: { icon: Hourglass, word: "held", tone: "held" },
  released: { icon: Unlock, word: "released", tone: "held" },
  merged: { icon: GitMerge, word: "merged", tone: "changed" },
  split: { icon: Split, word: "split", tone: "changed" },
  error: { icon: TriangleAlert, word: "error", tone: "error" },
  not_reached: { icon: CircleDashed, word: "not reached", tone: "faint" },
};

export const statusWord = (status: AnyStatus): string => MARKS[status].word;

export function StatusMark({ status, quiet = false }: { status: AnyStatus; quiet?: boolean }) {
  const { icon: Icon, word, tone } = MARKS[status];
  return (
    <span className={`status tone-${tone}${quiet ? " status-quiet" : ""}`}>
      <Icon aria-hidden="true" size={13} strokeWidth={2.2} />
      <span>{word}</span>
    </span>
  );
}

export function StatusIcon({ status }: { status: AnyStatus }) {
  const { icon: Icon, tone } = MARKS[status];
  return <Icon aria-hidden="true" className={`tone-${tone}`} size={13} strokeWidth={2.2} />;
}

/** Every status as an icon and a word, from one table. Colour supports both and never carries the meaning alone. */
import {
  Ban,
  CircleAlert,
  CircleDashed,
  CircleX,
  Equal,
  GitMerge,
  Hourglass,
  type LucideIcon,
  Pencil,
  Split,
  Unlock,
} from "lucide-react";
import type { SampleStatus } from "../core/model/run.ts";
import type { StepViewStatus } from "../core/model/step-view.ts";
import * as controlsCss from "./controls.module.css";

export type AnyStatus = SampleStatus | StepViewStatus;
export type Tone = "changed" | "dropped" | "missed" | "held" | "error" | "good" | "muted" | "faint";

interface Mark {
  /** Null: a quiet dot, for the normal case. */
  readonly icon: LucideIcon | null;
  readonly word: string;
  readonly tone: Tone;
}

const MARKS: Readonly<Record<AnyStatus, Mark>> = {
  passed: { icon: null, word: "passed", tone: "faint" },
  unchanged: { icon: Equal, word: "unchanged", tone: "muted" },
  changed: { icon: Pencil, word: "changed", tone: "changed" },
  missed: { icon: CircleAlert, word: "missed", tone: "missed" },
  dropped: { icon: Ban, word: "dropped", tone: "dropped" },
  held: { icon: Hourglass, word: "held", tone: "held" },
  released: { icon: Unlock, word: "released", tone: "held" },
  merged: { icon: GitMerge, word: "merged", tone: "changed" },
  split: { icon: Split, word: "split", tone: "changed" },
  error: { icon: CircleX, word: "error", tone: "error" },
  not_reached: { icon: CircleDashed, word: "not reached", tone: "muted" },
};

export const statusWord = (status: AnyStatus): string => MARKS[status].word;
export const statusTone = (status: AnyStatus): Tone => MARKS[status].tone;

export function StatusMark({ status }: { status: AnyStatus }) {
  const { word, tone } = MARKS[status];
  return (
    <span className={`${controlsCss.status} tone-${tone}`}>
      <StatusIcon status={status} />
      <span>{word}</span>
    </span>
  );
}

/** Only the icon; the word must be next to it or in the element's name. */
export function StatusIcon({ status }: { status: AnyStatus }) {
  const { icon: Icon, tone } = MARKS[status];
  if (Icon === null) return <span className={controlsCss.passDot} aria-hidden="true" />;
  return <Icon aria-hidden="true" className={`tone-${tone}`} size={12} />;
}

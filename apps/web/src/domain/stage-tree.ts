/** The stages of a pipeline as they stand inside each other, and the text of each. */
import type { StageItem } from "./analysis.ts";

export interface StageBranch {
  readonly stage: StageItem;
  readonly children: readonly StageBranch[];
}

/** `stages` in order, nested ones after their parent, as a tree. */
export function nestStages(stages: readonly StageItem[]): readonly StageBranch[] {
  const roots: StageBranch[] = [];
  /** Where the children of each depth go. */
  const open: StageBranch[][] = [roots];
  for (const stage of stages) {
    const children: StageBranch[] = [];
    open.length = Math.min(open.length, stage.depth + 1);
    open.at(-1)!.push({ stage, children });
    open.push(children);
  }
  return roots;
}

/** What a stage was told, as it is written, without the stages inside it and without the indentation of its place. */
export function stageCode(text: string, { stage, children }: StageBranch): string {
  const first = children[0]?.stage.start;
  const own =
    first === undefined ? text.slice(stage.start, stage.end) : `${text.slice(stage.start, first).trimEnd()}\n`;
  const lineStart = text.lastIndexOf("\n", stage.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, stage.start))![0];
  const lines = own.split("\n").map((line, i) => (i > 0 && line.startsWith(indent) ? line.slice(indent.length) : line));
  return (first === undefined ? lines.join("\n") : `${lines.join("\n")}  …\n}`).trimEnd();
}

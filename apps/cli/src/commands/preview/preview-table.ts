/** How many entries each stage took, let out, changed and dropped, as a table. */
import type { StageCounts, StageNode } from "@sluice/engine";

type Column = keyof StageCounts;

const ALWAYS: readonly Column[] = ["in", "out", "changed", "dropped"];
const WHERE_ANY: readonly Column[] = ["missed", "merged", "split", "held", "waiting", "errors"];

/** Stages that no entry reached have zeros. */
export function stageTable(stages: readonly StageNode[], counts: ReadonlyMap<string, StageCounts>): string {
  const rows = flatten(stages, 0);
  const value = (path: string, column: Column): number => counts.get(path)?.[column] ?? 0;
  const columns = [...ALWAYS, ...WHERE_ANY.filter((column) => rows.some(({ path }) => value(path, column) > 0))];
  const first = rows.reduce((widest, { head }) => Math.max(widest, head.length), "stage".length);
  const widths = columns.map((column) =>
    rows.reduce((widest, { path }) => Math.max(widest, String(value(path, column)).length), column.length),
  );
  const line = (head: string, cells: readonly (string | number)[]): string =>
    `${head.padEnd(first)}${cells.map((cell, i) => `  ${String(cell).padStart(widths[i]!)}`).join("")}\n`;
  const body = rows.map(({ head, path }) =>
    line(
      head,
      columns.map((column) => value(path, column)),
    ),
  );
  return [line("stage", columns), ...body].join("");
}

function flatten(stages: readonly StageNode[], depth: number): { head: string; path: string }[] {
  return stages.flatMap(({ path, spec, children }) => [
    { head: `${"  ".repeat(depth)}${path} ${spec.name}`, path },
    ...flatten(children, depth + 1),
  ]);
}

/** Components that forward to themselves, directly or indirectly: entries in a cycle never leave it. */
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import { blockHead } from "../../schema/body-spec.ts";
import type { SourceFile } from "../../syntax/ast.ts";

interface Component {
  readonly id: string;
  readonly forwardTo: readonly string[];
  readonly span: Span;
}

/** Components of a cycle that a message names at most. */
const MOST_SHOWN = 20;

/** One error for each. Every component is looked at once, however long the chains are. */
export function findCycles(file: SourceFile, components: readonly Component[]): Diagnostic[] {
  const byId = new Map(components.map((component) => [component.id, component]));
  /** Names with their labels, by where their block begins. */
  const heads = new Map(
    file.body.flatMap((one) => (one.kind === "block" ? [[one.span.start, blockHead(one)] as const] : [])),
  );
  const found: Diagnostic[] = [];
  /** Absent: not seen yet. A number: the place on the path that is being followed. */
  const state = new Map<string, number | "done">();
  for (const { id: start } of components) {
    if (state.has(start)) continue;
    const path = [{ id: start, next: 0 }];
    state.set(start, 0);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = byId.get(top.id)?.forwardTo[top.next++];
      if (next === undefined) {
        state.set(top.id, "done");
        path.pop();
        continue;
      }
      const seen = state.get(next);
      if (seen === undefined) {
        state.set(next, path.length);
        path.push({ id: next, next: 0 });
      } else if (seen !== "done") {
        const cycle = [...path.slice(seen).map(({ id }) => id), next];
        if (cycle.length > MOST_SHOWN) cycle.splice(MOST_SHOWN / 2, cycle.length - MOST_SHOWN, "…");
        found.push({
          severity: "error",
          code: "reference-cycle",
          phase: "load",
          message: `cycle: ${cycle.join(" → ")}`,
          span: heads.get(byId.get(next)!.span.start),
        });
      }
    }
  }
  return found;
}

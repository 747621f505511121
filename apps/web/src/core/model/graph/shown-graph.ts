/** Which graph of components the page shows: with the first visit, unlike what draws it. */
import type { ComponentGraph } from "@sluice/engine";
import type { Analysis } from "../analysis.ts";

/** The graph of the text as it is; where that does not parse, of the last one without errors. */
export interface ShownGraph {
  readonly graph: ComponentGraph | null;
  /** The graph's text, which its places refer to. */
  readonly text: string;
  /** It shows an earlier text, since the present one does not parse, and cannot be edited. */
  readonly stale: boolean;
}

export function shownGraph(current: Analysis | null, good: Analysis | null): ShownGraph {
  const stale = current !== null && current.graph === null;
  const of = stale ? good : current;
  return { graph: of?.graph ?? null, text: of?.text ?? "", stale };
}

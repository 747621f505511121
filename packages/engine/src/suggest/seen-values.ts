/** How many different values a label or a piece of metadata gets, while the stages are tried. */
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { ValueAction } from "./stages-for.ts";

/** Values that are counted. */
const MAX_SEEN = 1000;

export interface SeenValues {
  see(entry: Pick<Snapshot, "labels" | "metadata">): void;
  readonly seen: { readonly count: number; readonly atLeast: boolean };
}

/** Undefined for actions that set neither. */
export function seenValues(action: ValueAction, name: string): SeenValues | undefined {
  if (action !== "label" && action !== "structured_metadata") return undefined;
  const found = new Set<string>();
  let atLeast = false;
  return {
    see({ labels, metadata }) {
      const value = action === "label" ? labels.get(name) : metadata.find(([one]) => one === name)?.[1];
      if (value === undefined || found.has(value)) return;
      if (found.size < MAX_SEEN) found.add(value);
      else atLeast = true;
    },
    get seen() {
      return { count: found.size, atLeast };
    },
  };
}

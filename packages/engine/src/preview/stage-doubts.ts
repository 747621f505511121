/** Collects what entries show to be wrong with stages, once for each stage and place, as a preview continues. */
import type { Doubt } from "../pipeline/stage.ts";
import type { Step } from "../pipeline/trace.ts";

/** A doubt about the stage at `path`, with the number of entries that show it. */
export interface StageDoubt {
  readonly path: string;
  readonly doubt: Doubt;
  readonly entries: number;
}

/** Codes of reasons that say that an entry has no match. */
const NO_MATCH: ReadonlySet<string> = new Set(["no-match", "no-block", "malformed-json", "parse-failed"]);

/** Places of one run at most. */
const MAX_PLACES = 100;

export class DoubtTally {
  readonly #found = new Map<string, { readonly path: string; readonly doubt: Doubt; entries: number }>();

  /** Stages that had a match in some entry. */
  readonly #matched = new Set<string>();

  see({ path, reasons, before }: Step): void {
    if (before !== undefined && !reasons.some(({ code }) => NO_MATCH.has(code))) this.#matched.add(path);
    for (const { doubt } of reasons) {
      if (doubt === undefined) continue;
      const key = `${path} ${doubt.code} ${doubt.argument ?? ""} ${doubt.key ?? ""}`;
      const known = this.#found.get(key);
      if (known !== undefined) known.entries++;
      else if (this.#found.size < MAX_PLACES) this.#found.set(key, { path, doubt, entries: 1 });
    }
  }

  found(): readonly StageDoubt[] {
    return [...this.#found.values()].filter(({ path, doubt }) => !doubt.unlessMatched || !this.#matched.has(path));
  }
}

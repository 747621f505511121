/** Suggestions for a value, requested again when the value, the question or the run changes. */
import type { SuggestionChoice, ValueAction } from "@sluice/engine";
import { useEffect, useState } from "react";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { sayFailed } from "../../core/run/say-failed.ts";
import { isGone } from "../../core/workers/gone.ts";
import type { PointedValue, Suggestions } from "../../core/workers/pointed-value.ts";
import { suggest } from "./from-value.ts";

const NO_CHOICE: SuggestionChoice = {};

export interface KnownSuggestions {
  /** The last known ones; undefined before the first. */
  readonly known: Suggestions | undefined;
  /** They answer an earlier question. */
  readonly pending: boolean;
}

/** `delay`: milliseconds without a change before the request. */
export function useSuggestions(
  pointed: PointedValue | null,
  actions: readonly ValueAction[],
  choice: SuggestionChoice = NO_CHOICE,
  delay = 0,
): KnownSuggestions {
  const app = useApp();
  const run = useAppState("preview", (state) => state.result?.id);
  const key = pointed === null ? "" : JSON.stringify([run, pointed, actions, choice]);
  const [last, setLast] = useState<{ readonly key: string; readonly suggestions: Suggestions } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of it
  useEffect(() => {
    if (pointed === null) return;
    let stopped = false;
    const cancel = app.scheduler.after(delay, async () => {
      const answer = await suggest(app, pointed, actions, choice, () => !stopped);
      if (stopped || answer === undefined) return;
      if (!isGone(answer)) setLast({ key, suggestions: answer });
      // After another run it is asked again.
      else sayFailed(app, answer);
    });
    return () => {
      stopped = true;
      cancel();
    };
  }, [app, key, delay]);
  return { known: last?.suggestions, pending: last?.key !== key };
}

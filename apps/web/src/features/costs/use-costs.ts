/** What the last run costs: the last known answers stay while newer ones are worked out. */
import type { CostReport, Saving, StageTime } from "@sluice/engine";
import { useEffect, useState } from "react";
import type { App } from "../../core/page/app.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { sayFailed } from "../../core/run/say-failed.ts";
import { type Gone, isGone } from "../../core/workers/gone.ts";

export interface Costs {
  readonly report: CostReport | undefined;
  readonly times: readonly StageTime[];
  /** With the text that they change; undefined while they are tried. */
  readonly savings: { readonly of: string; readonly found: readonly Saving[] } | undefined;
}

const NONE: Costs = { report: undefined, times: [], savings: undefined };

export function useCosts(): Costs {
  const app = useApp();
  const run = useAppState("preview", (state) => state.result?.id);
  const of = useAppState("preview", (state) => state.result?.text);
  const [costs, setCosts] = useState(NONE);
  useEffect(() => {
    if (run === undefined || of === undefined) {
      setCosts(NONE);
      return;
    }
    let stopped = false;
    // Changes are those of another text now.
    setCosts((known) => ({ ...known, savings: undefined }));
    const take = <T>(answer: T | Gone, put: (found: T) => Partial<Costs>) => {
      if (stopped) return;
      if (isGone(answer)) sayFailed(app, answer);
      else setCosts((known) => ({ ...known, ...put(answer) }));
    };
    void ask(app, run, take, of);
    return () => {
      stopped = true;
    };
  }, [app, run, of]);
  return costs;
}

type Take = <T>(answer: T | Gone, put: (found: T) => Partial<Costs>) => void;

/** One after the other: what is quick is shown first. */
async function ask({ preview }: App, run: number, take: Take, of: string): Promise<void> {
  take(await preview.costs(run), (report) => ({ report }));
  take(await preview.savings(run), (found) => ({ savings: { of, found } }));
  take(await preview.stageTimes(run), (times) => ({ times }));
}

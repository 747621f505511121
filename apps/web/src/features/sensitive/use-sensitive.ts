/** The sensitive data of the last run, asked for once it is done and nothing else is: first of some samples, then of more. */
import { useEffect, useState } from "react";
import type { SensitiveRun } from "../../core/model/sensitive-run.ts";
import { useApp, useAppState } from "../../core/page/app-context.ts";
import { isGone } from "../../core/workers/gone.ts";

export interface SensitiveAnswer {
  /** Of the run before, until the next answer. Null: not known yet, or nothing; undefined: it could not be found out. */
  readonly found: SensitiveRun | null | undefined;
  readonly run: number | undefined;
}

/** `patience`: milliseconds after a run in which no other has begun. */
export function useSensitive(what: "all" | "secrets", patience: number): SensitiveAnswer {
  const app = useApp();
  const run = useAppState("preview", (state) => state.result?.id);
  const [answer, setAnswer] = useState<SensitiveAnswer>({ found: null, run: undefined });
  useEffect(() => {
    if (run === undefined) return;
    let stopped = false;
    const ask = async (): Promise<void> => {
      const found = await app.preview.sensitive(run, what);
      if (stopped) return;
      if (!isGone(found)) setAnswer({ found: found ?? null, run });
      else if (found.why === "failed") setAnswer({ found: undefined, run });
      if (found !== undefined && !isGone(found) && found.searched < found.of) await ask();
    };
    const cancel = app.platform.scheduler.after(patience, () => void ask());
    return () => {
      stopped = true;
      cancel();
    };
  }, [app, run, what, patience]);
  return answer;
}

/** Questions about what a run costs, which are asked while the panel of costs is open. */
import { gone } from "../../core/workers/gone.ts";
import { latest, whileWanted } from "../../core/workers/latest.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import type { Handlers } from "../../core/workers/requests.ts";
import type { CostEnv } from "../../features/costs/cost-run.ts";
import type { LastRun } from "./last-run.ts";
import type { ResultEnv } from "./result-questions.ts";

const costs = () => import("../../features/costs/cost-run.ts");

type CostKind = "costs" | "stageTimes" | "savings";

export function costQuestions({
  open,
  files,
  last,
}: Pick<ResultEnv, "open" | "files" | "last">): Pick<Handlers<PreviewKinds>, CostKind> {
  /** Each question gives way to a newer one of its kind, and to a newer run. */
  const about = <T>(wanted: ReturnType<typeof latest>, run: number, id: number, answer: Answer<T>) => {
    const asked = wanted(id);
    return last.about(run, async (running, { overtaken }) => {
      const env = { open, host: files.host, now: () => performance.now(), goOn: whileWanted(asked, overtaken) };
      return (await answer(running, env)) ?? gone(asked.aborted ? "asked-again" : "other-run");
    });
  };
  const [costsWanted, timesWanted, savingsWanted] = [latest(), latest(), latest()];
  return {
    costs: async ({ run }, id) => {
      const { costsOf } = await costs();
      return about(costsWanted, run, id, costsOf);
    },
    stageTimes: async ({ run }, id) => {
      const { stageTimesOf } = await costs();
      return about(timesWanted, run, id, stageTimesOf);
    },
    savings: async ({ run }, id) => {
      const { savingsOf } = await costs();
      return about(savingsWanted, run, id, savingsOf);
    },
  };
}

/** Undefined where nobody wants it any more. */
type Answer<T> = (running: NonNullable<LastRun["running"]>, env: CostEnv) => Promise<T | undefined>;

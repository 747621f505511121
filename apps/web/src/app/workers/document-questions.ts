/** Questions about whole configurations: a comparison of two, the tests of one, and a proposal for lines that have none. */
import type { OpenedDocument } from "@sluice/engine";
import { keepLastOpened } from "../../core/workers/analyze.ts";
import { gone } from "../../core/workers/gone.ts";
import { latest, whileWanted } from "../../core/workers/latest.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import type { Handlers } from "../../core/workers/requests.ts";
import type { StageFiles } from "./last-run.ts";

const testing = () => import("../../features/tests/tests-run.ts");

interface DocumentEnv {
  readonly open: (text: string) => OpenedDocument;
  readonly files: StageFiles;
}

export function documentQuestions({
  open,
  files,
}: DocumentEnv): Pick<Handlers<PreviewKinds>, "compare" | "tests" | "changeTests" | "propose"> {
  const [comparisonWanted, testsWanted, proposalWanted] = [latest(), latest(), latest()];
  const { host } = files;
  const now = () => performance.now();
  let lines: readonly string[] = [];
  return {
    compare: async (order, id) => {
      const goOn = whileWanted(comparisonWanted(id));
      const { compareConfigs } = await import("../../features/compare/compare-run.ts");
      await files.ready();
      return (await compareConfigs(order, { open: keepLastOpened(), host, now, goOn })) ?? gone("asked-again");
    },
    tests: async (order, id) => {
      const goOn = whileWanted(testsWanted(id));
      const { runDocumentTests } = await testing();
      await files.ready();
      const answer = (await goOn()) ? await runDocumentTests(order, { open, host, now, goOn }) : undefined;
      return answer ?? gone("asked-again");
    },
    changeTests: async (order) => {
      const { changeTests } = await testing();
      await files.ready();
      return changeTests(order, { open, host });
    },
    propose: async (order, id) => {
      // Also of a question that a newer one replaces: that may not repeat them.
      if (order.lines !== undefined) lines = order.lines;
      const goOn = whileWanted(proposalWanted(id));
      const { proposeStages } = await import("../../features/stages/proposal/propose-stages.ts");
      return (await goOn()) ? proposeStages(lines, order) : gone("asked-again");
    },
  };
}

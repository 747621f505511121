/** Questions about the last run: steps, values, statistics, the graph, and stages that its entries suggest. */
import { mayHoldSecret, type OpenedDocument, type Sample } from "@sluice/engine";
import { traceOf } from "../../core/workers/execute.ts";
import { gone } from "../../core/workers/gone.ts";
import { latest, whileWanted } from "../../core/workers/latest.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import type { Handlers } from "../../core/workers/requests.ts";
import { pointedInRow, rowValuesOf } from "../../core/workers/row-values.ts";
import type { SensitiveSearch } from "../../features/sensitive/sensitive-run.ts";
import type { createSuggestions } from "../../features/values/suggest.ts";
import type { LastRun, StageFiles } from "./last-run.ts";

/** Most runs are never asked these. */
const questions = () => import("./value-questions.ts");
/** Asked once a run is over and nothing else is wanted. */
const sensitive = () => import("../../features/sensitive/sensitive-run.ts");
/** These are asked while an expression is edited. */
const probes = () => import("../../core/workers/probe-run.ts");

type ResultKind =
  | "steps"
  | "values"
  | "pointed"
  | "unread"
  | "drafts"
  | "statistics"
  | "graph"
  | "lineTimes"
  | "suggest"
  | "probe"
  | "sensitive"
  | "redaction"
  | "spread";

export interface ResultEnv {
  readonly open: (text: string) => OpenedDocument;
  readonly files: StageFiles;
  readonly last: LastRun;
  /** The run that was asked for last has ended, well or not. */
  runEnded(): Promise<unknown>;
}

export function resultQuestions(env: ResultEnv): Pick<Handlers<PreviewKinds>, ResultKind> {
  return {
    ...entryQuestions(env),
    ...sampleQuestions(env),
    ...probeQuestions(env),
    ...longQuestions(env),
    ...sensitiveQuestions(env),
  };
}

function entryQuestions({ last }: ResultEnv): Pick<Handlers<PreviewKinds>, "steps" | "pointed" | "statistics"> {
  return {
    steps: ({ run, sample }) => last.about(run, (running) => traceOf(running, run, sample) ?? gone("other-run")),
    pointed: (ask) => last.about(ask.run, (running) => pointedInRow(running, ask)),
    statistics: async ({ run, place }) => {
      const { entryStatistics, snapshotsAt } = await questions();
      return last.about(run, ({ preview }) => entryStatistics(snapshotsAt(preview, place)));
    },
  };
}

function sampleQuestions({ last }: ResultEnv): Pick<Handlers<PreviewKinds>, "unread" | "drafts" | "lineTimes"> {
  return {
    unread: async ({ run, sampleIds }) => {
      const { findUnread } = await questions();
      return last.about(run, async ({ preview, stages, samples, start, sampleIds: ids }) => {
        const asked = new Set(sampleIds);
        const indexes = ids.flatMap((id, index) => (asked.has(id) ? [index] : []));
        const found = findUnread(preview, stages, indexes);
        if (found === undefined) return undefined;
        const lines = indexes.map((index) => samples[index]!.line);
        // With what proposes: a part of its own, which most runs do not need.
        const { offerUnread } = await import("../../features/stages/proposal/offer-unread.ts");
        return offerUnread(found, lines, start);
      });
    },
    drafts: async ({ run, text, place }) => {
      const { draftStages, entriesAt } = await import("./draft-questions.ts");
      return last.about(run, ({ preview, samples, start, text: ran }) =>
        ran === text ? draftStages(entriesAt(preview, samples, place), start) : gone("other-run"),
      );
    },
    lineTimes: async ({ run }) => {
      const { readLineTimes } = await questions();
      return last.about(run, ({ samples, start }) =>
        readLineTimes(
          samples.map(({ line }) => line),
          start,
        ),
      );
    },
  };
}

function probeQuestions({ last, files }: ResultEnv): Pick<Handlers<PreviewKinds>, "probe" | "spread"> {
  return {
    probe: async (order) => {
      const { probeRun } = await probes();
      return last.about(order.run, (running) => probeRun(running, order, files.host));
    },
    spread: async (order) => {
      const { spreadRun } = await probes();
      return last.about(order.run, (running) => spreadRun(running, order));
    },
  };
}

/** Most logs have nothing of the kind, and the detector is not loaded for them. */
const mayHaveSecret = ({ line, labels, metadata = [] }: Sample): boolean =>
  mayHoldSecret(line) ||
  [...Object.entries(labels), ...metadata].some(([name, value]) => mayHoldSecret(`${name}=${value}`));

function sensitiveQuestions({ last }: ResultEnv): Pick<Handlers<PreviewKinds>, "sensitive" | "redaction"> {
  let search: SensitiveSearch | undefined;
  return {
    sensitive: async ({ run, what }) => {
      const isBegun = search !== undefined && search.running === last.running;
      if (what === "secrets" && !isBegun && last.running?.id === run && !last.running.samples.some(mayHaveSecret))
        return undefined;
      const { SensitiveSearch: Search } = await sensitive();
      return last.about(run, async (running, { overtaken }) => {
        if (search?.running !== running) search = new Search(running);
        return (await search.goOn(whileWanted(overtaken))) ?? gone("other-run");
      });
    },
    redaction: async ({ run, kinds }) => {
      const { redactionOfRun } = await sensitive();
      return last.about(run, (running) => redactionOfRun(running, kinds));
    },
  };
}

/** What takes longer than a key may wait: each gives way to a newer question of its kind. */
function longQuestions({
  open,
  last,
  runEnded,
}: ResultEnv): Pick<Handlers<PreviewKinds>, "values" | "graph" | "suggest"> {
  const [valuesWanted, graphWanted, suggestWanted] = [latest(), latest(), latest()];
  let suggest: ReturnType<typeof createSuggestions> | undefined;
  const why = (asked: AbortSignal) => gone(asked.aborted ? "asked-again" : "other-run");
  return {
    values: async ({ run, names }, id) => {
      const asked = valuesWanted(id);
      return last.about(run, async (running, { overtaken, replaced }) => {
        const isWanted = whileWanted(asked, replaced);
        const goOn = async () => {
          // A newer run goes first. Where it ends without a result, the values of the one before are still wanted.
          if (overtaken.aborted) await runEnded();
          return isWanted();
        };
        return (await rowValuesOf(running, run, names, goOn)) ?? why(asked);
      });
    },
    graph: async ({ run }, id) => {
      const asked = graphWanted(id);
      const { runGraph } = await questions();
      return last.about(run, async (running, { overtaken }) => {
        const goOn = whileWanted(asked, overtaken);
        return (await runGraph(running, { open, now: () => performance.now(), goOn })) ?? why(asked);
      });
    },
    suggest: async (ask, id) => {
      const asked = suggestWanted(id);
      const { createSuggestions } = await questions();
      suggest ??= createSuggestions();
      const answer = suggest;
      return last.about(ask.run, async (running, { replaced }) => {
        const goOn = whileWanted(asked, replaced);
        return (await answer(running, ask, { open, goOn })) ?? why(asked);
      });
    },
  };
}

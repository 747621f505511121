/** The worker side that runs previews. A run gives way to a newer one between batches of entries. */
import { MissingPart, messageOf, type Preview, type StageHost, withParts } from "@sluice/engine";
import { later } from "@sluice/languages/base";
import type { FirstTrace, RunSample } from "../../core/model/run.ts";
import { analysisOrWhy, describeDocument, keepLastOpened } from "../../core/workers/analyze.ts";
import {
  describeEntry,
  type Executed,
  type ExecuteEnv,
  execute,
  executeFirst,
  type Running,
  takeStep,
  traceOf,
} from "../../core/workers/execute.ts";
import type { WorkerScope } from "../../core/workers/port.ts";
import type { FirstOrder, PreviewKinds, RunAnswer } from "../../core/workers/preview-protocol.ts";
import { type Handlers, type Reply, type Request, serveRequests } from "../../core/workers/requests.ts";
import { pointedInRow, rowValuesOf } from "../../core/workers/row-values.ts";
import type { createSuggestions } from "../../features/values/suggest.ts";

/** Lets queued messages be read. */
const breathe = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** An entry that is shown before its run is over. */
interface AwaitedEntry {
  readonly order: FirstOrder;
  readonly resolve: (trace: FirstTrace | undefined) => void;
}

/** What became of it, if that is settled. */
function reachedEntry(preview: Preview, { sample, index }: FirstOrder): FirstTrace | undefined {
  if (index >= preview.sampleCount || preview.outcomeOf(index).settled === "held") return undefined;
  return describeEntry(preview, { run: 0, sample: index, sampleId: sample.id });
}

/** Few pipelines hash. */
const sha256 = later("SHA-256", async () => (await import("../../core/workers/sha256.ts")).sha256Hex);

/** Most runs are never asked these. */
const questions = () => import("./value-questions.ts");
/** These are asked while an expression is edited. */
const probes = () => import("../../core/workers/probe-run.ts");

export function servePreview(scope: WorkerScope<Request<PreviewKinds>, Reply<PreviewKinds>>): void {
  let newest = 0;
  let running: Running | undefined;
  /** The run that was asked for last, until it has ended. */
  let going: Promise<unknown> = Promise.resolve();
  let asked = 0;
  let valuesAsked = 0;
  let graphAsked = 0;
  let comparing = 0;
  let testing = 0;
  let suggest: ReturnType<typeof createSuggestions> | undefined;
  const open = keepLastOpened();
  const files = new Map<string, Uint8Array>();
  /** Of the run that was asked for last. */
  let samples: readonly RunSample[] = [];
  let first: AwaitedEntry | undefined;
  /** Files whose bytes are still on their way; runs wait for them. */
  let reading: Promise<void> = Promise.resolve();

  const host: StageHost = {
    resource: (path) => files.get(path),
    sha256: (text) => sha256()(text),
  };

  const readFile = async (path: string, file: Blob | null): Promise<void> => {
    if (file === null) files.delete(path);
    // A file that cannot be read any more (it was moved since) is as if it were not there.
    else
      await file.arrayBuffer().then(
        (bytes) => void files.set(path, new Uint8Array(bytes)),
        () => void files.delete(path),
      );
  };

  const answer = (executed: Executed): RunAnswer => {
    if (!executed.ok) return { kind: "refused", message: executed.message };
    running = executed.running;
    return { kind: "ran", result: executed.result };
  };

  const environment = (id: number): ExecuteEnv => ({
    open,
    host,
    now: () => performance.now(),
    goOn: async () => {
      await breathe();
      return newest === id;
    },
  });

  /** Of the part that a run missed last. */
  let loadMissing: (() => Promise<void>) | undefined;

  /** The answer of `run`, or why there is none; an exception that is not of a missing part is a bug and is told like a refusal. */
  const guarded = async (run: () => RunAnswer | Promise<RunAnswer>): Promise<RunAnswer> => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof MissingPart) {
        loadMissing = error.load;
        return { kind: "missing" };
      }
      return { kind: "refused", message: `The preview failed: ${messageOf(error)}` };
    }
  };

  const handlers: Handlers<PreviewKinds> = {
    ready: () => undefined,
    open(text) {
      open(text);
      return undefined;
    },
    analyze: (text) => analysisOrWhy(text, () => describeDocument(open(text))),
    first: async (order) => {
      first?.resolve(undefined);
      first = undefined;
      await reading;
      // Where a part has to be loaded for it, the run does not wait, and what is told of the entry alone has to do.
      const alone = withParts(() => executeFirst(order, { open, host }));
      if (alone !== undefined) return alone;
      return new Promise((resolve) => {
        first = { order, resolve };
      });
    },
    run: (order, id) => {
      newest = id;
      samples = order.samples ?? samples;
      const whole = { ...order, samples };
      const answered = guarded(async () => {
        await reading;
        let awaited = first;
        first = undefined;
        const env: ExecuteEnv = {
          ...environment(id),
          reached: (preview) => {
            const trace = awaited && reachedEntry(preview, awaited.order);
            if (trace === undefined) return;
            awaited?.resolve(trace);
            awaited = undefined;
          },
        };
        let executed: Executed | undefined;
        try {
          executed = await execute(id, whole, env);
        } catch (error) {
          // The run is asked for again, with the entry that is looked at.
          if (error instanceof MissingPart) first ??= awaited;
          else awaited?.resolve(undefined);
          throw error;
        }
        awaited?.resolve(undefined);
        if (executed === undefined) return { kind: "overtaken" };
        return answer(executed);
      });
      going = answered;
      return answered;
    },
    step: ({ run, step }, id) => {
      newest = id;
      const last = running;
      return guarded(async () => {
        if (last?.id !== run)
          return { kind: "refused", message: "The preview failed: the run to continue no longer exists" };
        return answer(takeStep(id, last, step, environment(id)));
      });
    },
    loadPart: async () => {
      try {
        await loadMissing?.();
      } catch (error) {
        throw new Error(`The preview failed: ${messageOf(error)}`);
      }
      return undefined;
    },
    steps: ({ run, sample }) => traceOf(running, run, sample),
    values: ({ run, names }, id) => {
      valuesAsked = id;
      const goOn = async () => {
        await breathe();
        // A newer run goes first. Where it ends without a result, the values of the one before are still wanted.
        if (newest !== run) await going;
        return valuesAsked === id && running?.id === run;
      };
      return rowValuesOf(running, run, names, goOn);
    },
    pointed: (ask) => pointedInRow(running, ask),
    offer: async ({ run }) => {
      const { offerFormat } = await questions();
      return running?.id === run
        ? offerFormat(
            running.samples.map(({ line }) => line),
            running.start,
          )
        : undefined;
    },
    unread: async ({ run, sampleIds }) => {
      const { findUnread, offerFormat } = await questions();
      if (running?.id !== run) return undefined;
      const { preview, stages, samples: sent, start } = running;
      const asked = new Set(sampleIds);
      const indexes = running.sampleIds.flatMap((id, index) => (asked.has(id) ? [index] : []));
      const found = findUnread(preview, stages, indexes);
      const offer =
        found &&
        offerFormat(
          indexes.map((index) => sent[index]!.line),
          start,
        );
      return found && offer && { ...found, offer };
    },
    statistics: async ({ run, place }) => {
      const { entryStatistics, snapshotsAt } = await questions();
      return running?.id === run ? entryStatistics(snapshotsAt(running.preview, place)) : undefined;
    },
    graph: async ({ run }, id) => {
      graphAsked = id;
      const { runGraph } = await questions();
      const last = running;
      if (last?.id !== run) return undefined;
      const goOn = async () => {
        await breathe();
        return graphAsked === id && newest === run && running === last;
      };
      return runGraph(last, { open, now: () => performance.now(), goOn });
    },
    lineTimes: async ({ run }) => {
      const { readLineTimes } = await questions();
      if (running?.id !== run) return undefined;
      const { samples: sent, start } = running;
      return readLineTimes(
        sent.map(({ line }) => line),
        start,
      );
    },
    suggest: async (ask, id) => {
      asked = id;
      const { createSuggestions } = await questions();
      suggest ??= createSuggestions();
      const goOn = async () => {
        await breathe();
        return asked === id && running?.id === ask.run;
      };
      return suggest(running, ask, { open, goOn });
    },
    compare: async (order, id) => {
      comparing = id;
      const { compareConfigs } = await import("../../features/compare/compare-run.ts");
      await reading;
      const goOn = async () => {
        await breathe();
        return comparing === id;
      };
      return compareConfigs(order, { open: keepLastOpened(), host, now: () => performance.now(), goOn });
    },
    tests: async (order, id) => {
      testing = Math.max(testing, id);
      const { runDocumentTests } = await import("../../features/tests/tests-run.ts");
      await reading;
      const goOn = async () => {
        await breathe();
        return testing === id;
      };
      return (await goOn()) ? runDocumentTests(order, { open, host, now: () => performance.now(), goOn }) : undefined;
    },
    changeTests: async (order) => {
      const { changeTests } = await import("../../features/tests/tests-run.ts");
      await reading;
      return changeTests(order, { open, host });
    },
    probe: async (order) => (await probes()).probeRun(running, order, host),
    spread: async (order) => (await probes()).spreadRun(running, order),
    file: ({ path, file }) => {
      reading = reading.then(() => readFile(path, file));
      return undefined;
    },
  };
  serveRequests(scope, handlers, withParts);
}

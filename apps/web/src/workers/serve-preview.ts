/** The worker side that runs previews. A run gives way to a newer one between batches of entries. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { keepLastOpened } from "./analyze.ts";
import { type Executed, type ExecuteEnv, execute, type Running, takeStep, traceOf } from "./execute.ts";
import type { WorkerScope } from "./port.ts";
import type { PreviewKinds, RunAnswer } from "./preview-protocol.ts";
import { type Reply, type Request, serveRequests } from "./requests.ts";
import { rowValuesOf } from "./row-values.ts";

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

export function servePreview(scope: WorkerScope<Request<PreviewKinds>, Reply<PreviewKinds>>): void {
  let newest = 0;
  let running: Running | undefined;
  const open = keepLastOpened();
  const files = new Map<string, Uint8Array>();
  /** Files whose bytes are still on their way; runs wait for them. */
  let reading: Promise<void> = Promise.resolve();

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

  /** The answer of `run`, or why there is none; an exception is a bug and is told like a refusal. */
  const guarded = async (run: () => RunAnswer | Promise<RunAnswer>): Promise<RunAnswer> => {
    try {
      return await run();
    } catch (error) {
      return {
        kind: "refused",
        message: `The preview failed: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  };

  serveRequests<PreviewKinds>(scope, {
    run: (order, id) => {
      newest = id;
      return guarded(async () => {
        await reading;
        const env: ExecuteEnv = {
          open,
          host: { resource: (path) => files.get(path), sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))) },
          now: () => performance.now(),
          goOn: async () => {
            await breathe();
            return newest === id;
          },
        };
        const executed = await execute(id, order, env);
        if (executed === undefined) return { kind: "overtaken" };
        return answer(executed);
      });
    },
    step: ({ run, step }, id) => {
      newest = id;
      const last = running;
      return guarded(() =>
        last?.id === run
          ? answer(takeStep(id, last, step, { now: () => performance.now() }))
          : { kind: "refused", message: "The preview failed: the run to continue no longer exists" },
      );
    },
    steps: ({ run, sample }) => traceOf(running, run, sample),
    values: ({ run, names }) => rowValuesOf(running, run, names),
    file: ({ path, file }) => {
      reading = reading.then(() => readFile(path, file));
      return undefined;
    },
  });
}

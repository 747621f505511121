/** The worker side that runs previews. A run gives way to a newer one between batches of entries. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type Executed, type ExecuteEnv, execute, type Running, stepsOf, takeStep } from "./execute.ts";
import { loadRe2 } from "./load-re2.ts";
import type { FileMessage, PreviewReply, PreviewRequest, RunRequest } from "./protocol.ts";
import type { WorkerScope } from "./worker-port.ts";

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

export function servePreview(scope: WorkerScope<PreviewRequest, PreviewReply>): void {
  let newest = 0;
  let running: Running | undefined;
  let re2Asked = false;
  const files = new Map<string, Uint8Array>();
  /** Files whose bytes are still on their way; runs wait for them. */
  let reading: Promise<void> = Promise.resolve();

  const readFile = async ({ path, file }: FileMessage): Promise<void> => {
    if (file === null) files.delete(path);
    // A file that cannot be read any more (it was moved since) is as if it were not there.
    else
      await file.arrayBuffer().then(
        (bytes) => void files.set(path, new Uint8Array(bytes)),
        () => void files.delete(path),
      );
  };

  const answer = (id: number, executed: Executed): void => {
    if (!executed.ok) {
      scope.postMessage({ type: "refused", run: id, message: executed.message });
      return;
    }
    running = executed.running;
    scope.postMessage({ type: "ran", result: executed.result });
  };

  const run = async (request: RunRequest): Promise<void> => {
    await reading;
    const env: ExecuteEnv = {
      host: { resource: (path) => files.get(path), sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))) },
      now: () => performance.now(),
      goOn: async () => {
        await breathe();
        return newest === request.id;
      },
    };
    const executed = await execute(request, env);
    if (executed === undefined) return;
    answer(request.id, executed);
    if (!executed.ok) return;
    // Behind the first result: matching works without it, and the page has its answer sooner.
    if (!re2Asked) {
      re2Asked = true;
      await loadRe2();
    }
  };

  const failed = (id: number, error: unknown): void => {
    const message = `The preview failed: ${error instanceof Error ? error.message : String(error)}`;
    scope.postMessage({ type: "refused", run: id, message });
  };

  scope.onmessage = ({ data }) => {
    switch (data.type) {
      case "file":
        reading = reading.then(() => readFile(data));
        return;
      case "steps": {
        const steps = stepsOf(running, data);
        if (steps !== undefined) scope.postMessage(steps);
        return;
      }
      case "step":
        newest = data.id;
        try {
          if (running?.id === data.run) answer(data.id, takeStep(running, data, { now: () => performance.now() }));
          else failed(data.id, new Error("the run to step is not there any more"));
        } catch (error) {
          failed(data.id, error);
        }
        return;
      case "run":
        newest = data.id;
        run(data).catch((error: unknown) => failed(data.id, error));
    }
  };
}

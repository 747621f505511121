/** The worker side that runs previews. A run gives way to a newer one between batches of entries. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type ExecuteEnv, execute, type Running, stepsOf } from "./execute.ts";
import { loadRe2 } from "./load-re2.ts";
import type { PreviewReply, PreviewRequest, RunRequest } from "./protocol.ts";
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

  const run = async (request: RunRequest): Promise<void> => {
    const env: ExecuteEnv = {
      host: { resource: () => undefined, sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))) },
      now: () => performance.now(),
      goOn: async () => {
        await breathe();
        return newest === request.id;
      },
    };
    const executed = await execute(request, env);
    if (executed === undefined) return;
    if (!executed.ok) {
      scope.postMessage({ type: "refused", run: request.id, message: executed.message });
      return;
    }
    running = executed.running;
    scope.postMessage({ type: "ran", result: executed.result });
    // Behind the first result: matching works without it, and the page has its answer sooner.
    if (!re2Asked) {
      re2Asked = true;
      await loadRe2();
    }
  };

  scope.onmessage = ({ data }) => {
    if (data.type === "steps") {
      const steps = stepsOf(running, data);
      if (steps !== undefined) scope.postMessage({ type: "steps", run: data.run, sample: data.sample, steps });
      return;
    }
    newest = data.id;
    run(data).catch((error: unknown) => {
      const message = `The preview failed: ${error instanceof Error ? error.message : String(error)}`;
      scope.postMessage({ type: "refused", run: data.id, message });
    });
  };
}

/** The worker side of RE2 itself. */
import type { WorkerScope } from "../workers/port.ts";
import { type Reply, type Request, serveRequests } from "../workers/requests.ts";
import { type AskRe2, startRe2 } from "./re2-module.ts";
import type { Re2Kinds } from "./re2-protocol.ts";

/** `fetchModule`: the bytes of the module. */
export function serveRe2(
  scope: WorkerScope<Request<Re2Kinds>, Reply<Re2Kinds>>,
  fetchModule: () => Promise<BufferSource>,
): void {
  let started: Promise<AskRe2> | undefined;
  const start = () => {
    started ??= fetchModule().then(startRe2);
    return started;
  };
  serveRequests<Re2Kinds>(scope, {
    load: () => start().then(() => undefined),
    check: async ({ pattern, text }) => (await start())(pattern, text),
  });
}

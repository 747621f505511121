/**
 * The worker's own program: takes jobs from the server that started it, one at a time, and sends each answer back in
 * parts of a megabyte, then how it ended. Without that server it ends. Bodies and answers travel as bytes, so that the server's
 * own thread neither parses nor copies anything large.
 */
import { type PreviewJob, runPreview } from "./run-preview.ts";
import type { WorkerMessage } from "./worker-process.ts";

// A terminal's or a service manager's signals go to whole groups of processes; the server says when to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const send = (message: WorkerMessage) => process.send?.(message);

process.on("message", (job: PreviewJob) => {
  const began = performance.now();
  const { status, outcome, parts } = runPreview(job, () => performance.now() - began);
  for (const part of parts) send({ part });
  send({ status, outcome });
});

send("ready");

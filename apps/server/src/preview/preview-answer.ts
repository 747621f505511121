/** What a preview may cost, and the answers to it: those of the worker, and those that are given in its place. */

export interface PreviewLimits {
  /** Time that one preview may take, from the configuration's text to the answer's. Milliseconds. */
  readonly time: number;
  /** The worker's memory. Mebibytes. */
  readonly memory: number;
  /** Bytes of one answer. */
  readonly answer: number;
  /** Previews waiting for the worker; further ones are turned away. */
  readonly waiting: number;
}

const MIB = 1024 * 1024;

export const PREVIEW_LIMITS: PreviewLimits = { time: 10_000, memory: 256, answer: 32 * MIB, waiting: 4 };

/** How a preview ended; `sluice_previews_total` counts them under these names. */
export const PREVIEW_OUTCOMES = [
  "answered",
  /** The request or its configuration has errors. */
  "refused",
  "time_limit",
  "memory_limit",
  "answer_limit",
  /** Turned away, since others wait already. */
  "busy",
  /** The client did not wait for the answer. */
  "gone",
  /** The server stopped before. */
  "stopped",
  /** A bug of ours. */
  "failed",
] as const;

export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number];

export interface PreviewAnswer {
  readonly status: number;
  readonly outcome: PreviewOutcome;
  /** JSON, in pieces that are small enough to be passed on without holding anything up. */
  readonly parts: readonly Uint8Array[];
}

/** The answer `{error, …}`: one line that says what to do. */
export function refusal(
  status: number,
  outcome: PreviewOutcome,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): PreviewAnswer {
  return { status, outcome, parts: [Buffer.from(JSON.stringify({ error: message, ...more }))] };
}

export const timeExceeded = ({ time }: PreviewLimits) =>
  refusal(
    422,
    "time_limit",
    `the preview took longer than ${time / 1000} s; preview fewer entries, or make its templates and patterns cheaper`,
  );

export const memoryExceeded = ({ memory }: PreviewLimits) =>
  refusal(
    422,
    "memory_limit",
    `the preview needed more than ${memory} MiB of memory; preview fewer or shorter entries, or fewer stages`,
  );

export const answerExceeded = ({ answer }: PreviewLimits) =>
  refusal(
    413,
    "answer_limit",
    `the answer would be larger than ${Math.floor((answer / MIB) * 10) / 10} MiB; preview fewer entries or stages`,
  );

export const queueFull = ({ waiting }: PreviewLimits) =>
  refusal(429, "busy", `${waiting} previews are already waiting; try again later`);

export const stopping = () => refusal(503, "stopped", "the server is stopping");

export const failed = (why: string) => refusal(500, "failed", `the preview failed: ${why.split("\n", 1)[0]}`);

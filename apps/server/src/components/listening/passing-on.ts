/**
 * A batch that a client waits for. `accepted`: the answer waits until what comes next has taken responsibility, which a journal
 * does once the batch is on disk, and everything else at once. `delivered`: it waits until no component carries any of it.
 */
import { type Fate, MILLISECOND, Origin, type OriginSource } from "@sluice/engine";
import { type LogEntry, type LogsReceiver, NotSecured, type PushAnswer, secure } from "../../core/entries/receiver.ts";
import { BodyError } from "../../http/body-error.ts";
import type { Scheduler } from "../../platform/scheduler.ts";

export interface Acknowledging {
  readonly acknowledge: "accepted" | "delivered";
  /** When the answer has to be known, by `Scheduler.elapsed`; undefined: there is no limit. */
  readonly answerBy: number | undefined;
  readonly scheduler: Scheduler;
}

/** Rejects with a `BodyError` that says why the client has to send it again. */
export async function passOn(next: LogsReceiver, batch: readonly LogEntry[], how: Acknowledging): Promise<void> {
  if (batch.length === 0) return;
  let answer: PushAnswer;
  if (how.acknowledge === "accepted") {
    // Most answer at once, and a turn of the event loop for each push is not free.
    const secured = secure(next, batch);
    answer = secured instanceof Promise ? await secured.catch(refuse) : secured;
  } else answer = await deliver(next, batch, how);
  if (answer === "full") throw pipelineFull();
}

export const pipelineFull = () => new BodyError(429, "the pipeline is full; try again later");

const refuse = (error: unknown): never => {
  throw error instanceof NotSecured ? new BodyError(503, error.message) : error;
};

/** Resolves when all of the batch is settled. */
async function deliver(
  next: LogsReceiver,
  batch: readonly LogEntry[],
  { answerBy, scheduler }: Acknowledging,
): Promise<PushAnswer> {
  const left = answerBy === undefined ? undefined : Math.floor(answerBy - scheduler.elapsed());
  if (left !== undefined && left <= 0)
    throw new BodyError(503, "its body took so long that no time is left to deliver it. Send it again");
  let cancel = () => {};
  const outcome = new Promise<Fate | "late">((resolve) => {
    const source: OriginSource = { settled: (_, fate) => resolve(fate) };
    const origin = new Origin(source);
    for (let i = 1; i < batch.length; i++) origin.share();
    if (next.push(batch.map((entry) => ({ ...entry, origin }))) === "full") {
      resolve("returned");
      return;
    }
    // Before the connection is closed for it.
    if (left !== undefined) cancel = scheduler.after(BigInt(left) * MILLISECOND, () => resolve("late"));
  });
  const fate = await outcome;
  cancel();
  if (fate === "late") throw new BodyError(503, "not delivered in time; it may still be. Send it again");
  if (fate === "failed")
    throw new BodyError(503, "some of it could not be delivered; the server's log says why. Send it again");
  return fate === "returned" ? "full" : "accepted";
}

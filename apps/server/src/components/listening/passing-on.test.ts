/** When a source may answer its client. */
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Fate } from "@sluice/engine";
import { SECOND } from "@sluice/engine";
import { expect, it } from "vitest";
import { fanOut, type LogsReceiver, NotSecured, type PushAnswer } from "../../core/entries/receiver.ts";
import { ReceiverHandle } from "../../core/entries/receiver-handle.ts";
import { Faults, guardCallbacks, guardReceiver } from "../../core/faults.ts";
import { BodyError } from "../../http/body-error.ts";
import { CountedRequests } from "../../http/counted-requests.ts";
import { CollectingReceiver, entry, settle, testContext } from "../../testing/fixtures.ts";
import { passOn } from "./passing-on.ts";

const BATCH = [entry("a"), entry("b")];

/** How it ended so far: a status, or undefined while it waits. */
function begin(next: LogsReceiver, acknowledge: "accepted" | "delivered", left = 9000) {
  const { scheduler } = testContext("logs.source.api.in");
  const told: { status?: number; message?: string } = {};
  const answerBy = scheduler.elapsed() + left;
  passOn(next, BATCH, { acknowledge, answerBy, scheduler }).then(
    () => void Object.assign(told, { status: 204 }),
    (error: unknown) => void Object.assign(told, error instanceof BodyError ? pick(error) : { message: String(error) }),
  );
  return { scheduler, told };
}
const pick = ({ status, message }: BodyError) => ({ status, message });

/** A durable receiver, as the runtime puts it behind a source: beside another one, guarded, behind a handle. */
class Disk extends CollectingReceiver {
  readonly durable = true;
  end: { resolve: (answer: PushAnswer) => void; reject: (error: Error) => void } | undefined;

  secure(): Promise<PushAnswer> {
    return new Promise((resolve, reject) => {
      this.end = { resolve, reject };
    });
  }
}

function behindHandle(...receivers: LogsReceiver[]): LogsReceiver {
  const { faults, scheduler } = testContext("logs.journal.intake");
  const handle = new ReceiverHandle();
  handle.bind(fanOut(receivers.map((one) => guardReceiver(one, faults, scheduler))));
  return guardCallbacks(handle, faults);
}

it("answers at once where nothing is durable", async () => {
  const next = new CollectingReceiver();
  const { told } = begin(behindHandle(next, new CollectingReceiver()), "accepted");
  await settle();
  expect([told, next.lines]).toEqual([{ status: 204 }, ["a", "b"]]);
});

it("answers once a journal among the receivers has the batch on disk", async () => {
  const [disk, other] = [new Disk(), new CollectingReceiver()];
  const { told } = begin(behindHandle(other, disk), "accepted");
  await settle();
  expect([told, other.lines]).toEqual([{}, []]);
  disk.end!.resolve("accepted");
  await settle();
  expect([told, other.lines]).toEqual([{ status: 204 }, ["a", "b"]]);
});

it("answers 503 with the reason where the journal could not write", async () => {
  const disk = new Disk();
  const { told } = begin(behindHandle(disk), "accepted");
  disk.end!.reject(new NotSecured("not written to the journal: no space left"));
  await settle();
  expect(told).toEqual({ status: 503, message: "not written to the journal: no space left" });
});

it("gives other receivers nothing of a batch that the journal refused, since it comes again", async () => {
  const [disk, other] = [new Disk(), new CollectingReceiver()];
  const { told } = begin(behindHandle(other, disk), "accepted");
  await settle();
  disk.end!.reject(new NotSecured("no space"));
  await settle();
  expect([told.status, other.lines]).toEqual([503, []]);
});

it("answers 503 where the journal fails by a bug, and counts that as its failure", async () => {
  const disk = new Disk();
  const context = testContext("logs.journal.intake");
  const { told } = begin(guardReceiver(disk, context.faults, context.scheduler), "accepted");
  disk.end!.reject(new Error("a bug"));
  await settle();
  expect([told.status, context.faults instanceof Faults && context.faults.health?.state]).toEqual([503, "unhealthy"]);
});

it("answers 429 where the receiver is full, whatever it waits for", async () => {
  const next = new CollectingReceiver();
  next.blocked = true;
  for (const acknowledge of ["accepted", "delivered"] as const) {
    const { told } = begin(behindHandle(next), acknowledge);
    await settle();
    expect(told.status).toBe(429);
  }
});

it.each<[Fate, Fate, number]>([
  ["delivered", "delivered", 204],
  ["dropped", "delivered", 204],
  ["delivered", "failed", 503],
  ["returned", "delivered", 429],
])("waits for delivery: %s and %s is answered %i", async (first, second, status) => {
  const next = new CollectingReceiver();
  next.releases = false;
  const { told, scheduler } = begin(behindHandle(next), "delivered");
  await settle();
  next.entries[0]!.origin!.release(first);
  await settle();
  expect(told).toEqual({});
  next.entries[1]!.origin!.release(second);
  await settle();
  expect([told.status, scheduler.pending]).toEqual([status, 0]);
});

it("refuses what arrived when no time was left to deliver it, and passes none of it on", async () => {
  const next = new CollectingReceiver();
  const { told } = begin(behindHandle(next), "delivered", 0);
  await settle();
  expect([told.status, next.lines]).toEqual([503, []]);
});

it("has an answer that waits known before the connection is closed, however long its body took", async () => {
  const { scheduler, metrics } = testContext("logs.source.api.in");
  const counted = new CountedRequests({ metrics, prefix: "in_", routes: ["push"], scheduler });
  counted.writeTimeout = 10_000;
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  let closed = false;
  response.destroy = () => {
    closed = true;
    return response;
  };
  counted.follow(response.req, response, "push");
  await scheduler.advance(5n * SECOND);
  const next = new CollectingReceiver();
  next.releases = false;
  const answerBy = counted.answerBy(response);
  const passed = passOn(behindHandle(next), BATCH, { acknowledge: "delivered", answerBy, scheduler }).catch(pick);
  await scheduler.advance(4n * SECOND);
  expect([await passed, closed]).toMatchObject([{ status: 503 }, false]);
  await scheduler.advance(SECOND);
  expect(closed).toBe(true);
});

it("waits for delivery no longer than the connection stays open", async () => {
  const next = new CollectingReceiver();
  next.releases = false;
  const { told, scheduler } = begin(behindHandle(next), "delivered");
  await settle();
  await scheduler.advance(9n * SECOND);
  expect(told.status).toBe(503);
  // What is delivered afterwards is nobody's concern any more.
  for (const { origin } of next.entries) origin!.release("delivered");
});

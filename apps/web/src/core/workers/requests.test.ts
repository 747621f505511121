import { describe, expect, it } from "vitest";
import { ManualWorker } from "../../testing/testing.ts";
import type { WorkerScope } from "./port.ts";
import { type Answered, type Reply, type Request, Requester, serveRequests } from "./requests.ts";

interface Sums {
  readonly double: { readonly ask: number; readonly answer: number };
  readonly later: { readonly ask: string; readonly answer: string };
}

function setUp() {
  const workers: ManualWorker<Sums>[] = [];
  const requester = new Requester<Sums>(() => {
    const worker = new ManualWorker<Sums>();
    workers.push(worker);
    return worker;
  });
  const told: unknown[] = [];
  const tell = (answered: Answered<unknown>) => told.push(answered.ok ? answered.answer : answered.message);
  return { requester, workers, told, tell };
}

describe("requests", () => {
  it("are answered each with its own answer, in any order", () => {
    const { requester, workers, told, tell } = setUp();
    requester.ask("double", 1, tell);
    requester.ask("double", 2, tell);
    workers[0]!.answer("double", 4);
    workers[0]!.answer("double", 2, 1);
    workers[0]!.answer("double", 99);
    expect(told).toEqual([4, 2]);
  });
  it("have no answer when the worker fails, and the next starts another", () => {
    const { requester, workers, told, tell } = setUp();
    requester.ask("double", 1, tell);
    workers[0]!.onerror?.({ message: "boom" });
    requester.ask("double", 2, tell);
    workers[1]!.answer("double", 4);
    expect([told, workers[0]!.terminated]).toEqual([["boom", 4], true]);
  });
  it("fail when the worker is ended", () => {
    const { requester, told, tell } = setUp();
    requester.ask("double", 1, tell);
    requester.end();
    requester.end();
    expect([told, requester.started]).toEqual([["The worker was stopped."], false]);
  });
});

it("every request is answered by its handler, at once or later, or with what it threw", async () => {
  const replies: Reply<Sums>[] = [];
  const scope: WorkerScope<Request<Sums>, Reply<Sums>> = {
    postMessage: (reply) => replies.push(reply),
    onmessage: null,
  };
  serveRequests<Sums>(scope, {
    double: (ask) => {
      if (ask < 0) throw new Error("negative");
      return 2 * ask;
    },
    later: async (ask, id) => `${ask} ${id}`,
  });
  const send = (data: Request<Sums>) => scope.onmessage?.({ data });
  send({ id: 1, kind: "later", ask: "x" });
  send({ id: 2, kind: "double", ask: 3 });
  send({ id: 3, kind: "double", ask: -1 });
  await Promise.resolve();
  expect(replies).toEqual([
    { id: 2, ok: true, answer: 6 },
    { id: 3, ok: false, message: "negative" },
    { id: 1, ok: true, answer: "x 1" },
  ]);
});

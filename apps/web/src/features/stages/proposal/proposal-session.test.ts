import type { Proposal } from "@sluice/engine";
import { expect, it } from "vitest";
import { createDocumentStore } from "../../../core/page/document-store.ts";
import type { PreviewKinds } from "../../../core/workers/preview-protocol.ts";
import { ManualScheduler, ManualWorker, testDocument } from "../../../testing/testing.ts";
import { PROPOSE_DELAY, PROPOSE_LIMIT, ProposalSession } from "./proposal-session.ts";

const testProposal = (more: Partial<Proposal> = {}): Proposal => ({
  title: "JSON",
  stages: [],
  branches: [],
  questions: [],
  text: "stage.json { }\n",
  figures: {
    lines: 3,
    looked: 3,
    entries: 3,
    parsed: 3,
    yearless: 0,
    carried: 0,
    ahead: 0,
    blank: 0,
    comments: 0,
    unparsed: 0,
    timed: 0,
    leveled: 0,
    redacted: 0,
    exposed: 0,
    dropped: 0,
    joined: 0,
    attached: 0,
    streams: 1,
  },
  untimed: [],
  unparsed: [],
  unparsedLines: [],
  example: undefined,
  ...more,
});

const NOW = Date.parse("2026-06-01T00:00:00Z");

function setUp() {
  const scheduler = new ManualScheduler();
  const workers: ManualWorker<PreviewKinds>[] = [];
  const document = createDocumentStore(testDocument(), {
    now: () => scheduler.now(),
    marks: () => ({ sampleId: null, stagePath: null, caret: null }),
    refuses: () => false,
  });
  const startPreview = () => {
    const worker = new ManualWorker<PreviewKinds>();
    workers.push(worker);
    return worker;
  };
  let labels: Readonly<Record<string, string>> = { job: "t" };
  let written: number | null = null;
  const session = new ProposalSession({ startPreview, scheduler, currentTime: () => NOW }, document, {
    labels: () => labels,
    written: () => written,
  });
  const label = (next: Readonly<Record<string, string>>) => {
    labels = next;
    session.takeLabels();
  };
  const add = (line: string) => {
    const { samples } = document.getState();
    document.transact("Added a sample", { samples: [...samples, { id: samples.length + 1, line }] });
  };
  const write = (at: number) => {
    written = at;
  };
  return { scheduler, workers, document, session, add, label, write, state: () => session.store.getState() };
}

it("asks its own worker once it is followed, and again a moment after the last change of the samples", () => {
  const { scheduler, workers, session, add, state } = setUp();
  expect(workers).toHaveLength(0);
  const stop = session.follow();
  expect(workers[0]!.asked("propose")).toMatchObject([{ lines: ["a", "b", "c"], labels: { job: "t" } }]);
  workers[0]!.answer("propose", { kind: "proposed", proposal: testProposal() });
  expect(state()).toMatchObject({ status: "ready", message: null });
  add("d");
  add("e");
  expect(state().status).toBe("working");
  scheduler.pass(PROPOSE_DELAY - 1);
  expect(workers[0]!.asked("propose")).toHaveLength(1);
  scheduler.pass(1);
  expect(workers[0]!.asked("propose")[1]).toMatchObject({ lines: ["a", "b", "c", "d", "e"] });
  stop();
  expect([workers[0]!.terminated, state().status]).toEqual([true, "idle"]);
  add("f");
  scheduler.pass(PROPOSE_DELAY);
  expect(workers).toHaveLength(1);
});

it("takes the newest answer alone, with the user's decisions; what waits for it gets that one", async () => {
  const { workers, session, state } = setUp();
  session.follow();
  const settled = session.settled();
  session.choose("time", false);
  session.answer("time:order", "02/01/2006");
  const asked = workers[0]!.asked("propose");
  // The lines are sent once.
  expect(asked.map(({ lines }) => lines?.length)).toEqual([3, undefined, undefined]);
  expect(asked.at(-1)).toMatchObject({
    choices: new Map([["time", false]]),
    answers: new Map([["time:order", "02/01/2006"]]),
  });
  workers[0]!.answer("propose", { kind: "proposed", proposal: testProposal({ title: "old" }) }, 2);
  expect(state()).toMatchObject({ status: "working", proposal: null });
  workers[0]!.answer("propose", { kind: "proposed", proposal: testProposal({ title: "new" }) });
  expect(await settled).toMatchObject({ title: "new" });
  session.answer("time:order", undefined);
  expect(workers[0]!.asked("propose").at(-1)).toMatchObject({ answers: new Map() });
});

it("is shown again without a question where nothing has changed", () => {
  const { workers, session } = setUp();
  const stop = session.follow();
  workers[0]!.answer("propose", { kind: "proposed", proposal: testProposal() });
  stop();
  session.follow();
  expect(workers).toHaveLength(1);
});

it("ends a worker that takes too long, says so, and tries again on request", async () => {
  const { scheduler, workers, session, state } = setUp();
  session.follow();
  workers[0]!.answer("ready", undefined);
  const settled = session.settled();
  scheduler.pass(PROPOSE_LIMIT);
  expect(workers[0]!.terminated).toBe(true);
  expect(state()).toMatchObject({ status: "failed", message: expect.stringContaining("took longer than 30 s") });
  expect(await settled).toBeUndefined();
  session.retry();
  expect(workers[1]!.asked("propose")).toMatchObject([{ lines: ["a", "b", "c"] }]);
  expect(state().status).toBe("working");
});

it("asks as of the file's time or of the present, unless somebody set the clock", () => {
  const { scheduler, workers, document, session, add, write } = setUp();
  const lastAsked = () => workers[0]!.asked("propose").at(-1);
  session.follow();
  expect(lastAsked()).toMatchObject({ written: "2026-06-01T00:00:00Z" });
  write(Date.parse("2023-03-01T10:00:00Z"));
  add("d");
  scheduler.pass(PROPOSE_DELAY);
  expect(lastAsked()).toMatchObject({ written: "2023-03-01T10:00:00Z" });
  document.transact("Set the clock", { clock: "2020-02-02T00:00:00Z" });
  scheduler.pass(PROPOSE_DELAY);
  expect(lastAsked()).toMatchObject({ clock: "2020-02-02T00:00:00Z", written: undefined });
});

it("has nothing to propose without samples", () => {
  const { workers, document, session, state } = setUp();
  session.follow();
  workers[0]!.answer("propose", { kind: "proposed", proposal: testProposal() });
  document.transact("Removed all samples", { samples: [] });
  expect(state()).toMatchObject({ status: "idle", proposal: null });
  expect(workers[0]!.terminated).toBe(true);
});

it("asks again with other labels, which the sources set", () => {
  const { workers, session, label } = setUp();
  session.follow();
  session.takeLabels();
  expect(workers[0]!.asked("propose")).toHaveLength(1);
  label({ job: "shop" });
  expect(workers[0]!.asked("propose")[1]).toMatchObject({ labels: { job: "shop" } });
});

import { describe, expect, it } from "vitest";
import { setText } from "../../core/edit/edit-document.ts";
import { openForPreview } from "../../core/workers/analyze.ts";
import { gone } from "../../core/workers/gone.ts";
import type { PreviewKinds } from "../../core/workers/preview-protocol.ts";
import { createTestApp, type ManualWorker, settle, type TestApp } from "../../testing/testing.ts";
import type { CompareAnswer } from "./compare.ts";
import { COMPARE_LIMIT } from "./compare-client.ts";
import { compareConfigs } from "./compare-run.ts";
import { COMPARE_DELAY, CompareSession } from "./compare-session.ts";
import type {} from "./comparison-store.ts";
import { closeCompare, openCompare } from "./states.ts";

const DROP_B = 'stage.drop { expression = "b" }';
const DROP_C = 'stage.drop { expression = "c" }';
const file = (text: string) => ({ kind: "file", name: "other.alloy", text }) as const;

/** Answers the last request with the worker's real result. */
async function answerFor({ previewWorkers }: TestApp): Promise<CompareAnswer | undefined> {
  await settle();
  const worker = previewWorkers.at(-1)!;
  const order = worker.asked("compare").at(-1)!;
  const env = {
    open: openForPreview,
    host: { resource: () => undefined, sha256: () => "" },
    now: () => 0,
    goOn: async () => true,
  };
  const answer = await compareConfigs(order, env);
  worker.answer("compare", answer ?? gone("asked-again"));
  return answer;
}

describe("CompareSession", () => {
  it("runs both on the samples and steps through the entries that differ", async () => {
    const test = createTestApp({ document: { text: DROP_B } });
    const session = new CompareSession(test.app, file(DROP_C));
    await answerFor(test);
    const { phase, result, chosen, texts } = session.store.getState();
    expect(phase).toBe("done");
    expect(texts).toMatchObject({ a: { name: "other" }, b: { name: "test" } });
    expect(result!.rows.map(({ sampleId, differs }) => [sampleId, differs])).toEqual([
      [2, ["outcome"]],
      [3, ["outcome"]],
    ]);
    expect(chosen).toBe(2);
    session.move(1);
    expect(session.store.getState().chosen).toBe(3);
    expect(test.app.stores.selection.getState().sampleId).toBe(3);
    session.setFilter({ kind: "cause", cause: "1/1" });
    expect(session.store.getState().chosen).toBe(3);
    session.setFilter({ kind: "part", part: "labels" });
    expect(session.store.getState().chosen).toBe(null);
    session.close();
  });

  it("selects the entry nearest to the previous one when the filter changes, as the designer does", async () => {
    const samples = Array.from({ length: 6 }, (_, i) => ({ id: i + 1, line: i % 2 === 0 ? "a" : "b" }));
    const test = createTestApp({ document: { text: DROP_B, samples } });
    const session = new CompareSession(test.app, file('stage.static_labels { values = { x = "y" } }'));
    await answerFor(test);
    const chosen = () => session.store.getState().chosen;
    session.select(3);
    // Those that are dropped: 2, 4 and 6.
    session.setFilter({ kind: "part", part: "outcome" });
    expect(chosen()).toBe(4);
    session.setFilter({ kind: "part", part: "metadata" });
    expect(chosen()).toBe(null);
    session.setFilter({ kind: "all" });
    expect(chosen()).toBe(3);
    session.close();
  });

  it("compares again when the document changes, but not after it is closed", async () => {
    const test = createTestApp({ document: { text: DROP_B } });
    const session = new CompareSession(test.app, file(DROP_C));
    await answerFor(test);
    setText(test.app, DROP_C);
    test.time.pass(COMPARE_DELAY);
    await answerFor(test);
    expect(session.store.getState().result!.summary).toMatchObject({ same: true, different: 0 });
    session.close();
    expect(test.previewWorkers.at(-1)!.terminated).toBe(true);
    setText(test.app, DROP_B);
    test.time.pass(COMPARE_DELAY);
    await settle();
    expect(test.previewWorkers).toHaveLength(1);
  });

  it("swaps A and B if the same is chosen for both", async () => {
    const test = createTestApp({ document: { text: DROP_B } });
    const session = new CompareSession(test.app, file(DROP_C));
    session.choose("a", { kind: "now" });
    expect(session.store.getState()).toMatchObject({ a: { kind: "now" }, b: { kind: "file" } });
    session.swap();
    expect(session.store.getState()).toMatchObject({ a: { kind: "file" }, b: { kind: "now" } });
    await answerFor(test);
    expect(session.store.getState().phase).toBe("done");
    session.close();
  });

  it.each<[string, Parameters<typeof file>[0], string]>([
    ["errors in one of both", "stage.nothing {", "other: It has errors."],
    ["nothing to run", 'logs.echo "a" { }', "other: It has no logs.process, so there is nothing to compare."],
    [
      "a file that is not there",
      'stage.geoip {\n db = "x.mmdb"\n db_type = "city"\n source = "ip"\n}',
      "other: Line 2: ",
    ],
  ])("says so for %s", async (_, text, message) => {
    const test = createTestApp({ document: { text: DROP_B } });
    const session = new CompareSession(test.app, file(text));
    await answerFor(test);
    expect(session.store.getState()).toMatchObject({ phase: "failed", result: null });
    expect(session.store.getState().message).toContain(message);
    session.close();
  });

  it("reads other documents, earlier states and what runs", async () => {
    const running = { file: "/etc/sluice/config.alloy", text: DROP_C, sha256: "" };
    const body = new Blob([JSON.stringify(running)]);
    const askServer = async (path: string) =>
      path === "api/config" ? { status: 200, type: "application/json", body } : undefined;
    const test = createTestApp({ document: { text: DROP_B } }, { askServer });
    await test.app.states.keep(
      "one",
      { ...test.app.stores.document.getState(), text: DROP_C },
      { label: "x", named: true },
    );
    const [state] = (await test.app.platform.stateStorage.list("one"))!;
    const session = new CompareSession(test.app, { kind: "state", id: state!.id, label: "x" });
    await answerFor(test);
    expect(session.store.getState()).toMatchObject({ phase: "done", texts: { a: { name: "x", text: DROP_C } } });
    session.choose("a", { kind: "running" });
    await answerFor(test);
    expect(session.store.getState().texts.a).toEqual({ name: "what runs", text: DROP_C });
    session.choose("a", { kind: "document", id: "nobody", name: "Gone" });
    await settle();
    expect(session.store.getState()).toMatchObject({ phase: "failed", message: "“Gone” no longer exists." });
    session.close();
  });

  it("stops on request or after the time limit", async () => {
    const test = createTestApp({ document: { text: DROP_B } });
    const session = new CompareSession(test.app, file(DROP_C));
    await settle();
    const worker = test.previewWorkers.at(-1) as ManualWorker<PreviewKinds>;
    worker.answer("ready", undefined);
    test.time.pass(COMPARE_LIMIT);
    expect(worker.terminated).toBe(true);
    expect(session.store.getState()).toMatchObject({ phase: "failed" });
    void session.run();
    await settle();
    session.stop();
    expect(session.store.getState().phase).toBe("stopped");
    expect(test.previewWorkers.at(-1)!.terminated).toBe(true);
    session.close();
  });

  it("opens with the server's running configuration if there is a server, and closes again", () => {
    const test = createTestApp();
    const shown = () => ({
      shows: test.app.stores.view.getState().shows,
      a: test.app.stores.comparison.getState().a,
    });
    openCompare(test.app);
    expect(shown()).toEqual({ shows: "comparison", a: null });
    closeCompare(test.app);
    expect(shown()).toMatchObject({ shows: "panes" });
    test.app.stores.server.setState({ status: "present" });
    openCompare(test.app);
    expect(shown()).toEqual({ shows: "comparison", a: { kind: "running" } });
  });
});

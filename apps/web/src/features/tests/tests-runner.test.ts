import { describe, expect, it } from "vitest";
import { takeFiles } from "../../app/take-files.ts";
import { setText } from "../../core/edit/edit-document.ts";
import { undo } from "../../core/edit/undo.ts";
import { openForPreview } from "../../core/workers/analyze.ts";
import { createTestApp, noticesOf, settle, type TestApp, testOutcome, testResult } from "../../testing/testing.ts";
import { followTests, runTests, TESTS_DELAY, TESTS_START } from "./follow-tests.ts";
import {
  addTest,
  changeTests,
  chooseParts,
  draftTest,
  removeTest,
  renameTest,
  setTests,
  takeOutcome,
} from "./test-commands.ts";
import { changeTests as changeFile, runDocumentTests } from "./tests-run.ts";
import { TESTS_LIMIT } from "./tests-runner.ts";

const CONFIG = `logs.process "main" {
  forward_to = []
  stage.logfmt {
    mapping = { level = "" }
  }
  stage.labels {
    values = { level = "" }
  }
  stage.drop {
    expression          = "noise"
    drop_counter_reason = "noise"
  }
}
`;
const TESTS = `tests:
  # The first.
  - name: level
    entry: { line: level=info }
    expect:
      labels: { level: info }
`;
const env = {
  open: openForPreview,
  host: { resource: () => undefined, sha256: () => "" },
  now: () => 0,
  goOn: async () => true,
};

/** Answers all requests to the tests' worker. */
async function work({ previewWorkers }: TestApp): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await settle();
    for (const worker of previewWorkers.filter(({ terminated }) => !terminated))
      for (const request of worker.received.splice(0)) {
        const answer =
          request.kind === "tests"
            ? await runDocumentTests(request.ask, env)
            : request.kind === "changeTests"
              ? changeFile(request.ask, env)
              : undefined;
        if (request.kind === "ready" || answer !== undefined)
          worker.onmessage?.({ data: { id: request.id, ok: true, answer } });
      }
  }
}

const state = ({ app }: TestApp) => app.stores.tests.getState();
const rows = (test: TestApp) => state(test).report!.rows.map(({ name, status }) => `${name}: ${status}`);
const testsOf = ({ app }: TestApp) => app.stores.document.getState().tests;

async function followed(document: { text?: string; tests?: string; samples?: { id: number; line: string }[] } = {}) {
  const test = createTestApp({ document: { text: CONFIG, tests: TESTS, commonLabels: 'job="shop"', ...document } });
  const stop = followTests(test.app);
  test.time.pass(TESTS_START);
  await work(test);
  return { ...test, stop };
}

describe("the tests of a document", () => {
  it("run at once, after each change of either file, and report when they last passed", async () => {
    const test = await followed();
    expect(state(test)).toMatchObject({ status: "done", report: { passed: 1 } });
    expect(state(test).report!.coverage).toMatchObject({ paths: 5, taken: 3 });
    setText(test.app, CONFIG.replace('level = "" }\n  }\n  stage.drop', 'other = "level" }\n  }\n  stage.drop'));
    expect(state(test).status).toBe("done");
    test.time.pass(TESTS_DELAY);
    expect(state(test)).toMatchObject({ status: "running", report: { passed: 1 } });
    await work(test);
    expect(rows(test)).toEqual(["level: failed"]);
    const [row] = state(test).report!.rows;
    expect(row).toMatchObject({ from: 3, to: 6, compares: ["labels"], lines: ["level=info"], entries: 1 });
    expect(row!.parts).toMatchObject([
      { part: "labels", same: false, line: 6, names: [{ name: "level", expected: "info", got: null }] },
    ]);
    expect(state(test).lastPassed.get("level")).toEqual({
      at: Date.UTC(2026, 0, 15, 8) + TESTS_START,
      before: "Typing in line 7 of the configuration",
    });
    undo(test.app);
    test.time.pass(TESTS_DELAY);
    await work(test);
    expect(rows(test)).toEqual(["level: passed"]);
    expect(state(test).lastPassed.size).toBe(0);
    setTests(test.app, "");
    test.time.pass(TESTS_DELAY);
    expect(state(test)).toMatchObject({ status: "idle", report: null });
  });

  it("report the mistakes of either file, and keep the last results", async () => {
    const test = await followed();
    setTests(test.app, `${TESTS}  - nam: two\n`);
    test.time.pass(TESTS_DELAY);
    await work(test);
    expect(state(test)).toMatchObject({ status: "mistakes", report: { passed: 1 } });
    expect(state(test).mistakes).toMatchObject({ of: "tests" });
    expect(state(test).mistakes!.problems[0]).toEqual({
      line: 7,
      message: expect.stringContaining('no key "nam"'),
    });
    setTests(test.app, TESTS);
    setText(test.app, CONFIG.replace("stage.drop {", "stage.drop"));
    test.time.pass(TESTS_DELAY);
    await work(test);
    expect(state(test).mistakes).toMatchObject({ of: "configuration", problems: [{ line: 9 }] });
  });

  it("are stopped when they take too long, and when the document is closed", async () => {
    const test = createTestApp({ document: { text: CONFIG, tests: TESTS } });
    const stop = followTests(test.app);
    expect(state(test).status).toBe("running");
    test.time.pass(TESTS_START - 1);
    expect(test.previewWorkers).toEqual([]);
    test.time.pass(1);
    test.previewWorkers[0]!.answer("ready", undefined);
    test.time.pass(TESTS_LIMIT);
    expect(state(test)).toMatchObject({ status: "stopped", message: expect.stringContaining("longer than 20 s") });
    expect(test.previewWorkers[0]!.terminated).toBe(true);
    runTests(test.app);
    stop();
    expect(test.previewWorkers[1]!.terminated).toBe(true);
  });

  it("run again when a file is chosen, in a worker that has it", async () => {
    const geoip = 'stage.geoip {\n  source  = "ip"\n  db      = "a.mmdb"\n  db_type = "city"\n}\n';
    const test = await followed({ text: geoip });
    expect(state(test).report!.rows[0]!.problem).toContain("a.mmdb");
    const blob = new Blob(["no database"]);
    test.app.stores.files.setState({ files: { "a.mmdb": { name: "a.mmdb", size: blob.size, blob } } });
    expect(test.previewWorkers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(test.previewWorkers[1]!.asked("file")).toEqual([{ path: "a.mmdb", file: blob }]);
  });

  it("need no worker if there are none", async () => {
    const test = await followed({ tests: "" });
    setText(test.app, `${CONFIG}\n`);
    test.time.pass(TESTS_DELAY);
    expect(test.previewWorkers).toEqual([]);
  });
});

describe("a test of an entry", () => {
  const samples = [
    { id: 1, line: "level=warn" },
    { id: 2, line: "level=warn noise" },
  ];
  const exact = { exact: true, parts: [] };

  it("is written with its result into the file, with the labels of all samples, and passes", async () => {
    const test = await followed({ tests: "", samples });
    const draft = draftTest(test.app)!;
    expect(draft).toEqual({ name: "entry 1", from: 1, to: 1 });
    const added = addTest(test.app, draft, exact);
    await work(test);
    expect(await added).toBe(true);
    const again = addTest(test.app, { ...draft, from: 2, to: 2 }, { exact: false, parts: ["outcome"] });
    await work(test);
    await again;
    expect(testsOf(test)).toBe(
      `labels: { job: t }
tests:
  - name: entry 1
    entry: { line: level=warn }
    expect:
      exact: true
      outcome: passed
      labels: { job: t, level: warn }
  - name: entry 1 2
    entry: { line: level=warn noise }
    expect: { outcome: dropped, stage: drop, reason: noise }
`.replaceAll("job: t", "job: shop"),
    );
    expect(rows(test)).toEqual(["entry 1: passed", "entry 1 2: passed"]);
    expect(test.app.stores.view.getState().shows).toBe("tests");
    expect(test.app.stores.testsView.getState()).toMatchObject({ chosen: "entry 1 2" });
    undo(test.app);
    undo(test.app);
    expect(testsOf(test)).toBe("");
  });

  it("can expect its current result, compare other parts, be renamed and removed; the rest of the file stays", async () => {
    const test = await followed({ tests: TESTS.replace("level: info", "level: warn") });
    expect(rows(test)).toEqual(["level: failed"]);
    const [row] = state(test).report!.rows;
    takeOutcome(test.app, [row!]);
    await work(test);
    expect(testsOf(test)).toBe(TESTS);
    expect(rows(test)).toEqual(["level: passed"]);
    chooseParts(test.app, row!, { exact: false, parts: ["outcome"] });
    await work(test);
    expect(testsOf(test)).toContain("expect: { outcome: passed }\n");
    void renameTest(test.app, row!, " a level ");
    await work(test);
    expect(rows(test)).toEqual(["a level: passed"]);
    removeTest(test.app, row!);
    await work(test);
    expect(testsOf(test)).toContain("# The first.");
    expect(rows(test)).toEqual([]);
  });

  it("starts when its entry is sent, and names its pipeline if there are several", async () => {
    const two = `${CONFIG}\n${CONFIG.replace('"main"', '"other"')}`;
    const timed = samples.map((sample) => ({ ...sample, advance: "1s" }));
    const test = await followed({ tests: "", text: two, samples: timed });
    const added = addTest(test.app, { name: "x", from: 2, to: 2 }, exact);
    await work(test);
    expect(await added).toBe(false);
    expect(noticesOf(test).at(-1)).toMatch(/several pipelines; name one/);
    const again = changeTests(test.app, "Added", {
      kind: "add",
      test: {
        name: "x",
        samples: [{ id: 2, line: "noise", labels: {} }],
        start: "2026-01-15T08:00:02Z",
        seed: 7,
        common: { clock: "2026-01-15T08:00:00Z", labels: { job: "shop" } },
        pipeline: "logs.process.other",
        advance: "1m",
        hold: true,
        choice: { exact: false, parts: ["outcome"] },
        keepsPrivate: true,
      },
    });
    await work(test);
    expect(await again).toBe("x");
    expect(testsOf(test)).toBe(`seed: 7
labels: { job: shop }
tests:
  - name: x
    pipeline: logs.process.other
    clock: 2026-01-15T08:00:02Z
    entry: { line: noise }
    advance: 1m
    hold: true
    expect: { outcome: dropped, stage: drop, reason: noise }
`);
    expect(noticesOf(test).at(-1)).toMatch(/gives every entry job, which the sample does not have/);
  });

  it("repeats the clock steps while the input is open", async () => {
    const multiline = 'stage.multiline {\n  firstline     = "^A"\n  max_wait_time = "3s"\n}\n';
    const test = await followed({ tests: "", text: multiline, samples: [{ id: 1, line: "A" }] });
    test.app.stores.document.transact("Kept incomplete entries open", { holdEnd: true });
    const clock = { start: "2026-01-15T08:00:00Z", now: "2026-01-15T08:00:02.5Z", ended: false, next: undefined };
    const make = async (name: string) => {
      const added = addTest(test.app, { name, from: 1, to: 1 }, { exact: false, parts: ["outcome"] });
      await work(test);
      await added;
    };
    test.app.stores.preview.setState({ result: testResult({ clock }) });
    await make("waits");
    test.app.stores.preview.setState({ result: testResult({ clock: { ...clock, now: clock.start, ended: true } }) });
    await make("ends");
    expect(testsOf(test)).toContain(`  - name: waits
    entry: { line: A }
    advance: 2.5s
    hold: true
    expect: { outcome: held, stage: multiline }
  - name: ends
    entry: { line: A }
    expect: { outcome: passed }
`);
  });

  it("is not created while the file has mistakes, or if the document changes meanwhile", async () => {
    const test = await followed({ tests: "test: 1\n", samples });
    const refused = addTest(test.app, { name: "x", from: 1, to: 1 }, exact);
    await work(test);
    expect(await refused).toBe(false);
    setTests(test.app, "");
    const late = addTest(test.app, { name: "x", from: 1, to: 1 }, exact);
    setText(test.app, `${CONFIG}\n`);
    await work(test);
    expect(await late).toBe(false);
    expect(testsOf(test)).toBe("");
    expect(noticesOf(test)).toEqual(["The document has changed in the meantime. Try again."]);
  });
});

it("changes no listed test in a file that has changed since it was run", async () => {
  const test = await followed();
  const [row] = state(test).report!.rows;
  const changed = "tests:\n  - name: another\n    entry: { line: x }\n    expect: { outcome: passed }\n";
  setTests(test.app, changed);
  removeTest(test.app, row!);
  await work(test);
  expect(testsOf(test)).toBe(changed);
  expect(noticesOf(test)).toEqual(["The test file has changed since the tests ran: it has no test “level” any more."]);
});

it("changes a listed test by its name where the tests ran before the file changed, or cannot run at all", async () => {
  const second = "  - name: second\n    entry: { line: level=warn }\n    expect: { outcome: passed }\n";
  const test = await followed({ tests: TESTS + second });
  const [first, other] = state(test).report!.rows;
  setText(test.app, `${CONFIG}}`);
  test.time.pass(TESTS_DELAY);
  await work(test);
  expect(state(test).status).toBe("mistakes");
  void renameTest(test.app, other!, "renamed");
  await work(test);
  expect(testsOf(test)).toBe(TESTS + second.replace("second", "renamed"));
  removeTest(test.app, first!);
  await work(test);
  removeTest(test.app, first!);
  await work(test);
  expect(testsOf(test)).toContain("name: renamed");
  expect(testsOf(test)).not.toContain("name: level");
  expect(noticesOf(test).at(-1)).toBe(
    "The test file has changed since the tests ran: it has no test “level” any more.",
  );
});

describe("a test file", () => {
  const file = (name: string, text: string) => new File([text], name);
  it("that is dropped replaces the tests, and is shown", async () => {
    const test = await followed();
    await takeFiles(test.app, [file("shop.tests.yaml", `\ufeff${TESTS.replaceAll("\n", "\r\n")}`)]);
    expect(testsOf(test)).toBe(TESTS);
    await takeFiles(test.app, [file("shop.tests.yml", "tests: []\n")]);
    expect(testsOf(test)).toBe("tests: []\n");
    expect(test.app.stores.view.getState().shows).toBe("tests");
    undo(test.app);
    expect(testsOf(test)).toBe(TESTS);
  });
  it("that is not text, or too large, leaves them unchanged", async () => {
    const test = await followed();
    await takeFiles(test.app, [file("a.tests.yaml", "a\0b")]);
    await takeFiles(test.app, [file("b.tests.yaml", "x".repeat(2 ** 20 + 1))]);
    setTests(test.app, "x".repeat(2 ** 20 + 1));
    expect(testsOf(test)).toBe(TESTS);
    expect(noticesOf(test)).toEqual(["A test file can have at most 1 MB."]);
  });
});

it("a new test includes all entries that were merged into one", async () => {
  const test = createTestApp({
    document: { samples: [1, 2, 3].map((id) => ({ id, line: `${id}` })) },
    selection: { sampleId: 2, stagePath: null, pipelineId: null },
  });
  const merged = testOutcome({ status: "merged", mergedFrom: [1, 2] });
  const result = testResult({ samples: [testOutcome(), merged, merged], sampleIds: [1, 2, 3] });
  test.app.stores.preview.setState({ result });
  expect(draftTest(test.app)).toEqual({ name: "entry 2 is merged", from: 2, to: 3 });
});

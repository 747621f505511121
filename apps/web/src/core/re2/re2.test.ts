import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { TEST_HOST } from "@sluice/engine/testing";
import { expect, it } from "vitest";
import { ManualScheduler, ManualWorker, settle } from "../../testing/testing.ts";
import { DEFAULT_CLOCK } from "../model/document.ts";
import { openForPreview } from "../workers/analyze.ts";
import { execute } from "../workers/execute.ts";
import { probeRun } from "../workers/probe-run.ts";
import type { Re2Answer } from "./answer.ts";
import { compareWithRe2, ownAnswer } from "./compare.ts";
import { CHECK_LIMIT, LOAD_LIMIT, MAX_TEXT, Re2Client } from "./re2-client.ts";
import { startRe2 } from "./re2-module.ts";
import type { Re2Kinds } from "./re2-protocol.ts";
import { serveRe2 } from "./serve-re2.ts";

const bytes = readFileSync(createRequire(import.meta.url).resolve("re2-wasm/build/wasm/re2.wasm"));
const ask = await startRe2(bytes);

/** What our engine says of an expression, as the form asks. */
async function probeOf(pattern: string, line: string) {
  const order = {
    text: "stage.docker { }\n",
    pipeline: undefined,
    samples: [{ id: 1, line, labels: {} }],
    clock: DEFAULT_CLOCK,
    seed: 1,
    holdEnd: false,
    steps: [],
  };
  const executed = await execute(1, order, {
    open: openForPreview,
    host: TEST_HOST,
    now: () => 0,
    goOn: async () => true,
  });
  if (!executed?.ok) throw new Error("not run");
  const questions = [{ language: "re2" as const, text: pattern, source: { source: "" } }];
  const [probe] = probeRun(
    executed.running,
    { run: 1, path: "1", name: "docker", sampleId: 1, chosenOnly: true, questions },
    TEST_HOST,
  )!;
  return probe!;
}

it.each([
  ["(?P<a>b+)(c)?(é)", "🦀xxbbé", { ok: true, match: { start: 4, groups: ["bbé", "bb", undefined, "é"] } }],
  ["^$", "", { ok: true, match: { start: 0, groups: [""] } }],
  ["z", "a", { ok: true, match: null }],
  ["z", undefined, { ok: true, match: undefined }],
  ["(a", "a", { ok: false, error: "missing ): (a" }],
] as const)("RE2 itself answers about %j and %j", (pattern, text, answer) => {
  expect(ask(pattern, text)).toEqual(answer);
});

it("RE2 keeps nothing of what it was asked", () => {
  // More in all than it has memory for.
  const text = `a${"x".repeat(1_000_000)}`;
  for (let i = 0; i < 20; i++) expect(ask(`^(a)|${i}`, text)).toMatchObject({ match: { groups: ["a", "a"] } });
});

it.each([
  [
    "^(?P<ip>\\S+) \\S+ (?P<user>\\S+) \\[(?P<at>[^\\]]+)\\]( x)?",
    '10.0.0.1 - bob [11/Mar/2024:12:00:00 +0000] "GET /"',
  ],
  ["(?<level>info|warn)", "level=warn"],
  ["(a|ab)(c|bcd)(d*)", "abcd"],
  ["nothing", "here"],
  ["(?i)ÄRGER\\d{2,3}?", "🦀 ärger123"],
  ["[^a]$", "a\ud800"],
  ["(", "("],
  ["x**", "x"],
  ["(?=a)", "a"],
  ["\\8", "8"],
] as const)("RE2 agrees about %j in %j", async (pattern, text) => {
  const own = ownAnswer(await probeOf(pattern, text));
  const asked = { pattern: pattern.replace("(?<level", "(?P<level"), text: own.text };
  const verdict = compareWithRe2(own, { kind: "answered", asked, answer: ask(asked.pattern, asked.text) });
  expect(verdict).toMatchObject({ kind: "agrees" });
});

it("RE2 says nothing more where it finds no match either", async () => {
  const own = ownAnswer(await probeOf("nothing", "here"));
  const asked = { pattern: "nothing", text: own.text };
  const verdict = compareWithRe2(own, { kind: "answered", asked, answer: ask("nothing", own.text) });
  expect(verdict).toEqual({ kind: "agrees", what: "" });
});

it.each<readonly [string, string, Re2Answer, RegExp]>([
  ["a", "xa", { ok: false, error: "no" }, /refuses this expression: no/],
  ["(", "x", { ok: true, match: null }, /RE2 compiles this expression, Sluice refuses it/],
  ["a", "xa", { ok: true, match: null }, /finds no match/],
  ["a", "xa", { ok: true, match: { start: 0, groups: ["a"] } }, /finds a different match/],
  ["(a)(b)?", "xa", { ok: true, match: { start: 1, groups: ["a", "a", ""] } }, /captures a different text for group 2/],
])("a disagreement about %j is reported with all details", async (pattern, text, answer, what) => {
  const own = ownAnswer(await probeOf(pattern, text));
  const verdict = compareWithRe2(own, { kind: "answered", asked: { pattern, text: own.text }, answer });
  expect(verdict).toMatchObject({ kind: "disagrees", what: expect.stringMatching(what) });
  expect(verdict).toMatchObject({ report: expect.stringContaining(`pattern: ${JSON.stringify(pattern)}`) });
});

it("known differences between Go and RE2 are not disagreements", async () => {
  for (const pattern of ["\\C", "\\p{Kawi}"]) {
    const own = ownAnswer(await probeOf(pattern, "a"));
    const asked = { pattern, text: own.text };
    expect(compareWithRe2(own, { kind: "answered", asked, answer: ask(pattern, own.text) })).toMatchObject({
      kind: "unknown",
    });
  }
});

function client() {
  const time = new ManualScheduler();
  const workers: ManualWorker<Re2Kinds>[] = [];
  const re2 = new Re2Client(() => {
    const worker = new ManualWorker<Re2Kinds>();
    workers.push(worker);
    return worker;
  }, time);
  return { time, workers, re2 };
}
const QUESTION = { pattern: "a", text: "a" };
const ANSWER: Re2Answer = { ok: true, match: null };

it("loads RE2 with the first question, and remembers what it answered", async () => {
  const { re2, workers } = client();
  expect(workers).toHaveLength(0);
  const first = re2.check(QUESTION);
  const second = re2.check(QUESTION);
  const long = re2.check({ pattern: "b", text: "x".repeat(MAX_TEXT + 1) });
  await settle();
  workers[0]!.answer("load", undefined);
  await settle();
  workers[0]!.answer("check", ANSWER);
  await settle();
  workers[0]!.answer("check", ANSWER);
  expect(await first).toEqual({ kind: "answered", answer: ANSWER, asked: QUESTION });
  expect(await second).toEqual(await first);
  expect(await long).toMatchObject({ asked: { pattern: "b", text: undefined } });
  expect(workers[0]!.asked("check")).toHaveLength(2);
  expect(workers[0]!.asked("load")).toHaveLength(1);
});

it("ends a check that takes too long, says so, and starts anew with the next", async () => {
  const { re2, workers, time } = client();
  const first = re2.check(QUESTION);
  await settle();
  workers[0]!.answer("load", undefined);
  await settle();
  time.pass(CHECK_LIMIT);
  expect(await first).toEqual({ kind: "failed", message: "RE2 was stopped: it took longer than 2 s." });
  expect(workers[0]!.terminated).toBe(true);
  const second = re2.check(QUESTION);
  await settle();
  workers[1]!.answer("load", undefined);
  await settle();
  workers[1]!.answer("check", ANSWER);
  expect(await second).toMatchObject({ kind: "answered" });
});

it("says why RE2 is not there", async () => {
  const { re2, workers, time } = client();
  const slow = re2.check(QUESTION);
  await settle();
  time.pass(LOAD_LIMIT);
  expect(await slow).toEqual({ kind: "failed", message: "RE2 could not be loaded: it took longer than 20 s." });
  const gone = re2.check(QUESTION);
  await settle();
  workers[1]!.onerror!({ message: "" });
  expect(await gone).toMatchObject({ message: "RE2 could not be loaded: The worker could not be started." });
});

it("its worker answers with what RE2 says, or why there is no RE2", async () => {
  for (const [module, expected] of [
    [async () => bytes, { id: 1, ok: true, answer: { ok: true, match: { start: 0, groups: ["a"] } } }],
    [
      () => Promise.reject(new Error("its file is not there (404)")),
      { id: 1, ok: false, message: "its file is not there (404)" },
    ],
  ] as const) {
    const reply = await new Promise((resolve) => {
      const scope: Parameters<typeof serveRe2>[0] = { onmessage: null, postMessage: resolve };
      serveRe2(scope, module);
      scope.onmessage!({ data: { id: 1, kind: "check", ask: QUESTION } });
    });
    expect(reply).toEqual(expected);
  }
});

/** The pool of previews with workers of the test's own: every way in which one ends, and that the next finds a worker. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { collectingLog, type LoggedLine, START, valuesOf } from "../testing/fixtures.ts";
import { PREVIEW_LIMITS, type PreviewAnswer } from "./preview-answer.ts";
import { PreviewPool } from "./preview-pool.ts";

/** Does what the job's body says. */
const PROGRAM = `
const end = (text, status = 200, outcome = "answered") => {
  process.send({ part: Buffer.from(text.slice(0, 1)) });
  process.send({ part: Buffer.from(text.slice(1)) });
  process.send({ status, outcome });
};
let jobs = 0;
process.on("message", ({ body, now }) => {
  const text = Buffer.from(body).toString();
  jobs++;
  if (text === "spin") for (;;);
  if (text === "long texts") for (const kept = []; ; ) kept.push("é☃".repeat(4e6).split("").join("x"));
  if (text === "large table") for (const kept = new Map(); ; ) kept.set(kept.size, {});
  if (text === "exit") process.exit(3);
  if (text === "throw") throw new TypeError("no such thing\\nand more");
  if (text === "bug") return end('{"error":"the preview failed: a bug"}', 500, "failed");
  if (text === "environment") return end(Object.keys(process.env).join());
  end(text + " at " + now + ", job " + jobs);
});
process.send("ready");
`;

let folder = "";
let program: URL;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-preview-"));
  const path = join(folder, "worker.mjs");
  writeFileSync(path, PROGRAM);
  program = pathToFileURL(path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pools: PreviewPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop();
});

const SECOND = 1_000_000_000n;

function setUp(overrides: { memory?: number; program?: URL } = {}) {
  const scheduler = new ManualScheduler(START);
  const logged: LoggedLine[] = [];
  const pool = new PreviewPool({
    scheduler,
    log: collectingLog(logged),
    limits: { ...PREVIEW_LIMITS, memory: overrides.memory ?? 64 },
    program: overrides.program ?? program,
  });
  pools.push(pool);
  const ask = (what: string, gone = new AbortController()) => pool.run(Buffer.from(what), 5n, gone.signal);
  const outcomes = () => {
    const values = Object.entries(valuesOf(pool.metrics())).filter(([name, value]) => /total/.test(name) && value > 0);
    return Object.fromEntries(values.map(([name, value]) => [/outcome=(\w+)/.exec(name)![1]!, value]));
  };
  const waiting = () => valuesOf(pool.metrics()).sluice_previews_waiting;
  return { pool, scheduler, logged, ask, outcomes, waiting };
}

const textOf = ({ parts }: PreviewAnswer) => Buffer.concat(parts).toString();
const shown = (answer: PreviewAnswer) => [answer.status, textOf(answer)];

describe("previews", () => {
  it("are answered by one worker, one after the other, in the order in which they came", async () => {
    const { ask, outcomes } = setUp();
    const answers = await Promise.all([ask("a"), ask("b"), ask("c")]);
    expect(answers.map(shown)).toEqual([
      [200, "a at 5, job 1"],
      [200, "b at 5, job 2"],
      [200, "c at 5, job 3"],
    ]);
    expect(outcomes()).toEqual({ answered: 3 });
  });

  it("do not see the server's environment", async () => {
    process.env.SLUICE_TEST_SECRET = "x";
    try {
      expect(textOf(await setUp().ask("environment"))).not.toContain("SECRET");
    } finally {
      delete process.env.SLUICE_TEST_SECRET;
    }
  });

  it("that take longer than the deadline are ended with 422, and the next finds a worker", async () => {
    const { ask, scheduler, outcomes } = setUp();
    await ask("warm");
    const spinning = ask("spin");
    const next = ask("next");
    await scheduler.advance(10n * SECOND);
    expect(shown(await spinning)).toEqual([
      422,
      '{"error":"the preview took longer than 10 s; preview fewer entries, or make its templates and patterns cheaper"}',
    ]);
    expect(shown(await next)).toEqual([200, "next at 5, job 1"]);
    expect(outcomes()).toEqual({ answered: 2, time_limit: 1 });
  });

  it("get their whole time once the worker is there", async () => {
    const { ask, scheduler } = setUp();
    const first = ask("a");
    await scheduler.advance(9n * SECOND);
    await first;
    const second = ask("b");
    await scheduler.advance(9n * SECOND);
    expect((await second).status).toBe(200);
  });

  it("leave a warm worker behind, which ends when nothing comes for a minute", async () => {
    const { ask, scheduler } = setUp();
    await ask("a");
    await scheduler.advance(59n * SECOND);
    expect(textOf(await ask("b"))).toContain("job 2");
    await scheduler.advance(60n * SECOND);
    expect(textOf(await ask("c"))).toContain("job 1");
    expect(scheduler.pending).toBe(1);
  });

  it.each([["long texts"], ["large table"]])(
    "that run out of memory by %s end the worker alone, with 422",
    async (how) => {
      const { ask, logged, outcomes } = setUp({ memory: 48 });
      const [full, next] = await Promise.all([ask(how), ask("next")]);
      expect(shown(full)).toEqual([
        422,
        '{"error":"the preview needed more than 48 MiB of memory; preview fewer or shorter entries, or fewer stages"}',
      ]);
      expect(shown(next)).toEqual([200, "next at 5, job 1"]);
      expect(outcomes()).toEqual({ memory_limit: 1, answered: 1 });
      expect(logged.map(({ level }) => level)).toEqual(["warn"]);
    },
  );

  it.each([
    ["exit", "its process exited with 3"],
    ["throw", "its process exited with 1: TypeError: no such thing"],
  ])(
    "whose worker ends by itself (%s) are answered with 500 in one line, and the next finds a worker",
    async (how, why) => {
      const { ask, logged, outcomes } = setUp();
      const [broken, next] = await Promise.all([ask(how), ask("next")]);
      expect(shown(broken)).toEqual([500, JSON.stringify({ error: `the preview failed: ${why}` })]);
      expect(next.status).toBe(200);
      expect(outcomes()).toEqual({ failed: 1, answered: 1 });
      expect(logged).toMatchObject([{ level: "error", fields: { error: why } }]);
    },
  );

  it("that met a bug are answered, and the next gets a fresh worker", async () => {
    const { ask, logged } = setUp();
    const [broken, next] = await Promise.all([ask("bug"), ask("next")]);
    expect(shown(broken)).toEqual([500, '{"error":"the preview failed: a bug"}']);
    expect(shown(next)).toEqual([200, "next at 5, job 1"]);
    expect(logged).toMatchObject([{ level: "error", message: "a preview failed" }]);
  });

  it("say so where the worker's program is missing", async () => {
    const { ask } = setUp({ program: new URL("missing.mjs", program) });
    const [status, text] = shown(await ask("a"));
    expect(status).toBe(500);
    expect(text).toMatch(
      /^\{"error":"the preview failed: its process exited with 1: Error: Cannot find module [^\n]*"\}$/,
    );
  });

  it("beyond one that runs and four that wait are turned away", async () => {
    const { ask, scheduler, waiting, outcomes } = setUp();
    const taken = [ask("spin"), ask("1"), ask("2"), ask("3"), ask("4")];
    expect(waiting()).toBe(4);
    expect(shown(await ask("5"))).toEqual([429, '{"error":"4 previews are already waiting; try again later"}']);
    await scheduler.advance(10n * SECOND);
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([422, 200, 200, 200, 200]);
    expect(outcomes()).toEqual({ busy: 1, time_limit: 1, answered: 4 });
  });

  it("are turned away also while an ended worker is on its way out", async () => {
    const { ask, scheduler } = setUp();
    const spinning = ask("spin");
    await scheduler.advance(10n * SECOND);
    await spinning;
    const answers = await Promise.all(["1", "2", "3", "4", "5", "6"].map((what) => ask(what)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("whose client goes away while they run are ended and hold nobody up", async () => {
    const { ask, outcomes } = setUp();
    await ask("warm");
    const gone = new AbortController();
    const spinning = ask("spin", gone);
    const next = ask("next");
    gone.abort();
    await spinning;
    expect(shown(await next)).toEqual([200, "next at 5, job 1"]);
    expect(outcomes()).toEqual({ gone: 1, answered: 2 });
  });

  it("whose client goes away while they wait leave the queue", async () => {
    const { ask, scheduler, waiting } = setUp();
    const gone = new AbortController();
    const spinning = ask("spin");
    const left = ask("left", gone);
    const next = ask("next");
    gone.abort();
    expect((await left).outcome).toBe("gone");
    expect(waiting()).toBe(1);
    await scheduler.advance(10n * SECOND);
    expect([(await spinning).status, (await next).status]).toEqual([422, 200]);
  });

  it("are answered with 503 when the server stops, the one that runs too, and nothing is left of them", async () => {
    const { pool, ask, scheduler, outcomes } = setUp();
    await ask("warm");
    const taken = [ask("spin"), ask("1")];
    await pool.stop();
    for (const answer of await Promise.all(taken))
      expect(shown(answer)).toEqual([503, '{"error":"the server is stopping"}']);
    expect((await ask("late")).status).toBe(503);
    expect(scheduler.pending).toBe(0);
    expect(outcomes()).toEqual({ answered: 1, stopped: 3 });
  });

  it("need no worker to stop", async () => {
    const { pool, scheduler } = setUp();
    await pool.stop();
    await pool.stop();
    expect(scheduler.pending).toBe(0);
  });

  it("are counted from the start, each outcome at 0", () => {
    const values = valuesOf(setUp().pool.metrics());
    expect(values).toMatchObject({ "sluice_previews_total{outcome=time_limit}": 0, sluice_previews_waiting: 0 });
  });
});

/** Journals that a reload adds, over what they kept. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LabelSet, loadConfig, NO_METADATA, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RUNNING } from "../../components/index.ts";
import { ManualScheduler } from "../../platform/scheduler.ts";
import { collectingLog, START } from "../../testing/fixtures.ts";
import { createJournal } from "../../testing/written-journal.ts";
import type { ComponentRecord } from "../component-record.ts";
import { Runtime } from "./runtime.ts";

let folder: string;
let scheduler: ManualScheduler;
let printed: string[];
let runtime: Runtime;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-runtime-"));
  scheduler = new ManualScheduler(START);
  printed = [];
});
afterEach(async () => {
  const ended = Promise.resolve();
  await runtime.stop(ended, ended);
  rmSync(folder, { recursive: true });
});

function load(text: string) {
  const loaded = loadConfig(text);
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
  return loaded;
}

/** Lets everything happen that the disk and no clock is waited for. */
async function turns(): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await stat(folder);
    await scheduler.advance(0n);
  }
}

/** Each lets much happen between its start and that of the next one. */
const records: ComponentRecord[] = RUNNING.map((record) => ({
  ...record,
  build(node, inputs) {
    const component = record.build(node, inputs);
    const start = component.start.bind(component);
    component.start = async () => {
      await start();
      await turns();
    };
    return component;
  },
}));

async function run(text: string): Promise<void> {
  const result = await Runtime.create(load(text), {
    configFile: "/nonexistent/config.alloy",
    scheduler,
    log: collectingLog([]),
    print: (some) => void printed.push(...some.trimEnd().split("\n")),
    dataDir: folder,
    seed: 1,
    records,
  });
  if (!result.ok) throw new Error("it cannot run");
  runtime = result.runtime;
  await runtime.start();
}

const stages = (version: string) => `
logs.process "main" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { version = "${version}" }
  }
}
logs.echo "out" { }`;
const JOURNAL = `
logs.journal "intake" {
  forward_to = [logs.process.main.receiver]
}`;

it("a journal that comes back gives what it kept to the configuration that it came with, and not to the one before", async () => {
  const kept = await createJournal(join(folder, "logs.journal.intake"));
  kept.receiver("logs.process.main");
  const labels = LabelSet.of([["job", "test"]]);
  await kept.append([{ labels, line: "kept", timestamp: START, metadata: NO_METADATA }], 1);
  await kept.close();
  await run(stages("1"));
  expect(await runtime.apply(load(`${stages("2")}${JOURNAL}`))).toEqual({ ok: true });
  while (printed.length === 0) await turns();
  expect(printed).toEqual([expect.stringMatching(/version="2".* kept$/)]);
});

describe("a renamed journal", () => {
  const config = (name: string, more = "") => `
logs.journal "${name}" {
  forward_to = [logs.process.main.receiver]
}
logs.process "main" {
  forward_to = [logs.echo.out.receiver]
  stage.limit {
    rate  = 1
    burst = 1
  }
}
logs.echo "out" { }
${more}`;
  const LINES = ["1", "2", "3", "4", "5"];
  const fill = async () => {
    const kept = await createJournal(join(folder, "logs.journal.old"));
    kept.receiver("logs.process.main");
    const labels = LabelSet.of([["job", "test"]]);
    await kept.append(
      LINES.map((line) => ({ labels, line, timestamp: START, metadata: NO_METADATA })),
      1,
    );
    await kept.close();
    await run(config("old"));
    // The first is out, and the limit holds the others.
    while (printed.length === 0 || runtime.backlogs(load(""))[0]?.entries !== LINES.length - 1) await turns();
  };
  const lines = () => printed.map((line) => line.at(-1));
  /** Lets time pass, second by second, until something holds: the disk takes as long as it takes. */
  const passUntil = async (holds: () => boolean) => {
    while (!holds()) {
      await turns();
      await scheduler.advance(SECOND);
    }
  };
  const finish = async <T>(applied: Promise<T>): Promise<T> => {
    let done = false;
    void applied.finally(() => {
      done = true;
    });
    await passUntil(() => done);
    return applied;
  };

  it("takes over what the old one holds: nothing is lost, and only what was on its way comes twice", async () => {
    await fill();
    const next = load(config("new"));
    expect(runtime.backlogs(next)).toEqual([
      { component: "logs.journal.old", entries: 4, heirs: ["logs.journal.new"] },
    ]);
    const applied = runtime.apply(next, undefined, new Map([["logs.journal.old", "logs.journal.new"]]));
    expect(await finish(applied)).toEqual({ ok: true });
    expect([existsSync(join(folder, "logs.journal.old")), existsSync(join(folder, "logs.journal.new"))]).toEqual([
      false,
      true,
    ]);
    const details = () => runtime.status().find(({ id }) => id === "logs.journal.new")?.details;
    await passUntil(() => details()?.entries === 0);
    expect(new Set(lines())).toEqual(new Set(LINES));
    expect(lines().length).toBeLessThanOrEqual(2 * LINES.length - 1);
  });

  it("leaves it where nothing is said, for ten seconds of draining and then on disk", async () => {
    await fill();
    const applied = runtime.apply(load(config("new")));
    expect(await finish(applied)).toEqual({ ok: true });
    expect(existsSync(join(folder, "logs.journal.old"))).toBe(true);
    expect(lines()).toEqual(LINES);
  });

  it.each([
    ["logs.journal.gone", "logs.journal.new", "", "logs.journal.gone does not run"],
    ["logs.journal.old", "logs.journal.other", "", "the configuration has no logs.journal.other"],
    ["logs.journal.old", "logs.process.main", "", "logs.process.main is another kind of component"],
    ["logs.process.main", "logs.journal.new", "", "logs.process.main does not end"],
    ["logs.journal.old", "logs.journal.new", 'logs.journal "old" {\n forward_to = []\n}', "does not end"],
  ])("%s cannot be taken over by %s%s: %s", async (from, to, more, reason) => {
    await fill();
    const answer = await runtime.apply(load(config("new", more)), undefined, new Map([[from, to]]));
    expect(answer).toMatchObject({ ok: false, diagnostics: [{ message: expect.stringContaining(reason) }] });
    expect(runtime.status()[0]!.id).toBe("logs.journal.old");
  });

  it("is refused where it would be mixed with what a journal of the new name left", async () => {
    const other = await createJournal(join(folder, "logs.journal.new"));
    await other.close();
    await fill();
    const answer = await runtime.apply(
      load(config("new")),
      undefined,
      new Map([["logs.journal.old", "logs.journal.new"]]),
    );
    expect(answer).toMatchObject({ diagnostics: [{ message: expect.stringContaining("holds something of its own") }] });
  });
});

it("a journal keeps what a receiver has not got until its configuration runs", async () => {
  const kept = await createJournal(join(folder, "logs.journal.intake"));
  for (const name of ["logs.process.main", "logs.process.gone"]) kept.receiver(name);
  await kept.close();
  await run(stages("1"));
  await runtime.apply(load(`${stages("1")}${JOURNAL}`));
  expect(runtime.status().find(({ id }) => id === "logs.journal.intake")?.details.receivers).toMatchObject([
    { receiver: "logs.process.main" },
  ]);
});

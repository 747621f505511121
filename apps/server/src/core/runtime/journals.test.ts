/** Journals that a reload adds, over what they kept. */
import { mkdtempSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LabelSet, loadConfig, NO_METADATA } from "@sluice/engine";
import { afterEach, beforeEach, expect, it } from "vitest";
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
  await turns();
  expect(printed).toEqual([expect.stringMatching(/version="2".* kept$/)]);
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

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atOnce, loadConfig, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RUNNING } from "../../components/index.ts";
import { ManualScheduler } from "../../platform/scheduler.ts";
import { collectingLog, entry, type LoggedLine, START, TestSource, valuesOf } from "../../testing/fixtures.ts";
import type { ComponentRecord } from "../component-record.ts";
import type { LogsReceiver } from "../entries/receiver.ts";
import { FAULT_LASTS } from "../faults.ts";
import { HEALTHY } from "../health.ts";
import { Runtime } from "./runtime.ts";

/** A source that makes ten lines a second, and two ways from it to the same sink. */
const config = ({ a = "", b = "", to = "logs.process.a.receiver, logs.process.b.receiver", rest = "" } = {}) => `
logs.source.demo "shop" {
  rate       = 10
  forward_to = [${to}]
}
logs.process "a" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { way = "a" }
  }
  ${a}
}
logs.process "b" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { way = "b" }
  }
  ${b}
}
logs.echo "out" { }
${rest}`;
const HOLDS = `stage.multiline {
  firstline     = "^nothing"
  max_wait_time = "1h"
}`;
const LABEL = `stage.static_labels {
  values = { version = "2" }
}`;

let scheduler: ManualScheduler;
let printed: string[];
let built: string[];
let logged: LoggedLine[];
let runtime: Runtime;
/** Has every component gather its metrics in so many steps. */
let steps = 0;
const records: ComponentRecord[] = RUNNING.map((record) => ({
  ...record,
  build(node, inputs) {
    built.push(node.id);
    if (steps > 0)
      inputs.context.metrics.register({
        collect: () => [],
        *collectInSteps() {
          for (let i = 0; i < steps; i++) yield;
          return [];
        },
      });
    return record.build(node, inputs);
  },
}));

function load(text: string) {
  const loaded = loadConfig(text);
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
  return loaded;
}

async function start(text: string, running = records): Promise<void> {
  const options = {
    configFile: "/nonexistent/config.alloy",
    scheduler,
    log: collectingLog(logged),
    print: (some: string) => void printed.push(...some.trimEnd().split("\n")),
    dataDir: "/nonexistent",
    seed: 1,
    records: running,
  };
  const result = await Runtime.create(load(text), options);
  if (!result.ok) throw new Error("message" in result ? result.message : result.diagnostics[0]!.message);
  runtime = result.runtime;
  await runtime.start();
}

const lines = (way: string) => printed.filter((line) => line.includes(`way="${way}"`));
const skipped = () =>
  valuesOf(atOnce(runtime.metrics()))["logs_source_demo_skipped_total{component_id=logs.source.demo.shop}"];
const ended = Promise.resolve();

beforeEach(() => {
  [printed, built, logged, steps] = [[], [], [], 0];
  scheduler = new ManualScheduler(START);
});
afterEach(() => runtime.stop(ended, ended));

describe("another configuration", () => {
  it("that asks for the same builds nothing, wherever its blocks stand", async () => {
    await start(config());
    built = [];
    expect(await runtime.apply(load(`// Moved.\n\n${config()}`))).toEqual({ ok: true });
    expect(built).toEqual([]);
    await scheduler.advance(SECOND);
    expect([lines("a").length, lines("b").length]).toEqual([10, 10]);
  });

  it("replaces what changed while the rest runs on, and no entry is lost", async () => {
    await start(config());
    await scheduler.advance(SECOND);
    built = [];
    const applied = runtime.apply(load(config({ a: LABEL })));
    await scheduler.advance(SECOND);
    expect(await applied).toEqual({ ok: true });
    await scheduler.advance(SECOND);
    expect(built).toEqual(["logs.process.a"]);
    expect([lines("a").length, lines("b").length, skipped()]).toEqual([30, 30, undefined]);
    const after = lines("a").map((line) => line.includes('version="2"'));
    expect([after[0], after.at(-1)]).toEqual([false, true]);
    // The lines themselves are the same on both ways.
    const bare = (way: string) => lines(way).map((line) => line.slice(line.indexOf("} ")));
    expect(bare("a")).toEqual(bare("b"));
  });

  it("lets out what a replaced component holds", async () => {
    await start(config({ a: HOLDS.replace("^nothing", "^.") }));
    await scheduler.advance(SECOND);
    expect(lines("a").length).toBe(9);
    await runtime.apply(load(config()));
    expect(lines("a").length).toBe(10);
  });

  it("binds other receivers without building those that push to them", async () => {
    await start(config());
    built = [];
    const only = config({
      to: "logs.process.b.receiver, logs.process.c.receiver",
      rest: `logs.process "c" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { way = "c" }
  }
}`,
    });
    await runtime.apply(load(only));
    await scheduler.advance(SECOND);
    expect(built).toEqual(["logs.process.c"]);
    expect(["a", "b", "c"].map((way) => lines(way).length)).toEqual([0, 10, 10]);
  });

  it("drains and forgets what it no longer has", async () => {
    await start(config());
    const without = config({ to: "logs.process.b.receiver" }).replace(/logs\.process "a" \{[\s\S]*?\n\}\n/, "");
    await runtime.apply(load(without));
    expect(runtime.status().map(({ id }) => id)).toEqual(["logs.source.demo.shop", "logs.process.b", "logs.echo.out"]);
    await scheduler.advance(SECOND);
    expect([lines("a").length, lines("b").length]).toEqual([0, 10]);
  });

  it("of which something cannot be built changes nothing", async () => {
    await start(config());
    built = [];
    const bad = config({ a: LABEL, b: LABEL, rest: 'logs.write "bad" {\n endpoint {\n url = "http://["\n }\n}\n' });
    expect(await runtime.apply(load(bad))).toMatchObject({
      ok: false,
      diagnostics: [{ code: "cannot-run", message: 'logs.write.bad: endpoint: "http://[" is not a URL' }],
    });
    await scheduler.advance(SECOND);
    expect([lines("a").length, lines("b").length]).toEqual([10, 10]);
    expect(printed.join("").includes("version")).toBe(false);
    expect(await runtime.apply(load(config()))).toEqual({ ok: true });
    expect(built.filter((id) => id !== "logs.process.a" && id !== "logs.process.b")).toEqual([]);
  });
});

it("has no entry worked on by one part of the old configuration and another of the new", async () => {
  const chain = (version: string) => `
logs.source.demo "shop" {
  rate       = 100
  forward_to = [logs.process.a.receiver]
}
logs.process "a" {
  forward_to = [logs.process.b.receiver]
  stage.limit {
    rate  = 90
    burst = 5
  }
  stage.static_labels {
    values = { a = "${version}" }
  }
}
logs.process "b" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { b = "${version}" }
  }
}
logs.echo "out" { }`;
  await start(chain("0"));
  for (let version = 1; version <= 20; version++) {
    await scheduler.advance(SECOND / 3n);
    const applied = runtime.apply(load(chain(String(version))));
    await scheduler.advance(SECOND);
    expect(await applied).toEqual({ ok: true });
  }
  await scheduler.advance(SECOND);
  const versions = printed.map((line) => [/a="(\d+)"/.exec(line)![1], /b="(\d+)"/.exec(line)![1]]);
  expect(new Set(versions.map(([a]) => a)).size).toBe(21);
  expect(versions.filter(([a, b]) => a !== b)).toEqual([]);
});

describe("a port", () => {
  const api = (label: string, port: number, to = "logs.echo.out.receiver") => `
logs.source.api "${label}" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = ${port}
  }
  forward_to = [${to}]
}
logs.echo "out" { }`;
  const listening = () => runtime.status()[0]!.details.listening;

  it("that another program has keeps a configuration from replacing one that runs", async () => {
    await start(api("in", 0));
    const before = listening();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    for (const text of [api("in", port), api("new", port)])
      expect(await runtime.apply(load(text))).toMatchObject({ ok: false, diagnostics: [{ code: "cannot-listen" }] });
    expect([listening(), runtime.status()[0]!.health]).toMatchObject([before, HEALTHY]);
    await new Promise((resolve) => taken.close(resolve));
  });

  it("goes over to a component of another name when the one that has it ends", async () => {
    await start(api("in", 0));
    const port = Number(String(listening()).split(":")[1]);
    expect(await runtime.apply(load(api("renamed", port)))).toEqual({ ok: true });
    expect(runtime.status()[0]).toMatchObject({
      id: "logs.source.api.renamed",
      health: HEALTHY,
      details: { listening: `127.0.0.1:${port}` },
    });
  });
});

describe("a component", () => {
  const demo = RUNNING.find(({ spec }) => spec.name === "logs.source.demo")!;
  const others = records.filter(({ spec }) => spec !== demo.spec);
  let broken: boolean;
  const failing = async () => {
    if (broken) throw new Error("no room\nat all");
  };
  const working = { health: HEALTHY, drain: async () => 0, start: async () => {} };
  const healthOfDemo = () => runtime.status().find(({ id }) => id === "logs.source.demo.shop")!.health;
  beforeEach(() => {
    broken = true;
  });

  it("that did not start says so until it is replaced: it was healthy after a minute", async () => {
    await start(config(), [{ ...demo, build: () => ({ ...working, start: failing }) }, ...others]);
    await scheduler.advance(2n * FAULT_LASTS);
    expect(healthOfDemo()).toMatchObject({ state: "unhealthy", message: "did not start: no room" });
    broken = false;
    expect(await runtime.apply(load(config()))).toEqual({ ok: true });
    expect(healthOfDemo()).toMatchObject(HEALTHY);
  });

  it("that did not apply its new arguments says so until it is replaced, too", async () => {
    await start(config(), [{ ...demo, build: () => working, update: () => failing }, ...others]);
    expect(await runtime.apply(load(config().replace("= 10", "= 20")))).toEqual({ ok: true });
    await scheduler.advance(2n * FAULT_LASTS);
    expect(healthOfDemo()).toMatchObject({ state: "unhealthy", message: "did not apply its new arguments: no room" });
    expect(await runtime.apply(load(config().replace("= 10", "= 20")))).toEqual({ ok: true });
    expect(healthOfDemo()).toMatchObject(HEALTHY);
  });
});

it("shows components as of one moment, although entries move on while metrics are gathered", async () => {
  steps = 3;
  await start(config());
  await scheduler.advance(SECOND);
  const gathering = runtime.metrics();
  let stops = 0;
  let step = gathering.next();
  for (; !step.done; step = gathering.next()) {
    stops++;
    await scheduler.advance(SECOND);
  }
  const values = valuesOf(step.value);
  const entered = ["a", "b"].map((way) => values[`logs_process_entries_in_total{component_id=logs.process.${way}}`]);
  expect(stops).toBeGreaterThan(steps);
  expect(entered).toEqual([10, 10]);
});

it("replaces stages while entries are on their way: each comes out once, and its source learns its outcome once", async () => {
  let next: LogsReceiver | undefined;
  const source = RUNNING.find(({ spec }) => spec.name === "logs.source.demo")!;
  const pushing: ComponentRecord = {
    ...source,
    build(_node, inputs) {
      next = inputs.next;
      return { health: HEALTHY, start: async () => {}, drain: async () => 0 };
    },
  };
  // Entries queue in front of the stages, and some are held by them.
  const limited = (more = "") =>
    config({
      to: "logs.process.a.receiver",
      a: `stage.limit {
    rate  = 10
    burst = 1
  }
  ${more}`,
    });
  await start(limited(), [pushing, ...records.filter(({ spec }) => spec !== source.spec)]);
  const told = new TestSource();
  const push = (...lines: string[]) => next!.push(lines.map((line) => entry(line, {}, told.origin())));
  push("1", "2", "3");
  const applied = runtime.apply(load(limited(LABEL)));
  push("4");
  await scheduler.advance(SECOND);
  expect(await applied).toEqual({ ok: true });
  push("5");
  await scheduler.advance(SECOND);
  const out = printed.map((line) => [line.at(-1), line.includes('version="2"')]);
  expect(out.toSorted()).toEqual([
    ["1", false],
    ["2", false],
    ["3", false],
    ["4", expect.any(Boolean)],
    ["5", true],
  ]);
  expect(told.fates).toEqual(Array.from({ length: 5 }, () => "delivered"));
});

import { loadConfig, type MetricFamily, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RUNNING } from "../components/index.ts";
import { collectingLog, type LoggedLine, START, valuesOf } from "../testing/fixtures.ts";
import type { ComponentRecord } from "./component-record.ts";
import { Runtime } from "./runtime.ts";
import { ManualScheduler } from "./scheduler.ts";

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
const records: ComponentRecord[] = RUNNING.map((record) => ({
  ...record,
  build(node, inputs) {
    built.push(node.id);
    return record.build(node, inputs);
  },
}));

function load(text: string) {
  const loaded = loadConfig(text);
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
  return loaded;
}

async function start(text: string): Promise<void> {
  const options = {
    configFile: "/nonexistent/config.alloy",
    scheduler,
    log: collectingLog(logged),
    print: (some: string) => void printed.push(...some.trimEnd().split("\n")),
    dataDir: "/nonexistent",
    seed: 1,
    records,
  };
  const result = await Runtime.create(load(text), options);
  if (!result.ok) throw new Error("message" in result ? result.message : result.diagnostics[0]!.message);
  runtime = result.runtime;
  await runtime.start();
}

const lines = (way: string) => printed.filter((line) => line.includes(`way="${way}"`));
/** The metrics, without a stop on the way. */
function allMetrics(): readonly MetricFamily[] {
  const gathering = runtime.metrics();
  for (;;) {
    const step = gathering.next();
    if (step.done) return step.value;
  }
}
const skipped = () => valuesOf(allMetrics())["logs_source_demo_skipped_total{component_id=logs.source.demo.shop}"];
const ended = Promise.resolve();

beforeEach(() => {
  [printed, built, logged] = [[], [], []];
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

  it("of which something cannot be built leaves everything as it was", async () => {
    await start(config());
    built = [];
    const bad = config({ a: LABEL, b: LABEL, rest: 'logs.write "bad" {\n endpoint {\n url = "http://["\n }\n}\n' });
    expect(await runtime.apply(load(bad))).toEqual({
      ok: false,
      message: 'logs.write.bad: endpoint: "http://[" is not an address',
    });
    await scheduler.advance(SECOND);
    expect([lines("a").length, lines("b").length]).toEqual([10, 10]);
    expect(printed.join("").includes("version")).toBe(false);
    expect(await runtime.apply(load(config()))).toEqual({ ok: true });
    expect(built.filter((id) => id !== "logs.process.a" && id !== "logs.process.b")).toEqual([]);
  });
});

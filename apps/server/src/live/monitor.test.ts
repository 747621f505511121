import { atOnce, loadConfig, SECOND } from "@sluice/engine";
import { beforeEach, describe, expect, it } from "vitest";
import { FlowCount } from "../core/entries/flow.ts";
import type { RunningPart } from "../core/runtime/running.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { entry, START } from "../testing/fixtures.ts";
import { HISTORY_STEPS } from "./history.ts";
import { LiveMonitor } from "./monitor.ts";

const CONFIG = `logs.source.api "in" {
  http {
    listen_port = 0
  }
  forward_to = [logs.process.main.receiver]
}
logs.process "main" {
  forward_to = [logs.echo.out.receiver, logs.echo.out.receiver]
  stage.match {
    selector = "{job=\\"a\\"}"
    stage.json { expressions = { a = "" } }
  }
}
logs.echo "out" { }
`;
const { components } = loadConfig(CONFIG);
const [IN, MAIN, OUT] = ["logs.source.api.in", "logs.process.main", "logs.echo.out"];

class Part implements RunningPart {
  readonly node;
  readonly flow = new FlowCount();
  readonly flowTo = new Map<string, FlowCount>();
  counts = { dropped: 0, held: 0 };
  problems = [];
  full = false;
  times: RunningPart["times"];

  constructor(id: string) {
    this.node = components.find((one) => one.id === id)!;
  }

  get status() {
    const { id, forwardTo } = this.node;
    return { id, health: { state: "healthy" as const, message: "", since: "" }, forward_to: forwardTo, details: {} };
  }
}

let scheduler: ManualScheduler;
let parts: Map<string, Part>;
let monitor: LiveMonitor;

beforeEach(() => {
  scheduler = new ManualScheduler(START);
  parts = new Map([IN, MAIN, OUT].map((id) => [id!, new Part(id!)]));
  monitor = new LiveMonitor({
    scheduler,
    parts: () => [...parts.values()],
    written: () => new Map(),
    about: () => ({ sha256: "", taps: { active: 0, most: 0 } }),
  });
  monitor.start();
});

const part = (id: string | undefined) => parts.get(id!)!;
const push = (id: string | undefined, count: number, line = "12345") =>
  part(id).flow.add(Array.from({ length: count }, () => entry(line)));
const state = () => atOnce(monitor.stateInSteps());
const history = () => atOnce(monitor.historyInSteps());
const shown = (id: string | undefined) => state().components.find((one) => one.id === id)!;

describe("LiveMonitor", () => {
  it("shows what each receiver gets where each gets its own, and of these the most as what goes out", async () => {
    const batch = (count: number) => Array.from({ length: count }, () => entry("12345"));
    const { flowTo } = part(IN);
    flowTo.set(MAIN!, new FlowCount());
    part(IN).flow.add([]);
    flowTo.get(MAIN!)!.add(batch(8));
    await scheduler.advance(2n * SECOND);
    expect(shown(IN).out).toEqual({ entries: 4, bytes: 20 });
    expect(shown(MAIN).in).toEqual({ entries: 4, bytes: 20 });
    expect(state().edges.find(({ from }) => from === IN)).toMatchObject({ to: MAIN, entries: 4, bytes: 20 });
    await scheduler.advance(2n * SECOND);
    expect(shown(IN).out.entries).toBe(0);
    expect(shown(IN).total.out.entries).toBe(8);
  });

  it("shows what goes in and out each second, with bytes of UTF-8, and on each edge as often as it is named", async () => {
    push(IN, 10, "é");
    push(MAIN, 4);
    part(MAIN).counts = { dropped: 6, held: 1 };
    await scheduler.advance(2n * SECOND);
    expect(shown(IN)).toMatchObject({ in: { entries: 0 }, out: { entries: 5, bytes: 10 } });
    expect(shown(MAIN)).toMatchObject({
      in: { entries: 5, bytes: 10 },
      out: { entries: 2, bytes: 10 },
      dropped: 3,
      held: 1,
    });
    expect(shown(OUT)).toMatchObject({ in: { entries: 4, bytes: 20 }, total: { in: { entries: 8, bytes: 40 } } });
    expect(state().edges.map(({ id, entries }) => [id, entries])).toEqual([
      [`${IN} → ${MAIN}`, 5],
      [`${MAIN} → ${OUT}`, 4],
    ]);
    await scheduler.advance(2n * SECOND);
    expect(shown(MAIN)).toMatchObject({ in: { entries: 0 }, dropped: 0, total: { in: { entries: 10 }, dropped: 6 } });
  });

  it("names what is nested by its path, and the kind of each", () => {
    expect(shown(MAIN).stages).toEqual([
      { path: "1", name: "match" },
      { path: "1.1", name: "json" },
    ]);
    expect(state().components.map(({ kind, name }) => [kind, name])).toEqual([
      ["source", "logs.source.api"],
      ["process", "logs.process"],
      ["writer", "logs.echo"],
    ]);
  });

  it("shows the time of the stages that was measured", () => {
    const time = { reached: 0.5, microseconds: 3, share: 1, reasons: ["slow"] };
    part(MAIN).times = [{ path: "1.1", name: "json", ...time }];
    expect(shown(MAIN).stages).toEqual([
      { path: "1", name: "match" },
      { path: "1.1", name: "json", time },
    ]);
  });

  it("counts on where a component was built anew", async () => {
    part(MAIN).counts = { dropped: 6, held: 0 };
    await scheduler.advance(2n * SECOND);
    part(MAIN).counts = { dropped: 2, held: 0 };
    await scheduler.advance(2n * SECOND);
    expect(shown(MAIN)).toMatchObject({ dropped: 1, total: { dropped: 8 } });
  });

  it("keeps means of ten seconds for an hour, and what is gone as long as it was seen in it", async () => {
    push(IN, 100);
    await scheduler.advance(10n * SECOND);
    parts.delete(OUT!);
    await scheduler.advance(20n * SECOND);
    const { times, components: series } = history();
    expect(times).toEqual([10, 20, 30].map((second) => Number(START / SECOND) + second));
    expect(series[IN!]).toMatchObject({ out: [10, 0, 0], bytes_out: [50, 0, 0] });
    expect(series[OUT!]!.in).toEqual([0, null, null]);
    await scheduler.advance(3600n * SECOND);
    expect(Object.keys(history().components)).toEqual([IN, MAIN]);
    expect(history().times.length).toBe(HISTORY_STEPS);
    expect(history().components[IN!]!.in.length).toBe(HISTORY_STEPS);
  });

  it("stops at each component, and tells one moment even if another look comes meanwhile", async () => {
    push(IN, 10);
    await scheduler.advance(10n * SECOND);
    const [states, histories] = [monitor.stateInSteps(), monitor.historyInSteps()];
    const before = { state: state(), history: history() };
    for (const work of [states, histories]) work.next();
    push(IN, 30);
    await scheduler.advance(10n * SECOND);
    expect(atOnce(states)).toEqual(before.state);
    expect(atOnce(histories)).toEqual(before.history);
    expect([...monitor.stateInSteps()]).toHaveLength(3);
    expect([...monitor.historyInSteps()]).toHaveLength(3);
  });

  it("begins a series that comes later with nothing", async () => {
    const out = part(OUT);
    parts.delete(OUT!);
    await scheduler.advance(10n * SECOND);
    parts.set(OUT!, out);
    await scheduler.advance(10n * SECOND);
    expect(history().components[OUT!]!.held).toEqual([null, 0]);
  });
});

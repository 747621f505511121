import { MILLISECOND, SECOND } from "@sluice/engine";
import type { TapCounts, TapEntry } from "@sluice/protocol";
import { beforeEach, describe, expect, it } from "vitest";
import { ProcessComponent } from "../components/pipelines/process.ts";
import { CollectingReceiver, componentOf, entry, type TestContext, testContext } from "../testing/fixtures.ts";
import { MAX_TAPS, type TapSink, Taps } from "./taps.ts";

const ID = "logs.process.main";
const HOST = { resource: () => undefined, sha256: String };

/** A client that can stop reading. */
class Client implements TapSink {
  reads = true;
  readonly events: { name: string; data: unknown }[] = [];

  send(name: string, data: string, { always = false } = {}): boolean {
    if (!this.reads && !always) return false;
    this.events.push({ name, data: JSON.parse(data) });
    return true;
  }

  end(name: string, data: string): void {
    this.events.push({ name, data: JSON.parse(data) });
  }

  of<T>(name: string): T[] {
    return this.events.filter((one) => one.name === name).map(({ data }) => data as T);
  }
}

let context: TestContext;
let next: CollectingReceiver;
let process: ProcessComponent;
let taps: Taps;

function build(stages: string): void {
  context = testContext(ID);
  next = new CollectingReceiver();
  const node = componentOf("logs.process", `logs.process "main" {\n forward_to = []\n ${stages}\n}`);
  process = new ProcessComponent({ stages: node.stages, dialect: "logs" }, HOST, next, 1, context);
  taps = new Taps({ scheduler: context.scheduler, follower: (id) => (id === ID ? process.follower : undefined) });
}

beforeEach(() => build('stage.static_labels { values = { a = "1" } }'));

const open = (client: Client, rate = 1000) => taps.open(ID, { rate, paused: false }, () => client);
const push = (from: number, count: number) =>
  process.push(Array.from({ length: count }, (_, i) => entry(`line ${from + i}`)));

describe("a client that reads slowly", () => {
  it("misses entries, which are counted, and the pipeline goes on", async () => {
    const client = new Client();
    open(client);
    for (let tenth = 0; tenth < 20; tenth++) {
      client.reads = tenth % 2 === 0;
      push(tenth * 10, 10);
      await context.scheduler.advance(100n * MILLISECOND);
    }
    expect(next.entries.length).toBe(200);
    const seen = client.of<TapEntry>("entry").map(({ seq, before }) => `${seq} ${before.line}`);
    expect(seen.slice(9, 12)).toEqual(["10 line 9", "21 line 20", "22 line 21"]);
    expect(client.of<TapCounts>("counts").at(-1)).toMatchObject({
      seen: 200,
      followed: 200,
      sent: 100,
      skipped: 100,
      seq: 200,
    });
  });

  it("keeps nothing for it: what it missed is not sent later", async () => {
    const client = new Client();
    open(client);
    client.reads = false;
    push(0, 50);
    await context.scheduler.advance(SECOND);
    client.reads = true;
    await context.scheduler.advance(10n * SECOND);
    expect(client.of("entry")).toEqual([]);
    expect(client.of<TapCounts>("counts").at(-1)!.skipped).toBe(50);
  });
});

describe("taps", () => {
  it("count what they see each second, and take no time once they are closed", async () => {
    const client = new Client();
    open(client, 10);
    push(0, 100);
    await context.scheduler.advance(SECOND);
    expect(client.of<TapCounts>("counts")).toMatchObject([{ seen: 100, followed: 10, passed_over: 90 }]);
    taps.close("1");
    expect([context.scheduler.pending, process.follower.watched]).toEqual([0, false]);
  });

  it("on one pipeline see entries by their own rates and filters", async () => {
    const [all, some] = [new Client(), new Client()];
    open(all);
    taps.open(ID, { rate: 1000, paused: false, text: "line 7" }, () => some);
    push(0, 10);
    await context.scheduler.advance(SECOND);
    expect([all.of("entry").length, some.of<TapEntry>("entry").map(({ before }) => before.line)]).toEqual([
      10,
      ["line 7"],
    ]);
    taps.close("1");
    push(0, 10);
    await context.scheduler.advance(SECOND);
    expect([all.of("entry").length, some.of("entry").length]).toEqual([10, 2]);
  });

  it("do not change what a stage holds when they start and end", async () => {
    build('stage.multiline {\n firstline = "^#"\n}');
    process.push([entry("# a")]);
    const client = new Client();
    open(client);
    process.push([entry("b")]);
    await context.scheduler.advance(SECOND);
    taps.close("1");
    process.push([entry("c"), entry("# d")]);
    expect(next.lines).toEqual(["# a\nb\nc"]);
  });

  it("are bounded in number", () => {
    for (let i = 0; i < MAX_TAPS; i++) {
      expect(taps.full).toBe(false);
      open(new Client());
    }
    expect(taps.full).toBe(true);
    taps.stop();
    expect([taps.active, taps.stopping]).toEqual([0, true]);
  });

  it("cut what would be a large event", async () => {
    const client = new Client();
    open(client);
    process.push([entry("x".repeat(200_000))]);
    await context.scheduler.advance(SECOND);
    expect(client.of<TapEntry>("entry")).toMatchObject([{ cut: true, steps: [], before: { line: "x".repeat(4096) } }]);
  });
});

/**
 * Pipelines with stages that hold, made at random, which are fed by a file and by pushes, and stopped, started again and
 * replaced at any moment: each line is out, dropped for a reason that is counted, or read again after the next start.
 */
import { MILLISECOND, SECOND } from "@sluice/engine";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Leaving } from "../../core/component.ts";
import { CollectingReceiver, componentOf, entry, never, testContext, valuesOf } from "../../testing/fixtures.ts";
import { ReadingSource } from "../../testing/reading-source.ts";
import { ProcessComponent } from "./process.ts";

const HOLDING = [
  "stage.cri { }",
  "stage.cri {\n max_partial_lines = 1\n}",
  'stage.multiline {\n firstline = "#"\n}',
  'stage.multiline {\n firstline = "#"\n max_lines = 3\n}',
  "stage.limit {\n rate = 20\n burst = 2\n}",
] as const;
const PASSING = ["stage.decolorize { }", "stage.pack {\n labels = []\n}", "stage.split_json { }"] as const;
/** Before all that joins lines, so that each drop is of one line. */
const DROPPING = [
  'stage.drop {\n expression = "DROP"\n}',
  "stage.limit {\n rate = 5\n burst = 3\n drop = true\n}",
] as const;

const holding = fc
  .record({ stage: fc.constantFrom(...HOLDING), matches: fc.integer({ min: 0, max: 2 }) })
  .map(({ stage, matches }) => {
    let text: string = stage;
    for (let i = 0; i < matches; i++) text = `stage.match {\n selector = \`{app="a"}\`\n ${text}\n}`;
    return text;
  });
const pipeline = fc
  .tuple(
    fc.subarray([...DROPPING]),
    fc.array(fc.oneof({ weight: 3, arbitrary: holding }, fc.constantFrom(...PASSING)), { minLength: 1, maxLength: 4 }),
  )
  .map((stages) => stages.flat().join("\n"));

/** A line around its mark, by which it is found in what leaves; with blanks, so that cri never takes it for a time. */
const LINES: readonly ((mark: string) => string)[] = [
  (mark) => `2024-05-17T08:30:15Z stdout P ${mark}`,
  (mark) => `2024-05-17T08:30:15Z stderr P ${mark}`,
  (mark) => `2024-05-17T08:30:15Z stdout F ${mark}`,
  (mark) => `2024-05-17T08:30:15Z stdout F # ${mark}`,
  (mark) => `# ${mark}`,
  (mark) => ` ${mark}`,
  (mark) => `DROP ${mark}`,
];
/** Of a file, which often ends with partial lines: only those are read again. */
const fileKinds = fc.array(fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 6), { minLength: 1, maxLength: 4 });
const kinds = fc.array(fc.integer({ min: 0, max: LINES.length - 1 }), { minLength: 1, maxLength: 6 });

/** `all`: whoever ends has the time that it needs. Otherwise its time is over at once. */
type Time = "all" | "none";
type Event =
  | { readonly what: "push"; readonly kinds: readonly number[]; readonly app: string }
  | { readonly what: "file"; readonly kinds: readonly number[] }
  | { readonly what: "pass"; readonly ms: number }
  | { readonly what: "component" | "process"; readonly stages: string };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: fc.constant("push" as const), kinds, app: fc.constantFrom("a", "b") }),
  { weight: 2, arbitrary: fc.record({ what: fc.constant("file" as const), kinds: fileKinds }) },
  fc.record({ what: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 4000 }) }),
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom("component" as const, "process" as const), stages: pipeline }),
  },
);
const events = fc.record({ first: pipeline, rest: fc.array(event, { minLength: 1, maxLength: 14 }) });

class World {
  readonly #next = new CollectingReceiver();
  readonly #time: Time;
  #context = testContext("logs.process.main");
  #process: ProcessComponent;
  #file = new ReadingSource();
  readonly #marks: string[] = [];
  /** Lines that a start read again. */
  readAgain = 0;
  /** Drops that the components which have ended counted. */
  #counted = 0;

  constructor(stages: string, time: Time) {
    this.#time = time;
    this.#process = this.#start(stages);
  }

  #start(stages: string): ProcessComponent {
    const node = componentOf("logs.process", `logs.process "main" {\n forward_to = []\n ${stages}\n}`);
    const host = { resource: () => undefined, sha256: () => "" };
    return new ProcessComponent(node, host, this.#next, 1, this.#context);
  }

  #linesOf(of: readonly number[]): string[] {
    return of.map((kind) => {
      const mark = `~${this.#marks.length}~`;
      this.#marks.push(mark);
      return LINES[kind]!(`a ${mark} b`);
    });
  }

  #read(): void {
    this.#process.push(this.#file.read(100).map(({ line, origin }) => entry(line, { app: "a" }, origin)));
  }

  async happens(one: Event): Promise<void> {
    if (one.what === "push") this.#process.push(this.#linesOf(one.kinds).map((line) => entry(line, { app: one.app })));
    else if (one.what === "file") {
      this.#file.lines.push(...this.#linesOf(one.kinds));
      this.#read();
    } else if (one.what === "pass") await this.#context.scheduler.advance(BigInt(one.ms) * MILLISECOND);
    else {
      await this.end(one.what);
      this.#context = testContext("logs.process.main");
      this.#process = this.#start(one.stages);
      if (one.what === "process") {
        this.#file = this.#file.restarted();
        this.readAgain += this.#file.lines.length;
        this.#read();
      }
    }
    this.#checkBalance();
  }

  /** What runs ends, and loses nothing. */
  async end(ends: Leaving["ends"]): Promise<void> {
    const { scheduler } = this.#context;
    const over = this.#time === "all" ? never : Promise.resolve();
    let lost: number | undefined;
    // Where a process stops, what waits has some time after those that hurry.
    const deadline = ends === "process" ? never : over;
    const done = this.#process.drain(deadline, { ends, hurry: over }).then((some) => (lost = some));
    while (lost === undefined) await scheduler.advance(SECOND);
    await done;
    const { held } = this.#checkBalance();
    expect(lost).toBe(0);
    if (ends === "component") expect(held).toBe(0);
    const values = valuesOf(this.#context.metrics.collect(scheduler.now()));
    for (const [name, value] of Object.entries(values))
      if (name.startsWith("logs_process_dropped_lines_total")) this.#counted += value;
  }

  /** In = out + dropped + held. */
  #checkBalance(): { readonly held: number } {
    const { balance } = this.#process.details() as { balance: Record<"in" | "out" | "dropped" | "held", number> };
    expect(balance.in).toBe(balance.out + balance.dropped + balance.held);
    return balance;
  }

  /** To be called when all has ended. */
  check(): void {
    const { position, lines } = this.#file;
    const again = lines.slice(position).join("\n");
    const out = this.#next.lines.join("\n");
    const times = this.#marks.map((mark) => ({ mark, out: out.split(mark).length - 1, again: again.includes(mark) }));
    const missing = times.filter((one) => one.out === 0 && !one.again);
    expect(missing.length, `gone: ${missing.map(({ mark }) => mark).join(" ")}`).toBe(this.#counted);
    expect(times.filter((one) => one.out > 1 || (one.out > 0 && one.again))).toEqual([]);
  }
}

it.each<[string, Time]>([
  ["comes once", "all"],
  ["comes once also where there is no time left", "none"],
])("what stages hold %s, whatever ends when", { timeout: 60_000 }, async (_what, time) => {
  const ended = { process: 0, component: 0, readAgain: 0 };
  await fc.assert(
    fc.asyncProperty(events, async ({ first, rest }) => {
      const world = new World(first, time);
      for (const one of rest) {
        await world.happens(one);
        if (one.what === "process" || one.what === "component") ended[one.what]++;
      }
      await world.end("process");
      world.check();
      ended.readAgain += world.readAgain;
    }),
    { numRuns: 400, seed: 20240310 },
  );
  expect(Math.min(ended.process, ended.component)).toBeGreaterThan(200);
  expect(ended.readAgain).toBeGreaterThan(20);
});

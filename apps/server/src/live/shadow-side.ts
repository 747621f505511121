/**
 * The pipelines of one configuration, without its sources and writers: entries come from outside, go from pipeline to
 * pipeline, and are handed over where they would leave for anything else. The clock is the host's.
 */
import {
  type ComponentNode,
  customSeries,
  type Entry,
  type Joins,
  MetricRegistry,
  Origin,
  type OriginSource,
  Pipeline,
  type PipelineInput,
  type SentEntry,
  type StageHost,
  type VirtualClock,
} from "@sluice/engine";
import { type Nanos, SeededRandom } from "@sluice/languages/base";
import type { StageDrops } from "@sluice/protocol";

/** Entries that wait before pipelines that take none, in all. */
const MAX_WAITING = 20_000;

export interface SideOptions {
  readonly clock: VirtualClock;
  readonly seed: number;
  host(node: ComponentNode): StageHost;
  /** Told of what leaves, with the numbers of the inputs that it comes from. */
  out(entry: SentEntry, inputs: readonly number[]): void;
  /** Nothing carries input `number` any more. */
  settled(number: number): void;
  /** An entry is about to reach a stage that joins entries. */
  joining?(id: string, path: string, joins: Joins, entry: Entry): void;
}

interface Process {
  readonly node: ComponentNode;
  readonly pipeline: Pipeline;
  readonly metrics: MetricRegistry;
  readonly waiting: PipelineInput[];
  readonly drops: Map<string, { path: string; stage: string; reason: string; entries: number }>;
}

/** More waits than may. */
export class SideFull extends Error {}

export class ShadowSide implements OriginSource {
  readonly #options: SideOptions;
  readonly #processes = new Map<string, Process>();
  #waiting = 0;

  /** `components`: those that run. Throws `ResourceError` where a file is missing. */
  constructor(components: readonly ComponentNode[], options: SideOptions) {
    this.#options = options;
    for (const node of components) this.#processes.set(node.id, this.#build(node));
  }

  #build(node: ComponentNode): Process {
    const { clock, seed, host } = this.#options;
    const metrics = new MetricRegistry();
    const pipeline = new Pipeline(node.stages, {
      clock,
      random: new SeededRandom(seed),
      metrics,
      log: { write: () => {}, enabled: () => false },
      host: host(node),
      dialect: node.dialect,
      deliver: (entry) => this.#deliver(node, entry),
    });
    const one: Process = { node, pipeline, metrics, waiting: [], drops: new Map() };
    const { joining } = this.#options;
    pipeline.tellOfStages({
      dropped({ path, spec }, { reason }) {
        const key = `${path} ${reason}`;
        const known = one.drops.get(key);
        if (known === undefined) one.drops.set(key, { path, stage: spec.name, reason, entries: 1 });
        else known.entries++;
      },
      ...(joining && { joining: ({ path }, joins, entry) => joining(node.id, path, joins, entry) }),
    });
    return one;
  }

  settled(number: number): void {
    this.#options.settled(number);
  }

  #deliver({ forwardTo }: ComponentNode, { labels, line, timestamp, metadata, origin }: Entry): void {
    const next = forwardTo.flatMap((id) => this.#processes.get(id) ?? []);
    // Its result elsewhere is not known, so it counts once however many it would go to.
    if (next.length < forwardTo.length) this.#options.out({ labels, line, timestamp, metadata }, origin.inputs());
    for (let i = 1; i < next.length; i++) origin.share();
    if (next.length === 0) origin.release("delivered");
    for (const one of next) this.#give(one, { labels, line, timestamp, metadata, origin });
  }

  #give(one: Process, input: PipelineInput): void {
    if (one.waiting.length === 0 && !one.pipeline.busy()) {
      one.pipeline.push(input);
      return;
    }
    one.waiting.push(input);
    if (++this.#waiting > MAX_WAITING)
      throw new SideFull(`more than ${MAX_WAITING} entries wait before ${one.node.id}`);
  }

  /** An entry reaches these processes. */
  push(entry: SentEntry, number: number, ids: readonly string[]): void {
    const origin = new Origin(this, number);
    const targets = ids.flatMap((id) => this.#processes.get(id) ?? []);
    for (let i = 1; i < targets.length; i++) origin.share();
    for (const one of targets) this.#give(one, { ...entry, origin });
    if (targets.length === 0) origin.release("dropped");
  }

  /** When something happens by itself. */
  nextWake(): Nanos | undefined {
    let earliest: Nanos | undefined;
    for (const { pipeline } of this.#processes.values()) {
      const at = pipeline.nextWake();
      if (at !== undefined && (earliest === undefined || at < earliest)) earliest = at;
    }
    return earliest;
  }

  /** Does what is due at the clock's time. */
  wake(): void {
    const now = this.#options.clock.now();
    for (const one of this.#processes.values()) {
      const due = one.pipeline.nextWake();
      if (due !== undefined && due <= now) one.pipeline.wake(now);
      while (one.waiting.length > 0 && !one.pipeline.busy()) {
        this.#waiting--;
        one.pipeline.push(one.waiting.shift()!);
      }
    }
  }

  /** Of one process: entries that came, and that left it. */
  counts(id: string): { readonly in: number; readonly out: number } {
    const { in: entered = 0, emitted = 0 } = this.#processes.get(id)?.pipeline.balance() ?? {};
    return { in: entered, out: emitted };
  }

  drops(id: string, side: StageDrops["side"]): StageDrops[] {
    return [...(this.#processes.get(id)?.drops.values() ?? [])].map((one) => ({ side, ...one }));
  }

  /** Names of all series of `stage.metrics`, up to `most`. */
  series(most: number): Set<string> {
    const found = new Set<string>();
    for (const { node, metrics } of this.#processes.values()) {
      for (const one of customSeries(metrics, node.dialect, this.#options.clock.now(), most).keys()) {
        if (found.size >= most) return found;
        found.add(one);
      }
    }
    return found;
  }

  close(): void {
    for (const { pipeline } of this.#processes.values()) pipeline.close();
  }
}

/**
 * What the live view shows of components. Their counters are read every two seconds, whether anyone looks or not, which
 * costs a few additions for each; differences give the rates, and every fifth a step of the history, which spans an
 * hour.
 */

import { formatRfc3339, type Nanos, SECOND } from "@sluice/engine";
import type { LiveComponent, LiveEdge, LiveHistory, LiveState } from "@sluice/protocol";
import type { RunningPart } from "../core/runtime/running.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { History, type HistoryPoint, round } from "./history.ts";

const LOOK_EVERY: Nanos = 2n * SECOND;
const LOOKS_IN_STEP = 5;

/** Sums of one component. */
interface Sums {
  in: number;
  out: number;
  bytes_in: number;
  bytes_out: number;
  dropped: number;
}

const NOTHING: Readonly<Sums> = { in: 0, out: 0, bytes_in: 0, bytes_out: 0, dropped: 0 };

/** Sums of which each is made of those of one name. */
const eachSum = (make: (name: keyof Sums) => number): Sums => ({
  in: make("in"),
  out: make("out"),
  bytes_in: make("bytes_in"),
  bytes_out: make("bytes_out"),
  dropped: make("dropped"),
});

interface Amount {
  readonly entries: number;
  readonly bytes: number;
}

const NO_AMOUNT: Amount = { entries: 0, bytes: 0 };

interface Watched {
  /** Since the component was first there. */
  readonly total: Sums;
  /** As they were when the step of the history began. */
  stepBegan: Sums;
  rates: Sums;
  /** As its own counters were at the last look. */
  counted: { entries: number; bytes: number; dropped: number };
  /** The same of each receiver that gets its own, and what it got each second. */
  countedTo: ReadonlyMap<string, Amount>;
  ratesTo: ReadonlyMap<string, Amount>;
  held: number;
}

export interface MonitorSource {
  parts(): RunningPart[];
  readonly scheduler: Scheduler;
  /** Arguments as written, by component. */
  written(): ReadonlyMap<string, LiveComponent["arguments"]>;
  /** What is running, and what watches. */
  about(): Pick<LiveState, "version" | "sha256" | "taps" | "shadow">;
}

export class LiveMonitor {
  readonly #source: MonitorSource;
  readonly #history = new History(Number((LOOK_EVERY * BigInt(LOOKS_IN_STEP)) / SECOND));
  #watched = new Map<string, Watched>();
  #lookedAt: number;
  #stepBeganAt: number;
  #looks = 0;
  #cancel = () => {};
  readonly #listeners = new Set<() => void>();

  constructor(source: MonitorSource) {
    this.#source = source;
    this.#lookedAt = source.scheduler.elapsed();
    this.#stepBeganAt = this.#lookedAt;
  }

  start(): void {
    this.#look();
    this.#arm();
  }

  stop(): void {
    this.#cancel();
  }

  /** Calls `listener` after every look. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #arm(): void {
    this.#cancel = this.#source.scheduler.after(LOOK_EVERY, () => {
      this.#arm();
      this.#look();
      for (const listener of this.#listeners) listener();
    });
  }

  #look(): void {
    const { scheduler } = this.#source;
    const now = scheduler.elapsed();
    const seconds = (now - this.#lookedAt) / 1000;
    this.#lookedAt = now;
    const parts = this.#source.parts();
    const before = this.#watched;
    const watched = new Map<string, Watched>();
    const came = new Map<string, Amount>();
    const arrives = (to: string, { entries, bytes }: Amount) => {
      const sum = came.get(to) ?? NO_AMOUNT;
      came.set(to, { entries: sum.entries + entries, bytes: sum.bytes + bytes });
    };
    for (const { node, counts, flow, flowTo } of parts) {
      const known = before.get(node.id);
      const one = known ?? newlyWatched();
      watched.set(node.id, one);
      const { counted, total } = one;
      const all = { entries: flow.entries - counted.entries, bytes: flow.bytes - counted.bytes };
      const own = new Map(
        [...flowTo].map(([to, sum]) => {
          // A receiver that went and came again counts from nothing.
          const known = one.countedTo.get(to) ?? NO_AMOUNT;
          const last = known.entries > sum.entries ? NO_AMOUNT : known;
          return [to, { entries: sum.entries - last.entries, bytes: sum.bytes - last.bytes }] as const;
        }),
      );
      // Counted once: what the fastest receiver got.
      const most = [...own.values()].reduce(
        (found, given) => (given.entries > found.entries ? given : found),
        NO_AMOUNT,
      );
      const entries = all.entries + most.entries;
      const bytes = all.bytes + most.bytes;
      // What was built anew counts from nothing.
      const dropped = counts.dropped < counted.dropped ? counts.dropped : counts.dropped - counted.dropped;
      one.counted = { entries: flow.entries, bytes: flow.bytes, dropped: counts.dropped };
      one.countedTo = new Map([...flowTo].map(([to, sum]) => [to, { entries: sum.entries, bytes: sum.bytes }]));
      one.ratesTo = new Map([...own].map(([to, given]) => [to, perSecond(given, seconds)]));
      one.held = counts.held;
      one.rates = { ...NOTHING, out: entries, bytes_out: bytes, dropped };
      total.out += entries;
      total.bytes_out += bytes;
      total.dropped += dropped;
      for (const to of node.forwardTo) arrives(to, all);
      for (const [to, given] of own) arrives(to, given);
    }
    for (const [id, one] of watched) {
      const { entries, bytes } = came.get(id) ?? NO_AMOUNT;
      one.total.in += entries;
      one.total.bytes_in += bytes;
      const sums = { ...one.rates, in: entries, bytes_in: bytes };
      one.rates = eachSum((name) => (seconds > 0 ? sums[name] / seconds : 0));
    }
    this.#watched = watched;
    if (seconds > 0 && ++this.#looks % LOOKS_IN_STEP === 0) this.#endStep(now);
  }

  #endStep(now: number): void {
    const seconds = (now - this.#stepBeganAt) / 1000;
    this.#stepBeganAt = now;
    const points = new Map<string, HistoryPoint>();
    for (const [id, one] of this.#watched) {
      const means = eachSum((name) => (one.total[name] - one.stepBegan[name]) / seconds);
      points.set(id, { ...means, held: one.held });
      one.stepBegan = { ...one.total };
    }
    this.#history.add(Number(this.#source.scheduler.now() / SECOND), points);
  }

  historyInSteps(): Generator<void, LiveHistory> {
    return this.#history.readInSteps();
  }

  /** As it was at the last look before the first step; health, details and problems are of that moment. */
  *stateInSteps(): Generator<void, LiveState> {
    const { scheduler } = this.#source;
    const at = formatRfc3339(scheduler.now());
    const written = this.#source.written();
    const parts = this.#source.parts();
    const about = this.#source.about();
    // The next look may come between two steps.
    const seen = new Map(
      [...this.#watched].map(([id, { rates, ratesTo, total }]) => [id, { rates, ratesTo, total: { ...total } }]),
    );
    const full = new Map(parts.map((one) => [one.node.id, one.full]));
    const edges: LiveEdge[] = [];
    const components: LiveComponent[] = [];
    for (const part of parts) {
      const { id, forwardTo } = part.node;
      const { rates: { out, bytes_out } = NOTHING, ratesTo } = seen.get(id) ?? {};
      const isEach = [...(ratesTo?.values() ?? [])].some(({ entries }) => entries > 0);
      for (const [to, times] of countEach(forwardTo)) {
        const given = isEach ? ratesTo!.get(to) : { entries: out * times, bytes: bytes_out * times };
        const flow = { entries: round(given?.entries ?? 0), bytes: round(given?.bytes ?? 0) };
        edges.push({ id: `${id} → ${to}`, from: id, to, ...flow, full: full.get(to) ?? false });
      }
      components.push(describe(part, seen.get(id), written.get(id) ?? []));
      yield;
    }
    return { at, ...about, components, edges };
  }
}

function describe(
  { node, status, counts, problems, times }: RunningPart,
  seen: Pick<Watched, "rates" | "total"> | undefined,
  written: LiveComponent["arguments"],
): LiveComponent {
  const { rates = NOTHING, total = NOTHING } = seen ?? {};
  const { id, label, spec, stages } = node;
  const { state, message, since } = status.health;
  const name = label === "" ? id : id.slice(0, -label.length - 1);
  return {
    id,
    name,
    label,
    kind: spec.graphKind,
    health: { state, message, since },
    forward_to: status.forward_to,
    arguments: written,
    exports: Object.entries(spec.exports).map(([export_, kind]) => ({ name: export_, value: kind })),
    details: status.details,
    errors: problems,
    in: { entries: round(rates.in), bytes: round(rates.bytes_in) },
    out: { entries: round(rates.out), bytes: round(rates.bytes_out) },
    dropped: round(rates.dropped),
    total: {
      in: { entries: total.in, bytes: total.bytes_in },
      out: { entries: total.out, bytes: total.bytes_out },
      dropped: total.dropped,
    },
    held: counts.held,
    ...(spec.stages && { stages: withTimes(listStages(stages), times) }),
  };
}

const perSecond = ({ entries, bytes }: Amount, seconds: number): Amount =>
  seconds > 0 ? { entries: entries / seconds, bytes: bytes / seconds } : NO_AMOUNT;

/** How often each is in the list, in the order of the first ones. */
function countEach(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

const newlyWatched = (): Watched => ({
  total: { ...NOTHING },
  stepBegan: { ...NOTHING },
  rates: { ...NOTHING },
  counted: { entries: 0, bytes: 0, dropped: 0 },
  countedTo: new Map(),
  ratesTo: new Map(),
  held: 0,
});

function withTimes(
  stages: readonly { path: string; name: string }[],
  times: RunningPart["times"] = [],
): LiveComponent["stages"] {
  const byPath = new Map(times.map((time) => [time.path, time]));
  return stages.map((stage) => {
    const time = byPath.get(stage.path);
    if (time === undefined) return stage;
    const { reached, microseconds, share, reasons } = time;
    return { ...stage, time: { reached, microseconds, share, reasons } };
  });
}

/** All of them in their order, those inside others after these. */
export function listStages(stages: RunningPart["node"]["stages"]): { path: string; name: string }[] {
  return stages.flatMap(({ path, spec, children }) => [{ path, name: spec.name }, ...listStages(children)]);
}

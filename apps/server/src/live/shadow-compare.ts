/**
 * Two configurations on the same entries, side by side under one clock: what differs in their results for each input
 * entry, by the rules of the engine's `compare/sent.ts`.
 */
import {
  type ComponentNode,
  type Entry,
  type EntryJson,
  type LoadedConfig,
  MAX_SETS,
  type OutcomeStatus,
  onlyIn,
  type SentEntry,
  type StageHost,
  type StageNode,
  type StageState,
  sameStages,
  sentDifferences,
  VirtualClock,
} from "@sluice/engine";
import { formatRfc3339, type Nanos, SeededRandom, toWellFormedData, utf8Length } from "@sluice/languages/base";
import type { Difference, ShadowSummary } from "@sluice/protocol";
import { BegunBefore, type HeldBlock } from "../watch/begun-before.ts";
import { ShadowSide } from "./shadow-side.ts";

/** Inputs that are inside of either; what they came as and became is kept. */
export const MAX_PENDING = 20_000;
const FIRST_DIFFERENCES = 20;
const MAX_DIFFERENCES = 60;
/** Differences are kept by chance from so many on; entries that one becomes, and characters of a line, that are shown. */
const SHOWN_OUTPUTS = 10;
const SHOWN_LINE = 8192;

type Name = "active" | "draft";

interface Pending {
  readonly input: SentEntry;
  readonly active: SentEntry[];
  readonly draft: SentEntry[];
  open: number;
  /** It belongs to a block that began before the run. */
  begunBefore: boolean;
}

/** What both have, by id, and what only one has. */
export interface Shared {
  readonly shared: readonly string[];
  /**
   * Stages of these, in either, that keep something from entry to entry: `logs.process.main 3 multiline`. By `stream`: of each
   * label set apart; `global`: of all entries together.
   */
  readonly keeping: { readonly stream: readonly string[]; readonly global: readonly string[] };
  readonly notStarted: readonly string[];
  readonly removed: readonly string[];
}

export function compareComponents(active: LoadedConfig, draft: LoadedConfig): Shared {
  // What uses values of other components, such as a file's, cannot be told without running those.
  const runs = ({ spec, uses }: ComponentNode) => spec.stages && uses.length === 0;
  const before = new Map(active.components.map((node) => [node.id, node]));
  const after = new Map(draft.components.map((node) => [node.id, node]));
  const both = draft.components.filter(({ id, spec }) => spec.stages && before.get(id)?.spec.stages);
  const shared = both.filter((node) => runs(node) && runs(before.get(node.id)!)).map(({ id }) => id);
  return {
    shared,
    keeping: {
      stream: keeping([active, draft], shared, "stream"),
      global: keeping([active, draft], shared, "global"),
    },
    notStarted: [
      ...[...after.keys()].filter((id) => !before.has(id)),
      ...both.map(({ id }) => id).filter((id) => !shared.includes(id)),
    ],
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}

/** Each once. What `stage.metrics` keeps changes no entry. */
function keeping(configs: readonly LoadedConfig[], ids: readonly string[], state: StageState): string[] {
  const found = new Set<string>();
  const look = (id: string, stages: readonly StageNode[]): void => {
    for (const { spec, path, children } of stages) {
      if (spec.state === state && spec.category !== "metric") found.add(`${id} ${path} ${spec.name}`);
      look(id, children);
    }
  };
  for (const { components } of configs) for (const { id, stages } of components) if (ids.includes(id)) look(id, stages);
  return [...found];
}

export interface ComparisonOptions {
  readonly start: Nanos;
  readonly seed: number;
  host(side: Name, node: ComponentNode): StageHost;
}

export class ShadowComparison {
  readonly #clock: VirtualClock;
  readonly #sides: Readonly<Record<Name, ShadowSide>>;
  readonly #shared: readonly { readonly id: string; readonly changed: boolean }[];
  readonly #pending = new Map<number, Pending>();
  readonly #streams: Readonly<Record<Name, Set<string>>> = { active: new Set(), draft: new Set() };
  readonly #out = { active: 0, draft: 0 };
  readonly #bytes = { active: 0, draft: 0 };
  readonly #differences: Difference[] = [];
  readonly #random: SeededRandom;
  readonly #before: BegunBefore;
  #begunBefore = 0;
  #next = 0;
  #compared = 0;
  #different = 0;
  #onlyActive = 0;
  #onlyDraft = 0;

  /** Throws `ResourceError` where a file is missing. */
  constructor(active: LoadedConfig, draft: LoadedConfig, { start, seed, host }: ComparisonOptions) {
    this.#clock = new VirtualClock(start);
    this.#random = new SeededRandom(seed);
    this.#before = new BegunBefore(this.#clock);
    const { shared } = compareComponents(active, draft);
    const build = (name: Name, { components }: LoadedConfig) =>
      new ShadowSide(
        components.filter(({ id }) => shared.includes(id)),
        {
          clock: this.#clock,
          seed,
          host: (node) => host(name, node),
          out: (entry, inputs) => this.#left(name, entry, inputs),
          settled: (number) => this.#settled(number),
          // What the draft would hold it does not hold when it is deployed, either.
          ...(name === "active" && {
            joining: (id, path, joins, entry) => {
              if (this.#before.has(id, path, joins, entry)) this.#markBefore(entry);
            },
          }),
        },
      );
    this.#sides = { active: build("active", active), draft: build("draft", draft) };
    const nodeOf = ({ components }: LoadedConfig, id: string) => components.find((one) => one.id === id)!;
    this.#shared = shared.map((id) => ({
      id,
      changed: !sameStages(nodeOf(active, id).stages, nodeOf(draft, id).stages),
    }));
  }

  /** Says which blocks the live pipelines hold: the rest of each is not compared. */
  begunBefore(blocks: readonly HeldBlock[]): void {
    this.#before.add(blocks);
  }

  #markBefore({ origin }: Entry): void {
    for (const number of origin.inputs()) {
      const one = this.#pending.get(number);
      if (one !== undefined) one.begunBefore = true;
    }
  }

  /** Inputs that are inside of either; `push` throws above `MAX_PENDING`. */
  get inside(): number {
    return this.#pending.size;
  }

  /** What a source delivers to these processes, at the clock's time. Throws `SideFull`, or `RangeError` where too much is inside. */
  push(entry: SentEntry, ids: readonly string[]): void {
    const number = this.#next++;
    this.#pending.set(number, { input: entry, active: [], draft: [], open: 2, begunBefore: false });
    if (this.#pending.size > MAX_PENDING) throw new RangeError(`more than ${MAX_PENDING} entries are held or wait`);
    this.#sides.active.push(entry, number, ids);
    this.#sides.draft.push(entry, number, ids);
  }

  /** Lets time pass up to `to`, meeting deadlines on the way. */
  advance(to: Nanos): void {
    const sides = Object.values(this.#sides);
    for (;;) {
      const due = sides.map((side) => side.nextWake()).filter((at) => at !== undefined);
      const next = due.reduce<Nanos | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
      if (next === undefined || next > to) break;
      if (next > this.#clock.now()) this.#clock.advanceTo(next);
      for (const side of sides) side.wake();
    }
    if (to > this.#clock.now()) this.#clock.advanceTo(to);
  }

  #left(name: Name, entry: SentEntry, inputs: readonly number[]): void {
    this.#out[name]++;
    this.#bytes[name] += utf8Length(entry.line);
    const streams = this.#streams[name];
    if (streams.size < MAX_SETS) streams.add(String(entry.labels));
    for (const number of inputs) this.#pending.get(number)?.[name].push(entry);
  }

  #settled(number: number): void {
    const one = this.#pending.get(number);
    if (one === undefined || --one.open > 0) return;
    this.#pending.delete(number);
    if (one.begunBefore) {
      this.#begunBefore++;
      return;
    }
    this.#compared++;
    const differs = sentDifferences(one.active, one.draft);
    if (differs.length === 0) return;
    this.#different++;
    if (one.draft.length === 0) this.#onlyActive++;
    if (one.active.length === 0) this.#onlyDraft++;
    const at = this.#placeOf();
    if (at === undefined) return;
    this.#differences[at] = {
      input: toJson(one.input),
      active: { status: statusOf(one.input, one.active), outputs: one.active.slice(0, SHOWN_OUTPUTS).map(toJson) },
      draft: { status: statusOf(one.input, one.draft), outputs: one.draft.slice(0, SHOWN_OUTPUTS).map(toJson) },
      differs,
    };
  }

  /** The first ones are kept, and of the others each with the same chance. */
  #placeOf(): number | undefined {
    if (this.#differences.length < MAX_DIFFERENCES) return this.#differences.length;
    const at = FIRST_DIFFERENCES + Math.floor(this.#random.next() * (this.#different - FIRST_DIFFERENCES));
    return at < MAX_DIFFERENCES ? at : undefined;
  }

  summary(): ShadowSummary {
    const { active, draft } = this.#sides;
    const series = { active: active.series(MAX_SETS), draft: draft.series(MAX_SETS) };
    return {
      compared: this.#compared,
      same: this.#compared - this.#different,
      different: this.#different,
      only_active: this.#onlyActive,
      only_draft: this.#onlyDraft,
      begun_before: this.#begunBefore,
      out: { ...this.#out },
      bytes: { ...this.#bytes },
      streams: { active: this.#streams.active.size, draft: this.#streams.draft.size },
      new_streams: onlyIn(this.#streams.draft, this.#streams.active),
      gone_streams: onlyIn(this.#streams.active, this.#streams.draft),
      series: { active: series.active.size, draft: series.draft.size },
      new_series: onlyIn(series.draft, series.active),
      gone_series: onlyIn(series.active, series.draft),
      processes: this.#shared.map(({ id, changed }) => {
        const [before, after] = [active.counts(id), draft.counts(id)];
        return {
          id,
          changed,
          in: { active: before.in, draft: after.in },
          out: { active: before.out, draft: after.out },
          drops: [...active.drops(id, "active"), ...draft.drops(id, "draft")],
        };
      }),
      differences: [...this.#differences],
    };
  }

  close(): void {
    for (const side of Object.values(this.#sides)) side.close();
  }
}

function statusOf(input: SentEntry, outputs: readonly SentEntry[]): OutcomeStatus {
  if (outputs.length === 0) return "dropped";
  if (outputs.length > 1) return "split";
  return sentDifferences([input], outputs).length === 0 ? "unchanged" : "passed";
}

const toJson = ({ line, labels, timestamp, metadata }: SentEntry): EntryJson => ({
  line: line.slice(0, SHOWN_LINE).toWellFormed(),
  timestamp: formatRfc3339(timestamp),
  labels: labels.toRecord(),
  structured_metadata: toWellFormedData(metadata),
  extracted: {},
  origins: [],
});

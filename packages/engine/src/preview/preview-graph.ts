/**
 * The preview of all pipelines of a document together. Each runs once, as a preview of its own, after those that
 * forward to it, and takes what they sent at the time at which it left. Only counts are kept, and the entries of all
 * pipelines together are bounded. Samples enter a pipeline once, however many sources lead to it: they stand for the
 * input of all those sources together, and the connections say so (`shared`).
 */
import type { Nanos } from "@sluice/languages/base";
import { utf8Length } from "@sluice/languages/base";
import { type ComponentGraph, type GraphEdge, readGraph } from "../document/graph/graph.ts";
import type { OpenedDocument } from "../document/open-document.ts";
import { previewablePipelines } from "../document/open-document.ts";
import { buildWithResources } from "../pipeline/resources.ts";
import type { PreviewOutput } from "./outcome.ts";
import { Preview, type PreviewOptions, type PreviewPipeline, type Sample } from "./preview.ts";
import type { StageCounts } from "./stage-counts.ts";
import type { StageDoubt } from "./stage-doubts.ts";

/** Maximum number of entries for all pipelines of a graph together in one preview: each may get those of several others. */
export const MOST_GRAPH_ENTRIES = 200_000;
/** Entries after which a caller can look whether it should go on, unless it says. */
const BATCH = 100;

export interface GraphPreviewOptions extends Omit<PreviewOptions, "firstSample" | "endAdvance"> {
  /** If the input stays open: the instant of the clock. Otherwise it ends, and everything is released. */
  readonly until?: Nanos | undefined;
  /** Default `MOST_GRAPH_ENTRIES`. */
  readonly mostEntries?: number | undefined;
  /** Receives the counts of each stage of a pipeline, by path, after its run, and what its entries show to be wrong. */
  readonly counted?:
    | ((pipeline: string, counts: ReadonlyMap<string, StageCounts>, doubts: readonly StageDoubt[]) => void)
    | undefined;
  /** Entries between two stops. Default 100. */
  readonly batch?: number | undefined;
}

/** Entries, and bytes of UTF-8 in their lines. */
export interface Flow {
  readonly entries: number;
  readonly bytes: number;
}

/** What a pipeline did with what came to it. `in = out + dropped + held` in entries that came in. */
export interface PipelineFlow {
  readonly in: Flow;
  /** What it sent: where entries were split or merged, others than came in. */
  readonly sent: Flow;
  readonly dropped: number;
  readonly held: number;
}

/** Plain data. */
export interface GraphFlow {
  /** By the id of the component; without those that certainly nothing could reach. */
  readonly pipelines: Readonly<Record<string, PipelineFlow>>;
  /** By the id of the edge. */
  readonly edges: Readonly<Record<string, Flow>>;
  /**
   * By the id of the edge, if several sources lead to one pipeline: the samples, as the input from all of them together. A
   * sample does not say from which one it would come.
   */
  readonly shared: Readonly<Record<string, Flow>>;
  /** Ids of the components where the samples enter. */
  readonly entrances: readonly string[];
  /** Why a pipeline could not be run, as a sentence, by the id of the component. */
  readonly failures: Readonly<Record<string, string>>;
  /** Pipelines that were not run since too many entries would have reached them. */
  readonly skipped: readonly string[];
}

/** Plays `samples` through the whole of `document`, and stops now and then, for a caller that has other work. */
export function* previewGraph(
  document: OpenedDocument,
  samples: readonly Sample[],
  options: GraphPreviewOptions,
): Generator<void, GraphFlow, void> {
  const graph = readGraph(document) ?? { nodes: [], edges: [] };
  const pipelines = new Map(previewablePipelines(document).map((pipeline) => [pipeline.id, pipeline]));
  const entrances = new Set([...pipelines.keys()].filter((id) => isEntrance(graph, pipelines, id)));
  const way = orderOf(graph, pipelines, entrances);
  const flows: Record<string, PipelineFlow> = {};
  const failures: Record<string, string> = {};
  const skipped: string[] = [];
  /** What came to each pipeline so far, from each that forwards to it. */
  const inputs = new Map<string, Arrivals[]>();
  let left = options.mostEntries ?? MOST_GRAPH_ENTRIES;
  for (const id of way) {
    const entering = entrances.has(id) ? [arrivalsOf(samples, options.start)] : [];
    const own = [...entering, ...(inputs.get(id) ?? [])];
    inputs.delete(id);
    if (own.length === 0) continue;
    const count = own.reduce((sum, { count }) => sum + count, 0);
    if (count > left) {
      skipped.push(id);
      continue;
    }
    left -= count;
    const targets = graph.edges.filter((edge) => edge.from === id && carriesLogs(edge) && pipelines.has(edge.to));
    const build = buildWithResources(() => new Run(pipelines.get(id)!, options, targets.length > 0 ? left : 0));
    if (!build.ok) {
      failures[id] = build.diagnostic.message;
      continue;
    }
    const run = build.built;
    yield* run.play(inOrder(own));
    flows[id] = run.flow();
    options.counted?.(id, run.counts(), run.doubts());
    const passed = { count: flows[id].sent.entries, list: run.outputs };
    for (const { to, times } of targets)
      for (let i = 0; i < times; i++) inputs.set(to, [...(inputs.get(to) ?? []), passed]);
  }
  const edges: Record<string, Flow> = {};
  const shared: Record<string, Flow> = {};
  const entering = { entries: samples.length, bytes: samples.reduce((sum, { line }) => sum + utf8Length(line), 0) };
  for (const edge of graph.edges.filter(carriesLogs)) {
    const sent = flows[edge.from]?.sent;
    const sources = sourcesOf(graph, edge.to, flows);
    if (sent !== undefined) edges[edge.id] = { entries: sent.entries * edge.times, bytes: sent.bytes * edge.times };
    else if (!entrances.has(edge.to) || flows[edge.to] === undefined || !sources.has(edge.from)) continue;
    else if (sources.size > 1) shared[edge.id] = entering;
    else edges[edge.id] = entering;
  }
  return { pipelines: flows, edges, shared, entrances: [...entrances], failures, skipped };
}

/** What could not be delivered is nothing that a preview knows. */
const carriesLogs = ({ carries, refused }: GraphEdge): boolean => carries === "logs-receiver" && refused !== true;

/**
 * The pipelines in such an order that each comes after those that forward to it. In a circle, which is an error of the
 * configuration, what leads back to where it was entered is not followed.
 */
function orderOf(
  { edges }: ComponentGraph,
  pipelines: ReadonlyMap<string, unknown>,
  entrances: Iterable<string>,
): string[] {
  const next = new Map<string, string[]>();
  for (const edge of edges)
    if (carriesLogs(edge) && pipelines.has(edge.from) && pipelines.has(edge.to))
      next.set(edge.from, [...(next.get(edge.from) ?? []), edge.to]);
  const seen = new Set<string>();
  const order: string[] = [];
  for (const start of [...[...entrances].toReversed(), ...pipelines.keys()]) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path = [{ id: start, at: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = next.get(top.id)?.toReversed()[top.at++];
      if (to === undefined) {
        order.unshift(top.id);
        path.pop();
      } else if (!seen.has(to)) {
        seen.add(to);
        path.push({ id: to, at: 0 });
      }
    }
  }
  return order;
}

/** Entries come in where a source forwards to, which nothing forwards to itself, and where nothing does. */
function isEntrance({ edges }: ComponentGraph, pipelines: ReadonlyMap<string, unknown>, id: string): boolean {
  const before = (to: string) => edges.filter((edge) => edge.to === to && carriesLogs(edge) && edge.from !== to);
  const feeders = before(id);
  if (feeders.length === 0 && edges.some(({ to, refused }) => to === id && refused === true)) return false;
  return feeders.length === 0 || feeders.some(({ from }) => !pipelines.has(from) && before(from).length === 0);
}

/** An entry on its way to a pipeline. */
interface Arrival {
  readonly at: Nanos;
  readonly sample: Sample;
}

/** What comes from one side. */
interface Arrivals {
  /** Where they are too many for what is left, the list has only some. */
  readonly count: number;
  readonly list: readonly Arrival[];
}

function arrivalsOf(samples: readonly Sample[], start: Nanos): Arrivals {
  let at = start;
  const list = samples.map((sample) => {
    at += sample.advance ?? 0n;
    return { at, sample };
  });
  return { count: list.length, list };
}

/** What comes from several sides, by its time. */
function inOrder(sides: readonly Arrivals[]): readonly Arrival[] {
  const [only] = sides;
  if (sides.length === 1 && only !== undefined) return only.list;
  return sides.flatMap(({ list }) => list).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** One pipeline of the graph. */
class Run {
  readonly outputs: Arrival[] = [];
  readonly #preview: Preview;
  readonly #options: GraphPreviewOptions;
  #in = { entries: 0, bytes: 0 };
  #sent = { entries: 0, bytes: 0 };

  /** `most`: how much of what leaves it can go on to others. */
  constructor(pipeline: PreviewPipeline, options: GraphPreviewOptions, most: number) {
    this.#options = options;
    this.#preview = new Preview(pipeline, options, {
      settled: (sample) => this.#preview.forget(sample),
      output: (output) => {
        this.#sent.entries++;
        this.#sent.bytes += utf8Length(output.entry.line);
        if (this.outputs.length < most) this.outputs.push(arrivalOf(output));
      },
    });
  }

  *play(arrivals: readonly Arrival[]): Generator<void, void, void> {
    const preview = this.#preview;
    let due = this.#options.start;
    const size = this.#options.batch ?? BATCH;
    for (let from = 0; from < arrivals.length; from += size) {
      const batch = arrivals.slice(from, from + size).map(({ at, sample }) => {
        const advance = at - due;
        due = at;
        return { ...sample, advance };
      });
      preview.send(batch);
      this.#in.entries += batch.length;
      for (const { line } of batch) this.#in.bytes += utf8Length(line);
      yield;
    }
    const { until } = this.#options;
    if (until === undefined) preview.end();
    else if (until > preview.clock.now()) preview.advance(until - preview.clock.now());
  }

  counts(): ReadonlyMap<string, StageCounts> {
    return this.#preview.counts();
  }

  doubts(): readonly StageDoubt[] {
    return this.#preview.doubts();
  }

  flow(): PipelineFlow {
    const { dropped, out } = this.#preview.balance;
    // What was not sent since a stage takes nothing waits, too.
    return { in: this.#in, sent: this.#sent, dropped, held: this.#in.entries - out - dropped };
  }
}

/** As the next pipeline gets it: extracted values stay behind. */
function arrivalOf({ at, entry: { line, labels, timestamp, metadata } }: PreviewOutput): Arrival {
  return { at, sample: { line, labels: labels.toRecord(), timestamp, metadata } };
}

/** What leads to a pipeline and is no pipeline that ran: where samples would come from. */
const sourcesOf = (
  { edges }: ComponentGraph,
  id: string,
  flows: Readonly<Record<string, PipelineFlow>>,
): ReadonlySet<string> =>
  new Set(edges.filter(({ to, from }) => to === id && flows[from] === undefined).map(({ from }) => from));

/**
 * Values that follow from the stores, computed once for each change however many views show them. Cards of stages
 * (`derived.cards`) and the graph (`derived.graph`) show the text as it is, also with errors, as long as it parses.
 */
import type { CardItem, PipelineItem, Problem } from "../model/analysis.ts";
import { placeDisagreements } from "../model/disagreement.ts";
import { type ShownGraph, shownGraph } from "../model/graph/shown-graph.ts";
import { findMissingFiles, type MissingFile } from "../model/missing-files.ts";
import type { RunResult, RunSample, SampleOutcome, SampleStatus } from "../model/run.ts";
import {
  groupRows,
  isWorthGrouping,
  type ListItem,
  listItems,
  type PatternGroup,
  passesPatterns,
} from "../model/sample-patterns.ts";
import {
  countStatuses,
  makeRows,
  outcomesById,
  type RunContext,
  type SampleFilter,
  type SampleRow,
  type StageFacts,
  stageFacts,
} from "../model/sample-rows.ts";
import type { SampleEntry } from "../model/samples.ts";
import { selectedPipeline } from "../model/selected.ts";
import { type ShownCards, shownCards } from "../model/stage-tree.ts";
import { findStale, type Stale } from "../model/stale.ts";
import { makeStepViews, type SteppedStage, type StepView } from "../model/step-view.ts";
import { sameJson } from "../text/same-json.ts";
import type { AnalysisState, Stores } from "./stores.ts";

export interface Derived {
  /** The selected pipeline of the last text without errors. */
  pipeline(): PipelineItem | undefined;
  /** Its stages as cards: of the text as it is, or of the last that parsed. */
  cards(): ShownCards;
  /** The components: of the text as it is, or of the last that parsed. */
  graph(): ShownGraph;
  /** The selected card. */
  card(): CardItem | undefined;
  outcomes(): ReadonlyMap<number, SampleOutcome>;
  /** The samples that match the search and the filters by pattern, whatever their result. */
  found(): readonly SampleRow[];
  /** Counts for the filter chips, among the samples that match the search. */
  statusCounts(): Readonly<Record<SampleStatus, number>>;
  stageFacts(): ReadonlyMap<string, StageFacts>;
  /** The samples as a pipeline gets them. */
  runSamples(): readonly RunSample[];
  /** Labels of every sample: those that the sources set, and those that are written, which override them. */
  commonLabels(): Readonly<Record<string, string>>;
  /** The samples as they are filtered. */
  rows(): readonly SampleRow[];
  /** Whether the list shows them by pattern. */
  isGrouped(): boolean;
  /** The samples as they are filtered, by pattern. */
  groups(): readonly PatternGroup[];
  /** What the grouped list shows, from top to bottom. */
  listItems(): readonly ListItem[];
  /** The samples as they are filtered, in the order of the list, those of folded groups too. */
  listedRows(): readonly SampleRow[];
  /** The selected entry is not among them. */
  isLeftOut(): boolean;
  /** What words about held entries need. */
  runContext(): RunContext;
  /** Problems of the text, and those that its last run found, in the order of the text. */
  problems(): readonly Problem[];
  /** Files that the selected pipeline needs and that were not chosen yet. */
  missingFiles(): readonly MissingFile[];
  /** Why the shown results are outdated; null: they are not. */
  stale(): Stale | null;
  /** The selected entry through all stages. */
  stepViews(): readonly StepView[];
}

/** `compute` of the inputs, called again only when one of them changed. */
function once<I extends unknown[], T>(inputs: () => readonly [...I], compute: (...inputs: I) => T): () => T {
  let last: { readonly inputs: readonly [...I]; readonly value: T } | undefined;
  return () => {
    const now = inputs();
    if (last === undefined || !last.inputs.every((input, i) => Object.is(input, now[i])))
      last = { inputs: now, value: compute(...now) };
    return last.value;
  };
}

const ALL: SampleFilter = { kind: "all" };
const NONE: readonly MissingFile[] = [];
const NO_PROBLEMS: readonly Problem[] = [];
const NO_GROUPS: readonly PatternGroup[] = [];

/** The stores that derived values follow from: `createDerived` gets no others, and views listen to all of them. */
export const DERIVED_FROM = [
  "document",
  "analysis",
  "selection",
  "preview",
  "view",
  "entryFilter",
  "patterns",
  "settings",
  "files",
] as const satisfies readonly (keyof Stores)[];

type DerivedStores = Pick<Stores, (typeof DERIVED_FROM)[number]>;

export function createDerived(stores: DerivedStores): Derived {
  const text = deriveText(stores);
  return { ...text, ...deriveEntries(stores, text.pipeline), ...deriveRun(stores, text.pipeline) };
}

type DerivedText = Pick<Derived, "pipeline" | "cards" | "card" | "graph" | "problems" | "missingFiles">;
type DerivedEntries = Pick<
  Derived,
  | "outcomes"
  | "found"
  | "statusCounts"
  | "stageFacts"
  | "commonLabels"
  | "runSamples"
  | "rows"
  | "isGrouped"
  | "groups"
  | "listItems"
  | "listedRows"
  | "isLeftOut"
>;
type DerivedRun = Pick<Derived, "runContext" | "stale" | "stepViews">;

/** What the text means, and what is wrong with it. */
function deriveText({ analysis, selection, preview, view, files }: DerivedStores): DerivedText {
  const current = () => analysis.getState().current;
  const good = () => analysis.getState().good;
  const pipeline = once(() => [good(), selection.getState().pipelineId] as const, selectedPipeline);
  const cards = once(() => [current(), good(), selection.getState().pipelineId] as const, shownCards);
  return {
    pipeline,
    cards,
    card: once(
      () => [cards(), view.getState().offCard, selection.getState().stagePath] as const,
      ({ cards: all }, off, path) => all.find(({ id }) => id === off) ?? all.find(({ id }) => id === path) ?? all[0],
    ),
    graph: once(() => [current(), good()] as const, shownGraph),
    problems: once(() => {
      const { disagreements, refused } = analysis.getState();
      return [current(), preview.getState().result, disagreements, refused] as const;
    }, allProblems),
    missingFiles: once(
      () => [pipeline(), files.getState()] as const,
      (item, { loaded, files: chosen }) => (loaded ? findMissingFiles(item, chosen) : NONE),
    ),
  };
}

/** Problems of the text, of its last run, of its expressions and of the server; what two of them say is said once. */
function allProblems(
  current: AnalysisState["current"],
  result: RunResult | null,
  disagreements: AnalysisState["disagreements"],
  refused: AnalysisState["refused"],
): readonly Problem[] {
  const own = current?.problems ?? NO_PROBLEMS;
  const ofRun = result?.text === current?.text ? (result?.problems ?? NO_PROBLEMS) : NO_PROBLEMS;
  const ofExpressions = current === null ? NO_PROBLEMS : placeDisagreements(current.text, disagreements);
  const known = new Set(own.map(({ code, start }) => `${code} ${start}`));
  const ofServer =
    refused === null || refused.text !== current?.text
      ? NO_PROBLEMS
      : refused.problems.filter(({ code, start }) => !known.has(`${code} ${start}`));
  if (ofRun.length + ofExpressions.length + ofServer.length === 0) return own;
  return [...own, ...ofRun, ...ofExpressions, ...ofServer].sort((a, b) => a.start - b.start);
}

/** The samples with their outcomes, as they are listed. */
function deriveEntries(stores: DerivedStores, pipeline: Derived["pipeline"]): DerivedEntries {
  const { document, selection, preview, entryFilter, patterns } = stores;
  const samples = () => document.getState().samples;
  const outcomes = once(() => [preview.getState().result] as const, outcomesById);
  // Each analysis gives its labels anew: equal ones are no reason to send all samples again.
  let given: Readonly<Record<string, string>> | undefined;
  const commonLabels = once(
    () => {
      const now = pipeline()?.given?.labels;
      if (!sameJson(now, given)) given = now;
      return [given, document.getState().labels] as const;
    },
    (set, written) => (set === undefined ? written : { ...set, ...written }),
  );
  const wanted = once(() => [patterns.getState().filters, patterns.getState().known] as const, passesPatterns);
  const found = once(() => [samples(), outcomes(), ALL, entryFilter.getState().search, wanted()] as const, makeRows);
  const filtered = once(() => {
    const { filter, search } = entryFilter.getState();
    return [samples(), outcomes(), filter, search, wanted()] as const;
  }, makeRows);
  // Of very many samples each list takes its time.
  const rows = () => (entryFilter.getState().filter.kind === "all" ? found() : filtered());
  return {
    ...deriveGroups(stores, rows),
    outcomes,
    found,
    rows,
    statusCounts: once(
      () => [found()] as const,
      (all) => countStatuses(all.map(({ outcome }) => outcome)),
    ),
    stageFacts: once(
      () => [outcomes()] as const,
      (all) => stageFacts(all.values()),
    ),
    commonLabels,
    runSamples: once(() => [samples(), commonLabels()] as const, asSent),
    isLeftOut: once(
      () => [rows(), samples(), selection.getState().sampleId] as const,
      (shown, all, chosen) =>
        shown.length < all.length &&
        all.some(({ id }) => id === chosen) &&
        !shown.some(({ sample }) => sample.id === chosen),
    ),
  };
}

/** The same by pattern. */
function deriveGroups(
  { patterns, settings }: DerivedStores,
  rows: Derived["rows"],
): Pick<Derived, "isGrouped" | "groups" | "listItems" | "listedRows"> {
  const isGrouped = once(
    () => [settings.getState().groupSamples, patterns.getState().known] as const,
    (chosen, known) => known !== null && (chosen ?? isWorthGrouping(known)),
  );
  const groups = once(() => [rows(), patterns.getState().known, patterns.getState().folds] as const, groupRows);
  return {
    isGrouped,
    groups,
    listItems: once(() => [groups()] as const, listItems),
    listedRows: once(
      () => [isGrouped(), isGrouped() ? groups() : NO_GROUPS, rows()] as const,
      (grouped, all, plain) => (grouped ? all.flatMap((group) => group.rows) : plain),
    ),
  };
}

const asSent = (samples: readonly SampleEntry[], labels: Readonly<Record<string, string>>): readonly RunSample[] =>
  samples.map((sample) => ({
    id: sample.id,
    line: sample.line,
    // One object for all of them is sent once.
    labels: sample.labels === undefined ? labels : { ...labels, ...sample.labels },
    timestamp: sample.timestamp,
    metadata: sample.metadata,
    extracted: sample.extracted,
    advance: sample.advance,
  }));

/** The last run, and the selected entry's way through it. */
function deriveRun({ analysis, preview }: DerivedStores, pipeline: Derived["pipeline"]): DerivedRun {
  // The same for as long as they say the same: each key makes another analysis, and most of what is shown depends on them.
  const stageText = once(
    () => [pipeline()] as const,
    (item) => item && JSON.stringify(item.stages.map(({ path, name, depth }) => ({ path, name, depth }))),
  );
  const steppedStages = once(
    () => [stageText()] as const,
    (text) => (text === undefined ? undefined : (JSON.parse(text) as SteppedStage[])),
  );
  return {
    runContext: once(
      () => [preview.getState().result?.clock.now ?? "", steppedStages()] as const,
      (now, stages) => {
        const names = new Map(stages?.map(({ path, name }) => [path, name]));
        return { now, stageName: (path: string) => names.get(path) };
      },
    ),
    stale: once(() => {
      const { result, status, message } = preview.getState();
      return [analysis.getState().current, result !== null, status, message] as const;
    }, findStale),
    stepViews: once(
      () => [steppedStages(), preview.getState().steps, preview.getState().stepNames] as const,
      (stages, steps, names) => {
        if (steps === null || stages === undefined) return [];
        // Of a text before: only stages that were in it.
        const known = stages.filter(({ path, name }) => names[path] === name);
        return makeStepViews(known, steps.steps, steps.sample);
      },
    ),
  };
}

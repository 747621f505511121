/** The stages that a log is likely to need first, each with what it does to one of its entries. */
import { formatRfc3339, type Nanos } from "@sluice/languages/base";
import { goString } from "@sluice/languages/govalue";
import { loadStages } from "../document/load.ts";
import type { Snapshot } from "../pipeline/snapshot.ts";
import type { StageHost } from "../pipeline/stage.ts";
import { Preview } from "../preview/preview.ts";
import { type DetectedFormat, detectFormats } from "./detect.ts";

/** A stage before and after which an entry is shown. */
export interface OfferedStage {
  readonly name: string;
  /** As configuration text. */
  readonly code: string;
  /** The line of an entry before it. */
  readonly before: string;
  /** The line after it, where that is another. */
  readonly after: string | undefined;
  /** What it sets: extracted values, labels, the time; in that order, some of them at most. */
  readonly sets: readonly { readonly name: string; readonly value: string }[];
}

export interface FormatOffer {
  /** `Docker`, `CRI (Kubernetes containers) with JSON inside` */
  readonly title: string;
  readonly formats: readonly DetectedFormat[];
  readonly stages: readonly OfferedStage[];
  /** Entries that the format reads, of those that the lines make. */
  readonly matched: number;
  readonly total: number;
  /** Indexes of lines that are not of the format. */
  readonly missed: readonly number[];
}

/** Formats whose lines carry those of another. */
const WRAPPERS: ReadonlySet<string> = new Set(["docker", "cri"]);
const MAX_SETS = 6;
/** Lines that are searched for an example and for lines of another format. */
const MAX_LINES = 1000;
const HOST: StageHost = { resource: () => undefined, sha256: () => "" };

/**
 * The format of `lines` and the first stages for them; undefined if no known format fits. `start`: the clock of the run, from
 * which times without a year take theirs.
 */
export function offerFormat(lines: readonly string[], start: Nanos): FormatOffer | undefined {
  const [outer] = detectFormats(lines);
  if (outer === undefined) return undefined;
  const inner = WRAPPERS.has(outer.id) ? detectFormats(run(outer.stages, lines, start).lines)[0] : undefined;
  const formats = inner === undefined || WRAPPERS.has(inner.id) ? [outer] : [outer, inner];
  const text = formats.map(({ stages }) => stages).join("\n");
  const { preview, paths, codes, names } = run(text, lines, start);
  const reader = paths[names.findIndex((name) => name !== "multiline")];
  const given = Math.min(lines.length, MAX_LINES);
  const indexes = [...Array(given).keys()];
  // Empty lines are no entries of any format.
  const missed = indexes.filter(
    (i) => lines[i]!.trim() !== "" && reader !== undefined && preview.outcomeOf(i).missedBy.includes(reader),
  );
  const example = bestExample(preview, indexes);
  return {
    title: formats.map(({ title }, i) => (i === 0 ? title : `with ${title} inside`)).join(" "),
    formats,
    stages: paths.map((path, i) => ({ name: names[i]!, code: codes[i]!, ...effect(preview, example, path) })),
    matched: outer.matched,
    total: outer.total,
    missed,
  };
}

function run(stages: string, lines: readonly string[], start: Nanos) {
  const { stages: nodes } = loadStages(stages);
  const samples = lines.slice(0, MAX_LINES).map((line) => ({ line, labels: {} }));
  const preview = Preview.run({ stages: nodes, dialect: "loki" }, samples, { start, seed: 1, host: HOST });
  return {
    preview,
    lines: preview.outputs.map(({ entry }) => entry.line),
    paths: nodes.map(({ path }) => path),
    names: nodes.map(({ spec }) => spec.name),
    codes: nodes.map(({ span }) => `${stages.slice(span.start, span.end)}\n`),
  };
}

const WORKED: ReadonlySet<string> = new Set(["changed", "merged", "split"]);

/** The first line that most stages change. */
function bestExample(preview: Preview, indexes: readonly number[]): number {
  let best = 0;
  let most = -1;
  for (const i of indexes) {
    const { stages, missedBy } = preview.outcomeOf(i);
    const worked = [...stages.values()].filter((status) => WORKED.has(status)).length;
    const worth = worked * 2 - missedBy.length;
    if (worth <= most) continue;
    best = i;
    most = worth;
  }
  return best;
}

/** What the stage at `path` does to sample `i`; a stage that joins entries shows the joined one. */
function effect(preview: Preview, i: number, path: string): Pick<OfferedStage, "before" | "after" | "sets"> {
  const steps = preview.stepsOf(i).filter((step) => step.path === path);
  const after = steps.flatMap(({ emitted }) => emitted).find(({ origins }) => origins.includes(i));
  const before = steps.find((step) => step.before?.origins.includes(i))?.before ?? after;
  if (before === undefined) return { before: "", after: undefined, sets: [] };
  if (after === undefined || after === before) return { before: before.line, after: undefined, sets: [] };
  return {
    before: before.line,
    after: after.line === before.line ? undefined : after.line,
    sets: [...changes(before, after)].slice(0, MAX_SETS),
  };
}

function* changes(before: Snapshot, after: Snapshot): Iterable<{ name: string; value: string }> {
  for (const [name, value] of after.extracted)
    if (before.extracted.get(name) !== value && !isInternal(name))
      yield { name, value: goString(value) ?? JSON.stringify(value) };
  for (const [name, value] of Object.entries(after.labels.toRecord()))
    if (before.labels.toRecord()[name] !== value) yield { name: `label ${name}`, value };
  if (before.timestamp !== after.timestamp) yield { name: "entry time", value: formatRfc3339(after.timestamp) };
}

/** The line after the stage is shown as the line. */
const isInternal = (name: string): boolean => name === "output" || name === "content";

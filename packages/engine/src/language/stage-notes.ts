/** Results of samples at each stage of a document, in a few words beside it, for editors that show notes in the text. */
import { grouped } from "../base/grouped.ts";
import type { Span } from "../base/span.ts";
import type { OpenedDocument } from "../document/open-document.ts";
import type { StageNode } from "../pipeline/stage-spec.ts";
import type { GraphFlow } from "../preview/preview-graph.ts";
import type { StageCounts } from "../preview/stage-counts.ts";

export interface StageNote {
  /** Of the stage's name, or of the head of its pipeline. */
  readonly span: Span;
  readonly text: string;
}

/** The counts of each stage, by path, for each pipeline that ran. */
export type CountsOf = ReadonlyMap<string, ReadonlyMap<string, StageCounts>>;

/** `716 → 461 · 255 dropped`; `no entries` where none came. */
export function describeStageCounts(counts: StageCounts | undefined): string {
  if (counts === undefined || (counts.in === 0 && counts.waiting === 0)) return "no entries";
  const told = (["dropped", "missed", "merged", "split", "held", "waiting", "errors"] as const).filter(
    (name) => counts[name] > 0,
  );
  const all =
    counts.missed > 0 || counts.errors > 0 || counts.changed === 0 ? [] : [`${grouped(counts.changed)} changed`];
  const shown = told.map(
    (name) => `${grouped(counts[name])} ${name === "errors" && counts[name] === 1 ? "error" : name}`,
  );
  return [`${grouped(counts.in)} → ${grouped(counts.out)}`, ...shown, ...(told.length === 0 ? all : [])].join(" · ");
}

/**
 * A note for each pipeline of `document` that was run, and for each of its stages, in the order of the text. Pipelines to which
 * nothing came have one that says so.
 */
export function stageNotes(
  { file, pipelines }: Pick<OpenedDocument, "file" | "pipelines">,
  { pipelines: flows, failures, skipped }: GraphFlow,
  countsOf: CountsOf,
): StageNote[] {
  const notes: StageNote[] = [];
  const addStages = (stages: readonly StageNode[], counts: ReadonlyMap<string, StageCounts>) => {
    for (const { span, path, spec, children } of stages) {
      const end = Math.min(span.end, span.start + `stage.${spec.name}`.length);
      notes.push({ span: { start: span.start, end }, text: describeStageCounts(counts.get(path)) });
      addStages(children, counts);
    }
  };
  for (const { id, span, previewable, stages } of pipelines) {
    const flow = flows[id];
    const counts = countsOf.get(id);
    // A bare body of stages has no head of its own.
    const head = span.start === file.span.start && span.end === file.span.end ? undefined : headOf(file.text, span);
    if (flow !== undefined && counts !== undefined) {
      const balance = [
        `${grouped(flow.in.entries)} in → ${grouped(flow.sent.entries)} sent`,
        ...(flow.dropped > 0 ? [`${grouped(flow.dropped)} dropped`] : []),
        ...(flow.held > 0 ? [`${grouped(flow.held)} held`] : []),
      ];
      if (head !== undefined) notes.push({ span: head, text: balance.join(" · ") });
      addStages(stages, counts);
      continue;
    }
    const why = !previewable
      ? "not run: it has errors"
      : (failures[id] ?? (skipped.includes(id) ? "not run: too many entries would reach it" : "no entries reach it"));
    notes.push({ span: head ?? firstOf(stages) ?? { start: span.start, end: span.start }, text: why });
  }
  return notes.sort((a, b) => a.span.start - b.span.start);
}

/** Up to the opening brace. */
function headOf(text: string, { start, end }: Span): Span {
  const brace = text.indexOf("{", start);
  return { start, end: brace < 0 ? end : text.slice(start, Math.min(brace, end)).trimEnd().length + start };
}

const firstOf = ([first]: readonly StageNode[]): Span | undefined =>
  first && {
    start: first.span.start,
    end: Math.min(first.span.end, first.span.start + `stage.${first.spec.name}`.length),
  };

/**
 * From a value to stages: what people do with a text that they see in a line, or with a value that an entry has. Each is an
 * edit of the document at the place where the value was seen, and is tried out on all entries as they pass there.
 */

import { guessTimeFormats } from "@sluice/languages/gotime";
import { goFloat, goString } from "@sluice/languages/govalue";
import type { ExtractedValue } from "../base/extracted.ts";
import { freeName, toName } from "../detect/index.ts";
import { loadStages } from "../document/load.ts";
import { type DocumentPipeline, findPipeline, type OpenedDocument } from "../document/open-document.ts";
import type { ValuePlace } from "../preview/entries-at.ts";
import { Preview, type PreviewOptions, type Sample } from "../preview/preview.ts";
import { type StageCounts, stageCounts } from "../preview/stage-counts.ts";
import { extractionsInSteps } from "./extract.ts";
import type { Extraction, LineSelection } from "./extraction.ts";
import { type MergedStage, mergedTexts, placeStages } from "./merge.ts";
import { nameOf, takenNames, writtenNames } from "./names.ts";
import { seenValues } from "./seen-values.ts";
import { stagesFor, stagesForLabel, stagesForText, type ValueAction } from "./stages-for.ts";
import { finish } from "./steps.ts";
import { isSameWay, redactionsOf, waysFor } from "./ways-for.ts";

/** A stretch of a line, or a value that entries have at the place: extracted, or a label. */
export type SelectedValue =
  /** It is extracted as `name`; without one under a name that suits it and is not taken. */
  | { readonly kind: "line"; readonly selection: LineSelection; readonly name?: string | undefined }
  /** `line`: that of the entry with it. */
  | { readonly kind: "field"; readonly name: string; readonly value: ExtractedValue; readonly line: string }
  | { readonly kind: "label"; readonly name: string; readonly value: string };

/** The user's choice instead of the best one. */
export interface SuggestionChoice {
  /** Which way to extract. */
  readonly extraction?: Pick<Extraction, "kind" | "text"> | undefined;
  /** Layout of a time. */
  readonly format?: string | undefined;
}

export interface Suggestion {
  readonly action: ValueAction;
  /** What the value is called from there on. */
  readonly name: string;
  /** Another value has that name. */
  readonly taken: boolean;
  /** The stages that are new or have something new, as text. */
  readonly stages: string;
  /** New ones. */
  readonly stageCount: number;
  /** Those that were there, and have something new. */
  readonly merged: readonly MergedStage[];
  /** The configuration with them. */
  readonly text: string;
  /** Path that the last of them has then. */
  readonly path: string;
  /** How the value is extracted, where it was selected in a line. */
  readonly extraction: Extraction | undefined;
  /** The layout that reads the value, for a timestamp. */
  readonly format: string | undefined;
  /** How many different values the label or the metadata gets; with `atLeast` no more were counted. */
  readonly values: { readonly count: number; readonly atLeast: boolean } | undefined;
  /** What the last of the new stages, and the one that extracts, does to the entries. */
  readonly counts: StageCounts;
  readonly extracted: StageCounts | undefined;
}

/** What can be made of a selected value, whatever is to be done with it. */
export interface Ways {
  /** Ways to extract what is selected in a line, the best first. */
  readonly extractions: readonly Extraction[];
  /** Layouts that read the value as a time, the best first. */
  readonly formats: readonly string[];
}

export interface SuggestOptions {
  /** Id or label of the pipeline. */
  readonly pipeline: string;
  readonly place: ValuePlace;
  /** All entries as they pass there. */
  readonly entries: readonly Sample[];
  /** How samples are run. */
  readonly run: PreviewOptions;
  /** What the stages that are there do in the last run, by path. */
  readonly counts?: ReadonlyMap<string, StageCounts> | undefined;
}

/** Entries that are sent without a pause. */
const STEP = 500;
/** Entries whose numbers make the buckets of a histogram. */
const MAX_NUMBERS = 2000;
/** Values that a layout is guessed from. */
const MAX_TIMES = 100;

/** What can be done with one selected value. What is costly is done once, and each action by itself. */
export class Suggester {
  /** Default name of a value that is selected in a line. */
  readonly name: string;
  readonly #document: OpenedDocument;
  readonly #pipeline: DocumentPipeline | undefined;
  readonly #selected: SelectedValue;
  readonly #options: SuggestOptions;
  readonly #taken: ReadonlySet<string>;
  readonly #value: string;
  /** Continues where the last caller gave up. */
  readonly #looking: Generator<undefined, void>;
  #ways: Ways | undefined;

  constructor(document: OpenedDocument, selected: SelectedValue, options: SuggestOptions) {
    this.#document = document;
    this.#pipeline = findPipeline(document, options.pipeline);
    this.#selected = selected;
    this.#options = options;
    this.#taken = takenNames(options.entries);
    this.#value = textOf(selected);
    this.name =
      selected.kind === "line"
        ? selected.name === undefined
          ? freeName(nameOf(selected.selection), this.#taken)
          : toName(selected.name)
        : toName(selected.name);
    this.#looking = this.#look();
  }

  /** Ways to extract what is selected in a line, and to read it as a time; in steps, as below. */
  *waysInSteps(): Generator<undefined, Ways> {
    while (this.#ways === undefined) if (!this.#looking.next().done) yield;
    return this.#ways;
  }

  *#look(): Generator<undefined, void> {
    const selected = this.#selected;
    const extractions = selected.kind === "line" ? yield* this.#extract(selected.selection) : [];
    const formats = guessTimeFormats([this.#value, ...this.#otherTexts(extractions)]);
    this.#ways = { extractions, formats: formats.slice(0, 4).map(({ format }) => format) };
  }

  /**
   * The stages for `action`. Undefined where there are none: the pipeline cannot be previewed, the place is not there, the
   * text is empty, or is no time.
   */
  suggest(action: ValueAction, choice: SuggestionChoice = {}): Suggestion | undefined {
    return finish(this.suggestInSteps(action, choice));
  }

  /** The same in steps of some hundred entries, between which other work can run. */
  *suggestInSteps(action: ValueAction, choice: SuggestionChoice = {}): Generator<undefined, Suggestion | undefined> {
    const pipeline = this.#pipeline;
    const selected = this.#selected;
    const { place, entries, run } = this.#options;
    if (pipeline === undefined || this.#value === "") return undefined;
    const ways = yield* this.waysInSteps();
    const extraction = chosenExtraction(ways, action, choice);
    if (selected.kind === "line" && extraction === undefined) return undefined;
    const format = choice.format ?? ways.formats[0];
    const stages = yield* this.#stages(action, extraction, format);
    if (stages.length === 0) return undefined;

    // Labels of a sample would be there as extracted values, too.
    const given = selected.kind === "label" ? entries : entries.map((entry) => ({ ...entry, labels: {} }));
    const { stages: nodes } = loadStages(stages.join("\n"));
    const values = seenValues(action, this.#nameBy(extraction));
    const preview = new Preview(
      { stages: nodes, dialect: pipeline.dialect },
      { ...run, end: true },
      { output: ({ entry }) => values?.see(entry), settled: (sample) => preview.forget(sample) },
    );
    for (let from = 0; from < given.length; from += STEP) {
      preview.send(given.slice(from, from + STEP));
      yield;
    }
    preview.end();
    const counts = preview.counts();
    const at = (stage: string) => counts.get(stage) ?? stageCounts();
    const last = at(`${nodes.length}`);
    const placed = placeStages(stages, {
      document: this.#document,
      pipeline: pipeline.id,
      place,
      counts: this.#options.counts,
      lines: [
        ...(selected.kind === "line" ? [selected.selection.line] : []),
        ...entries.slice(0, MAX_NUMBERS).map(({ line }) => line),
      ],
      works: last.in - last.missed - last.errors,
    });
    if (placed === undefined) return undefined;
    const shown = [...mergedTexts(placed, pipeline.id), ...placed.added];
    return {
      action,
      name: this.#nameBy(extraction),
      taken: this.#isTaken(action, extraction),
      stages: `${shown.map((stage) => stage.trimEnd()).join("\n\n")}\n`,
      stageCount: placed.added.length,
      merged: placed.merged,
      text: placed.text,
      path: placed.path,
      extraction: action === "redact" ? undefined : extraction,
      format: action === "timestamp" ? format : undefined,
      values: values?.seen,
      counts: last,
      extracted: isStage(extraction) && action !== "redact" ? at("1") : undefined,
    };
  }

  *#stages(
    action: ValueAction,
    extraction: Extraction | undefined,
    format: string | undefined,
  ): Generator<undefined, string[]> {
    const selected = this.#selected;
    if (selected.kind === "label")
      return action === "drop" || action === "keep" ? stagesForLabel(action, selected.name, selected.value) : [];
    if (extraction?.kind === "text") return stagesForText(extraction.text);
    const name = this.#nameBy(extraction);
    const field =
      selected.kind === "field" ? selected.name : extraction?.kind === "field" ? extraction.text : undefined;
    const own = stagesFor(action, {
      source: field ?? name,
      name,
      value: this.#value,
      format,
      expression: yield* this.#expression(action, extraction),
      extracted: selected.kind === "field",
      numbers: action === "sum" || action === "histogram" ? this.#numbers(extraction, field ?? name) : [],
      freeName: (wanted) => freeName(wanted, new Set([...this.#taken, ...writtenNames(this.#document.file)])),
    });
    // What is redacted in place is not extracted before.
    return !isStage(extraction) || action === "redact" || (own.length === 0 && action !== "extract")
      ? own
      : [extraction.stage, ...own];
  }

  /** What finds the text in lines, to redact it there. */
  *#expression(action: ValueAction, extraction: Extraction | undefined): Generator<undefined, string | undefined> {
    if (action !== "redact") return undefined;
    const named = (text: string | undefined) => text?.replace(`(?P<${this.name}>`, "(");
    const selected = this.#selected;
    if (selected.kind === "line") return named(extraction?.text);
    if (selected.kind === "label") return undefined;
    // Its first place in the line represents all lines.
    const start = selected.line.indexOf(this.#value);
    if (start < 0) return undefined;
    const selection = { line: selected.line, start, end: start + this.#value.length };
    return named(redactionsOf(yield* this.#extract(selection))[0]?.text);
  }

  #extract(selection: LineSelection): Generator<undefined, Extraction[]> {
    return extractionsInSteps(this.#options.entries, selection, this.name);
  }

  /** What the value is in the entries, if these are numbers. */
  #numbers(extraction: Extraction | undefined, source: string): number[] {
    const entries = this.#options.entries.slice(0, MAX_NUMBERS);
    const samples = entries.map((entry) => ({ ...entry, labels: {}, advance: undefined }));
    const { stages } = loadStages(isStage(extraction) ? extraction.stage : "");
    const { outputs } = Preview.run({ stages, dialect: "loki" }, samples, this.#options.run);
    const texts = outputs.flatMap(({ entry }) => goString(entry.extracted.get(source) ?? null) ?? []);
    const numbers = texts.filter((text) => /^-?\d/.test(text) && goFloat(text).ok).map(Number);
    return numbers.length * 2 > texts.length ? numbers.filter(Number.isFinite) : [];
  }

  #otherTexts(extractions: readonly Extraction[]): string[] {
    const selected = this.#selected;
    if (selected.kind !== "field") return [...(extractions[0]?.examples ?? [])];
    return this.#options.entries.slice(0, MAX_TIMES).flatMap(({ extracted }) => {
      const value = extracted?.[selected.name];
      return value === undefined ? [] : (goString(value) ?? []);
    });
  }

  /** An existing value keeps its name unless another is given. */
  #nameBy(extraction: Extraction | undefined): string {
    const isNamed = this.#selected.kind === "line" && this.#selected.name !== undefined;
    return extraction?.kind === "field" && !isNamed ? toName(extraction.text) : this.name;
  }

  #isTaken(action: ValueAction, extraction: Extraction | undefined): boolean {
    if (this.#selected.kind !== "line" || action === "redact" || extraction?.kind === "text") return false;
    const name = this.#nameBy(extraction);
    return this.#taken.has(name) && !(extraction?.kind === "field" && extraction.text === name);
  }
}

function chosenExtraction(
  { extractions }: Ways,
  action: ValueAction,
  { extraction: chosen }: SuggestionChoice,
): Extraction | undefined {
  const fit = waysFor(action, extractions);
  return fit.find((one) => chosen !== undefined && isSameWay(one, chosen)) ?? fit[0];
}

/** Whether it takes a stage of its own. */
const isStage = (extraction: Extraction | undefined): extraction is Extraction =>
  extraction !== undefined && extraction.stage !== "";

/** The selected text; empty for what is no text: lists, objects, null. */
function textOf(selected: SelectedValue): string {
  if (selected.kind === "field") return goString(selected.value) ?? "";
  if (selected.kind === "label") return selected.value;
  const { line, start, end } = selected.selection;
  return line.slice(start, end);
}

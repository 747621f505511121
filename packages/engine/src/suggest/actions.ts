/**
 * From a value to stages: what people do with a text that they see in a line, or with a value that is extracted. Each is an
 * edit of the document, and is tried out on the samples in the pipeline as it is.
 */
import { guessTimeFormats } from "@sluice/languages/gotime";
import { applyEdits, type TextEdit } from "../base/diagnostic.ts";
import { toName, writeStage, writeText } from "../detect/index.ts";
import { insertStatement } from "../document/edits.ts";
import { findPipeline, type OpenedDocument, openDocument } from "../document/open-document.ts";
import { Preview, type PreviewOptions, type Sample } from "../preview/preview.ts";
import { type StageCounts, stageCounts } from "../preview/stage-counts.ts";
import type { BlockStatement } from "../syntax/ast.ts";
import { quoteString } from "../syntax/index.ts";
import { type Extraction, type LineSelection, suggestExtractions } from "./extract.ts";

export const VALUE_ACTIONS = ["label", "structured_metadata", "timestamp", "drop", "keep", "redact", "count"] as const;
export type ValueAction = (typeof VALUE_ACTIONS)[number];

/** A stretch of a line, which is extracted as `name`, or a value that is extracted by then. */
export type SelectedValue =
  | { readonly kind: "line"; readonly selection: LineSelection; readonly name: string }
  | { readonly kind: "field"; readonly name: string; readonly value: string };

export interface Suggestion {
  readonly action: ValueAction;
  /** The stages, as text. */
  readonly stages: string;
  /** Puts them at the end of the pipeline. */
  readonly edits: readonly TextEdit[];
  /** How the value is extracted, where it was selected in a line. */
  readonly extraction: Extraction | undefined;
  /** The layout that reads the value, for a timestamp. */
  readonly format: string | undefined;
  /** What the last of the new stages, and the one that extracts, does to the samples. */
  readonly counts: StageCounts;
  readonly extracted: StageCounts | undefined;
}

export interface SuggestOptions {
  /** Id or label of the pipeline. */
  readonly pipeline: string;
  readonly samples: readonly Sample[];
  /** How samples are run. */
  readonly run: PreviewOptions;
  /** Instead of the best extraction. */
  readonly extraction?: Extraction | undefined;
}

/**
 * The stages for `action` on `selected`. Undefined where there are none: the pipeline cannot be previewed, the text is
 * empty, or is no time.
 */
export function suggestStages(
  document: OpenedDocument,
  selected: SelectedValue,
  action: ValueAction,
  { pipeline: id, samples, run, extraction: chosen }: SuggestOptions,
): Suggestion | undefined {
  const pipeline = findPipeline(document, id);
  const name = toName(selected.name);
  const lines = samples.map(({ line }) => line);
  const extraction =
    selected.kind === "field" ? undefined : (chosen ?? choose(lines, selected.selection, name, action));
  if (pipeline === undefined || (selected.kind === "line" && extraction === undefined)) return undefined;
  const value =
    selected.kind === "field"
      ? selected.value
      : selected.selection.line.slice(selected.selection.start, selected.selection.end);
  const source = selected.kind === "field" ? selected.name : name;
  const format =
    action === "timestamp" ? guessTimeFormats([value, ...(extraction?.examples ?? [])])[0]?.format : undefined;
  if (action === "timestamp" && format === undefined) return undefined;
  const own = stagesFor(action, {
    source,
    name,
    value,
    format,
    expression: extraction?.kind === "regex" ? extraction.text.replace(`(?P<${name}>`, "(") : undefined,
  });
  // What is redacted where it stands is not extracted before.
  const stages = extraction === undefined || action === "redact" ? own : [extraction.stage, ...own];
  if (stages.length === 0) return undefined;

  const parent = document.file.body.find(
    (one): one is BlockStatement =>
      document.kind === "config" && one.kind === "block" && one.span.start === pipeline.span.start,
  );
  // The formatter indents by tabs.
  const unit = /^\t/m.test(document.text) ? "\t" : "  ";
  const text = stages
    .join("\n")
    .trimEnd()
    .replaceAll(/^\t+/gm, (tabs) => unit.repeat(tabs.length));
  const edits = insertStatement(document.file, parent, (parent?.body ?? document.file.body).length, text);
  const changed = openDocument(applyEdits(document.text, edits));
  const after = findPipeline(changed, pipeline.id);
  if (after === undefined) return undefined;
  const counts = Preview.run(after, samples, run).counts();
  const added = after.stages.slice(pipeline.stages.length);
  const at = (path: string | undefined) => (path === undefined ? undefined : counts.get(path)) ?? stageCounts();
  return {
    action,
    stages: `${text}\n`,
    edits,
    extraction: action === "redact" ? undefined : extraction,
    format,
    counts: at(added.at(-1)?.path),
    extracted: extraction === undefined || action === "redact" ? undefined : at(added[0]?.path),
  };
}

/** The best way; what is replaced in lines has to be found by an expression. */
function choose(
  lines: readonly string[],
  selection: LineSelection,
  name: string,
  action: ValueAction,
): Extraction | undefined {
  return suggestExtractions(lines, selection, name).find(({ kind }) => action !== "redact" || kind === "regex");
}

interface Given {
  /** Extracted value that the stages read. */
  readonly source: string;
  readonly name: string;
  readonly value: string;
  readonly format: string | undefined;
  /** What finds the text in lines, where it is not extracted: an expression with one group. */
  readonly expression: string | undefined;
}

function stagesFor(action: ValueAction, { source, name, value, format, expression }: Given): string[] {
  const named = { [name]: name === source ? "" : source };
  switch (action) {
    case "label":
      return [writeStage("labels", { values: named })];
    case "structured_metadata":
      return [writeStage("structured_metadata", { values: named })];
    case "timestamp":
      return [writeStage("timestamp", { source: writeText(source), format: writeText(format!) })];
    case "drop":
      return value === "" ? [] : [writeStage("drop", { source: writeText(source), value: writeText(value) })];
    case "keep": {
      // A value of its own says which entries stay: `drop` can only be told what goes.
      const kept = `${name}_kept`;
      const field = /^[A-Za-z_]\w*$/.test(source) ? `.${source}` : `(index . ${quoteString(source)})`;
      const template = `{{ if eq (toString ${field}) ${quoteString(value)} }}yes{{ else }}no{{ end }}`;
      return [
        writeStage("template", { source: writeText(kept), template: writeText(template) }),
        writeStage("drop", { source: writeText(kept), value: '"no"' }),
      ];
    }
    case "redact": {
      if (value === "") return [];
      const inLine = expression !== undefined;
      const from = inLine ? {} : { source: writeText(source) };
      return [writeStage("replace", { expression: writeText(expression ?? "(?s)^(.*)$"), ...from, replace: '"****"' })];
    }
    case "count": {
      const text = `metric.counter {\nname = ${quoteString(`${name}_total`)}\ndescription = ${quoteString(`Entries with ${name}.`)}\nsource = ${quoteString(source)}\naction = "inc"\n}\n`;
      return [writeStage("metrics", {}, text)];
    }
  }
}

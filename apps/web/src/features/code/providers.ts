/**
 * Connects the language worker to the editor: completion, hover, definitions, references, renaming, folds, quick fixes
 * and formatting. Registered for one model and disposed with it: other editors have providers of their own.
 */

import type { CompletionItem, QuickFix } from "@sluice/engine";
import type * as Monaco from "monaco-editor/editor/editor.api";
import { applyFix } from "../../core/edit/apply-fix.ts";
import type { Problem } from "../../core/model/analysis.ts";
import type { App } from "../../core/page/app.ts";
import { formatText } from "./format-text.ts";
import { renameLabel } from "./rename-label.ts";

type Api = typeof Monaco;

export function rangeOf(model: Monaco.editor.ITextModel, start: number, end: number): Monaco.IRange {
  const from = model.getPositionAt(start);
  const to = model.getPositionAt(end);
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}

/** The empty range at a position. */
const rangeAt = ({ lineNumber, column }: Monaco.IPosition): Monaco.IRange => ({
  startLineNumber: lineNumber,
  startColumn: column,
  endLineNumber: lineNumber,
  endColumn: column,
});

/** Marks problems in the text. A problem of no width is drawn one character wide, so that it is visible. */
export function markProblems(monaco: Api, model: Monaco.editor.ITextModel, found: readonly Problem[]): void {
  monaco.editor.setModelMarkers(
    model,
    "sluice",
    found.map((problem) => ({
      ...rangeOf(model, problem.start, Math.max(problem.end, problem.start + 1)),
      severity: severityOf(monaco, problem),
      message: problem.message,
      code: problem.code,
    })),
  );
}

function severityOf(monaco: Api, { severity }: Problem): Monaco.MarkerSeverity {
  if (severity === "error") return monaco.MarkerSeverity.Error;
  return severity === "warning" ? monaco.MarkerSeverity.Warning : monaco.MarkerSeverity.Info;
}

/** The worker's answer; undefined if the editor was closed meanwhile, as its model no longer has positions. */
async function whileOpen<T>(model: Monaco.editor.ITextModel, answer: Promise<T>): Promise<T | undefined> {
  const answered = await answer;
  return model.isDisposed() ? undefined : answered;
}

export function registerProviders(monaco: Api, own: Monaco.editor.ITextModel, app: App): Monaco.IDisposable[] {
  const { languages } = monaco;
  const selector = { language: own.getLanguageId(), scheme: own.uri.scheme, pattern: own.uri.path };
  const fixCommand = `sluice.fix ${own.uri.toString()}`;
  return [
    languages.registerCompletionItemProvider(selector, completion(monaco, app)),
    languages.registerHoverProvider(selector, hover(app)),
    languages.registerDefinitionProvider(selector, definitions(app)),
    languages.registerReferenceProvider(selector, references(app)),
    languages.registerRenameProvider(selector, renaming(app)),
    languages.registerFoldingRangeProvider(selector, folding(monaco, app)),
    languages.registerDocumentFormattingEditProvider(selector, formatting(app)),
    monaco.editor.registerCommand(fixCommand, (_, fix: QuickFix) => applyFix(app, fix)),
    languages.registerCodeActionProvider(selector, fixes(app, fixCommand)),
  ];
}

const completion = (monaco: Api, { language }: App): Monaco.languages.CompletionItemProvider => ({
  triggerCharacters: [".", '"'],
  async provideCompletionItems(model, position) {
    const items = await whileOpen(model, language.complete(model.getValue(), model.getOffsetAt(position)));
    return items && { suggestions: items.map((item) => toSuggestion(monaco, model, position, item)) };
  },
});

const hover = ({ language }: App): Monaco.languages.HoverProvider => ({
  async provideHover(model, position) {
    const found = await whileOpen(model, language.hover(model.getValue(), model.getOffsetAt(position)));
    return found === undefined
      ? null
      : { contents: [{ value: found.text }], range: rangeOf(model, found.span.start, found.span.end) };
  },
});

const definitions = ({ language }: App): Monaco.languages.DefinitionProvider => ({
  async provideDefinition(model, position) {
    const found = await whileOpen(model, language.definition(model.getValue(), model.getOffsetAt(position)));
    return found && { uri: model.uri, range: rangeOf(model, found.start, found.end) };
  },
});

const references = ({ language }: App): Monaco.languages.ReferenceProvider => ({
  async provideReferences(model, position) {
    const found = await whileOpen(model, language.references(model.getValue(), model.getOffsetAt(position)));
    return found?.map(({ start, end }) => ({ uri: model.uri, range: rangeOf(model, start, end) }));
  },
});

const renaming = (app: App): Monaco.languages.RenameProvider => ({
  async resolveRenameLocation(model, position) {
    const target = await whileOpen(model, app.language.renameTarget(model.getValue(), model.getOffsetAt(position)));
    if (target !== undefined) return { range: rangeOf(model, target.span.start, target.span.end), text: target.label };
    return { range: rangeAt(position), text: "", rejectReason: "Only labels of components can be renamed." };
  },
  async provideRenameEdits(model, position, to) {
    const refused = await renameLabel(app, model.getOffsetAt(position), to);
    return refused === undefined ? { edits: [] } : { edits: [], rejectReason: refused };
  },
});

const folding = (monaco: Api, { language }: App): Monaco.languages.FoldingRangeProvider => ({
  async provideFoldingRanges(model) {
    const found = await whileOpen(model, language.folds(model.getValue()));
    return found?.map(({ span, kind }) => ({
      start: model.getPositionAt(span.start).lineNumber,
      // The line of a closing brace stays visible.
      end: model.getPositionAt(span.end).lineNumber - (kind === "code" ? 1 : 0),
      ...(kind === "comment" ? { kind: monaco.languages.FoldingRangeKind.Comment } : {}),
    }));
  },
});

/** The page's own command changes the text, so that the history has its name; the editor receives the new text. */
const formatting = (app: App): Monaco.languages.DocumentFormattingEditProvider => ({
  async provideDocumentFormattingEdits() {
    await formatText(app);
    return [];
  },
});

/** `command` is the id of the command that applies a fix. */
const fixes = ({ stores, derived }: App, command: string): Monaco.languages.CodeActionProvider => ({
  provideCodeActions(model, range) {
    const from = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn });
    const to = model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn });
    const { current } = stores.analysis.getState();
    const problems = current?.text === model.getValue() ? derived.problems() : [];
    const near = problems.filter((problem) => problem.start <= to && from <= problem.end);
    return {
      actions: near.flatMap((problem) =>
        problem.fixes.map((fix) => ({
          title: fix.title,
          kind: "quickfix",
          isPreferred: true,
          command: { id: command, title: fix.title, arguments: [fix] },
        })),
      ),
      dispose: () => {},
    };
  },
});

function toSuggestion(
  monaco: Api,
  model: Monaco.editor.ITextModel,
  position: Monaco.Position,
  item: CompletionItem,
): Monaco.languages.CompletionItem {
  const { CompletionItemKind, CompletionItemInsertTextRule } = monaco.languages;
  const kinds = {
    component: CompletionItemKind.Module,
    stage: CompletionItemKind.Function,
    block: CompletionItemKind.Struct,
    argument: CompletionItemKind.Property,
    value: CompletionItemKind.Value,
    reference: CompletionItemKind.Reference,
    function: CompletionItemKind.Function,
  };
  const range = rangeOf(model, item.span.start, item.span.end);
  const oneLine = range.startLineNumber === position.lineNumber && range.endLineNumber === position.lineNumber;
  return {
    label: item.detail === "" ? item.label : { label: item.label, description: item.detail },
    kind: kinds[item.kind],
    documentation: { value: item.documentation },
    insertText: item.insert,
    ...(item.snippet ? { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    range: oneLine ? range : rangeAt(position),
    sortText: `${item.rank} ${item.label}`,
    // `mask` finds `stage.replace`: a word counts where it begins.
    ...(item.words === undefined ? {} : { filterText: [item.label, ...item.words].join(" ") }),
  };
}

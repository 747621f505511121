/** Completion, hover, quick fixes and formatting, handed from the language worker to the editor. */

import type { CompletionItem } from "@sluice/engine";
import type * as Monaco from "monaco-editor/editor/editor.api";
import type { LanguageClient } from "../language/language-client.ts";
import type { Problem } from "../language/protocol.ts";
import { LANGUAGE_ID } from "./alloy-language.ts";

type Api = typeof Monaco;

/** Problems of the text as it was last analysed, for the quick fixes. */
let problems: readonly Problem[] = [];

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

/** Marks problems in the text. A problem of no width is one character wide, so that it can be seen. */
export function markProblems(monaco: Api, model: Monaco.editor.ITextModel, found: readonly Problem[]): void {
  problems = found;
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

export function registerProviders(monaco: Api, language: LanguageClient): void {
  monaco.languages.registerCompletionItemProvider(LANGUAGE_ID, {
    triggerCharacters: [".", '"'],
    async provideCompletionItems(model, position) {
      const items = await language.complete(model.getValue(), model.getOffsetAt(position));
      return { suggestions: items.map((item) => toSuggestion(monaco, model, position, item)) };
    },
  });
  monaco.languages.registerHoverProvider(LANGUAGE_ID, {
    async provideHover(model, position) {
      const found = await language.hover(model.getValue(), model.getOffsetAt(position));
      return found === undefined
        ? null
        : { contents: [{ value: found.text }], range: rangeOf(model, found.span.start, found.span.end) };
    },
  });
  monaco.languages.registerDocumentFormattingEditProvider(LANGUAGE_ID, {
    async provideDocumentFormattingEdits(model) {
      const text = await language.format(model.getValue());
      return text === undefined ? [] : [{ range: model.getFullModelRange(), text }];
    },
  });
  monaco.languages.registerCodeActionProvider(LANGUAGE_ID, {
    provideCodeActions(model, range) {
      const from = model.getOffsetAt({ lineNumber: range.startLineNumber, column: range.startColumn });
      const to = model.getOffsetAt({ lineNumber: range.endLineNumber, column: range.endColumn });
      const near = problems.filter((problem) => problem.start <= to && from <= problem.end);
      return {
        actions: near.flatMap((problem) =>
          problem.fixes.map((fix) => ({
            title: fix.title,
            kind: "quickfix",
            isPreferred: true,
            edit: {
              edits: fix.edits.map(({ span, text }) => ({
                resource: model.uri,
                versionId: undefined,
                textEdit: { range: rangeOf(model, span.start, span.end), text },
              })),
            },
          })),
        ),
        dispose: () => {},
      };
    },
  });
}

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
  };
  const range = rangeOf(model, item.span.start, item.span.end);
  const oneLine = range.startLineNumber === position.lineNumber && range.endLineNumber === position.lineNumber;
  return {
    label: item.detail === "" ? item.label : { label: item.label, description: item.detail },
    kind: kinds[item.kind],
    documentation: { value: item.documentation },
    insertText: item.insert,
    ...(item.snippet ? { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    range: oneLine
      ? range
      : {
          startLineNumber: position.lineNumber,
          endLineNumber: position.lineNumber,
          startColumn: position.column,
          endColumn: position.column,
        },
    sortText: `${item.rank} ${item.label}`,
  };
}

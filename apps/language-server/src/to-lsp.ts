/** The engine's editor services as the protocol says them: offsets become lines and UTF-16 characters. */
import {
  type CompletionItem as Completion,
  type CompletionKind,
  type Diagnostic,
  type TextEdit as EngineEdit,
  type Hover as EngineHover,
  type DocumentSymbol as EngineSymbol,
  type Fold,
  lineEndOf,
  messageWithHint,
  type OfferedFix,
  SEMANTIC_KINDS,
  type SemanticKind,
  type SemanticToken,
  type Severity,
  type Span,
  spliceText,
  underlinedPlace,
  withLineEnds,
} from "@sluice/engine";
import {
  type CodeAction,
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentSymbol,
  type FoldingRange,
  FoldingRangeKind,
  type Hover,
  InsertTextFormat,
  type Diagnostic as LspDiagnostic,
  MarkupKind,
  type Range,
  type SymbolInformation,
  SymbolKind,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

export const SOURCE = "sluice";

export const toRange = (document: TextDocument, { start, end }: Span): Range => ({
  start: document.positionAt(start),
  end: document.positionAt(end),
});

export const toSpan = (document: TextDocument, { start, end }: Range): Span => ({
  start: document.offsetAt(start),
  end: document.offsetAt(end),
});

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** What is without a place stands at the beginning. `related`: whether the client shows places beside it. */
export function toDiagnostic(document: TextDocument, diagnostic: Diagnostic, related: boolean): LspDiagnostic {
  const { severity, code, related: places } = diagnostic;
  const at = underlinedPlace(diagnostic) ?? { start: 0, end: 0 };
  return {
    // One of no width is one character wide, so that it can be seen.
    range: toRange(document, { start: at.start, end: Math.max(at.end, at.start + 1) }),
    severity: SEVERITIES[severity],
    code,
    source: SOURCE,
    message: messageWithHint(diagnostic).toWellFormed(),
    ...(/deprecated/.test(code) ? { tags: [DiagnosticTag.Deprecated] } : {}),
    ...(related && places !== undefined && places.length > 0
      ? {
          relatedInformation: places.map((place) => ({
            location: { uri: document.uri, range: toRange(document, place.span) },
            message: place.message.toWellFormed(),
          })),
        }
      : {}),
  };
}

const COMPLETION_KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  component: CompletionItemKind.Module,
  stage: CompletionItemKind.Function,
  block: CompletionItemKind.Struct,
  argument: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  reference: CompletionItemKind.Reference,
  function: CompletionItemKind.Function,
};

/** Of the client, as it said when it started. */
export interface CompletionAbilities {
  readonly snippets: boolean;
  readonly labelDetails: boolean;
}

/** Without its documentation, which is asked for when an item is looked at: `data` says of which. */
export function toCompletion(
  document: TextDocument,
  offset: number,
  item: Completion,
  { snippets, labelDetails }: CompletionAbilities,
  data: unknown,
): CompletionItem {
  const whole = toRange(document, item.span);
  const cursor = document.positionAt(offset);
  // The protocol wants an edit in the line of the cursor, around it.
  const fits = whole.start.line === cursor.line && whole.end.line === cursor.line;
  const snippet = item.snippet && snippets;
  return {
    label: item.label,
    kind: COMPLETION_KINDS[item.kind],
    ...(item.detail === ""
      ? {}
      : labelDetails
        ? { labelDetails: { description: item.detail } }
        : { detail: item.detail }),
    ...(item.detail === "deprecated" ? { tags: [CompletionItemTag.Deprecated] } : {}),
    sortText: `${item.rank} ${item.label}`,
    // `mask` finds `stage.replace` in editors that match words anywhere.
    filterText: [item.label, ...(item.words ?? [])].join(" "),
    insertTextFormat: snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: {
      range: fits ? whole : { start: cursor, end: cursor },
      newText: item.snippet && !snippets ? withoutStops(item.insert) : item.insert,
    },
    data,
  };
}

/** What a snippet inserts where the client knows no tab stops: their texts. */
export function withoutStops(snippet: string): string {
  return snippet.replace(/\\([\\$}])|\$\d+|\$\{\d+:?((?:[^\\}]|\\.)*)\}/g, (_, escaped?: string, text?: string) =>
    escaped !== undefined ? escaped : (text ?? "").replace(/\\([\\$}])/g, "$1"),
  );
}

export const toMarkdown = (value: string) => ({ kind: MarkupKind.Markdown, value: value.toWellFormed() });

export const toHover = (document: TextDocument, { text, span }: EngineHover): Hover => ({
  contents: toMarkdown(text),
  range: toRange(document, span),
});

const SYMBOL_KINDS: Readonly<Record<EngineSymbol["kind"], SymbolKind>> = {
  component: SymbolKind.Module,
  stage: SymbolKind.Function,
};

export const toSymbol = (
  document: TextDocument,
  { name, kind, span, nameSpan, children }: EngineSymbol,
): DocumentSymbol => ({
  name,
  kind: SYMBOL_KINDS[kind],
  range: toRange(document, span),
  selectionRange: toRange(document, nameSpan),
  children: children.map((child) => toSymbol(document, child)),
});

/** For clients that know no symbols inside others. */
export const toFlatSymbols = (
  document: TextDocument,
  { name, kind, span, children }: EngineSymbol,
  containerName?: string,
): SymbolInformation[] => [
  {
    name,
    kind: SYMBOL_KINDS[kind],
    location: { uri: document.uri, range: toRange(document, span) },
    ...(containerName === undefined ? {} : { containerName }),
  },
  ...children.flatMap((child) => toFlatSymbols(document, child, name)),
];

/** The line of a closing brace stays. */
export function toFold(document: TextDocument, { span, kind }: Fold): FoldingRange[] {
  const startLine = document.positionAt(span.start).line;
  const endLine = document.positionAt(span.end).line - (kind === "code" ? 1 : 0);
  if (endLine <= startLine) return [];
  return [{ startLine, endLine, ...(kind === "comment" ? { kind: FoldingRangeKind.Comment } : {}) }];
}

/** Names of the protocol for what the engine tells apart. */
const TOKEN_TYPES: Readonly<Record<SemanticKind, string>> = {
  component: "class",
  stage: "type",
  block: "struct",
  label: "variable",
  argument: "property",
  reference: "variable",
  function: "function",
  regexp: "regexp",
  mark: "macro",
};

const DECLARED = 1;
const DEPRECATED = 2;

export const TOKEN_LEGEND = {
  tokenTypes: [...new Set(SEMANTIC_KINDS.map((kind) => TOKEN_TYPES[kind]))],
  tokenModifiers: ["declaration", "deprecated"],
};

/** Five numbers for each token, as the protocol has them; one of several lines becomes one for each. */
export function toTokenData(document: TextDocument, tokens: readonly SemanticToken[], within?: Span): number[] {
  const data: number[] = [];
  const text = document.getText();
  let line = 0;
  let character = 0;
  for (const { kind, span, deprecated } of tokens) {
    if (within !== undefined && (span.end <= within.start || within.end <= span.start)) continue;
    for (const piece of linesOf(text, span)) {
      const at = document.positionAt(piece.start);
      const modifiers = (kind === "label" ? DECLARED : 0) | (deprecated ? DEPRECATED : 0);
      const sameLine = at.line === line;
      data.push(
        at.line - line,
        sameLine ? at.character - character : at.character,
        piece.end - piece.start,
        TOKEN_LEGEND.tokenTypes.indexOf(TOKEN_TYPES[kind]),
        modifiers,
      );
      ({ line, character } = at);
    }
  }
  return data;
}

function* linesOf(text: string, { start, end }: Span): Iterable<Span> {
  for (let from = start; from < end; ) {
    const at = text.slice(from, end).search(/\r\n|\r|\n/);
    const to = at < 0 ? end : from + at;
    if (to > from) yield { start: from, end: to };
    from = at < 0 ? end : to + (text.startsWith("\r\n", to) ? 2 : 1);
  }
}

export const toEdit = (document: TextDocument, { span, text }: EngineEdit): TextEdit => ({
  range: toRange(document, span),
  newText: withLineEnds(text, lineEndOf(document.getText())),
});

/** The smallest edit that makes `text` of the document. */
export function toWholeEdit(document: TextDocument, text: string): TextEdit[] {
  const before = document.getText();
  const splice = spliceText(before, text);
  if (splice === undefined) return [];
  let start = splice.at;
  let end = start + splice.removed.length;
  let newText = splice.inserted;
  // No place of the protocol is within a line end.
  const within = (at: number) => before[at - 1] === "\r" && before[at] === "\n";
  if (within(start)) {
    start--;
    newText = `\r${newText}`;
  }
  if (within(end)) {
    end++;
    newText += "\n";
  }
  return [{ range: toRange(document, { start, end }), newText }];
}

/** `related` as for the diagnostic that was shown: clients compare the two. */
export const toCodeAction = (document: TextDocument, fix: OfferedFix, related: boolean): CodeAction => ({
  title: fix.title,
  kind: CodeActionKind.QuickFix,
  diagnostics: [toDiagnostic(document, fix.diagnostic, related)],
  isPreferred: fix.diagnostic.fixes?.length === 1,
  edit: { changes: { [document.uri]: fix.edits.map((edit) => toEdit(document, edit)) } },
});

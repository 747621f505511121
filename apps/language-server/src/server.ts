/** A language server on a connection: which service answers which request. */
import {
  changesMeaning,
  complete,
  type Diagnostic,
  declaration,
  definition,
  folds,
  formatDocument,
  hover,
  lineEndOf,
  quickFixes,
  references,
  rename,
  renameTarget,
  semanticTokens,
  symbols,
  withLineEnds,
} from "@sluice/engine";
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type Command,
  type Connection,
  DocumentHighlightKind,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  type InlayHint,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
  type WorkspaceEdit,
  type WorkspaceFolder,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Abilities, abilitiesOf } from "./abilities.ts";
import { DiagnosticsDesk } from "./diagnostics.ts";
import { FileWatchers } from "./file-watchers.ts";
import { type HandedDocument, handOver, linkTo } from "./handed-document.ts";
import { CONTENT_MODIFIED } from "./lifecycle.ts";
import { MAX_TEXT, OpenDocuments, SYNCED } from "./open-documents.ts";
import type { OpenedPage, PreviewPages } from "./preview-page.ts";
import { DEFAULT_SETTINGS, readSettings } from "./settings.ts";
import { type CountsResult, StageCountsDesk } from "./stage-counts.ts";
import {
  TOKEN_LEGEND,
  toCodeAction,
  toCompletion,
  toEdit,
  toFlatSymbols,
  toFold,
  toHover,
  toMarkdown,
  toRange,
  toSpan,
  toSymbol,
  toTokenData,
  toWholeEdit,
} from "./to-lsp.ts";
import { pathOfUri } from "./workspace-files.ts";

/** The command that opens a document, with its samples, in the page. Takes the document's URI. */
export const PREVIEW_COMMAND = "sluice.preview";
const PREVIEW_TITLE = "Preview this pipeline";
const PREVIEW_KIND = `${CodeActionKind.Source}.sluice.preview`;
const previewOf = (uri: string): Command => ({ title: PREVIEW_TITLE, command: PREVIEW_COMMAND, arguments: [uri] });

export interface LanguageServerOptions {
  readonly version: string;
  readonly pages: PreviewPages;
}

export function serve(connection: Connection, { version, pages }: LanguageServerOptions): void {
  const documents = new TextDocuments(SYNCED);
  const known = new OpenDocuments();
  const counts = new StageCountsDesk();
  let abilities: Abilities;
  let folders: string[] = [];
  let settings = DEFAULT_SETTINGS;
  const diagnostics = new DiagnosticsDesk(connection, documents, known, () => abilities.relatedPlaces);
  const watchers = new FileWatchers(connection, () => abilities);

  /** A notification: the library's own messages are requests, which some editors show as questions without answers. */
  const tell = (type: MessageType, message: string) =>
    void connection.sendNotification(ShowMessageNotification.type, { type, message });

  const setFolders = (given: readonly WorkspaceFolder[]) => {
    folders = given.flatMap(({ uri }) => pathOfUri(uri) ?? []);
  };

  const takeSettings = (given: unknown) => {
    const read = readSettings(given);
    if (read?.ok) settings = read.settings;
    else if (read !== undefined) tell(MessageType.Error, `Sluice: ${read.message}`);
  };
  connection.onDidChangeConfiguration(({ settings: given }) => takeSettings(given));

  connection.onInitialize((params: InitializeParams): InitializeResult => {
    abilities = abilitiesOf(params);
    takeSettings(params.initializationOptions);
    const root = params.rootUri ?? undefined;
    setFolders(params.workspaceFolders ?? (root === undefined ? [] : [{ uri: root, name: "" }]));
    return {
      serverInfo: { name: "sluice", version },
      capabilities: {
        positionEncoding: "utf-16",
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: [".", '"'], resolveProvider: true },
        hoverProvider: true,
        definitionProvider: true,
        declarationProvider: true,
        referencesProvider: true,
        documentHighlightProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: { label: "Sluice" },
        foldingRangeProvider: true,
        documentFormattingProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, PREVIEW_KIND] },
        semanticTokensProvider: { legend: TOKEN_LEGEND, full: true, range: true },
        codeLensProvider: {},
        // The same notes for editors that have no lenses.
        ...(abilities.codeLens ? {} : { inlayHintProvider: true }),
        executeCommandProvider: { commands: [PREVIEW_COMMAND] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(() => {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.flatMap(({ uri }) => pathOfUri(uri) ?? []));
      folders = [...folders.filter((one) => !gone.has(one)), ...added.flatMap(({ uri }) => pathOfUri(uri) ?? [])];
    });
  });

  /** What `answer` says of a document; `nothing` of one that is not open, or too large to be looked at. */
  const about = <T>(uri: string, nothing: T, answer: (document: TextDocument) => T): T => {
    const document = documents.get(uri);
    return document === undefined || document.getText().length > MAX_TEXT ? nothing : answer(document);
  };
  const fileOf = (document: TextDocument) => known.tree(document).file;

  /** Documentation of the items that were offered last, which is sent when one is looked at. */
  let offered: { readonly list: number; readonly texts: readonly string[] } = { list: 0, texts: [] };

  connection.onCompletion(({ textDocument: { uri }, position }) =>
    about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const items = complete(document.getText(), offset);
      const list = offered.list + 1;
      offered = { list, texts: items.map(({ documentation }) => documentation) };
      return items.map((item, nth) => toCompletion(document, offset, item, abilities, { list, nth }));
    }),
  );
  connection.onCompletionResolve((item) => {
    const { list, nth } = (item.data ?? {}) as { readonly list?: number; readonly nth?: number };
    const text = list === offered.list ? offered.texts[nth ?? -1] : undefined;
    return text === undefined || text === "" ? item : { ...item, documentation: toMarkdown(text) };
  });
  connection.onHover(({ textDocument: { uri }, position }) =>
    about(uri, null, (document) => {
      const found = hover(fileOf(document), document.offsetAt(position));
      return found === undefined ? null : toHover(document, found);
    }),
  );
  const toDefinition = ({ textDocument: { uri }, position }: TextDocumentPositionParams) =>
    about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const file = fileOf(document);
      const found = definition(file, offset) ?? declaration(file, offset);
      return found === undefined ? null : { uri, range: toRange(document, found) };
    });
  connection.onDefinition(toDefinition);
  connection.onDeclaration(toDefinition);
  connection.onReferences(({ textDocument: { uri }, position, context }) =>
    about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const file = fileOf(document);
      const declared = context.includeDeclaration ? declaration(file, offset) : undefined;
      const spans = [...(declared === undefined ? [] : [declared]), ...references(file, offset)];
      return spans.map((span) => ({ uri, range: toRange(document, span) }));
    }),
  );
  connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
    about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const file = fileOf(document);
      const declared = declaration(file, offset);
      if (declared === undefined) return null;
      return [
        { range: toRange(document, declared), kind: DocumentHighlightKind.Write },
        ...references(file, offset).map((span) => ({
          range: toRange(document, span),
          kind: DocumentHighlightKind.Read,
        })),
      ];
    }),
  );
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    about(uri, null, (document) => {
      const target = renameTarget(fileOf(document), document.offsetAt(position));
      return target === undefined ? null : { range: toRange(document, target.span), placeholder: target.label };
    }),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    about<WorkspaceEdit | ResponseError<void> | null>(uri, null, (document) => {
      const renamed = rename(fileOf(document), document.offsetAt(position), newName);
      if (!renamed.ok) return new ResponseError(LSPErrorCodes.RequestFailed, renamed.message);
      const edits = renamed.edits.map((edit) => toEdit(document, edit));
      return abilities.versionedEdits
        ? { documentChanges: [{ textDocument: { uri, version: document.version }, edits }] }
        : { changes: { [uri]: edits } };
    }),
  );
  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    about(uri, null, (document) => {
      const found = symbols(fileOf(document));
      return abilities.symbolsInSymbols
        ? found.map((symbol) => toSymbol(document, symbol))
        : found.flatMap((symbol) => toFlatSymbols(document, symbol));
    }),
  );
  connection.onFoldingRanges(({ textDocument: { uri } }) =>
    about(uri, null, (document) => folds(fileOf(document)).flatMap((fold) => toFold(document, fold))),
  );
  connection.onDocumentFormatting(({ textDocument: { uri } }) =>
    about(uri, null, (document) => {
      const formatted = formatDocument(known.tree(document));
      // What does not parse is shown as a problem, and stays as it is.
      if (!formatted.ok) return null;
      if (formatted.warnings.some(changesMeaning)) {
        tell(MessageType.Warning, "The file cannot be formatted without changing its meaning; it is left as it is.");
        return null;
      }
      return toWholeEdit(document, withLineEnds(formatted.text, lineEndOf(document.getText())));
    }),
  );
  connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) =>
    about(uri, null, (document) => {
      const wants = (kind: string) =>
        only === undefined || only.some((one) => one === "" || kind === one || kind.startsWith(`${one}.`));
      const actions: CodeAction[] = [];
      if (wants(CodeActionKind.QuickFix)) {
        const { start, end } = toSpan(document, range);
        const found: readonly Diagnostic[] = known.opened(document).diagnostics;
        for (const fix of quickFixes(found, start, end))
          actions.push(toCodeAction(document, fix, abilities.relatedPlaces));
      }
      // Of the document, for editors that offer no commands.
      if (wants(PREVIEW_KIND)) actions.push({ title: PREVIEW_TITLE, kind: PREVIEW_KIND, command: previewOf(uri) });
      return actions;
    }),
  );
  connection.languages.semanticTokens.on(({ textDocument: { uri } }) =>
    about(uri, { data: [] as number[] }, (document) => ({
      data: toTokenData(document, semanticTokens(fileOf(document))),
    })),
  );
  connection.languages.semanticTokens.onRange(({ textDocument: { uri }, range }) =>
    about(uri, { data: [] as number[] }, (document) => ({
      data: toTokenData(document, semanticTokens(fileOf(document)), toSpan(document, range)),
    })),
  );

  /** The notes of a document that names samples. */
  const askCounts = async (
    uri: string,
    token: CancellationToken,
  ): Promise<
    { readonly document: TextDocument; readonly notes: Extract<CountsResult, { kind: "notes" }>["notes"] } | undefined
  > => {
    const document = about(uri, undefined, (found): TextDocument | undefined => found);
    const path = pathOfUri(uri);
    if (document === undefined || path === undefined) return undefined;
    const opened = known.opened(document);
    if (opened.samplesFile === undefined) return undefined;
    const { version: asked } = document;
    const result = await counts.ask({ uri, path, folders }, opened);
    watchers.watch(counts.files());
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
    if (result.kind === "gone" || documents.get(uri)?.version !== asked)
      throw new ResponseError(CONTENT_MODIFIED, "the document was changed meanwhile");
    return { document, notes: result.notes };
  };
  connection.onCodeLens(async ({ textDocument: { uri } }, token): Promise<CodeLens[]> => {
    const asked = await askCounts(uri, token);
    return (asked?.notes ?? []).map(({ span, text }) => ({
      range: toRange(asked!.document, span),
      command: { ...previewOf(uri), title: text.toWellFormed() },
    }));
  });
  connection.languages.inlayHint.on(async ({ textDocument: { uri }, range }, token): Promise<InlayHint[]> => {
    const asked = await askCounts(uri, token);
    if (asked === undefined) return [];
    const { document, notes } = asked;
    const seen = toSpan(document, range);
    return notes
      .filter(({ span }) => seen.start <= span.end && span.end <= seen.end)
      .map(({ span, text }) => ({
        position: document.positionAt(span.end),
        label: text.toWellFormed(),
        paddingLeft: true,
        paddingRight: true,
      }));
  });
  const refreshCounts = () => {
    if (abilities.refreshesLenses) connection.sendRequest("workspace/codeLens/refresh").catch(() => undefined);
    if (abilities.refreshesHints && !abilities.codeLens)
      connection.languages.inlayHint.refresh().catch(() => undefined);
  };
  connection.onDidChangeWatchedFiles(refreshCounts);

  const openPage = async (
    uri: string,
    handed: HandedDocument,
  ): Promise<OpenedPage & { readonly note?: string | undefined }> => {
    const { previewServer } = settings;
    if (previewServer === undefined) return { ...(await pages.open(uri, handed)), note: handed.note };
    const link = linkTo(previewServer, handed);
    if (typeof link === "string") return { ok: false, message: link };
    const [taken, all] = [link.samples, handed.samples.length].map((one) => one.toLocaleString("en"));
    const cut = `The link has the first ${taken} of ${all} samples: more would make it too long.`;
    return { ok: true, url: link.url, note: taken === all ? handed.note : cut };
  };
  connection.onExecuteCommand(async ({ command, arguments: given }) => {
    const [uri] = given ?? [];
    const document = command === PREVIEW_COMMAND && typeof uri === "string" ? documents.get(uri) : undefined;
    if (document === undefined)
      throw new ResponseError(ErrorCodes.InvalidParams, `${PREVIEW_COMMAND} takes the URI of an open document`);
    const handed = await handOver(
      {
        uri,
        text: document.getText(),
        path: pathOfUri(uri),
        folders,
        samplesFile: about(uri, undefined, (found) => known.opened(found).samplesFile?.file),
      },
      Date.now(),
    );
    if (typeof handed === "string") throw new ResponseError(LSPErrorCodes.RequestFailed, handed);
    const opened = await openPage(uri, handed);
    if (!opened.ok) throw new ResponseError(LSPErrorCodes.RequestFailed, opened.message);
    if (opened.note !== undefined) tell(MessageType.Warning, opened.note);
    const shown =
      abilities.showsDocuments && (await connection.window.showDocument({ uri: opened.url, external: true })).success;
    if (!shown) tell(MessageType.Info, `Open ${opened.url}`);
    return opened.url;
  });

  documents.onDidChangeContent(({ document }) => {
    counts.forget(document.uri);
    diagnostics.changed(document.uri);
  });
  documents.onDidSave(refreshCounts);
  documents.onDidClose(({ document: { uri } }) => {
    counts.forget(uri);
    known.forget(uri);
    diagnostics.closed(uri);
  });
  connection.onShutdown(() => pages.close());
  documents.listen(connection);
  connection.listen();
}

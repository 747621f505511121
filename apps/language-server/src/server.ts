/** A language server on a connection: which services answer which request. */
import {
  CodeActionKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import type { Abilities } from "./abilities.ts";
import { Diagnostics } from "./diagnostics.ts";
import type { PreviewPages } from "./preview-page.ts";
import { COMMANDS, serveCommands } from "./services/commands.ts";
import { serveCompletion } from "./services/completion.ts";
import { serveSampleCounts } from "./services/count-lenses.ts";
import { serveNavigation } from "./services/navigation.ts";
import { PREVIEW_KIND } from "./services/preview-command.ts";
import { PROPOSE_KIND } from "./services/propose-command.ts";
import { serveText } from "./services/text.ts";
import { Session } from "./session.ts";
import { TOKEN_LEGEND } from "./to-lsp.ts";

export interface LanguageServerOptions {
  readonly version: string;
  readonly pages: PreviewPages;
}

export function serve(connection: Connection, { version, pages }: LanguageServerOptions): void {
  const session = new Session(connection);
  const { documents, known } = session;
  const diagnostics = new Diagnostics(connection, documents, known, () => session.abilities.relatedPlaces);

  connection.onInitialize((params: InitializeParams): InitializeResult => {
    session.begin(params);
    return { serverInfo: { name: "sluice", version }, capabilities: capabilitiesFor(session.abilities) };
  });
  connection.onInitialized(() => {
    connection.workspace.onDidChangeWorkspaceFolders((change) => session.changeFolders(change));
  });
  connection.onDidChangeConfiguration(({ settings }) => session.takeSettings(settings));

  serveCompletion(session);
  serveNavigation(session);
  serveText(session);
  serveCommands(session, pages);
  const counts = serveSampleCounts(session);

  documents.onDidChangeContent(({ document }) => {
    counts.forget(document.uri);
    diagnostics.changed(document.uri);
  });
  documents.onDidSave(counts.refresh);
  documents.onDidClose(({ document: { uri } }) => {
    counts.forget(uri);
    known.forget(uri);
    diagnostics.closed(uri);
  });
  connection.onShutdown(() => pages.close());
  documents.listen(connection);
  connection.listen();
}

function capabilitiesFor({ codeLens }: Abilities): InitializeResult["capabilities"] {
  return {
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
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, PREVIEW_KIND, PROPOSE_KIND] },
    semanticTokensProvider: { legend: TOKEN_LEGEND, full: true, range: true },
    codeLensProvider: {},
    // The same notes for editors that have no lenses.
    ...(codeLens ? {} : { inlayHintProvider: true }),
    executeCommandProvider: { commands: COMMANDS },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
}

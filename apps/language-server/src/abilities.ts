/** What a client can do, as it says when it starts, as far as answers depend on it. */
import type { InitializeParams } from "vscode-languageserver";

export interface Abilities {
  readonly snippets: boolean;
  readonly labelDetails: boolean;
  readonly relatedPlaces: boolean;
  readonly symbolsInSymbols: boolean;
  /** Edits that say which version of a document they are for. */
  readonly versionedEdits: boolean;
  readonly showsDocuments: boolean;
  readonly codeLens: boolean;
  readonly refreshesLenses: boolean;
  readonly refreshesHints: boolean;
  readonly watchesFiles: boolean;
  /** Patterns may be about a folder. */
  readonly relativePatterns: boolean;
}

export function abilitiesOf({
  capabilities: { textDocument, workspace, window },
}: Pick<InitializeParams, "capabilities">): Abilities {
  const item = textDocument?.completion?.completionItem;
  return {
    snippets: item?.snippetSupport === true,
    labelDetails: item?.labelDetailsSupport === true,
    relatedPlaces: textDocument?.publishDiagnostics?.relatedInformation === true,
    symbolsInSymbols: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    showsDocuments: window?.showDocument?.support === true,
    codeLens: textDocument?.codeLens !== undefined,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesHints: workspace?.inlayHint?.refreshSupport === true,
    relativePatterns: workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
  };
}

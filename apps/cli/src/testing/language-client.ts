/** A client of `sluice lsp` for tests, of the library that editors use: its requests, and what the server tells it. */
import { pathToFileURL } from "node:url";
import {
  ApplyWorkspaceEditRequest,
  type ClientCapabilities,
  CodeLensRefreshRequest,
  createProtocolConnection,
  type Diagnostic,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShowDocumentRequest,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
  UnregistrationRequest,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol/node";
import { collectOutput, type Finished, spawnSluice } from "./sluice-process.ts";

/** As editors of today say it. */
export const CAPABLE: ClientCapabilities = {
  textDocument: {
    completion: { completionItem: { snippetSupport: true, labelDetailsSupport: true } },
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeLens: {},
  },
  workspace: {
    workspaceFolders: true,
    workspaceEdit: { documentChanges: true },
    codeLens: { refreshSupport: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
  window: { showDocument: { support: true } },
};

interface Published {
  readonly version: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export class LanguageClient {
  readonly connection: ProtocolConnection;
  readonly finished: Promise<Finished>;
  /** URLs that the server wanted to be shown. */
  readonly shown: string[] = [];
  /** Messages that the server wanted to be shown. */
  readonly told: string[] = [];
  /** Edits that the server wanted to be applied. */
  readonly edits: WorkspaceEdit[] = [];
  appliesEdits = false;
  /** Patterns of files that the server wants to be told of. */
  readonly watched: string[] = [];
  refreshes = 0;
  readonly #published = new Map<string, Published>();
  readonly #waiting = new Set<() => void>();

  constructor(argv: readonly string[] = []) {
    const child = spawnSluice(["lsp", ...argv]);
    this.finished = collectOutput(child);
    this.connection = createProtocolConnection(
      new StreamMessageReader(child.stdout!),
      new StreamMessageWriter(child.stdin!),
    );
    this.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
      this.#published.set(uri, { version, diagnostics });
      for (const look of this.#waiting) look();
    });
    this.connection.onNotification(ShowMessageNotification.type, ({ message }) => {
      this.told.push(message);
    });
    this.connection.onRequest(ShowDocumentRequest.type, ({ uri }) => {
      this.shown.push(uri);
      return { success: true };
    });
    this.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      for (const { registerOptions } of registrations)
        for (const { globPattern } of registerOptions.watchers ?? []) this.watched.push(globPattern.pattern);
    });
    this.connection.onRequest(UnregistrationRequest.type, () => {});
    this.connection.onRequest(ApplyWorkspaceEditRequest.type, ({ edit }) => {
      this.edits.push(edit);
      return { applied: this.appliesEdits };
    });
    this.connection.onRequest(CodeLensRefreshRequest.type, () => {
      this.refreshes++;
      for (const look of this.#waiting) look();
    });
    this.connection.listen();
  }

  async initialize(folder?: string, capabilities: ClientCapabilities = CAPABLE): Promise<InitializeResult> {
    const workspaceFolders = folder === undefined ? null : [{ uri: pathToFileURL(folder).href, name: "folder" }];
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      workspaceFolders,
      capabilities,
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  /** Opens a document as version 1. */
  open(uri: string, text: string): Promise<void> {
    const textDocument = { uri, languageId: "alloy", version: 1, text };
    return this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  change(uri: string, version: number, contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    return this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** Has the server take other settings. */
  configure(settings: unknown): Promise<void> {
    return this.connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
  }

  /** What is wrong with that version of a document. */
  async diagnosed(uri: string, version: number): Promise<readonly Diagnostic[]> {
    await this.until(() => this.#published.get(uri)?.version === version);
    return this.#published.get(uri)!.diagnostics;
  }

  /** Waits for something that the server tells. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      this.finished.then(({ code, stderr }) => reject(new Error(`sluice lsp ended with ${code}: ${stderr}`)), reject);
      look();
    });
  }

  /** Ends the server as the protocol wants it. */
  async end(): Promise<Finished> {
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    return this.finished;
  }
}

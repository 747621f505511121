/** The extension: it starts the language server, which does the rest, and has a command that opens the page. */
import { join } from "node:path";
import { commands, type ExtensionContext, type Uri, window, workspace } from "vscode";
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  TransportKind,
} from "vscode-languageclient/node";

/** The server's, which takes the URI of an open document. */
const PREVIEW = "sluice.preview";
const SECTION = "sluice";
/** After so many ends of its own accord a server is left alone. */
const MAX_RESTARTS = 4;

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const module = join(context.extensionPath, "server", "main.mjs");
  const server = { module, transport: TransportKind.stdio };
  let ends = 0;
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "alloy" }],
    initializationOptions: () => ({ previewServer: previewServer() }),
    errorHandler: {
      error: (_error, _message, count) => ({ action: (count ?? 0) > 3 ? ErrorAction.Shutdown : ErrorAction.Continue }),
      closed: () => ({ action: ++ends > MAX_RESTARTS ? CloseAction.DoNotRestart : CloseAction.Restart }),
    },
  };
  const started = new LanguageClient(SECTION, "Sluice", { run: server, debug: server }, options);
  client = started;
  context.subscriptions.push(
    commands.registerCommand("sluice.previewPipeline", (uri?: Uri) => preview(started, uri)),
    commands.registerCommand("sluice.restart", () => started.restart()),
    workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration(SECTION)) return;
      const settings = { [SECTION]: { previewServer: previewServer() } };
      void started.sendNotification("workspace/didChangeConfiguration", { settings });
    }),
  );
  await started.start();
}

export const deactivate = async (): Promise<void> => client?.stop();

const previewServer = (): string => workspace.getConfiguration(SECTION).get<string>("previewServer", "");

/** `uri`: of the document whose title bar was used; without it that of the editor in use. */
async function preview(started: LanguageClient, uri = window.activeTextEditor?.document.uri): Promise<void> {
  if (uri === undefined) {
    void window.showInformationMessage("Open a configuration to preview it.");
    return;
  }
  try {
    const given = [started.code2ProtocolConverter.asUri(uri)];
    await started.sendRequest(ExecuteCommandRequest.type, { command: PREVIEW, arguments: given });
  } catch (error) {
    void window.showErrorMessage(`Sluice: ${(error as Error).message}`);
  }
}

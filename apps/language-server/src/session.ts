/** What all services of a connection share: the client's abilities and settings, the open documents, and how to speak to it. */
import type { DocumentTree } from "@sluice/engine";
import {
  type Connection,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
  TextDocuments,
  type WorkspaceFoldersChangeEvent,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type Abilities, abilitiesOf } from "./abilities.ts";
import { MAX_TEXT, OpenDocuments, SYNCED } from "./open-documents.ts";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "./settings.ts";
import { pathOfUri } from "./workspace-files.ts";

export class Session {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument> = new TextDocuments(SYNCED);
  readonly known = new OpenDocuments();
  /** None before the client has said which it has. */
  #abilities = abilitiesOf({ capabilities: {} });
  #folders: readonly string[] = [];
  #settings: Settings = DEFAULT_SETTINGS;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  get abilities(): Abilities {
    return this.#abilities;
  }

  /** Paths of the folders that are open in the editor. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  get settings(): Settings {
    return this.#settings;
  }

  begin(params: InitializeParams): void {
    this.#abilities = abilitiesOf(params);
    this.takeSettings(params.initializationOptions);
    const root = params.rootUri ?? undefined;
    const folders = params.workspaceFolders ?? (root === undefined ? [] : [{ uri: root }]);
    this.#folders = pathsOf(folders);
  }

  changeFolders({ added, removed }: WorkspaceFoldersChangeEvent): void {
    const gone = new Set(pathsOf(removed));
    this.#folders = [...this.#folders.filter((one) => !gone.has(one)), ...pathsOf(added)];
  }

  takeSettings(given: unknown): void {
    const read = readSettings(given);
    if (read?.ok) this.#settings = read.settings;
    else if (read !== undefined) this.show(MessageType.Error, `Sluice: ${read.message}`);
  }

  /** Shows a message by a notification: the library sends requests, which some editors show as questions without answers. */
  show(type: MessageType, message: string): void {
    void this.connection.sendNotification(ShowMessageNotification.type, { type, message });
  }

  /** `answer` for an open document; `nothing` for one that is not open, or too large to be looked at. */
  about<T>(uri: string, nothing: T, answer: (document: TextDocument) => T): T {
    const document = this.documents.get(uri);
    return document === undefined || document.getText().length > MAX_TEXT ? nothing : answer(document);
  }

  fileOf(document: TextDocument): DocumentTree["file"] {
    return this.known.tree(document).file;
  }
}

const pathsOf = (folders: readonly { readonly uri: string }[]): string[] =>
  folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);

/**
 * As much of VS Code's module as an extension with a language client needs to start, and a record of what it did with it.
 * What is not named here can be constructed, called and listened to, and does nothing.
 */
import { fileURLToPath, pathToFileURL } from "node:url";

class Uri {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }
  static parse = (url: string): Uri => new Uri(url);
  static file = (path: string): Uri => new Uri(pathToFileURL(path).href);
  get scheme(): string {
    return new URL(this.#url).protocol.slice(0, -1);
  }
  get fsPath(): string {
    return fileURLToPath(this.#url);
  }
  toString(): string {
    return this.#url;
  }
}

class EventEmitter<T> {
  readonly #listeners = new Set<(event: T) => void>();
  readonly event = (listener: (event: T) => void, self?: unknown) => {
    const bound = self === undefined ? listener : listener.bind(self);
    this.#listeners.add(bound);
    return { dispose: () => this.#listeners.delete(bound) };
  };
  fire(event: T): void {
    for (const listener of this.#listeners) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
  cancel(): void {}
  dispose(): void {}
}

class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

class Diagnostic {
  readonly range: Range;
  readonly message: string;
  constructor(range: Range, message: string) {
    this.range = range;
    this.message = message;
  }
}

class CodeActionKind {
  static readonly Empty = new CodeActionKind("");
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  append(part: string): CodeActionKind {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
}

class Disposable {
  readonly #end: () => void;
  constructor(end: () => void = () => {}) {
    this.#end = end;
  }
  dispose(): void {
    this.#end();
  }
}

const disposable = () => new Disposable();

/** `known`, and something for each other name: of events, of functions, of classes. */
const withRest = (known: Record<string, unknown>): Record<string, unknown> =>
  new Proxy(known, {
    get(target, name) {
      if (typeof name === "symbol" || name === "then") return undefined;
      if (name in target) return target[name];
      target[name] = /^[A-Z]/.test(name) ? class {} : /^on[A-Z]/.test(name) ? new EventEmitter().event : disposable;
      return target[name];
    },
  });

export interface Shown {
  readonly uri: string;
  readonly messages: readonly string[];
}

/** A window in which one document is open. */
export class VsCodeStub {
  readonly commands = new Map<string, (...given: unknown[]) => unknown>();
  /** Addresses that were opened in a browser. */
  readonly opened: string[] = [];
  /** Messages of errors that were shown. */
  readonly errors: string[] = [];
  readonly settings: Record<string, unknown> = {};
  readonly uri: Uri;
  /** What is in the place of `vscode`. */
  readonly module: Record<string, unknown>;
  readonly #configured = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();
  readonly #diagnosed = new EventEmitter<Shown>();

  constructor(path: string, text: string) {
    this.uri = Uri.file(path);
    const document = { uri: this.uri, languageId: "alloy", version: 1, isClosed: false, getText: () => text };
    const folder = { uri: Uri.parse(new URL(".", pathToFileURL(path)).href), name: "folder", index: 0 };
    const channel = withRest({ name: "Sluice" });
    this.module = withRest({
      Uri,
      EventEmitter,
      CancellationTokenSource,
      Position,
      Range,
      Diagnostic,
      CodeActionKind,
      Disposable,
      version: "1.101.0",
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      workspace: withRest({
        textDocuments: [document],
        notebookDocuments: [],
        workspaceFolders: [folder],
        getWorkspaceFolder: () => folder,
        onDidChangeConfiguration: this.#configured.event,
        getConfiguration: () => ({ get: (name: string, usual: unknown) => this.settings[name] ?? usual }),
      }),
      window: withRest({
        activeTextEditor: { document },
        visibleTextEditors: [{ document }],
        tabGroups: withRest({ all: [] }),
        createOutputChannel: () => channel,
        showErrorMessage: async (message: string) => void this.errors.push(message),
        showInformationMessage: async () => undefined,
        showWarningMessage: async () => undefined,
      }),
      languages: withRest({
        match: () => 10,
        createDiagnosticCollection: () =>
          withRest({
            set: (uri: Uri, found: readonly Diagnostic[]) =>
              this.#diagnosed.fire({ uri: uri.toString(), messages: found.map(({ message }) => message) }),
          }),
      }),
      commands: withRest({
        registerCommand: (id: string, run: (...given: unknown[]) => unknown) => {
          if (this.commands.has(id)) throw new Error(`command '${id}' already exists`);
          this.commands.set(id, run);
          return { dispose: () => this.commands.delete(id) };
        },
      }),
      env: withRest({
        appName: "stub",
        language: "en",
        openExternal: async (uri: Uri) => {
          this.opened.push(uri.toString());
          return true;
        },
      }),
    });
  }

  /** What is wrong with a document, the next time that it is published. */
  diagnosed(): Promise<Shown> {
    return new Promise((resolve) => {
      const { dispose } = this.#diagnosed.event((shown) => {
        dispose();
        resolve(shown);
      });
    });
  }

  configure(name: string, value: unknown): void {
    this.settings[name] = value;
    this.#configured.fire({ affectsConfiguration: (section) => section === "sluice" });
  }
}

/** What is wrong with open documents: sent once typing has paused, with the version that it is about. */
import { type Diagnostic, messageOf } from "@sluice/engine";
import type { Connection, Diagnostic as LspDiagnostic, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { MAX_TEXT, type OpenDocuments } from "./open-documents.ts";
import { toDiagnostic } from "./to-lsp.ts";

/** Of one document; a text that is no configuration at all has thousands. */
export const MAX_DIAGNOSTICS = 500;
/** Without a change before a document is looked at. Milliseconds. */
const QUIET = 150;
/** Of a long document that is typed in, the time between two looks is at least this many times that of a look. */
const SPARING = 3;

export class Diagnostics {
  readonly #connection: Connection;
  readonly #documents: TextDocuments<TextDocument>;
  readonly #known: OpenDocuments;
  readonly #related: () => boolean;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** How long the last look took, by document. Milliseconds. */
  readonly #took = new Map<string, number>();

  constructor(
    connection: Connection,
    documents: TextDocuments<TextDocument>,
    known: OpenDocuments,
    related: () => boolean,
  ) {
    this.#connection = connection;
    this.#documents = documents;
    this.#known = known;
    this.#related = related;
  }

  /** A document that is opened is looked at with the next turn, one that is typed in after a pause. */
  changed(uri: string): void {
    const took = this.#took.get(uri);
    clearTimeout(this.#timers.get(uri));
    const wait = took === undefined ? 0 : Math.max(QUIET, SPARING * took);
    this.#timers.set(
      uri,
      setTimeout(() => this.#look(uri), wait),
    );
  }

  closed(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#took.delete(uri);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [] });
  }

  #look(uri: string): void {
    this.#timers.delete(uri);
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    const began = performance.now();
    const diagnostics = this.#check(document);
    this.#took.set(uri, performance.now() - began);
    void this.#connection.sendDiagnostics({ uri, version: document.version, diagnostics });
  }

  #check(document: TextDocument): LspDiagnostic[] {
    let found: readonly Diagnostic[];
    try {
      found = this.#find(document);
    } catch (error) {
      // A bug of ours: the editor keeps its server.
      this.#connection.console.error(
        `${document.uri} could not be checked: ${error instanceof Error ? error.stack : String(error)}`,
      );
      found = [problem("not-checked", `This file could not be checked: ${messageOf(error)}`)];
    }
    const related = this.#related();
    const diagnostics = found.slice(0, MAX_DIAGNOSTICS).map((one) => toDiagnostic(document, one, related));
    if (found.length > MAX_DIAGNOSTICS) {
      const rest = problem("more-problems", `${found.length - MAX_DIAGNOSTICS} more problems are not shown`);
      diagnostics.push(toDiagnostic(document, rest, related));
    }
    return diagnostics;
  }

  #find(document: TextDocument): readonly Diagnostic[] {
    const { length } = document.getText();
    if (length > MAX_TEXT)
      return [
        problem(
          "too-large",
          `This file is not checked: it has ${length} characters, and ${MAX_TEXT} are looked at at most`,
        ),
      ];
    return this.#known.opened(document).diagnostics;
  }
}

const problem = (code: string, message: string): Diagnostic => ({ severity: "warning", code, message });

/**
 * The files of one configuration: a single file, or all of a folder as if they were concatenated. A mistake is reported in
 * its file.
 */
import type { Diagnostic, PlacedDiagnostic } from "../base/diagnostic.ts";
import { LineIndex, type Position, type Span } from "../base/span.ts";
import { type OpenedDocument, type OpenOptions, openDocument, openDocumentInSteps, readTree } from "./open-document.ts";

export interface ConfigFile {
  /** Its name in messages. */
  readonly name: string;
  readonly text: string;
}

/** A place in one of the files. */
export interface FilePlace extends Position {
  readonly file: string;
}

/** Between two files. One that does not end in a line end may end in a comment. */
const BETWEEN = "\n";

interface Part extends ConfigFile {
  /** Where it begins in the text of all. */
  readonly start: number;
  readonly lines: LineIndex;
}

export class ConfigFiles {
  readonly #parts: readonly Part[];
  /** All of them, one after the other. */
  readonly text: string;

  /** There has to be one. */
  constructor(files: readonly ConfigFile[]) {
    let start = 0;
    this.#parts = files.map(({ name, text }) => {
      const part = { name, text, start, lines: new LineIndex(text) };
      start += text.length + BETWEEN.length;
      return part;
    });
    this.text = files.map(({ text }) => text).join(BETWEEN);
  }

  static one(name: string, text: string): ConfigFiles {
    return new ConfigFiles([{ name, text }]);
  }

  get files(): readonly ConfigFile[] {
    return this.#parts.map(({ name, text }) => ({ name, text }));
  }

  /** Opens them as one document. Where one of them does not parse, that is all that is wrong. */
  open(options: OpenOptions = {}): OpenedDocument {
    return this.#judge(openDocument(this.text, options));
  }

  /** The same in steps, between which a server does other work. */
  *openInSteps(options: OpenOptions = {}): Generator<void, OpenedDocument> {
    return this.#judge(yield* openDocumentInSteps(this.text, options));
  }

  #judge(document: OpenedDocument): OpenedDocument {
    if (this.#parts.length === 1) return document;
    // A brace that one leaves open would be closed by another.
    const syntaxErrors = this.#parts.flatMap(({ text, start }) =>
      readTree(text).syntaxErrors.map((diagnostic) => moved(diagnostic, start)),
    );
    if (syntaxErrors.length === 0) return document;
    return { ...document, diagnostics: syntaxErrors, syntaxErrors, ok: false };
  }

  /** The same files around a text in which every character has kept its place. */
  withText(text: string): ConfigFiles {
    return new ConfigFiles(
      this.#parts.map(({ name, start, text: { length } }) => ({ name, text: text.slice(start, start + length) })),
    );
  }

  /** The same files with one change, which lies within one of them: `text` is that of all, changed. */
  withChange(text: string): ConfigFiles {
    const most = Math.min(text.length, this.text.length);
    let start = 0;
    while (start < most && text[start] === this.text[start]) start++;
    let after = 0;
    while (after < most - start && text.at(-1 - after) === this.text.at(-1 - after)) after++;
    const changed = this.#parts.findLast((one) => one.start <= start) ?? this.#parts[0]!;
    const by = text.length - this.text.length;
    return new ConfigFiles(
      this.#parts.map((part) => {
        if (part !== changed) return { name: part.name, text: part.text };
        return { name: part.name, text: text.slice(part.start, part.start + part.text.length + by) };
      }),
    );
  }

  /** The file that contains `offset`; its lines and `span` are its own. */
  locate({ start, end }: Span): { readonly name: string; readonly lines: LineIndex; readonly span: Span } {
    const part = this.#parts.findLast((one) => one.start <= start) ?? this.#parts[0]!;
    const within = (offset: number) => Math.max(0, Math.min(offset - part.start, part.text.length));
    return { name: part.name, lines: part.lines, span: { start: within(start), end: within(end) } };
  }

  /** Label of diagnostics without a place: the name of the only file, or of the folder. */
  get name(): string {
    return this.#parts.length === 1 ? this.#parts[0]!.name : `${this.#parts[0]!.name} and others`;
  }

  /** Diagnostics for programs: file, line and byte column from 1. */
  place(diagnostics: readonly Diagnostic[]): (PlacedDiagnostic & { readonly file: string })[] {
    return diagnostics.map(({ severity, code, message, span }) => {
      const at = span === undefined ? undefined : this.locate(span);
      return {
        file: at?.name ?? this.name,
        ...(at === undefined ? {} : at.lines.position(at.span.start)),
        severity,
        code,
        message: message.toWellFormed(),
      };
    });
  }
}

function moved(diagnostic: Diagnostic, by: number): Diagnostic {
  const move = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  return {
    ...diagnostic,
    span: diagnostic.span && move(diagnostic.span),
    related: diagnostic.related?.map((one) => ({ ...one, span: move(one.span) })),
    fixes: diagnostic.fixes?.map((fix) => ({
      ...fix,
      edits: fix.edits.map((edit) => ({ ...edit, span: move(edit.span) })),
    })),
  };
}

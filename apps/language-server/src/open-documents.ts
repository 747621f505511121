/**
 * The documents that are open in the editor, each with what is known of its present text: the tree, which most
 * questions need, and the opened document, which takes several times longer, for problems and counts. Both are made
 * when they are first asked for.
 */
import { type DocumentTree, type OpenedDocument, openDocument, readTree } from "@sluice/engine";
import type { TextDocumentContentChangeEvent, TextDocumentsConfiguration } from "vscode-languageserver";
import { type Position, type Range, TextDocument } from "vscode-languageserver-textdocument";

/** UTF-16 units of a document that is looked at. */
export const MAX_TEXT = 4 * 1024 * 1024;

/**
 * How texts are made and changed. What is no text, or no place, is an error, which is logged, and leaves the document as it
 * is; a place after the end of a line or of the text is that end.
 */
export const SYNCED: TextDocumentsConfiguration<TextDocument> = {
  create: (uri, languageId, version, text) => TextDocument.create(uri, languageId, version, textOf(text)),
  update(document, changes, version) {
    const checked = changes.map((change): TextDocumentContentChangeEvent => {
      const text = textOf(change.text);
      return "range" in change ? { range: rangeOf(change.range), text } : { text };
    });
    for (const change of checked)
      TextDocument.update(
        document,
        ["range" in change ? { range: within(document, change.range), text: change.text } : change],
        version,
      );
    return document;
  },
};

function textOf(text: unknown): string {
  if (typeof text !== "string") throw new TypeError("the text of a document is missing");
  return text;
}

function rangeOf(range: Range | null | undefined): Range {
  const isPlace = (place: Position | null | undefined) =>
    [place?.line, place?.character].every((one) => Number.isSafeInteger(one) && one! >= 0);
  if (!isPlace(range?.start) || !isPlace(range?.end)) throw new TypeError("a change has no place");
  return range!;
}

function within(document: TextDocument, { start, end }: Range): Range {
  const near = (place: Position) => document.positionAt(document.offsetAt(place));
  return { start: near(start), end: near(end) };
}

interface Known {
  readonly text: string;
  tree?: DocumentTree;
  opened?: OpenedDocument;
}

export class OpenDocuments {
  readonly #known = new Map<string, Known>();

  #of(document: TextDocument): Known {
    const text = document.getText();
    let known = this.#known.get(document.uri);
    if (known?.text !== text) {
      known = { text };
      this.#known.set(document.uri, known);
    }
    return known;
  }

  tree(document: TextDocument): DocumentTree {
    const known = this.#of(document);
    known.tree ??= known.opened ?? readTree(known.text);
    return known.tree;
  }

  /**
   * As the page opens it: components that do not run here, and names that another file of the folder may declare, are
   * warnings. Environment variables are not read: what is shown of a file must not depend on whose editor shows it.
   */
  opened(document: TextDocument): OpenedDocument {
    const known = this.#of(document);
    known.opened ??= openDocument(known.text, { purpose: "preview" });
    return known.opened;
  }

  forget(uri: string): void {
    this.#known.delete(uri);
  }
}

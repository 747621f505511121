/**
 * The documents that are open in the editor, each with what is known of its present text: the tree for most questions, and
 * the opened document, which takes several times longer, for what is wrong with it and what samples come to.
 */
import { type DocumentTree, type OpenedDocument, openDocument, readTree } from "@sluice/engine";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** UTF-16 units of a document that is looked at. */
export const MAX_TEXT = 4 * 1024 * 1024;

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

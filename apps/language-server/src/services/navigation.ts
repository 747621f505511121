/** Where things are declared, used and renamed, and how a document is laid out. */
import { declaration, definition, folds, references, rename, renameTarget, symbols } from "@sluice/engine";
import {
  DocumentHighlightKind,
  LSPErrorCodes,
  ResponseError,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { Session } from "../session.ts";
import { toEdit, toFlatSymbols, toFold, toRange, toSymbol } from "../to-lsp.ts";

export function serveNavigation(session: Session): void {
  serveReferences(session);
  serveRenaming(session);
  serveOutline(session);
}

function serveReferences(session: Session): void {
  const { connection } = session;
  const toDefinition = ({ textDocument: { uri }, position }: TextDocumentPositionParams) =>
    session.about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const file = session.fileOf(document);
      const found = definition(file, offset) ?? declaration(file, offset);
      return found === undefined ? null : { uri, range: toRange(document, found) };
    });
  connection.onDefinition(toDefinition);
  connection.onDeclaration(toDefinition);
  connection.onReferences(({ textDocument: { uri }, position, context }) =>
    session.about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const file = session.fileOf(document);
      const declared = context.includeDeclaration ? declaration(file, offset) : undefined;
      const spans = [...(declared === undefined ? [] : [declared]), ...references(file, offset)];
      return spans.map((span) => ({ uri, range: toRange(document, span) }));
    }),
  );
  connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
    session.about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const file = session.fileOf(document);
      const declared = declaration(file, offset);
      if (declared === undefined) return null;
      return [
        { range: toRange(document, declared), kind: DocumentHighlightKind.Write },
        ...references(file, offset).map((span) => ({
          range: toRange(document, span),
          kind: DocumentHighlightKind.Read,
        })),
      ];
    }),
  );
}

function serveRenaming(session: Session): void {
  const { connection } = session;
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    session.about(uri, null, (document) => {
      const target = renameTarget(session.fileOf(document), document.offsetAt(position));
      return target === undefined ? null : { range: toRange(document, target.span), placeholder: target.label };
    }),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
    session.about<WorkspaceEdit | ResponseError<void> | null>(uri, null, (document) => {
      const renamed = rename(session.fileOf(document), document.offsetAt(position), newName);
      if (!renamed.ok) return new ResponseError(LSPErrorCodes.RequestFailed, renamed.message);
      const edits = renamed.edits.map((edit) => toEdit(document, edit));
      return session.abilities.versionedEdits
        ? { documentChanges: [{ textDocument: { uri, version: document.version }, edits }] }
        : { changes: { [uri]: edits } };
    }),
  );
}

function serveOutline(session: Session): void {
  const { connection } = session;
  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    session.about(uri, null, (document) => {
      const found = symbols(session.fileOf(document));
      return session.abilities.symbolsInSymbols
        ? found.map((symbol) => toSymbol(document, symbol))
        : found.flatMap((symbol) => toFlatSymbols(document, symbol));
    }),
  );
  connection.onFoldingRanges(({ textDocument: { uri } }) =>
    session.about(uri, null, (document) => folds(session.fileOf(document)).flatMap((fold) => toFold(document, fold))),
  );
}

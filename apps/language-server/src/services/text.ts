/** A document's text as a whole: its formatting, the colours of its tokens, and the fixes for what is wrong with it. */
import {
  changesMeaning,
  type Diagnostic,
  formatDocument,
  lineEndOf,
  quickFixes,
  semanticTokens,
  withLineEnds,
} from "@sluice/engine";
import { type CodeAction, CodeActionKind, MessageType } from "vscode-languageserver";
import type { Session } from "../session.ts";
import { toCodeAction, toSpan, toTokenData, toWholeEdit } from "../to-lsp.ts";
import { PREVIEW_KIND, previewAction } from "./preview-command.ts";
import { PROPOSE_KIND, proposeAction } from "./propose-command.ts";

export function serveText(session: Session): void {
  serveFormatting(session);
  serveActions(session);
  serveTokens(session);
}

function serveFormatting(session: Session): void {
  session.connection.onDocumentFormatting(({ textDocument: { uri } }) =>
    session.about(uri, null, (document) => {
      const formatted = formatDocument(session.known.tree(document));
      // What does not parse is shown as a problem, and is not changed.
      if (!formatted.ok) return null;
      if (formatted.warnings.some(changesMeaning)) {
        session.show(
          MessageType.Warning,
          "The file cannot be formatted without changing its meaning; it was not changed.",
        );
        return null;
      }
      return toWholeEdit(document, withLineEnds(formatted.text, lineEndOf(document.getText())));
    }),
  );
}

function serveActions(session: Session): void {
  session.connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) =>
    session.about(uri, null, (document) => {
      const wants = (kind: string) =>
        only === undefined || only.some((one) => one === "" || kind === one || kind.startsWith(`${one}.`));
      const actions: CodeAction[] = [];
      if (wants(CodeActionKind.QuickFix)) {
        const { start, end } = toSpan(document, range);
        const found: readonly Diagnostic[] = session.known.opened(document).diagnostics;
        for (const fix of quickFixes(found, start, end))
          actions.push(toCodeAction(document, fix, session.abilities.relatedPlaces));
      }
      if (wants(PROPOSE_KIND)) {
        const action = proposeAction(session, document, document.offsetAt(range.start));
        if (action !== undefined) actions.push(action);
      }
      // Of the document, for editors that offer no commands.
      if (wants(PREVIEW_KIND)) actions.push(previewAction(uri));
      return actions;
    }),
  );
}

function serveTokens(session: Session): void {
  const { semanticTokens: requests } = session.connection.languages;
  const none = (): { data: number[] } => ({ data: [] });
  requests.on(({ textDocument: { uri } }) =>
    session.about(uri, none(), (document) => ({
      data: toTokenData(document, semanticTokens(session.fileOf(document))),
    })),
  );
  requests.onRange(({ textDocument: { uri }, range }) =>
    session.about(uri, none(), (document) => ({
      data: toTokenData(document, semanticTokens(session.fileOf(document)), toSpan(document, range)),
    })),
  );
}

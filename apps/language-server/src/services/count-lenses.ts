/** How many of a document's samples each stage takes and gives: as lenses, and as hints for editors that have none. */
import {
  type CancellationToken,
  type CodeLens,
  type InlayHint,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { FileWatchers } from "../file-watchers.ts";
import { CONTENT_MODIFIED } from "../lifecycle.ts";
import { type CountsResult, SampleCounts } from "../sample-counts.ts";
import type { Session } from "../session.ts";
import { toRange, toSpan } from "../to-lsp.ts";
import { pathOfUri } from "../workspace-files.ts";
import { previewOf } from "./preview-command.ts";

interface Counted {
  readonly document: TextDocument;
  readonly notes: Extract<CountsResult, { kind: "notes" }>["notes"];
}

/** Gives what makes the client ask again, and what ends the run for a document. */
export function serveSampleCounts(session: Session): {
  readonly refresh: () => void;
  readonly forget: (uri: string) => void;
} {
  const { connection } = session;
  const counts = new SampleCounts();
  const watchers = new FileWatchers(connection, () => session.abilities);
  const ask = (uri: string, token: CancellationToken) => askCounts(session, counts, watchers, uri, token);

  connection.onCodeLens(async ({ textDocument: { uri } }, token): Promise<CodeLens[]> => {
    const asked = await ask(uri, token);
    if (asked === undefined) return [];
    return asked.notes.map(({ span, text }) => ({
      range: toRange(asked.document, span),
      command: { ...previewOf(uri), title: text.toWellFormed() },
    }));
  });
  connection.languages.inlayHint.on(async ({ textDocument: { uri }, range }, token): Promise<InlayHint[]> => {
    const asked = await ask(uri, token);
    if (asked === undefined) return [];
    const { document, notes } = asked;
    const seen = toSpan(document, range);
    return notes
      .filter(({ span }) => seen.start <= span.end && span.end <= seen.end)
      .map(({ span, text }) => ({
        position: document.positionAt(span.end),
        label: text.toWellFormed(),
        paddingLeft: true,
        paddingRight: true,
      }));
  });
  const refresh = () => {
    const { refreshesLenses, refreshesHints, codeLens } = session.abilities;
    if (refreshesLenses) connection.sendRequest("workspace/codeLens/refresh").catch(() => undefined);
    if (refreshesHints && !codeLens) connection.languages.inlayHint.refresh().catch(() => undefined);
  };
  connection.onDidChangeWatchedFiles(refresh);
  return { refresh, forget: (uri) => counts.forget(uri) };
}

/** The notes of a document that names samples. */
async function askCounts(
  session: Session,
  counts: SampleCounts,
  watchers: FileWatchers,
  uri: string,
  token: CancellationToken,
): Promise<Counted | undefined> {
  const document = session.about<TextDocument | undefined>(uri, undefined, (found) => found);
  const path = pathOfUri(uri);
  if (document === undefined || path === undefined) return undefined;
  const opened = session.known.opened(document);
  if (opened.samplesFile === undefined) return undefined;
  const { version: asked } = document;
  const result = await counts.ask({ uri, path, folders: session.folders }, opened);
  watchers.watch(counts.files());
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
  if (result.kind === "gone" || session.documents.get(uri)?.version !== asked)
    throw new ResponseError(CONTENT_MODIFIED, "the document was changed meanwhile");
  return { document, notes: result.notes };
}

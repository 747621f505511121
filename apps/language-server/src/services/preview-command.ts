/** The command that opens a document, with its samples, in the page. */
import {
  type CodeAction,
  CodeActionKind,
  type Command,
  ErrorCodes,
  LSPErrorCodes,
  MessageType,
  ResponseError,
} from "vscode-languageserver";
import { type HandedDocument, handOver, linkTo } from "../handed-document.ts";
import type { OpenedPage, PreviewPages } from "../preview-page.ts";
import type { Session } from "../session.ts";
import { pathOfUri } from "../workspace-files.ts";

/** Takes the document's URI. */
export const PREVIEW_COMMAND = "sluice.preview";
export const PREVIEW_KIND = `${CodeActionKind.Source}.sluice.preview`;
const PREVIEW_TITLE = "Preview this pipeline";

export const previewOf = (uri: string): Command => ({
  title: PREVIEW_TITLE,
  command: PREVIEW_COMMAND,
  arguments: [uri],
});

export const previewAction = (uri: string): CodeAction => ({
  title: PREVIEW_TITLE,
  kind: PREVIEW_KIND,
  command: previewOf(uri),
});

export async function runPreviewCommand(
  session: Session,
  pages: PreviewPages,
  given: readonly unknown[],
): Promise<string> {
  const { connection, documents } = session;
  const [uri] = given;
  const document = typeof uri === "string" ? documents.get(uri) : undefined;
  if (typeof uri !== "string" || document === undefined)
    throw new ResponseError(ErrorCodes.InvalidParams, `${PREVIEW_COMMAND} takes the URI of an open document`);
  const handed = await handOver(
    {
      uri,
      text: document.getText(),
      path: pathOfUri(uri),
      folders: session.folders,
      samplesFile: session.about(uri, undefined, (found) => session.known.opened(found).samplesFile?.file),
    },
    Date.now(),
  );
  if (typeof handed === "string") throw new ResponseError(LSPErrorCodes.RequestFailed, handed);
  const opened = await openPage(uri, handed, session.settings.previewServer, pages);
  if (!opened.ok) throw new ResponseError(LSPErrorCodes.RequestFailed, opened.message);
  if (opened.note !== undefined) session.show(MessageType.Warning, opened.note);
  const shown =
    session.abilities.showsDocuments &&
    (await connection.window.showDocument({ uri: opened.url, external: true })).success;
  if (!shown) session.show(MessageType.Info, `Open ${opened.url}`);
  return opened.url;
}

/** `previewServer`: undefined opens one of the language server's own pages. */
async function openPage(
  uri: string,
  handed: HandedDocument,
  previewServer: string | undefined,
  pages: PreviewPages,
): Promise<OpenedPage & { readonly note?: string | undefined }> {
  if (previewServer === undefined) return { ...(await pages.open(uri, handed)), note: handed.note };
  const link = linkTo(previewServer, handed);
  if (typeof link === "string") return { ok: false, message: link };
  const [taken, all] = [link.samples, handed.samples.length].map((one) => one.toLocaleString("en"));
  const cut = `The link has the first ${taken} of ${all} samples: more would make it too long.`;
  return { ok: true, url: link.url, note: taken === all ? handed.note : cut };
}

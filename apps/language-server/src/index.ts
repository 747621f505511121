/**
 * The editor services over the Language Server Protocol, which the command line and the extension of VS Code start.
 *
 * - `server.ts` says which service answers which request; before `initialize` and after `shutdown` none does
 *   (`lifecycle.ts`).
 * - `open-documents.ts` keeps what is known of each text.
 * - The engine's `language` answers in offsets; `to-lsp.ts` turns them into lines and UTF-16 characters.
 * - `workspace-files.ts` reads the file that `sluice:samples` names, within the open folders; `sample-run.ts` plays it
 *   by `previewGraph`.
 * - `handed-document.ts` writes a document as a bundle, which the page opens: from beside itself (`preview-page.ts`),
 *   or out of the link to a server.
 */
import type { Readable, Writable } from "node:stream";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { guardLifecycle } from "./lifecycle.ts";
import { PreviewPages } from "./preview-page.ts";
import { serve } from "./server.ts";

export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly version: string;
  /** The folder of the built page. */
  readonly page: string;
}

/**
 * Serves a client until it says `exit`, which ends the process: with 0 after `shutdown`, otherwise, and when the input ends
 * without either, with 1.
 */
export function serveStdio({ input, output, version, page }: StdioOptions): Promise<never> {
  const writer = new StreamMessageWriter(output);
  let shutDown = false;
  const lifecycle = guardLifecycle(
    (response) => void writer.write(response).catch(() => undefined),
    () => {
      shutDown = true;
    },
  );
  const connection = createConnection(new StreamMessageReader(input), writer, { messageStrategy: lifecycle });
  const end = () => process.exit(shutDown ? 0 : 1);
  input.on("end", end).on("close", end);
  serve(connection, { version, pages: new PreviewPages(page) });
  return new Promise(() => {});
}

/** Diagnostics as a stream of the terminal shows them. */
import { ConfigFiles, type Diagnostic, formatDiagnostics as formatFor } from "@sluice/engine";
import { fileName } from "./config-file.ts";
import { createPaint } from "./display.ts";

/** Of one FILE, or of what a configuration is made of. */
export function formatDiagnostics(
  file: string | ConfigFiles,
  text: string,
  diagnostics: readonly Diagnostic[],
  stream: NodeJS.WriteStream,
): string {
  const files = typeof file === "string" ? ConfigFiles.one(fileName(file), text) : file.withText(text);
  return formatFor(files, diagnostics, createPaint(stream));
}

/** Reading configuration files, and showing what is wrong with them. */
import { readFile } from "node:fs/promises";
import { decodeGo, type Diagnostic, LineIndex } from "@sluice/engine";

/** A file that cannot be read; the message says which and why. */
export class FileError extends Error {}

/** The text of FILE, `-` for standard input. Bytes that are not UTF-8 become U+FFFD. */
export async function readText(path: string): Promise<string> {
  try {
    return decodeGo(path === "-" ? await readStdin() : await readFile(path));
  } catch (error) {
    throw new FileError(`cannot read ${path}: ${describeSystemError(error)}`);
  }
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** What went wrong with a file, without Node's prefix. */
export function describeSystemError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const known: Readonly<Record<string, string>> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a directory",
    EACCES: "permission denied",
    ENOTDIR: "a part of the path is not a directory",
  };
  return known[code ?? ""] ?? (error as Error).message;
}

/** Each diagnostic as `file:line:col: severity: message`, the source line, and a caret below the place. */
export function formatDiagnostics(file: string, text: string, diagnostics: readonly Diagnostic[]): string {
  const lines = new LineIndex(text);
  return diagnostics.map((diagnostic) => formatDiagnostic(file, lines, diagnostic)).join("");
}

const MAX_SHOWN_LINE = 160;

function formatDiagnostic(file: string, lines: LineIndex, { severity, message, span }: Diagnostic): string {
  if (span === undefined) return `${file}: ${severity}: ${message}\n`;
  const { line, column } = lines.position(span.start);
  const source = lines.lineText(line);
  const offset = span.start - lines.lineStart(line);
  const width = Math.max(1, Math.min(span.end - span.start, source.length - offset));
  // A long line is shown around the place.
  const from = source.length <= MAX_SHOWN_LINE ? 0 : Math.max(0, offset - 60);
  const shown = source.slice(from, from + MAX_SHOWN_LINE);
  const indent = source.slice(from, offset).replace(/[^\t]/g, " ");
  return `${file}:${line}:${column}: ${severity}: ${message}\n  ${shown}\n  ${indent}${"^".repeat(Math.min(width, Math.max(1, shown.length - (offset - from))))}\n`;
}

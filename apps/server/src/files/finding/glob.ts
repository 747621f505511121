/** Finds the files of paths with wildcards. Links to folders are followed, except by `**`, which could otherwise run in circles. */
import { join } from "node:path";
import { hasWildcard, nameMatcher } from "@sluice/engine";
import { type FileGate, FileRefused } from "../../platform/file-gate.ts";

/** Files that one pattern may find, and folders that it may look into; past it the search ends and says so. */
const MAX_FILES = 10_000;
const MAX_FOLDERS = 50_000;

export interface Found {
  /** In the order of their names. */
  readonly paths: readonly string[];
  /** What kept it from looking further, if anything did. */
  readonly problem: string | undefined;
}

/** The files that an absolute pattern matches now. Folders that cannot be read count as empty. */
export async function expandGlob(gate: FileGate, pattern: string): Promise<Found> {
  const paths = new Set<string>();
  let folders = 0;
  let problem: string | undefined;
  let refused: string | undefined;
  const visit = async (folder: string, parts: readonly string[]): Promise<void> => {
    const [part = "", ...rest] = parts;
    if (part !== "**" && !hasWildcard(part) && rest.length > 0) return visit(join(folder, part), rest);
    if (++folders > MAX_FOLDERS) {
      problem = `${pattern}: more than ${MAX_FOLDERS} folders to search`;
      return;
    }
    const fits = part === "**" ? undefined : nameMatcher(part);
    const entries = await gate.list(folder).catch((error: unknown) => {
      if (!(error instanceof FileRefused)) throw error;
      refused ??= `${folder}: ${error.message}`;
      return [];
    });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (part === "**" && rest.length > 0) await visit(folder, rest);
    for (const entry of entries) {
      if (problem !== undefined) return;
      const path = join(folder, entry.name);
      if (part === "**" && entry.isDirectory()) await visit(path, parts);
      else if (rest.length > 0) {
        if (fits?.(entry.name) && (entry.isDirectory() || entry.isSymbolicLink())) await visit(path, rest);
      } else if (!entry.isDirectory() && (fits === undefined || fits(entry.name))) {
        if (paths.size >= MAX_FILES) problem = `${pattern}: more than ${MAX_FILES} files`;
        else paths.add(path);
      }
    }
  };
  await visit("/", pattern.split("/").slice(1));
  return { paths: [...paths], problem: problem ?? refused };
}

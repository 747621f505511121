/**
 * Paths with wildcards: `*` any characters and `?` one character of a name, `**` any folders, none included. Everything
 * else stands for itself. Links to folders are followed, except by `**`, which could otherwise run in circles.
 */
import { join } from "node:path";
import { type FileGate, FileRefused } from "../platform/file-gate.ts";

/** Files that one pattern may find, and folders that it may look into; past it the search ends and says so. */
const MAX_FILES = 10_000;
const MAX_FOLDERS = 50_000;

export const hasWildcard = (pattern: string) => /[*?]/.test(pattern);

/** Tells whether an absolute path fits an absolute pattern, in time of at most the product of their lengths. */
export function matcher(pattern: string): (path: string) => boolean {
  const parts = pattern.split("/").map((part) => (part === "**" ? part : nameMatcher(part)));
  return (path) => fitsParts(path.split("/"), parts);
}

/**
 * `**` in the middle stands for any folders that have a name, at the end for anything. When what follows one does not
 * fit, only the last one that was passed can stand for more: what an earlier one could give, it can give as well.
 */
function fitsParts(names: readonly string[], parts: readonly ("**" | ((name: string) => boolean))[]): boolean {
  let part = 0;
  let last = -1;
  let taken = 0;
  for (let name = 0; name < names.length || part < parts.length; ) {
    const wanted = parts[part];
    if (wanted === "**") {
      if (part === parts.length - 1) return name < names.length;
      last = part++;
      taken = name;
    } else if (wanted !== undefined && name < names.length && wanted(names[name]!)) {
      part++;
      name++;
    } else {
      if (last < 0 || taken >= names.length || names[taken] === "") return false;
      name = ++taken;
      part = last + 1;
    }
  }
  return true;
}

/** Tells whether a name fits one part of a pattern: `*` any characters, `?` one. */
function nameMatcher(part: string): (name: string) => boolean {
  const wanted = [...part];
  return (text) => {
    const name = [...text];
    let star = -1;
    let taken = 0;
    let at = 0;
    let i = 0;
    while (i < name.length) {
      if (wanted[at] === "*") {
        star = at++;
        taken = i;
      } else if (at < wanted.length && (wanted[at] === "?" || wanted[at] === name[i])) {
        at++;
        i++;
      } else if (star < 0) return false;
      else {
        at = star + 1;
        i = ++taken;
      }
    }
    while (wanted[at] === "*") at++;
    return at === wanted.length;
  };
}

export interface Found {
  /** In the order of their names. */
  readonly paths: readonly string[];
  /** What kept it from looking further, if anything did. */
  readonly problem: string | undefined;
}

/** The files that an absolute pattern stands for now. Folders that cannot be read count as empty. */
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

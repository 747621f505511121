/**
 * Paths with wildcards: `*` any characters and `?` one character of a name, `**` any folders, none included. Everything
 * else stands for itself. Links to folders are followed, except by `**`, which could otherwise run in circles.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Files that one pattern may find, and folders that it may look into; past it the search ends and says so. */
const MAX_FILES = 10_000;
const MAX_FOLDERS = 50_000;

export const hasWildcard = (pattern: string) => /[*?]/.test(pattern);

/** Tells whether an absolute path fits an absolute pattern. */
export function matcher(pattern: string): (path: string) => boolean {
  const regExp = toRegExp(pattern);
  return (path) => regExp.test(path);
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split("/").map((part, i, all) => {
    const slash = i === all.length - 1 ? "" : "/";
    if (part !== "**") return nameSource(part) + slash;
    return slash === "" ? ".*" : "(?:[^/]+/)*";
  });
  return new RegExp(`^${parts.join("")}$`, "s");
}

const nameSource = (part: string) =>
  part.replace(/\*+|[^*]/gu, (piece) =>
    piece[0] === "*" ? "[^/]*" : piece === "?" ? "[^/]" : piece.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&"),
  );

export interface Found {
  /** In the order of their names. */
  readonly paths: readonly string[];
  /** What kept it from looking further, if anything did. */
  readonly problem: string | undefined;
}

/** The files that an absolute pattern stands for now. Folders that cannot be read count as empty. */
export async function expandGlob(pattern: string): Promise<Found> {
  const paths = new Set<string>();
  let folders = 0;
  let problem: string | undefined;
  const visit = async (folder: string, parts: readonly string[]): Promise<void> => {
    const [part = "", ...rest] = parts;
    if (part !== "**" && !hasWildcard(part) && rest.length > 0) return visit(join(folder, part), rest);
    if (++folders > MAX_FOLDERS) {
      problem = `${pattern}: more than ${MAX_FOLDERS} folders to look into`;
      return;
    }
    const name = part === "**" ? undefined : new RegExp(`^${nameSource(part)}$`, "su");
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (part === "**" && rest.length > 0) await visit(folder, rest);
    for (const entry of entries) {
      if (problem !== undefined) return;
      const path = join(folder, entry.name);
      if (part === "**" && entry.isDirectory()) await visit(path, parts);
      else if (rest.length > 0) {
        if (name?.test(entry.name) && (entry.isDirectory() || entry.isSymbolicLink())) await visit(path, rest);
      } else if (!entry.isDirectory() && (name === undefined || name.test(entry.name))) {
        if (paths.size >= MAX_FILES) problem = `${pattern}: more than ${MAX_FILES} files`;
        else paths.add(path);
      }
    }
  };
  await visit("/", pattern.split("/").slice(1));
  return { paths: [...paths], problem };
}

/** The files beside a log, among which its rotated generations are. */
import { basename, dirname, join } from "node:path";
import { type FileStat, statAll } from "../file-stat.ts";
import type { FolderNames } from "./folders.ts";

/** Names in one folder that are looked at. */
const MAX_SIBLINGS = 10_000;

export interface Sibling extends FileStat {
  readonly path: string;
}

/**
 * The other regular files in the folder of `path`, whose names are given, that carry a wanted name; the one that was
 * written to first first. `wanted` is asked for names that begin as rotated ones do.
 */
export async function findSiblings(
  path: string,
  names: FolderNames,
  wanted: (name: string, path: string) => boolean,
): Promise<Sibling[]> {
  const [folder, base] = [dirname(path), basename(path)];
  const fitting = names.beginningWith(stemOf(base)).filter((name) => name !== base && wanted(name, path));
  const paths = fitting.slice(0, MAX_SIBLINGS).map((name) => join(folder, name));
  const found = await statAll(paths);
  const siblings = paths.flatMap((one, i) => (found[i]?.kind === "file" ? [{ ...found[i], path: one }] : []));
  return siblings.sort((a, b) => a.writtenAt - b.writtenAt);
}

const COMPRESSED = /\.(?:gz|bz2|xz|zst|lz4|Z|zip)$/;
const NUMBER_OR_DATE = /^[.\-_]\d[\d.\-_T:]*$/;

/** The name without its ending. */
function stemOf(base: string): string {
  const dot = base.lastIndexOf(".");
  return dot <= 0 ? base : base.slice(0, dot);
}

/** Whether a name is one that rotation gives: `app.log.1`, `app.log-20260115`, `app-2026-01-15.log` for `app.log`. */
export function isRotatedName(name: string, path: string): boolean {
  const base = basename(path);
  if (COMPRESSED.test(name)) return false;
  if (name.startsWith(base)) return NUMBER_OR_DATE.test(name.slice(base.length));
  const stem = stemOf(base);
  if (stem === base) return false;
  const ending = base.slice(stem.length);
  return name.startsWith(stem) && name.endsWith(ending) && NUMBER_OR_DATE.test(name.slice(stem.length, -ending.length));
}

/** The names of logs of which `name` may be a rotated one: the other way round than `isRotatedName`. */
export function originalNames(name: string): readonly string[] {
  if (COMPRESSED.test(name)) return [];
  const stem = stemOf(name);
  const inside = stem === name ? [] : cuts(stem).map((one) => one + name.slice(stem.length));
  return [...new Set([...cuts(name), ...inside])].filter((original) => isRotatedName(name, original));
}

/** What is left of a text in front of each number or date that it ends in. */
function cuts(text: string): string[] {
  const found: string[] = [];
  for (let at = text.length - 1; at > 0 && /[\d.\-_T:]/.test(text[at]!); at--) {
    if (NUMBER_OR_DATE.test(text.slice(at))) found.push(text.slice(0, at));
  }
  return found;
}

/** Whether a name may be that of a copy: a rotated one, or what people and tools call copies. */
export function isCopyName(name: string, path: string): boolean {
  const base = basename(path);
  return (
    isRotatedName(name, path) ||
    (name.startsWith(base) && /^[.\-_~](?:old|bak|backup|save|orig)?\d*$|^~$/.test(name.slice(base.length)))
  );
}

/**
 * Things outside the server, and whether one covers another: a pattern covers a file's path, a part of the journal a smaller
 * one. In doubt it does not count as covered.
 */
import { globCovers, globsOverlap, hasWildcard, normalPath } from "../../base/glob.ts";

/** One thing outside. */
export interface Thing {
  /** Its name within a sentence. */
  readonly name: string;
  /** What is compared; files and the journal can cover each other. */
  readonly what: string | Files | Journal;
}

interface Files {
  /** Normal. */
  readonly path: string;
  /** Normalized; empty: none are left out. */
  readonly exclude: string;
  /** The path before its first wildcard; of one without, all of it. */
  readonly start: string;
}

interface Journal {
  readonly folder: string;
  /** By field: one of the values. */
  readonly matches: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A thing that is compared by its text. */
export const thing = (name: string, what = name): Thing => ({ name, what });

/** Files that match `__path__` and not `__path_exclude__`. */
export function filesOf(target: ReadonlyMap<string, unknown>): Thing[] {
  const textOf = (name: string) => {
    const value = target.get(name);
    return typeof value === "string" ? value : "";
  };
  const [name, left] = [textOf("__path__"), textOf("__path_exclude__")];
  if (name === "") return [];
  const [path, exclude] = [normalPath(name), left === "" ? "" : normalPath(left)];
  if (exclude !== "" && isWithin(exclude, path)) return [];
  const [start = ""] = path.split(/[*?]/, 1);
  // A single file that matches cannot be left out in part.
  return [{ name, what: { path, exclude: start === path ? "" : exclude, start } }];
}

/** What is read of the journal in a folder; none: the system's. Values of one field are alternatives. */
export function journalOf(folder: string, written: string): Thing {
  const matches = new Map<string, Set<string>>();
  for (const match of written.split(/\s+/).filter((one) => one !== "")) {
    const equals = match.indexOf("=");
    const field = match.slice(0, equals);
    matches.set(field, (matches.get(field) ?? new Set()).add(match.slice(equals + 1)));
  }
  const where = folder === "" ? "the journal" : `the journal in ${folder}`;
  return {
    name: written === "" ? where : `${where} (${written})`,
    what: { folder: folder === "" ? "" : normalPath(folder), matches },
  };
}

/** `all`: it is covered; `none`: certainly nothing of it is; `unsure`: some of it may be. */
export type Held = "all" | "none" | "unsure";

/** Whether a quick look shows that nothing of one can be in the other. */
export function isApart({ what: a }: Thing, { what: b }: Thing): boolean {
  if (typeof a === "string" || typeof b === "string") return a !== b;
  if (!("path" in a && "path" in b)) return false;
  return isComparable(a.path, b.path) && !a.start.startsWith(b.start) && !b.start.startsWith(a.start);
}

/** Whether it is a single thing, compared only with itself and with things that cover more. */
export const isSingle = ({ what }: Thing): boolean =>
  typeof what === "string" || ("path" in what && !hasWildcard(what.path));

/** How much of `part` is covered by `whole`. */
export function heldBy({ what: whole }: Thing, { what: part }: Thing): Held {
  if (typeof whole === "string" || typeof part === "string") return whole === part ? "all" : "none";
  if ("path" in whole) return "path" in part ? filesHeld(whole, part) : "none";
  return "path" in part ? "none" : journalHeld(whole, part);
}

function filesHeld(whole: Files, part: Files): Held {
  if (leavesOut(whole, part.path)) return "none";
  if (isWithin(whole.path, part.path) && leavesNoMoreOut(whole, part)) return "all";
  return !isComparable(whole.path, part.path) || globsOverlap(whole.path, part.path) ? "unsure" : "none";
}

const leavesOut = ({ exclude }: Files, path: string): boolean => exclude !== "" && isWithin(exclude, path);

const leavesNoMoreOut = (whole: Files, part: Files): boolean =>
  whole.exclude === "" ||
  leavesOut(part, whole.exclude) ||
  (isComparable(whole.exclude, part.path) && !globsOverlap(whole.exclude, part.path));

const isWithin = (wide: string, narrow: string): boolean =>
  wide === narrow || (isComparable(wide, narrow) && globCovers(wide, narrow));

/** The base of relative paths is not known here, nor what lies above it. */
const isComparable = (a: string, b: string): boolean =>
  a.startsWith("/") === b.startsWith("/") && !(a.startsWith("..") || b.startsWith(".."));

function journalHeld(whole: Journal, part: Journal): Held {
  if (whole.folder !== part.folder) return isSystems(whole.folder) || isSystems(part.folder) ? "unsure" : "none";
  let held: Held = "all";
  for (const [field, values] of whole.matches) {
    const asked = part.matches.get(field);
    // An entry may have several values of a field.
    if (asked === undefined || ![...asked].every((value) => values.has(value))) held = "unsure";
  }
  return held;
}

/** The system's journal is in a folder, too. */
const isSystems = (folder: string): boolean => folder === "" || folder.startsWith("/");

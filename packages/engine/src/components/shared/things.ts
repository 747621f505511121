/**
 * Things outside of the server, and whether one stands for all of another: a pattern for the path of a file, a part of the
 * journal for a smaller one. Where that is not certain, it is not said.
 */
import { globCovers, globsOverlap, hasWildcard, normalPath } from "../../base/glob.ts";

/** One thing outside. */
export interface Thing {
  /** As it is named within a sentence. */
  readonly name: string;
  /** What is compared; of files and the journal that is more than whether it is the same. */
  readonly what: string | Files | Journal;
}

interface Files {
  /** Normal. */
  readonly path: string;
  /** Normal; empty: none are left out. */
  readonly exclude: string;
  /** The path before its first wildcard; of one without, all of it. */
  readonly start: string;
}

interface Journal {
  readonly folder: string;
  /** By field: one of the values. */
  readonly matches: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Of things that are compared by their text. */
export const thing = (name: string, what = name): Thing => ({ name, what });

/** Files that `__path__` stands for without those of `__path_exclude__`. */
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
  // Of a single file that stays nothing more can be left out.
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

/** `all`: everything of it is in there; `none`: certainly nothing is; `unsure`: some of it may be. */
export type Held = "all" | "none" | "unsure";

/** Whether nothing that one stands for can be in the other, as seen at once. */
export function isApart({ what: a }: Thing, { what: b }: Thing): boolean {
  if (typeof a === "string" || typeof b === "string") return a !== b;
  if (!("path" in a && "path" in b)) return false;
  return isComparable(a.path, b.path) && !a.start.startsWith(b.start) && !b.start.startsWith(a.start);
}

/** Whether it is one thing that is only compared with itself and with what stands for more. */
export const isSingle = ({ what }: Thing): boolean =>
  typeof what === "string" || ("path" in what && !hasWildcard(what.path));

/** How much of `part` the thing `whole` stands for. */
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

/** Where relative paths begin is not known here, nor what lies above it. */
const isComparable = (a: string, b: string): boolean =>
  a.startsWith("/") === b.startsWith("/") && !(a.startsWith("..") || b.startsWith(".."));

function journalHeld(whole: Journal, part: Journal): Held {
  if (whole.folder !== part.folder) return isSystems(whole.folder) || isSystems(part.folder) ? "unsure" : "none";
  let held: Held = "all";
  for (const [field, values] of whole.matches) {
    const asked = part.matches.get(field);
    // Entries have several values of a field at times.
    if (asked === undefined || ![...asked].every((value) => values.has(value))) held = "unsure";
  }
  return held;
}

/** The system's journal is in a folder, too. */
const isSystems = (folder: string): boolean => folder === "" || folder.startsWith("/");

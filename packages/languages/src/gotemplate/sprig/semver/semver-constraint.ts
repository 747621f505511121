/**
 * Masterminds/semver/v3 constraints (`>= 1.2, < 2 || ^3.x`): the library's own grammar and its own notion of ranges,
 * wildcards and pre-releases, which count only where a constraint of the same group names one.
 */

import { byteLength } from "../../values/go-string.ts";
import { quote } from "../../values/quote.ts";
import { comparePrereleases, compareVersions, type GoVersion, parseVersion, ZERO_VERSION } from "./semver-version.ts";

const MAX_CONSTRAINT_BYTES = 512;
const MAX_GROUPS = 32;

// The patterns are the library's. Go's alternation order and \s are kept: the empty operator is tried after "=".
const OPERATORS = "=||!=|>|<|>=|=>|<=|=<|~|~>|\\^";
const SPACE = "[\\t\\n\\f\\r ]";
const VERSION =
  "v?([0-9|x|X|*]+)(\\.[0-9|x|X|*]+)?(\\.[0-9|x|X|*]+)?(-([0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*))?(\\+([0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*))?";

const CONSTRAINT = new RegExp(`^${SPACE}*(${OPERATORS})${SPACE}*(${VERSION})${SPACE}*$`);
const RANGE = new RegExp(`${SPACE}*(${VERSION})${SPACE}+-${SPACE}+(${VERSION})${SPACE}*`, "g");
const FIND = new RegExp(`(${OPERATORS})${SPACE}*(${VERSION})`, "g");
const VALID = new RegExp(
  `^(${SPACE}*(${OPERATORS})${SPACE}*(${VERSION})${SPACE}*)((?:${SPACE}+|,${SPACE}*)(${OPERATORS})${SPACE}*(${VERSION})${SPACE}*)*$`,
);

interface Constraint {
  readonly version: GoVersion;
  readonly operator: string;
  /** Part of the version is missing or a wildcard. */
  readonly dirty: boolean;
  readonly minorDirty: boolean;
  readonly patchDirty: boolean;
}

export interface ConstraintGroup {
  readonly all: readonly Constraint[];
  readonly withPrereleases: boolean;
}

const isWildcard = (part: string): boolean => part === "x" || part === "X" || part === "*";

/** Alternatives (`||`) of constraints that must all hold, or the text of the error. */
export function parseConstraints(text: string): readonly ConstraintGroup[] | string {
  if (byteLength(text) > MAX_CONSTRAINT_BYTES)
    return `constraint string is too long (max ${MAX_CONSTRAINT_BYTES} bytes)`;
  const alternatives = rewriteRanges(text).split("||");
  if (alternatives.length > MAX_GROUPS) return `too many constraint groups (max ${MAX_GROUPS})`;
  const groups: ConstraintGroup[] = [];
  for (const alternative of alternatives) {
    if (!VALID.test(withoutRuns(alternative))) return `improper constraint: ${quote(alternative)}`;
    const all: Constraint[] = [];
    for (const part of alternative.match(FIND) ?? [alternative]) {
      const constraint = parseConstraint(part);
      if (typeof constraint === "string") return constraint;
      all.push(constraint);
    }
    groups.push({ all, withPrereleases: all.some((one) => one.version.prerelease !== "") });
  }
  return groups;
}

/** Blanks reduced to what decides validity: one way to match is left, so that the pattern runs in linear time. */
function withoutRuns(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, " ").replace(/ ?, ?/g, ",");
}

/** `1.2 - 1.4` means `>= 1.2, <= 1.4`. */
function rewriteRanges(text: string): string {
  let out = text;
  for (const match of text.matchAll(RANGE)) {
    out = out.replace(match[0], () => `>= ${match[1]}, <= ${match[11]} `);
  }
  return out;
}

function parseConstraint(text: string): Constraint | string {
  if (text === "") return { version: ZERO_VERSION, operator: "", dirty: true, minorDirty: false, patchDirty: false };
  const match = CONSTRAINT.exec(text);
  if (!match) return `improper constraint: ${quote(text)}`;
  const [major, minor, patch, prerelease] = [match[3] ?? "", match[4] ?? "", match[5] ?? "", match[6] ?? ""];
  let wanted = match[2]!;
  let dirty = false;
  let minorDirty = false;
  let patchDirty = false;
  if (major === "" || isWildcard(major)) {
    wanted = `0.0.0${prerelease}`;
    dirty = true;
  } else if (minor === "" || isWildcard(minor.slice(1))) {
    wanted = `${major}.0.0${prerelease}`;
    dirty = true;
    minorDirty = true;
  } else if (patch === "" || isWildcard(patch.slice(1))) {
    wanted = `${major}${minor}.0${prerelease}`;
    dirty = true;
    patchDirty = true;
  }
  const version = parseVersion(wanted);
  if (typeof version === "string") return "constraint parser error";
  return { version, operator: match[1]!, dirty, minorDirty, patchDirty };
}

/** `Constraints.Check`. */
export function satisfies(version: GoVersion, groups: readonly ConstraintGroup[]): boolean {
  return groups.some(
    (group) =>
      (version.prerelease === "" || group.withPrereleases) &&
      group.all.every((constraint) => holds(version, constraint)),
  );
}

function holds(v: GoVersion, c: Constraint): boolean {
  const order = compareVersions(v, c.version);
  switch (c.operator) {
    case "":
    case "=":
      return c.dirty ? isInTilde(v, c, order) : order === 0;
    case "!=":
      return isUnequal(v, c, order);
    case ">":
      return isGreater(v, c, order);
    case "<":
      return order < 0;
    case ">=":
    case "=>":
      return order >= 0;
    case "<=":
    case "=<":
      if (!c.dirty) return order <= 0;
      if (v.major > c.version.major) return false;
      return v.major !== c.version.major || v.minor <= c.version.minor || c.minorDirty;
    case "~":
    case "~>":
      return isInTilde(v, c, order);
    default:
      return isInCaret(v, c, order);
  }
}

function isUnequal(v: GoVersion, c: Constraint, order: number): boolean {
  if (!c.dirty) return order !== 0;
  if (v.major !== c.version.major) return true;
  if (v.minor !== c.version.minor && !c.minorDirty) return true;
  if (c.minorDirty) return false;
  if (v.patch !== c.version.patch && !c.patchDirty) return true;
  if (!c.patchDirty) return order !== 0;
  return (
    (v.prerelease !== "" || c.version.prerelease !== "") && comparePrereleases(v.prerelease, c.version.prerelease) !== 0
  );
}

/** `> 11` excludes 11.1, `> 11.1` excludes 11.1.1. */
function isGreater(v: GoVersion, c: Constraint, order: number): boolean {
  if (!c.dirty) return order > 0;
  if (v.major !== c.version.major) return v.major > c.version.major;
  if (c.minorDirty) return false;
  return c.patchDirty ? v.minor > c.version.minor : order > 0;
}

/** `~1.2.3` allows new patches, `~1` new minor versions, `~0.0.0` and wildcards everything above. */
function isInTilde(v: GoVersion, c: Constraint, order: number): boolean {
  if (order < 0) return false;
  const { major, minor, patch } = c.version;
  if (major === 0n && minor === 0n && patch === 0n && !c.minorDirty && !c.patchDirty) return true;
  return v.major === major && (v.minor === minor || c.minorDirty);
}

/** `^` keeps the first number that is not zero. */
function isInCaret(v: GoVersion, c: Constraint, order: number): boolean {
  if (order < 0) return false;
  const { major, minor, patch } = c.version;
  if (major > 0n || c.minorDirty) return v.major === major;
  if (v.major > 0n) return false;
  if (minor > 0n || c.patchDirty) return v.minor === minor;
  return v.minor === 0n && v.patch === patch;
}

/**
 * Masterminds/semver/v3 versions: read loosely (`v1.2`, leading zeros), compared by the rules of semantic versioning,
 * with the methods that templates can call on what `semver` gives.
 */
import { parseUint } from "../../../gonumber/index.ts";
import { defineMethod, fail, type Method, type MethodTable } from "../../functions.ts";
import { param, stringParam } from "../../parameters.ts";
import { ANY, BOOL, BYTES, type GoType, INT, STRING, UINT64 } from "../../types.ts";
import { GoBytes, GoObject, type GoValue, int, makeInt } from "../../value.ts";
import { byteLength, toBytes } from "../../values/go-string.ts";
import { NIL_POINTER } from "../text/value-text.ts";

const LOOSE =
  /^v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?(-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

const MAX_VERSION_BYTES = 256;
const MAX_SEGMENT = (1n << 64n) - 1n;

/** `*semver.Version`, as `semver` gives it. */
export const VERSION_POINTER: GoType<GoVersion | null> = {
  name: "*semver.Version",
  kind: "ptr",
  get methods(): MethodTable {
    return POINTER_METHODS;
  },
  text: String,
};

/** `semver.Version`, as `IncMajor` and relatives give it. */
const VERSION_STRUCT: GoType<GoVersion> = {
  name: "semver.Version",
  kind: "struct",
  get methods(): MethodTable {
    return STRUCT_METHODS;
  },
  text: String,
};

export class GoVersion extends GoObject {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: string;
  readonly metadata: string;
  /** The text it was read from. */
  readonly original: string;

  constructor(
    numbers: readonly [bigint, bigint, bigint],
    prerelease: string,
    metadata: string,
    original: string | undefined,
    type: GoType = VERSION_POINTER,
  ) {
    super(type);
    [this.major, this.minor, this.patch] = numbers;
    this.prerelease = prerelease;
    this.metadata = metadata;
    this.original = original ?? this.toString();
  }

  override toString(): string {
    const pre = this.prerelease === "" ? "" : `-${this.prerelease}`;
    const meta = this.metadata === "" ? "" : `+${this.metadata}`;
    return `${this.major}.${this.minor}.${this.patch}${pre}${meta}`;
  }

  /** Pointers compare by identity, structs by content. */
  override equals(other: GoObject): boolean {
    return this === other || (this.type === VERSION_STRUCT && this.sameAs(other));
  }

  /** Whether both are versions of one type with the same parts, read from the same text. */
  sameAs(other: GoObject): boolean {
    return (
      other instanceof GoVersion &&
      other.type === this.type &&
      other.original === this.original &&
      other.toString() === this.toString()
    );
  }
}

export const ZERO_VERSION = new GoVersion([0n, 0n, 0n], "", "", "");

/** `semver.NewVersion`: the version, or the text of the error. */
export function parseVersion(text: string): GoVersion | string {
  if (byteLength(text) > MAX_VERSION_BYTES) return `version string is too long (max ${MAX_VERSION_BYTES} bytes)`;
  const match = LOOSE.exec(text);
  if (!match) return "invalid semantic version";
  const numbers: bigint[] = [];
  for (const part of match.slice(1, 4)) {
    const segment = parseUint(part === undefined ? "0" : part.replace(".", ""), 10, 64);
    if (!segment.ok) return `error parsing version segment: ${segment.message}`;
    numbers.push(segment.value);
  }
  const prerelease = match[5] ?? "";
  // Numbers in a pre-release must not have leading zeros; those of the version itself may.
  if (prerelease.split(".").some((part) => /^0[0-9]+$/.test(part))) return "version segment starts with 0";
  return new GoVersion(numbers as [bigint, bigint, bigint], prerelease, match[7] ?? "", text);
}

const compareNumbers = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** `Version.Compare`: build metadata does not count. */
export function compareVersions(a: GoVersion, b: GoVersion): number {
  const order =
    compareNumbers(a.major, b.major) || compareNumbers(a.minor, b.minor) || compareNumbers(a.patch, b.patch);
  if (order !== 0 || a.prerelease === b.prerelease) return order;
  if (a.prerelease === "") return 1;
  return b.prerelease === "" ? -1 : comparePrereleases(a.prerelease, b.prerelease);
}

/** Part by part: fewer parts come first, numbers before words. */
export function comparePrereleases(a: string, b: string): number {
  const x = a.split(".");
  const y = b.split(".");
  for (let i = 0; i < Math.max(x.length, y.length); i++) {
    const order = comparePart(x[i] ?? "", y[i] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "") return -1;
  if (b === "") return 1;
  const x = numeric(a);
  const y = numeric(b);
  if (x === undefined && y === undefined) return a > b ? 1 : -1;
  if (y === undefined) return -1;
  if (x === undefined) return 1;
  return x > y ? 1 : -1;
}

function numeric(part: string): bigint | undefined {
  const parsed = parseUint(part, 10, 64);
  return parsed.ok ? parsed.value : undefined;
}

/** Methods of a version whether through a pointer or not: the pointer's own parameters may be nil. */
const getter = <T extends GoValue>(result: GoType<T>, read: (version: GoVersion) => T): Method =>
  defineMethod(VERSION_STRUCT, [], result, read);

const other = param("version", VERSION_POINTER);

const comparison = (test: (order: number) => boolean): Method =>
  defineMethod(VERSION_STRUCT, [other], BOOL, (a, [b]) => test(compareVersions(a, nonNil(b))));

const nonNil = (value: GoVersion | null): GoVersion => value ?? fail(NIL_POINTER);

/** The next version, with the `v` of the original text if it had one. */
function increment(v: GoVersion, part: "major" | "minor" | "patch"): GoVersion {
  if (v[part] === MAX_SEGMENT && (part !== "patch" || v.prerelease === ""))
    fail(`${part} version increment would overflow uint64`);
  const numbers: [bigint, bigint, bigint] =
    part === "major"
      ? [v.major + 1n, 0n, 0n]
      : part === "minor"
        ? [v.major, v.minor + 1n, 0n]
        : [v.major, v.minor, v.prerelease === "" ? v.patch + 1n : v.patch];
  return withParts(v, numbers, "", "");
}

function withParts(v: GoVersion, numbers: [bigint, bigint, bigint], prerelease: string, metadata: string): GoVersion {
  const prefix = v.original.startsWith("v") ? "v" : "";
  const plain = new GoVersion(numbers, prerelease, metadata, undefined);
  return new GoVersion(numbers, prerelease, metadata, prefix + plain.toString(), VERSION_STRUCT);
}

const PARTS = /^[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*$/;

/** The methods of a version, whether through a pointer or not. */
const VALUE_METHODS: readonly (readonly [string, Method])[] = [
  ["Major", getter(UINT64, (v) => makeInt(UINT64, v.major))],
  ["Minor", getter(UINT64, (v) => makeInt(UINT64, v.minor))],
  ["Patch", getter(UINT64, (v) => makeInt(UINT64, v.patch))],
  ["Prerelease", getter(STRING, (v) => v.prerelease)],
  ["Metadata", getter(STRING, (v) => v.metadata)],
  ["String", getter(STRING, (v) => v.toString())],
  ["MarshalText", getter(BYTES, (v) => new GoBytes(toBytes(v.toString())))],
  ["MarshalJSON", getter(BYTES, (v) => new GoBytes(toBytes(`"${v.toString()}"`)))],
  ["Value", getter(ANY, (v) => v.toString())],
  ["IncMajor", getter(VERSION_STRUCT, (v) => increment(v, "major"))],
  ["IncMinor", getter(VERSION_STRUCT, (v) => increment(v, "minor"))],
  ["IncPatch", getter(VERSION_STRUCT, (v) => increment(v, "patch"))],
  [
    "SetPrerelease",
    defineMethod(VERSION_STRUCT, [stringParam("text")], VERSION_STRUCT, (v, [text]) => {
      if (text !== "" && !PARTS.test(text)) fail("invalid prerelease string");
      if (text.split(".").some((part) => /^0[0-9]+$/.test(part))) fail("version segment starts with 0");
      return withParts(v, [v.major, v.minor, v.patch], text, v.metadata);
    }),
  ],
  [
    "SetMetadata",
    defineMethod(VERSION_STRUCT, [stringParam("text")], VERSION_STRUCT, (v, [text]) => {
      if (text !== "" && !PARTS.test(text)) fail("invalid metadata string");
      return withParts(v, [v.major, v.minor, v.patch], v.prerelease, text);
    }),
  ],
];

const STRUCT_METHODS: MethodTable = new Map(VALUE_METHODS);

const POINTER_METHODS: MethodTable = new Map<string, Method>([
  ...VALUE_METHODS,
  ["Original", getter(STRING, (v) => v.original)],
  ["Compare", defineMethod(VERSION_STRUCT, [other], INT, (a, [b]) => int(compareVersions(a, nonNil(b))))],
  ["Equal", defineMethod(VERSION_STRUCT, [other], BOOL, (a, [b]) => b !== null && compareVersions(a, b) === 0)],
  ["LessThan", comparison((order) => order < 0)],
  ["LessThanEqual", comparison((order) => order <= 0)],
  ["GreaterThan", comparison((order) => order > 0)],
  ["GreaterThanEqual", comparison((order) => order >= 0)],
]);

/**
 * Which files a configuration that came over the API may read or write: those below a folder of the data directory and the
 * folders that whoever started the server allowed. What names a file is told by the specs of components and the stages'
 * resources. What names tell is known before anything is built; what they lead to is asked when a file is opened (`FileGate`).
 */
import { dirname, resolve } from "node:path";
import { type Block, type ComponentNode, type Diagnostic, type Field, namedResources } from "@sluice/engine";
import { type FileRules, type FileUse, findRefusal, realPath } from "../platform/file-rules.ts";

/** What a target says is read. May be a pattern. */
const TARGET_PATH = "__path__";
/** Before the path of a socket, in an argument that may be an address, too. */
const SOCKET = "unix://";
/** What components read although no argument names it, where this argument is empty. */
const READ_BY_DEFAULT: ReadonlyMap<string, { readonly argument: string; readonly path: string }> = new Map([
  ["logs.source.journal", { argument: "path", path: "/var/log/journal" }],
]);
const WILDCARD = /[*?[\]{}]/;

export interface NamedFile {
  readonly path: string;
  readonly use: FileUse;
}

/** An error for each component that would use what it may not. `base`: where relative paths are looked up. */
export function findForbiddenPaths(components: readonly ComponentNode[], base: string, rules: FileRules): Diagnostic[] {
  return components.flatMap((node) => {
    const resources = namedResources(node.stages).map(({ path, span }) => ({ path, span, use: "read" as const }));
    const named = [...filesIn(node.args, node.spec)].map((one) => ({ ...one, span: node.span }));
    const other = READ_BY_DEFAULT.get(node.spec.name);
    if (other !== undefined && node.args[other.argument] === "")
      named.push({ path: other.path, use: "read", span: node.span });
    return [...resources, ...named].flatMap(({ path, use, span }): Diagnostic[] => {
      const why = whyNot(path, use, base, rules);
      if (why === undefined) return [];
      const message = `${node.id}: a configuration that came over the API may not ${use} ${JSON.stringify(path)}, since ${why}`;
      return [{ severity: "error", code: "path-not-allowed", message, span }];
    });
  });
}

function whyNot(path: string, use: FileUse, base: string, rules: FileRules): string | undefined {
  // A pattern is resolved when it is looked up: what leads up out of it would do so then.
  if (WILDCARD.test(path) && path.split(/[/\\,{}]/).includes("..")) return 'its pattern may not hold ".."';
  const place = placeOf(resolve(base, path));
  const refusal = findRefusal(rules, realPath(place), use);
  if (refusal === undefined) return undefined;
  const { why, option } = refusal;
  return `it is ${why}${option === undefined ? "" : ` (allow it with ${option} ${adviceOf(place, use)})`}`;
}

/** A file that is read may be allowed by itself; what is written beside one needs its folder. */
const adviceOf = (place: string, use: FileUse): string => (use === "read" ? place : dirname(place));

interface Shape {
  readonly fields: Readonly<Record<string, Pick<Field, "file">>>;
  readonly blocks: Readonly<Record<string, Pick<Block, "fields" | "blocks">>>;
}

/** Every file that arguments name, in blocks as well. */
export function* filesIn(args: Readonly<Record<string, unknown>>, { fields, blocks }: Shape): Generator<NamedFile> {
  for (const [name, value] of Object.entries(args)) {
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (block === undefined) yield* filesOf(value, Object.hasOwn(fields, name) ? fields[name]?.file : undefined);
    else {
      const decoded = (Array.isArray(value) ? value : [value]) as readonly ({ args: typeof args } | undefined)[];
      for (const one of decoded) if (one !== undefined && one !== null) yield* filesIn(one.args, block);
    }
  }
}

function* filesOf(value: unknown, use: FileUse | undefined): Generator<NamedFile> {
  if (typeof value === "string") {
    if (value.startsWith(SOCKET)) yield { path: value.slice(SOCKET.length), use: "read" };
    else if (value !== "" && use !== undefined) yield { path: value, use };
  } else if (value instanceof Map) {
    // Names of labels and the like say nothing about their values.
    for (const [key, one] of value) if (key === TARGET_PATH) yield* filesOf(one, "read");
  } else if (Array.isArray(value)) for (const one of value) yield* filesOf(one, use);
}

/** A file, or the folder that all files of a pattern are below. */
const placeOf = (path: string): string =>
  WILDCARD.test(path) ? dirname(`${path.slice(0, path.search(WILDCARD))}x`) : path;

/**
 * Which files a configuration that came over the API may read or write: those below the data directory and the folders that whoever
 * started the server allowed. What names a file is told by the components' specs and the stages' resources.
 */
import { realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { type ComponentNode, type Diagnostic, namedResources } from "@sluice/engine";

/** Arguments whose value is the name of a file, in all components and their blocks. */
export const NAMES_FILE = /_file$|^filename$|^files$|^path$/;
/** What a target says is read. May be a pattern. */
const TARGET_PATH = "__path__";
/** Before the path of a socket, in an argument that may be an address, too. */
const SOCKET = "unix://";
/** What components read although no argument names it, where this argument is empty. */
const READ_BY_DEFAULT: ReadonlyMap<string, { readonly argument: string; readonly path: string }> = new Map([
  ["logs.source.journal", { argument: "path", path: "/var/log/journal" }],
]);
const WILDCARD = /[*?[\]{}]/;

/** An error for each component that would read what it may not. `base`: where relative paths are looked up. */
export function findForbiddenPaths(
  components: readonly ComponentNode[],
  base: string,
  allowed: readonly string[],
): Diagnostic[] {
  const roots = allowed.flatMap((folder) => [resolve(folder), real(resolve(folder))]);
  return components.flatMap((node) => {
    const resources = namedResources(node.stages).map(({ path, span }) => ({ path, span }));
    const named = [...pathsIn(node.args, node.spec)].map((path) => ({ path, span: node.span }));
    const other = READ_BY_DEFAULT.get(node.spec.name);
    if (other !== undefined && node.args[other.argument] === "") named.push({ path: other.path, span: node.span });
    return [...resources, ...named]
      .filter(({ path }) => !isBelow(path, base, roots))
      .map(({ path, span }): Diagnostic => {
        const why = leadsUp(path)
          ? 'of whose pattern ".." may not be a part'
          : `which is outside the data directory, unless the server is started with --allow-path ${placeOf(resolve(base, path))}`;
        const message = `${node.id}: a configuration that came over the API may not use ${JSON.stringify(path)}, ${why}`;
        return { severity: "error", code: "path-not-allowed", message, span };
      });
  });
}

interface BlockShape {
  readonly blocks: Readonly<Record<string, BlockShape>>;
}

/** Every file that arguments name, in blocks as well. */
export function* pathsIn(args: Readonly<Record<string, unknown>>, { blocks }: BlockShape): Generator<string> {
  for (const [name, value] of Object.entries(args)) {
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (block === undefined) yield* pathsOf(value, name);
    else {
      const decoded = (Array.isArray(value) ? value : [value]) as readonly ({ args: typeof args } | undefined)[];
      for (const one of decoded) if (one !== undefined && one !== null) yield* pathsIn(one.args, block);
    }
  }
}

function* pathsOf(value: unknown, name: string): Generator<string> {
  if (typeof value === "string") {
    if (value.startsWith(SOCKET)) yield value.slice(SOCKET.length);
    else if (value !== "" && (NAMES_FILE.test(name) || name === TARGET_PATH)) yield value;
  } else if (value instanceof Map) {
    // Names of labels and the like say nothing about their values.
    for (const [key, one] of value) if (key === TARGET_PATH) yield* pathsOf(one, TARGET_PATH);
  } else if (Array.isArray(value)) for (const one of value) yield* pathsOf(one, name);
}

function isBelow(path: string, base: string, roots: readonly string[]): boolean {
  if (leadsUp(path)) return false;
  const place = placeOf(resolve(base, path));
  const below = (one: string) =>
    roots.some((root) => one === root || one.startsWith(root.endsWith(sep) ? root : root + sep));
  return below(place) && below(real(place));
}

/** A pattern is resolved when it is looked up: what leads up out of it would do so then. */
const leadsUp = (path: string): boolean => WILDCARD.test(path) && path.split(/[/\\,{}]/).includes("..");

/** A file, or the folder that all files of a pattern are below. */
const placeOf = (path: string): string =>
  WILDCARD.test(path) ? dirname(`${path.slice(0, path.search(WILDCARD))}x`) : path;

/** Without symbolic links, as far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(real(parent), path.slice(parent.length).replace(/^[/\\]+/, ""));
  }
}

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
    return [...resources, ...named]
      .filter(({ path }) => !isBelow(path, base, roots))
      .map(({ path, span }): Diagnostic => {
        const message = `${node.id}: a deployed configuration may not use ${JSON.stringify(path)}: only what is below the data directory or an --allow-path`;
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
  // A pattern is resolved when it is looked up: what leads up out of it would do so then.
  if (WILDCARD.test(path) && path.split(/[/\\,{}]/).includes("..")) return false;
  const whole = resolve(base, path);
  const place = WILDCARD.test(whole) ? dirname(`${whole.slice(0, whole.search(WILDCARD))}x`) : whole;
  const below = (one: string) =>
    roots.some((root) => one === root || one.startsWith(root.endsWith(sep) ? root : root + sep));
  return below(place) && below(real(place));
}

/** Without symbolic links, as far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : resolve(real(parent), path.slice(parent.length).replace(/^[/\\]+/, ""));
  }
}

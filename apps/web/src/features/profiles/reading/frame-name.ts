/** Short names of functions that fit into a frame, and the package of a function. */

/** Removes folders or a path: `net/http.(*conn).serve` becomes `http.(*conn).serve`. */
export const shortName = (name: string): string => name.replace(/^(?:[^/\s(<[]*\/)+(?=[^/])/, "");

/** The form of JVM languages: packages in lower case, a class with a capital. */
const DOTTED_PACKAGE = /^(?:[a-z_][\w$]*\.)+(?=[A-Z])/;

/** The common part of the names of one package or file; good enough to distinguish neighbours. */
export function packageOf(name: string): string {
  const dotted = DOTTED_PACKAGE.exec(name)?.[0];
  if (dotted !== undefined) return dotted.slice(0, -1);
  const slash = name.lastIndexOf("/", name.search(/[(<[]|$/));
  const end = name.slice(slash + 1).search(/[.:]/);
  return end <= 0 ? name : name.slice(0, slash + 1 + end);
}

/** The step from a taken colour to the next; coprime to the number of colours. */
const STEP = 19;

/**
 * Colours of packages: each has its own, as long as there are enough, and keeps it everywhere. The colour depends on the
 * name, unless an earlier package has taken it.
 */
export class PackageColours {
  readonly #count: number;
  readonly #colours = new Map<string, number>();
  readonly #taken = new Set<number>();

  constructor(count: number) {
    this.#count = count;
  }

  /** From 0 up to, and without, the number of colours. */
  of(functionName: string): number {
    const name = packageOf(functionName);
    let colour = this.#colours.get(name);
    if (colour === undefined) {
      colour = hash(name) % this.#count;
      const left = this.#taken.size < this.#count;
      while (left && this.#taken.has(colour)) colour = (colour + STEP) % this.#count;
      this.#taken.add(colour);
      this.#colours.set(name, colour);
    }
    return colour;
  }
}

/** FNV-1a, of 32 bits. */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

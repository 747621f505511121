/** Names of functions as they fit into a frame, and the package that a function belongs to. */

/** Without the folders or the path before it: `net/http.(*conn).serve` is `http.(*conn).serve`. */
export const shortName = (name: string): string => name.replace(/^(?:[^/\s(<[]*\/)+(?=[^/])/, "");

/** What names of one package or file have in common; good enough to tell neighbours apart. */
export function packageOf(name: string): string {
  const slash = name.lastIndexOf("/", name.search(/[(<[]|$/));
  const end = name.slice(slash + 1).search(/[.:]/);
  return end <= 0 ? name : name.slice(0, slash + 1 + end);
}

/** One of `count` colours, the same for a package wherever it stands. */
export function colourOf(name: string, count: number): number {
  let hash = 7;
  for (const character of packageOf(name)) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) | 0;
  return Math.abs(hash) % count;
}

/**
 * Paths with wildcards: `*` is any characters and `?` one character of a name, `**` any number of folders, also none.
 * Everything else is literal.
 */

export const hasWildcard = (pattern: string): boolean => /[*?]/.test(pattern);

/** Whether an absolute path matches an absolute pattern; the time is at most the product of their lengths. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const parts = partsOf(pattern, false);
  return (path) => fitsParts(path.split("/"), parts);
}

/**
 * Whether every path that matches the pattern `narrow` also matches `wide`; both are normalized. It may be false although it
 * holds, as for `?*` and `*?`.
 */
export function globCovers(wide: string, narrow: string): boolean {
  // A pattern that ends in `**` matches files in any folder, as if any name followed.
  return fitsParts(narrow.replace(/(?<=^|\/)\*\*$/, "**/*").split("/"), partsOf(wide, hasWildcard(narrow)));
}

/** Whether some path may match both; both are normalized. */
export function globsOverlap(a: string, b: string): boolean {
  const parts = (pattern: string) => pattern.replace(/(?<=^|\/)\*\*$/, "**/*").split("/");
  return overlap(parts(a), parts(b), "**", (one, other) => overlap([...one], [...other], "*", fitsCharacter));
}

const fitsCharacter = (a: string, b: string): boolean => a === b || a === "?" || b === "?";

/** Whether two lists can match the same; `any` matches any number of elements. */
function overlap(a: readonly string[], b: readonly string[], any: string, fits: (a: string, b: string) => boolean) {
  // `reached[j]`: the elements of `a` so far and the first `j` of `b` can match the same.
  let reached = [true];
  for (const [j, one] of b.entries()) reached.push(one === any && reached[j]!);
  for (const one of a) {
    const next = [one === any && reached[0]!];
    for (const [j, other] of b.entries())
      next.push(
        one === any || other === any ? next[j]! || reached[j + 1]! || reached[j]! : reached[j]! && fits(one, other),
      );
    reached = next;
  }
  return reached[b.length]!;
}

/** A path without `.`, `..` and other redundant parts, as the file system's functions normalize it. */
export function normalPath(path: string): string {
  const names: string[] = [];
  const isAbsolute = path.startsWith("/");
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== ".." || (!isAbsolute && (names.at(-1) ?? "..") === "..")) names.push(name);
    else names.pop();
  }
  return (isAbsolute ? "/" : "") + names.join("/");
}

type Part = "**" | ((name: string) => boolean);

const partsOf = (pattern: string, ofPatterns: boolean): Part[] =>
  pattern.split("/").map((part) => (part === "**" ? part : nameMatcher(part, ofPatterns)));

/**
 * `**` in the middle matches any folders with a name, at the end anything. When the rest does not match, only the last `**`
 * has to take more: it can take whatever an earlier one could.
 */
function fitsParts(names: readonly string[], parts: readonly Part[]): boolean {
  let part = 0;
  let last = -1;
  let taken = 0;
  for (let name = 0; name < names.length || part < parts.length; ) {
    const wanted = parts[part];
    if (wanted === "**") {
      if (part === parts.length - 1) return name < names.length;
      last = part++;
      taken = name;
    } else if (wanted !== undefined && name < names.length && wanted(names[name]!)) {
      part++;
      name++;
    } else {
      if (last < 0 || taken >= names.length || names[taken] === "") return false;
      name = ++taken;
      part = last + 1;
    }
  }
  return true;
}

/**
 * Whether a name matches one part of a pattern: `*` is any characters, `?` one. `ofPatterns`: the name is itself part of a
 * pattern, in which `*` is more than one character, and `**` more than a name.
 */
export function nameMatcher(part: string, ofPatterns = false): (name: string) => boolean {
  const wanted = [...part];
  const fits = (one: string | undefined, character: string) =>
    one === character || (one === "?" && !(ofPatterns && character === "*"));
  return (text) => {
    if (ofPatterns && text === "**") return false;
    const name = [...text];
    let star = -1;
    let taken = 0;
    let at = 0;
    let i = 0;
    while (i < name.length) {
      if (wanted[at] === "*") {
        star = at++;
        taken = i;
      } else if (fits(wanted[at], name[i]!)) {
        at++;
        i++;
      } else if (star < 0) return false;
      else {
        at = star + 1;
        i = ++taken;
      }
    }
    while (wanted[at] === "*") at++;
    return at === wanted.length;
  };
}

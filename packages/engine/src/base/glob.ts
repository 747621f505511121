/**
 * Paths with wildcards: `*` any characters and `?` one character of a name, `**` any folders, none included. Everything
 * else stands for itself.
 */

export const hasWildcard = (pattern: string): boolean => /[*?]/.test(pattern);

/** Tells whether an absolute path fits an absolute pattern, in time of at most the product of their lengths. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const parts = partsOf(pattern, false);
  return (path) => fitsParts(path.split("/"), parts);
}

/**
 * Whether every path that fits the pattern `narrow` fits `wide`, too; both are normal. False also where that holds for
 * reasons that are not looked into, such as `?*` for `*?`.
 */
export function globCovers(wide: string, narrow: string): boolean {
  // What ends in `**` stands for files in any folder, as if any name followed.
  return fitsParts(narrow.replace(/(?<=^|\/)\*\*$/, "**/*").split("/"), partsOf(wide, hasWildcard(narrow)));
}

/** Whether some path may fit both; both are normal. */
export function globsOverlap(a: string, b: string): boolean {
  const parts = (pattern: string) => pattern.replace(/(?<=^|\/)\*\*$/, "**/*").split("/");
  return overlap(parts(a), parts(b), "**", (one, other) => overlap([...one], [...other], "*", fitsCharacter));
}

const fitsCharacter = (a: string, b: string): boolean => a === b || a === "?" || b === "?";

/** Whether two lists can stand for the same; `any` in them stands for any number of others. */
function overlap(a: readonly string[], b: readonly string[], any: string, fits: (a: string, b: string) => boolean) {
  // `reached[j]`: of `a` what came so far and the first `j` of `b` can stand for the same.
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

/** A path without `.`, `..` and what else says nothing, as the file system's own functions resolve it by its text. */
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
 * `**` in the middle stands for any folders that have a name, at the end for anything. When what follows one does not
 * fit, only the last one that was passed can stand for more: what an earlier one could give, it can give as well.
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
 * Tells whether a name fits one part of a pattern: `*` any characters, `?` one. `ofPatterns`: the name is a part of a
 * pattern itself, in which `*` stands for more than one character, and `**` for more than a name.
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

/** Names for the parts of a pattern that vary, from the text before them: `status=`, `user bob`, `port 22`. */
import { freeName, toName } from "../detect/index.ts";
import type { Cluster } from "./cluster.ts";

/** Words before a value that do not say what it is. */
const NO_NAME: ReadonlySet<string> = new Set(
  "a an and as at by for from in into is of on or over since than that the this to via was with after before".split(
    " ",
  ),
);
const NAMING = /^[A-Za-z][A-Za-z_.-]{1,23}$/;

/** A name for each part of `cluster`, by its token; no two are the same. */
export function nameParts(cluster: Cluster): Map<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const [i, part] of cluster.parts.entries()) {
    if (part === undefined) continue;
    const free = freeName(toName(wordBefore(cluster, i) ?? part.kind).toLowerCase(), taken);
    taken.add(free);
    names.set(i, free);
  }
  return names;
}

function wordBefore({ texts, kinds, parts }: Cluster, i: number): string | undefined {
  const isWord = (at: number) =>
    at >= 0 &&
    parts[at] === undefined &&
    kinds[at] === "text" &&
    NAMING.test(texts[at]!) &&
    !NO_NAME.has(texts[at]!.toLowerCase());
  const before = i - 1;
  if (isWord(before)) return texts[before];
  const joined = before >= 0 && kinds[before] === "mark" && (texts[before] === "=" || texts[before] === ":");
  return joined && isWord(before - 1) ? texts[before - 1] : undefined;
}

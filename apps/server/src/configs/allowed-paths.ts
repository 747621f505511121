/**
 * Which files a configuration that came over the API may read or write: those below a folder of the data directory and
 * the folders that whoever started the server allowed. The specs of components and stages say which arguments name
 * files. This looks at names before anything is built, and at values from other components whenever they arrive. A name
 * may lead elsewhere by the time that it is opened, so every file is opened by its component's `FileGate`. The standard
 * library itself asks which environment variables may be read (`deniesEnv`), so that no way of naming one evades the
 * check.
 */
import { dirname, resolve } from "node:path";
import { type ComponentNode, type Diagnostic, namedFiles, namedResources } from "@sluice/engine";
import { type FileRules, type FileUse, findRefusal, realPath } from "../platform/file-rules.ts";

const WILDCARD = /[*?[\]{}]/;

/** An error for each component that would use what it may not. `base`: where relative paths are looked up. */
export function findForbiddenPaths(components: readonly ComponentNode[], base: string, rules: FileRules): Diagnostic[] {
  return components.flatMap((node) => {
    const resources = namedResources(node.stages).map(({ path, span }) => ({ path, span, use: "read" as const }));
    const named = [...namedFiles(node.args, node.spec)].map((one) => ({ ...one, span: node.span }));
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

/** A file, or the folder that all files of a pattern are below. */
const placeOf = (path: string): string =>
  WILDCARD.test(path) ? dirname(`${path.slice(0, path.search(WILDCARD))}x`) : path;

/** Go's package path; the `os` forms are path/filepath, as on Unix, where both do the same. */
import { defineFunction, stringArg, type TemplateFunction } from "../functions.ts";
import { BOOL, type GoType, STRING } from "../types.ts";
import type { GoValue } from "../value.ts";

/** `path.Clean`: the shortest path that means the same. */
export function cleanPath(path: string): string {
  if (path === "") return ".";
  const rooted = path.startsWith("/");
  const out: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") out.push(part);
    else if (out.length > 0 && out.at(-1) !== "..") out.pop();
    else if (!rooted) out.push("..");
  }
  const clean = out.join("/");
  if (rooted) return `/${clean}`;
  return clean === "" ? "." : clean;
}

/** `path.Base`: the last element. */
function basePath(path: string): string {
  if (path === "") return ".";
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end--;
  if (end === 0) return "/";
  return path.slice(path.lastIndexOf("/", end - 1) + 1, end);
}

/** `path.Dir`: all but the last element, cleaned. */
const directory = (path: string): string => cleanPath(path.slice(0, path.lastIndexOf("/") + 1));

/** `path.Ext`: from the last dot of the last element. */
function extension(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot < 0 || dot < path.lastIndexOf("/") ? "" : path.slice(dot);
}

/** A function under its plain and its `os` name. */
function both(name: string, osName: string, result: GoType, apply: (path: string) => GoValue): TemplateFunction[] {
  return [name, osName].map((each) => defineFunction(each, [STRING], result, (args) => apply(stringArg(args, 0))));
}

export const PATH_FUNCTIONS: readonly TemplateFunction[] = [
  ...both("base", "osBase", STRING, basePath),
  ...both("dir", "osDir", STRING, directory),
  ...both("ext", "osExt", STRING, extension),
  ...both("clean", "osClean", STRING, cleanPath),
  ...both("isAbs", "osIsAbs", BOOL, (path) => path.startsWith("/")),
];

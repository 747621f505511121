/** Go's package path; the `os` forms are path/filepath, as on Unix, where both do the same. */
import { alias, defineFunction, type TemplateFunction } from "../../functions.ts";
import { stringParam } from "../../parameters.ts";
import { BOOL, type GoType, STRING } from "../../types.ts";
import type { FunctionExample, GoValue } from "../../values/model.ts";

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
function both<T extends GoValue>(
  name: string,
  result: GoType<T>,
  doc: string,
  example: FunctionExample,
  apply: (path: string) => T,
): TemplateFunction[] {
  const fn = defineFunction({
    name,
    params: [stringParam("path")],
    result,
    doc,
    example,
    call: ([path]) => apply(path),
  });
  return [fn, alias(fn, `os${name[0]!.toUpperCase()}${name.slice(1)}`)];
}

export const PATH_FUNCTIONS: readonly TemplateFunction[] = [
  ...both(
    "base",
    STRING,
    "The last element of a path.",
    { call: 'base "/var/log/app.log"', gives: "app.log" },
    basePath,
  ),
  ...both(
    "dir",
    STRING,
    "A path without its last element.",
    { call: 'dir "/var/log/app.log"', gives: "/var/log" },
    directory,
  ),
  ...both(
    "ext",
    STRING,
    "The extension of a path's last element, with its dot.",
    { call: 'ext "/var/log/app.log"', gives: ".log" },
    extension,
  ),
  ...both(
    "clean",
    STRING,
    "The shortest path that means the same.",
    { call: 'clean "/var/./log/../tmp/"', gives: "/var/tmp" },
    cleanPath,
  ),
  ...both("isAbs", BOOL, "Whether a path begins at the root.", { call: 'isAbs "/var"', gives: "true" }, (path) =>
    path.startsWith("/"),
  ),
];

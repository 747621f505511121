/**
 * `file.path_join`: Go's `filepath.Join` on Unix.
 */
import { string } from "../value.ts";
import { MAX_RESULT, TOO_LONG, variadicFunction } from "./function.ts";

/** The shortest path that means the same: no empty parts, no `.`, and `..` resolved as far as that goes. */
function cleanPath(path: string): string {
  const rooted = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!rooted) parts.push(part);
  }
  return (rooted ? "/" : "") + parts.join("/") || ".";
}

export const PATH_JOIN = variadicFunction("file.path_join", [], "string", (_, parts) => {
  if (parts.reduce((sum, part) => sum + part.length + 1, 0) > MAX_RESULT) return TOO_LONG;
  const path = parts.filter((part) => part !== "").join("/");
  return string(path === "" ? "" : cleanPath(path));
});

// Whether a script was started directly rather than imported. Links are followed on both sides: Node gives a module its
// real path, while the command line keeps the path as typed (`/tmp` is a link on macOS, npm's commands are links).
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Give it `import.meta.url`.
 * @param {string} url
 */
export function isMainModule(url) {
  if (!process.argv[1]) return false;
  try {
    return realpathSync(process.argv[1]) === realpathSync(fileURLToPath(url));
  } catch {
    return false;
  }
}

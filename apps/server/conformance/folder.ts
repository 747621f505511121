import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with this package's vectors, from the sources and from the build alike. */
export function conformanceFolder(): string {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!at.endsWith("server")) at = dirname(at);
  return join(at, "conformance");
}

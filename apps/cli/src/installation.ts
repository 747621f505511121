/** What the command came with. Sources, compiled files and the bundle all stand one folder below the package's. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const beside = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The version of the command, from its package. */
export function version(): string {
  return (JSON.parse(readFileSync(beside("package.json"), "utf8")) as { version: string }).version;
}

/** The folder of the built page: a part of the package where it is installed, the page's own build in a checkout. */
export function pageFolder(): string {
  const installed = beside("page");
  return existsSync(installed) ? installed : beside("../web/dist");
}

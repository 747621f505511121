// Programs that profile themselves, each with a client of others, installed from its registry in the version of its folder
// here. They are put together in a folder of the cache, which is kept until something changes.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../../base/cached-install.mjs";
import { installNode, installPython, pythonIn, run } from "./installing.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/**
 * @typedef {object} Program
 * @property {string} client
 * @property {string} path
 * @property {RegExp} contentType
 * @property {(folder: string) => boolean} install
 * @property {(folder: string) => readonly string[]} command
 * @property {RegExp} busyFunction
 */

/** @param {string} folder */
const goIn = (folder) => join(folder, process.platform === "win32" ? "busy.exe" : "busy");

/** @type {Readonly<Record<"node" | "python" | "go", Program>>} */
export const PROGRAMS = {
  node: {
    client: "@pyroscope/nodejs 0.6.4",
    path: "/ingest",
    contentType: /^application\/octet-stream$/,
    install: installNode,
    command: (folder) => [process.execPath, join(folder, "busy.mjs")],
    busyFunction: /busyWork/,
  },
  python: {
    client: "pyroscope-io 1.4.0",
    path: "/push.v1.PusherService/Push",
    contentType: /^application\/proto$/,
    install: installPython,
    command: (folder) => [pythonIn(folder), join(folder, "busy.py")],
    busyFunction: /busy_work/,
  },
  go: {
    client: "pyroscope-go 1.4.3",
    path: "/ingest",
    contentType: /^multipart\/form-data;/,
    install: (folder) =>
      run(folder, "go", ["build", "-o", goIn(folder), "."], {
        GOFLAGS: "-mod=readonly -buildvcs=false",
        GOWORK: "off",
      }),
    command: (folder) => [goIn(folder)],
    busyFunction: /main\.busyWork/,
  },
};

/**
 * Installs a program's client unless it is there. Gives the command that runs it, or nothing after a failure.
 * @param {keyof typeof PROGRAMS} name
 */
export function installProgram(name) {
  const { client, install, command } = PROGRAMS[name];
  /** @param {string} folder */
  const isThere = (folder) => existsSync(command(folder)[0]);
  const folder = installOnce({ source: join(here, name), what: client, install, isThere });
  return folder === undefined ? undefined : command(folder);
}

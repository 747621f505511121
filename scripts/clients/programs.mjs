// The programs that profile themselves, each with a client of others that is installed from its registry, in the version
// that stands in its folder here. They are put together in a folder of the cache, which is kept as long as nothing changes.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installOnce } from "../cached-install.mjs";
import { npmElsewhere } from "../npm-elsewhere.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const windows = process.platform === "win32";
/** Of one command. */
const TIMEOUT_MS = 300_000;

function run(folder, program, args, env = {}) {
  const options = { cwd: folder, stdio: ["ignore", 2, 2], timeout: TIMEOUT_MS, env: { ...process.env, ...env } };
  return spawnSync(program, args, options).status === 0;
}

const pythonIn = (folder) => join(folder, ".venv", windows ? "Scripts/python.exe" : "bin/python");
const goIn = (folder) => join(folder, windows ? "busy.exe" : "busy");

export const PROGRAMS = {
  node: {
    client: "@pyroscope/nodejs 0.6.4",
    path: "/ingest",
    contentType: /^application\/octet-stream$/,
    // It asks for a Node newer than the oldest that Sluice runs on, where it works all the same.
    install: (folder) => npmElsewhere(folder, "ci", "--no-engine-strict"),
    command: (folder) => [process.execPath, join(folder, "busy.mjs")],
    busyFunction: /busyWork/,
  },
  python: {
    client: "pyroscope-io 1.4.0",
    path: "/push.v1.PusherService/Push",
    contentType: /^application\/proto$/,
    install: (folder) =>
      run(folder, "python3", ["-m", "venv", ".venv"]) &&
      run(folder, pythonIn(folder), [
        ...["-m", "pip", "install", "--quiet", "--disable-pip-version-check"],
        ...["--only-binary", ":all:", "-r", "requirements.txt"],
      ]),
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

/** Installs a program's client unless it is there. Gives the command that runs it, or nothing when that went wrong. */
export function installProgram(name) {
  const { client, install, command } = PROGRAMS[name];
  const isThere = (folder) => existsSync(command(folder)[0]);
  const folder = installOnce({ source: join(here, name), what: client, install, isThere });
  return folder && command(folder);
}

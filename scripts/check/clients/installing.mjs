// How a folder of the cache gets the dependencies of its programs.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { npmElsewhere } from "../../base/npm-elsewhere.mjs";

const windows = process.platform === "win32";
/** Of one command. */
const TIMEOUT_MS = 300_000;

/**
 * Runs a command in a folder, with its output on standard error; whether it went well.
 * @param {string} folder
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function run(folder, program, args, env = {}) {
  const { status } = spawnSync(program, args, {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    timeout: TIMEOUT_MS,
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/**
 * Some ask for a Node newer than the oldest that Sluice runs on, where they work all the same.
 * @param {string} folder
 */
export const installNode = (folder) => npmElsewhere(folder, "ci", "--no-engine-strict");

/** @param {string} folder */
export const pythonIn = (folder) => join(folder, ".venv", windows ? "Scripts/python.exe" : "bin/python");

/**
 * What `requirements.txt` names, in an environment of its own.
 * @param {string} folder
 */
export const installPython = (folder) =>
  run(folder, "python3", ["-m", "venv", ".venv"]) &&
  run(folder, pythonIn(folder), [
    ...["-m", "pip", "install", "--quiet", "--disable-pip-version-check"],
    ...["--only-binary", ":all:", "-r", "requirements.txt"],
  ]);

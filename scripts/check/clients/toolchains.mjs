// The languages of the clients of others, and commands that are clients themselves: found on the machine, or installed from
// Debian's packages where that is wanted and allowed.
import { spawnSync } from "node:child_process";
import { installPackages } from "../../base/debian-packages.mjs";

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
const works = (program, ...args) => spawnSync(program, args, { stdio: "ignore", timeout: 60_000 }).status === 0;

/** @typedef {{ name: string, found: () => boolean, packages: readonly string[] }} Toolchain */

/** @type {Readonly<Record<"node" | "python" | "go" | "logger" | "curl", Toolchain>>} */
export const TOOLCHAINS = {
  node: { name: "Node", found: () => true, packages: [] },
  python: {
    name: "python3 with venv and pip",
    found: () => works("python3", "-c", "import venv, ensurepip"),
    packages: ["python3", "python3-venv", "python3-pip"],
  },
  go: { name: "Go", found: () => works("go", "version"), packages: ["golang-go"] },
  logger: {
    // That of util-linux: others know neither TCP nor RFC 5424.
    name: "util-linux's logger",
    found: () =>
      /util-linux/.test(spawnSync("logger", ["--version"], { encoding: "utf8", timeout: 60_000 }).stdout ?? ""),
    packages: ["bsdutils"],
  },
  curl: { name: "curl", found: () => works("curl", "--version"), packages: ["curl"] },
};

/**
 * Whether it is there; installs it where it is not and `install` asks for that.
 * @param {Toolchain} toolchain
 * @param {boolean} install
 */
export function haveToolchain({ name, found, packages }, install) {
  return found() || (install && installPackages(name, packages) && found());
}

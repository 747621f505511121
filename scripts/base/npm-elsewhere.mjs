// Runs npm in a folder with a project of its own, unknown to the lockfile and node_modules of this one.
import { spawnSync } from "node:child_process";

/**
 * Whether it went well; what npm says is on standard error.
 * @param {string} folder
 * @param {readonly string[]} args
 */
export function npmElsewhere(folder, ...args) {
  // Settings of the npm that runs this script would lead back to this project.
  const env = Object.entries(process.env).filter(([key]) => !/^npm_(?:config_local_prefix|package_)/i.test(key));
  const { status } = spawnSync("npm", [...args, "--ignore-scripts", "--no-fund", "--no-audit"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
    env: Object.fromEntries(env),
  });
  return status === 0;
}

// `npm start [-- [OPTIONS] [FILE|DIR]]`: installs what is missing, builds what is stale, runs the server.
// Without FILE (or `--config FILE`) it runs apps/server/examples/demo.alloy. Other options are those of `sluice run`.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { claimPort } from "../apps/cli/bin/claim-port.mjs";
import { stopWithNpm } from "../apps/cli/bin/stop-with-npm.mjs";
import { installDependencies } from "./base/install.mjs";
import { readStartArguments } from "./base/start-arguments.mjs";

stopWithNpm();

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { config: named, rest, refusal } = readStartArguments(process.argv.slice(2));
const USAGE = "usage: npm start -- [OPTIONS] [FILE|DIR]; OPTIONS are those of `sluice run`";
if (refusal !== undefined) {
  console.error(`npm start: ${refusal}\n${USAGE}`);
  process.exit(2);
}

const config = named ?? join(root, "apps/server/examples/demo.alloy");

const asksForHelp = rest.includes("--help") || rest.includes("-h");
const claimed = asksForHelp ? { argv: rest } : await claimPort(rest);
if (claimed.refusal !== undefined) {
  console.error(`npm start: ${claimed.refusal.replace(/--listen/, "npm start -- --listen")}`);
  process.exit(1);
}
installDependencies();
// npm runs scripts in the package's folder, and says where it was itself started: what is named is looked up there.
if (process.env.npm_lifecycle_event === "start" && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
if (asksForHelp) console.log(`${USAGE}:\n`);
const bin = join(root, "apps/cli/bin/sluice.mjs");
process.argv = [process.argv[0], bin, "run", ...claimed.argv, config];
await import(pathToFileURL(bin).href);

// `npm start [-- [OPTIONS] [FILE|DIR]]`: installs what is missing, builds what is stale, runs the server.
// Without FILE (or `--config FILE`) it runs apps/server/examples/demo.alloy. Other options are those of `sluice run`.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
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

installDependencies();
// npm runs scripts in the package's folder, and says where it was itself started: what is named is looked up there.
if (process.env.npm_lifecycle_event === "start" && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
if (rest.includes("--help") || rest.includes("-h")) console.log(`${USAGE}:\n`);
const bin = join(root, "apps/cli/bin/sluice.mjs");
process.argv = [process.argv[0], bin, "run", ...rest, config];
await import(pathToFileURL(bin).href);

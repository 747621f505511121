// `npm start [-- --config FILE] [OPTIONS]`: installs what is missing, builds what is stale, runs the server.
// Without --config it runs apps/server/examples/demo.alloy. Other options are those of `sluice run`.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { stopWithNpm } from "../apps/cli/bin/stop-with-npm.mjs";
import { installDependencies } from "./install.mjs";

stopWithNpm();

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const argv = process.argv.slice(2);
const value = { type: "string" };
const options = { config: value, listen: value, "log-level": value, "drain-timeout": value };
const { values, tokens } = parseArgs({ args: argv, options, strict: false, allowPositionals: true, tokens: true });

function refuse(message) {
  console.error(
    `npm start: ${message}\nusage: npm start -- [--config FILE] [OPTIONS]; OPTIONS are those of \`sluice run\``,
  );
  process.exit(2);
}

const stray = tokens.find(({ kind }) => kind === "positional");
if (stray !== undefined) refuse(`${JSON.stringify(stray.value)}: a configuration is named with --config`);
if (values.config === true || values.config === "") refuse("--config needs a FILE");

// npm runs scripts in the package's folder, and says where it was itself started.
const started = process.env.npm_lifecycle_event === "start" ? process.env.INIT_CWD : undefined;
const config =
  values.config === undefined
    ? join(root, "apps/server/examples/demo.alloy")
    : values.config === "-"
      ? "-"
      : resolve(started ?? ".", values.config);

const rest = [];
for (const token of tokens) {
  if (token.kind !== "option" || token.name === "config") continue;
  if (token.value === undefined) rest.push(token.rawName);
  else rest.push(`${token.rawName}=${token.value}`);
}

installDependencies();
process.argv = [process.argv[0], join(root, "apps/cli/bin/sluice.mjs"), "run", ...rest, config];
await import("../apps/cli/bin/sluice.mjs");

// `npm start [-- --config FILE] [OPTIONS]`: installs what is missing, builds what is stale, runs the server.
// Without --config it runs apps/server/examples/demo.alloy. Other options are those of `sluice run`.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const argv = process.argv.slice(2);
let config = join(root, "apps/server/examples/demo.alloy");
const rest = [];
for (let i = 0; i < argv.length; i++) {
  const [name, value] = argv[i].split(/=(.*)/s);
  if (name !== "--config") rest.push(argv[i]);
  else if (value !== undefined) config = value;
  else if (i + 1 < argv.length) config = argv[++i];
  else {
    console.error("--config needs a FILE");
    process.exit(2);
  }
}

installDependencies();
process.argv = [process.argv[0], join(root, "apps/cli/bin/sluice.mjs"), "run", ...rest, config];
await import("../apps/cli/bin/sluice.mjs");

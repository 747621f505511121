// `npm run test:clients [-- [--install] [node | python | go …]]`: published profilers, installed from their registries,
// each in a small busy program that pushes to `profiles.receive_http`; `profiles.write` forwards to a server that keeps
// what arrives. A whole profile with its labels must arrive. Ends with `N passed, N failed`.
//
// A language that the machine lacks is named at the end and not counted; with `--install`, which CI uses, it is installed
// by apt-get first. A client that cannot be installed counts as failed.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { installDependencies } from "../base/install.mjs";
import { isMainModule } from "../base/main-module.mjs";
import { messageOf } from "../base/message-of.mjs";

const BUSY_SECONDS = 3;
/** Of a program that is busy for some seconds, on a machine that has other things to do. */
const TIMEOUT_MS = 60_000;
const TAGS = { region: "eu-west", shard: "7" };

/**
 * Runs a program to its end; gives its status, or what ended it.
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number | string | null>}
 */
function runBusy([program, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, ...env },
      timeout: TIMEOUT_MS,
    });
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(signal ?? code));
  });
}

/**
 * What is to hold of the profiles of a program: a name, and what is wrong or nothing.
 * @param {import("./clients/programs.mjs").Program} program
 * @param {string} application
 * @param {readonly import("./clients/arrivals.mjs").Arrived[]} profiles
 * @returns {Promise<[what: string, problem: string | undefined | false][]>}
 */
async function checksOf({ path, contentType, busyFunction }, application, profiles) {
  const { readPprof } = await import("./clients/pprof.mjs");
  /** @type {string[]} */
  const problems = [];
  /** @type {ReturnType<typeof readPprof>[]} */
  const read = [];
  for (const { body } of profiles) {
    try {
      read.push(readPprof(body));
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  const busy = read.find(
    ({ functions, totals }) => totals.some((total) => total > 0) && functions.some((name) => busyFunction.test(name)),
  );
  const wanted = { service_name: application, ...TAGS };
  const wrong = profiles.find(({ labels }) => Object.entries(wanted).some(([name, value]) => labels[name] !== value));
  const stray = profiles.find((one) => one.path !== path || !contentType.test(one.contentType));
  const shown = busy && `${busy.samples} samples of ${busy.types.join(", ")}`;
  return [
    [
      `profiles arrive by ${path} as they are sent`,
      profiles.length === 0 ? "none arrived" : stray && `one came by ${stray.path} as ${stray.contentType}`,
    ],
    ["all are whole", problems[0]],
    [`the busy function is in them${shown ? ` (${shown})` : ""}`, busy === undefined ? "it is in none" : undefined],
    [
      `all carry ${Object.keys(wanted).join(", ")}`,
      profiles.length === 0 ? "none arrived" : wrong && `one has ${JSON.stringify(wrong.labels)}`,
    ],
  ];
}

/** @typedef {"node" | "python" | "go"} Language */

/**
 * Runs the programs of these languages; gives the totals, what failed, and which languages are absent and why.
 * @param {readonly Language[]} names
 */
export async function testClients(names, { install = false } = {}) {
  const { buildOrExit } = await import("../build.mjs");
  buildOrExit(["server"]);
  const { haveToolchain, TOOLCHAINS } = await import("./clients/toolchains.mjs");
  const { installProgram, PROGRAMS } = await import("./clients/programs.mjs");
  const { Arrivals } = await import("./clients/arrivals.mjs");
  const { receiverText, startReceivers } = await import("./profiles-server.mjs");

  /** @type {{ passed: number, failed: number, failures: string[], absent: string[] }} */
  const totals = { passed: 0, failed: 0, failures: [], absent: [] };
  let client = "";
  /** @param {string} message */
  const fail = (message) => {
    console.log(`  FAILED ${message}`);
    totals.failed++;
    totals.failures.push(`${client}: ${message}`);
  };
  const arrivals = await Arrivals.listen();
  const server = await startReceivers(receiverText("in", [arrivals.url]), (line) => console.log(`  server: ${line}`));
  try {
    for (const name of names) {
      const program = PROGRAMS[name];
      const toolchain = TOOLCHAINS[name];
      client = program.client;
      console.log(`${client}:`);
      if (!haveToolchain(toolchain, install)) {
        const advice = install ? "and it could not be installed" : "install it, or use --install";
        totals.absent.push(`${name}: this machine has no ${toolchain.name}; ${advice}`);
        console.log(`  absent: this machine has no ${toolchain.name}`);
        continue;
      }
      const command = installProgram(name);
      if (command === undefined) {
        fail("it could not be installed: see above. Is its registry within reach?");
        continue;
      }
      const application = `clients.${name}`;
      const env = { SERVER_ADDRESS: server.addresses.in, APPLICATION: application, BUSY_SECONDS: `${BUSY_SECONDS}` };
      const ended = await runBusy(command, env);
      if (ended !== 0) fail(`the program ended with ${ended}`);
      const profiles = await arrivals.take().catch((error) => {
        fail(`what arrived cannot be read: ${messageOf(error)}`);
        return [];
      });
      for (const [what, problem] of await checksOf(program, application, profiles)) {
        if (problem) fail(`${what}: ${problem}`);
        else {
          console.log(`  ok ${what}`);
          totals.passed++;
        }
      }
    }
  } finally {
    await server.stop();
    await arrivals.close();
  }
  return totals;
}

/** @type {readonly Language[]} */
export const CLIENTS = ["node", "python", "go"];

function readOptions() {
  const usage = `usage: npm run test:clients [-- [--install] [${CLIENTS.join(" | ")} …]]`;
  try {
    const { values, positionals } = parseArgs({
      options: { install: { type: "boolean", default: false }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const names = positionals.map((given) => {
      const found = CLIENTS.find((name) => name === given);
      if (found === undefined) throw new Error(`there is no client ${JSON.stringify(given)}`);
      return found;
    });
    return { install: values.install, names: names.length > 0 ? names : CLIENTS };
  } catch (error) {
    console.error(`npm run test:clients: ${messageOf(error)}\n${usage}`);
    process.exit(2);
  }
}

if (isMainModule(import.meta.url)) {
  const { install, names } = readOptions();
  installDependencies();
  const { passed, failed, absent } = await testClients(names, { install });
  for (const one of absent) console.log(`did not run: ${one}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

// `npm run attack [-- --quick] [-- --list] [-- NAME…]`: what a client, a file, an upstream or an operator could do to bring the
// server down, make it lose entries, or give away secrets. Attacks start servers of their own on the loopback, or ask one that
// others asked before (`t.any`). Two attacks run at once; a line for each says how it went and the longest hold of the event
// loop. Ends with `N passed, N failed`; exit code 1 when any failed.
import { parseArgs } from "node:util";
import { buildOrExit } from "../build.mjs";
import { attacks as api } from "./api.mjs";
import { attempt, SharedServers } from "./attempt.mjs";
import { attacks as connections } from "./connections.mjs";
import { attacks as files } from "./files.mjs";
import { attacks as grpc } from "./grpc.mjs";
import { attacks as host } from "./host.mjs";
import { attacks as live } from "./live.mjs";
import { attacks as memory } from "./memory.mjs";
import { attacks as mistakes } from "./mistakes.mjs";
import { attacks as preview } from "./preview.mjs";
import { attacks as processes } from "./process.mjs";
import { attacks as profiles } from "./profiles.mjs";
import { attacks as push } from "./push.mjs";
import { attacks as tail } from "./tail.mjs";

/** @type {readonly import("./attempt.mjs").Attack[]} */
const ATTACKS = [
  ...push,
  ...connections,
  ...grpc,
  ...profiles,
  ...memory,
  ...preview,
  ...tail,
  ...files,
  ...processes,
  ...host,
  ...api,
  ...mistakes,
  ...live,
];
/** They wait most of the time, and holds are counted in the server's own processor time. */
const AT_ONCE = 2;

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean" }, list: { type: "boolean" } },
  allowPositionals: true,
});
const chosen = ATTACKS.filter(
  ({ name, quick }) => (!values.quick || quick) && positionals.every((word) => name.includes(word)),
);
if (chosen.length === 0) {
  console.error(`no attack has all of ${JSON.stringify(positionals)} in its name; --list shows them`);
  process.exit(2);
}
if (values.list) {
  for (const { name, quick } of chosen) console.log(`${name}${quick ? "  (quick)" : ""}`);
  process.exit(0);
}
buildOrExit(["node", "page"]);

let passed = 0;
let failed = 0;
const waiting = [...chosen];
/**
 * @param {string} name
 * @param {readonly string[]} failures
 * @param {readonly string[]} notes
 */
function report(name, failures, notes) {
  if (failures.length > 0) failed++;
  else passed++;
  const said = failures.map((failure) => `         ${failure.replaceAll("\n", " ")}\n`);
  const about = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  process.stdout.write(`${failures.length > 0 ? "FAILED" : "ok    "} ${name}${about}\n${said.join("")}`);
}

async function attackOneByOne() {
  const servers = new SharedServers();
  for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift()) {
    const { failures, notes } = await attempt(attack, servers);
    report(attack.name, failures, notes);
  }
  const ends = await servers.stop();
  if (ends.length > 0) report("the end of servers that several attacks asked", ends, []);
}
await Promise.all(Array.from({ length: AT_ONCE }, attackOneByOne));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

// Loaded into a server under test (`node --import`): shows it another clock, and a network without some names, as the parent says.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

/**
 * What is wrong with it. `shift`: of the wall's clock, in milliseconds. `unknown`: names that are not found.
 * @typedef {{ shift?: number, unknown?: readonly string[] }} World
 */
/** @type {World} */
let world = JSON.parse(process.env.FAULTS_WORLD ?? "{}");

const now = Date.now.bind(Date);
Date.now = () => now() + (world.shift ?? 0);

const lookup = dns.lookup;
/** A name that is known is this machine's. @type {(...asked: any[]) => void} */
const lookUp = (name, ...rest) => {
  if (!name.endsWith(".faults.test")) return void Reflect.apply(lookup, dns, [name, ...rest]);
  if (!world.unknown?.includes(name)) return void Reflect.apply(lookup, dns, ["127.0.0.1", ...rest]);
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: "ENOTFOUND",
    syscall: "getaddrinfo",
  });
  process.nextTick(rest.at(-1), error);
};
dns.lookup = Object.assign(lookUp, lookup);
syncBuiltinESMExports();

/** @param {World} next */
const change = (next) => {
  world = next;
  process.send?.("changed");
};
process.on("message", change);
process.channel?.unref();

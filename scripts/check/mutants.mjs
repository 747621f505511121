// `npm run mutants -- [--verbose] [WORD…]`: how many mutants of the examples' configurations their tests notice: each stage
// deleted, neighbours swapped, each argument negated or emptied (packages/engine/src/testing/mutants.ts). Of each example,
// nine in ten must be killed. A mutant that behaves like the configuration stands in `equal-mutants.json` beside the
// examples with the reason: at most one in ten, and none that a test kills. A WORD names examples.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { messageOf } from "../base/message-of.mjs";
import { buildOrExit } from "../build.mjs";

buildOrExit(["engine"]);
const { readTestFile } = await import("../../packages/engine/dist/src/index.js");
const { killMutants } = await import("../../packages/engine/dist/src/testing/index.js");
const { createHash } = await import("node:crypto");

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, "apps/web/src/features/examples");
const ENDING = ".tests.yaml";
const KILLED = 0.9;
const EQUAL = 0.1;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { verbose: { type: "boolean" } } });
/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const equal = JSON.parse(readFileSync(join(folder, "equal-mutants.json"), "utf8"));
const names = readdirSync(folder)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort();
const chosen = names.filter((name) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
/** @type {string[]} */
const problems = [];
for (const name of Object.keys(equal))
  if (!names.includes(name)) problems.push(`equal-mutants.json: no ${name}${ENDING}`);
if (chosen.length === 0) problems.push("no tests to try");

/**
 * @param {import("../../packages/engine/dist/src/index.js").TestFile} file
 * @returns {import("../../packages/engine/dist/src/index.js").StageHost}
 */
function hostOf(file) {
  const places = new Map([...file.resources].map(([path, { value }]) => [path, resolve(folder, value)]));
  /** @type {Map<string, Uint8Array>} */
  const read = new Map();
  return {
    resource(path) {
      const place = places.get(path);
      if (place === undefined || !existsSync(place)) return undefined;
      if (!read.has(path)) read.set(path, new Uint8Array(readFileSync(place)));
      return read.get(path);
    },
    sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
  };
}

const total = { all: 0, killed: 0, listed: 0 };
/**
 * @param {number} part
 * @param {number} whole
 */
const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
for (const name of chosen) {
  const read = readTestFile(readFileSync(join(folder, name + ENDING), "utf8"));
  if (!read.ok) {
    problems.push(`${name}: ${read.diagnostics.map(({ message }) => message).join("; ")}`);
    continue;
  }
  let found;
  try {
    found = killMutants(readFileSync(join(folder, `${name}.alloy`), "utf8"), read.file, hostOf(read.file));
  } catch (error) {
    problems.push(`${name}: ${messageOf(error)}`);
    continue;
  }
  const { killed, survived, unchangeable } = found;
  const reasons = equal[name] ?? {};
  const listed = survived.filter((id) => Object.hasOwn(reasons, id));
  const left = survived.filter((id) => !Object.hasOwn(reasons, id));
  for (const id of Object.keys(reasons))
    if (!survived.includes(id))
      problems.push(
        `${name}: equal-mutants.json lists “${id}”, which ${killed.includes(id) ? "a test kills" : "is no mutant"}`,
      );
  const judged = killed.length + left.length;
  const all = killed.length + survived.length;
  total.all += all;
  total.killed += killed.length;
  total.listed += listed.length;
  console.log(
    `${name.padEnd(12)} ${String(killed.length).padStart(4)} of ${String(judged).padStart(3)} killed, ${percent(killed.length, judged)}; ` +
      `${listed.length} change nothing; ${unchangeable.length} places cannot be changed`,
  );
  for (const id of left) console.log(`  survives: ${id}`);
  if (values.verbose) {
    for (const id of killed) console.log(`  killed: ${id}`);
    for (const id of listed) console.log(`  changes nothing: ${id}: ${reasons[id]}`);
    for (const id of unchangeable) console.log(`  cannot be changed: ${id}`);
  }
  if (killed.length < KILLED * judged) problems.push(`${name}: fewer than ${100 * KILLED} % of its mutants are killed`);
}
const judged = total.all - total.listed;
console.log(
  `${total.killed} of ${judged} mutants of ${chosen.length} examples are killed, ${percent(total.killed, judged)}; ` +
    `${total.listed} of ${total.all} change nothing, ${percent(total.listed, total.all)}`,
);
if (positionals.length === 0 && total.listed > EQUAL * total.all)
  problems.push(`more than ${100 * EQUAL} % of all mutants are listed as changing nothing`);
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) {
  if (chosen.length > 0) console.error(`in ${relative(root, folder)}`);
  process.exitCode = 1;
}

// Looks for patterns on which the engines of regular expressions disagree: generated patterns and texts run on the
// native form, on RE2 in JavaScript, and (only "does it match") on RE2 itself. Prints every difference, made small.
//   node scripts/check/fuzz-regex.mjs [--seed N] [--count PATTERNS] [--seconds S]
// The same seed and count try the same things. Exits with 1 when there are differences.
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { messageOf } from "../base/message-of.mjs";
import { buildOrExit } from "../build.mjs";
import { createPatternSource } from "./regex-patterns.mjs";

const USAGE = "usage: node scripts/check/fuzz-regex.mjs [--seed N] [--count PATTERNS] [--seconds S]";
const TEXTS_PER_PATTERN = 12;
/** RE2 itself takes most of the time: it is asked about every so many patterns. */
const WASM_EVERY = 16;
/** After this many differences the rest says nothing new. */
const MAX_SHOWN = 20;

/**
 * @param {string} text
 * @param {string} name
 */
function readNumber(text, name) {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new Error(`--${name} must be a whole number`);
  return value;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: "string", default: "1" },
        count: { type: "string", default: "20000" },
        seconds: { type: "string", default: "60" },
      },
    });
    return {
      seed: readNumber(values.seed, "seed"),
      count: readNumber(values.count, "count"),
      seconds: readNumber(values.seconds, "seconds"),
    };
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}

const { seed, count, seconds } = readOptions();
buildOrExit(["engine"]);
const { compileRegex, hasRe2Wasm, setRe2Wasm } = await import("../../packages/languages/dist/src/re2/index.js");
const { LimitError } = await import("../../packages/engine/dist/src/index.js");

const require = createRequire(new URL("../../packages/engine/package.json", import.meta.url));
setRe2Wasm(() => {
  const path = require.resolve("re2-wasm/build/wasm/re2.js");
  delete require.cache[path];
  return require(path).WrappedRE2;
});

/**
 * @typedef {import("../../packages/languages/dist/src/re2/index.js").Regex} Regex
 * @typedef {"native" | "re2js" | "re2-wasm"} Engine
 * @typedef {readonly [what: string, ask: (regex: Regex, text: string) => unknown, engines: readonly Engine[]]} Question
 */

/**
 * What is compared: every engine must give the same text. The third column names the engines that can answer.
 * @type {readonly Question[]}
 */
const QUESTIONS = [
  ["test", (regex, text) => regex.test(text), ["native", "re2js", "re2-wasm"]],
  ["all matches", (regex, text) => regex.allIndices(text), ["native", "re2js"]],
  ["replaceAll", (regex, text) => regex.replaceAll(text, "<$0|$1>"), ["native", "re2js"]],
  ["split", (regex, text) => regex.split(text), ["native", "re2js"]],
];

/**
 * The answers that differ, as `engine: answer`; undefined when all agree, or a bound was reached.
 * @param {ReadonlyMap<Engine, Regex>} engines
 * @param {Question} question
 * @param {string} text
 */
function compare(engines, [, ask, names], text) {
  /** @type {Map<Engine, string>} */
  const answers = new Map();
  for (const name of names) {
    const regex = engines.get(name);
    if (regex === undefined) continue;
    try {
      answers.set(name, JSON.stringify(ask(regex, text)));
    } catch (error) {
      if (error instanceof LimitError) return undefined;
      answers.set(name, `throws ${error}`);
    }
  }
  return new Set(answers.values()).size > 1 ? answers : undefined;
}

/** @param {string} pattern */
function compileAll(pattern) {
  /** @type {Map<Engine, Regex>} */
  const engines = new Map();
  /** @type {Map<Engine, string>} */
  const refusals = new Map();
  /** @type {readonly Engine[]} */
  const uses = tally.patterns % WASM_EVERY === 0 ? ["native", "re2js", "re2-wasm"] : ["native", "re2js"];
  for (const use of uses) {
    try {
      const result = compileRegex(pattern, { use });
      if (!result.ok) refusals.set(use, result.message);
      // Forced, the native engine would run for ever on what backtracks exponentially.
      else if (use !== "native" || result.regex.costClass.kind !== "exponential") engines.set(use, result.regex);
    } catch (error) {
      if (!(error instanceof LimitError)) refusals.set(use, `throws ${error}`);
    }
  }
  return { engines, refusals };
}

/**
 * A shorter text with a difference, by leaving out one character after the other.
 * @param {ReadonlyMap<Engine, Regex>} engines
 * @param {Question} question
 * @param {string} text
 */
function shrink(engines, question, text) {
  for (let smaller = true; smaller; ) {
    smaller = false;
    const characters = [...text];
    for (let i = 0; i < characters.length && !smaller; i++) {
      const shorter = characters.toSpliced(i, 1).join("");
      if (compare(engines, question, shorter) !== undefined) {
        text = shorter;
        smaller = true;
      }
    }
  }
  return text;
}

const started = performance.now();
const source = createPatternSource(seed);
const tally = { patterns: 0, refused: 0, native: 0, comparisons: 0, differences: 0 };

/**
 * @param {string} pattern
 * @param {string | undefined} text
 * @param {string} what
 * @param {ReadonlyMap<Engine, string>} answers
 */
function report(pattern, text, what, answers) {
  tally.differences++;
  console.log(
    `\n${what}: pattern ${JSON.stringify(pattern)}${text === undefined ? "" : `, text ${JSON.stringify(text)}`}`,
  );
  for (const [name, answer] of answers) console.log(`  ${name.padEnd(9)}${answer}`);
}

while (tally.patterns < count && performance.now() - started < seconds * 1000 && tally.differences < MAX_SHOWN) {
  const pattern = source.pattern();
  const texts = Array.from({ length: TEXTS_PER_PATTERN }, () => source.text());
  tally.patterns++;
  const { engines, refusals } = compileAll(pattern);
  const without = [...refusals].filter(([use, message]) => !(use === "native" && message.startsWith("no native form")));
  if (without.length > 0) {
    tally.refused++;
    // One parser serves all engines, so all refuse alike.
    if (engines.size > 0 || new Set(refusals.values()).size > 1) report(pattern, undefined, "compile", refusals);
    continue;
  }
  if (engines.has("native")) tally.native++;
  for (const question of QUESTIONS) {
    for (const text of texts) {
      tally.comparisons++;
      const differing = compare(engines, question, text);
      if (differing === undefined) continue;
      const small = shrink(engines, question, text);
      report(pattern, small, question[0], compare(engines, question, small) ?? differing);
      break;
    }
  }
}

if (!hasRe2Wasm()) console.log("\nRE2's WebAssembly build gave up on the way; what came after was compared without it");
console.log(
  `\nseed ${seed}: ${tally.patterns} patterns (${tally.native} with a native form, ${tally.refused} refused), ` +
    `${tally.comparisons} comparisons in ${((performance.now() - started) / 1000).toFixed(1)} s, ${tally.differences} differences`,
);
process.exit(tally.differences === 0 ? 0 : 1);

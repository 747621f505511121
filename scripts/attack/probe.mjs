// Loaded into a server under attack (`node --import`): measures how long the event loop is held, and answers over the
// channel to the parent. A hold is counted in processor time of the main thread, and in milliseconds of a machine that has its
// usual speed: programs beside it take turns on the core, and slow down the turns of the server by what they do to its caches
// and by sharing its core. A yardstick that runs right after a hold says how slow the machine is then.
import { existsSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import tty from "node:tty";

// As if standard input were a terminal.
if (process.env.ATTACK_TERMINAL !== undefined) {
  /** @param {number} stream */
  tty.isatty = (stream) => stream === 0;
  syncBuiltinESMExports();
}

const TICK_MS = 5;
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;

/** Processor time of all threads so far, in milliseconds. */
function processTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Processor time of the main thread so far, in milliseconds; where the platform lacks it, that of the process, which is
 * more. Linux measures it in steps of ten milliseconds, which is enough for a hold and not for the yardstick.
 */
const threadTime = existsSync(SCHEDSTAT)
  ? () => Number(readFileSync(SCHEDSTAT, "utf8").split(" ")[0]) / 1e6
  : processTime;

/** What the yardstick takes where nothing else runs, in milliseconds: on the machine for which the bounds were chosen. */
const YARDSTICK_MS = 0.9;
/** Shorter holds are within every bound, however slow the machine. */
const WORTH_JUDGING_MS = 20;
const yard = {
  text: JSON.stringify(Array.from({ length: 3000 }, (_, i) => ({ id: i, name: `name of ${i}`, value: i / 7 }))),
  table: new Uint32Array(1 << 18),
};

/** Reads a text and walks through a megabyte: what a server does with its time. Gives its processor time in milliseconds. */
function runYardstick() {
  const began = processTime();
  let sum = JSON.parse(yard.text).length;
  for (let i = 0, at = 0; i < 300_000; i++) {
    at = (at + 70_001) & (yard.table.length - 1);
    sum += yard.table[at]++;
  }
  yard.table[0] = sum;
  return processTime() - began;
}

/** How many times longer something takes now than on a machine of usual speed; at least 1. */
const slowness = () => Math.max(1, Math.min(runYardstick(), runYardstick(), runYardstick()) / YARDSTICK_MS);
for (let i = 0; i < 50; i++) runYardstick();

let clock = performance.now();
let thread = threadTime();
let longest = 0;
let peak = 0;

function tick() {
  const held = Math.min(performance.now() - clock, threadTime() - thread);
  if (held > longest) longest = Math.max(longest, held < WORTH_JUDGING_MS ? held : held / slowness());
  peak = Math.max(peak, process.memoryUsage.rss());
  clock = performance.now();
  thread = threadTime();
}
setInterval(tick, TICK_MS).unref();

/** @type {Readonly<Record<import("./victim.mjs").Question, () => unknown>>} */
const QUESTIONS = {
  /** Forgets what was measured, so that the start-up does not count. */
  reset: () => {
    longest = 0;
    peak = 0;
    clock = performance.now();
    thread = threadTime();
  },
  measured: () => {
    tick();
    return { longestHoldMs: longest, peakMemory: peak, cpu: process.cpuUsage() };
  },
  /** What a mistake in a callback of our own would do. */
  throwInTimer: () => void setTimeout(() => JSON.parse("{"), 0),
  rejectPromise: () => void Promise.reject(new Error("a promise nobody waits for")),
};

/** @param {{ id: number, question: import("./victim.mjs").Question }} message */
const answer = ({ id, question }) => process.send?.({ id, answer: QUESTIONS[question]() });
process.on("message", answer);
process.channel?.unref();

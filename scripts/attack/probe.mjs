// Loaded into a server under attack (`node --import`): measures how long the event loop is held, and answers over the
// channel to the parent. A hold is counted in processor time of the main thread where the platform tells it (Linux), so
// that other programs on a busy machine do not count; elsewhere by the clock.
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import tty from "node:tty";

// As if standard input were a terminal.
if (process.env.ATTACK_TERMINAL !== undefined) {
  tty.isatty = (stream) => stream === 0;
  syncBuiltinESMExports();
}

const TICK_MS = 5;
const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`;

/** Processor time of the main thread so far, in milliseconds; undefined where the platform does not tell. */
function threadTime() {
  try {
    return Number(readFileSync(SCHEDSTAT, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}

let clock = performance.now();
let thread = threadTime();
let longest = 0;
let peak = 0;

function tick() {
  const clockNow = performance.now();
  const threadNow = threadTime();
  const held = Math.min(clockNow - clock, threadNow === undefined ? Number.POSITIVE_INFINITY : threadNow - thread);
  longest = Math.max(longest, held);
  peak = Math.max(peak, process.memoryUsage.rss());
  clock = clockNow;
  thread = threadNow;
}
setInterval(tick, TICK_MS).unref();

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

process.on("message", ({ id, question }) => process.send?.({ id, answer: QUESTIONS[question]() }));
process.channel?.unref();

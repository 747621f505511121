// Busy programs beside a gate: a test that passes only on an idle machine fails beside them.
import { spawn } from "node:child_process";

/** For `parseArgs`. */
export const BUSY_OPTION = /** @type {const} */ ({ busy: { type: "string", default: "0" } });

const MAX_LOOPS = 64;
/** Ends when the gate is gone, however that ended: nothing can then be written to. */
const LOOP = `setInterval(() => process.stdout.write("."), 1000); process.stdout.on("error", () => process.exit());
(function turn() { const until = Date.now() + 200; while (Date.now() < until); setImmediate(turn); })();`;

/**
 * The number that somebody gave. Throws where it is none.
 * @param {string} count
 */
export function busyLoops(count) {
  const loops = Number(count);
  if (count.trim() === "" || !Number.isInteger(loops) || loops < 0 || loops > MAX_LOOPS)
    throw new RangeError(`--busy takes a whole number from 0 to ${MAX_LOOPS}, not ${JSON.stringify(count)}`);
  return loops;
}

/**
 * Starts that many; gives a function that ends them.
 * @param {number} loops
 */
export function keepBusy(loops) {
  const running = Array.from({ length: loops }, () => {
    const child = spawn(process.execPath, ["-e", LOOP], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.resume();
    return child;
  });
  return () => {
    for (const child of running) child.kill();
  };
}

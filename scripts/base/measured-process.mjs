// What a running server says of itself, and the system of it.
import { readFileSync } from "node:fs";

/**
 * The sum of a family's series.
 * @param {string} text  as `/metrics` answers
 * @param {string} name
 */
export const sumOfSeries = (text, name) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);

/**
 * Bytes of memory of a process; throws where the system does not say.
 * @param {number | undefined} pid
 * @param {"VmRSS" | "VmHWM"} name  resident now, or at most so far
 */
export function memoryOf(pid, name) {
  const [, kilobytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

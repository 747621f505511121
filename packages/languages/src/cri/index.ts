/**
 * One line of the container runtime interface's log format: `time stream flag content`. The original reads it by position,
 * which this keeps: the time is anything before the first white space and need not be a time, the flag is the single byte `F`
 * or `P` with no separator needed after it, and a missing flag means a full line.
 */
import { isGoSpace } from "../govalue/space.ts";

export interface CriLine {
  readonly time: string;
  readonly stream: "stdout" | "stderr";
  readonly flags: "F" | "P";
  readonly content: string;
}

const SPACE = 32;
const FULL = 70;
const PARTIAL = 80;

/** The fields of `line`, or undefined when it is no such line (no stream between single spaces). */
export function parseCriLine(line: string): CriLine | undefined {
  let at = 0;
  let unit = line.charCodeAt(0);
  while (unit !== SPACE) {
    if (Number.isNaN(unit) || isGoSpace(unit)) return undefined;
    unit = line.charCodeAt(++at);
  }
  let stream: CriLine["stream"];
  if (line.startsWith("stdout ", at + 1)) stream = "stdout";
  else if (line.startsWith("stderr ", at + 1)) stream = "stderr";
  else return undefined;
  const time = line.slice(0, at);
  at += 8;
  const flag = line.charCodeAt(at);
  if (flag === FULL || flag === PARTIAL) at++;
  if (line.charCodeAt(at) === SPACE) at++;
  return { time, stream, flags: flag === PARTIAL ? "P" : "F", content: line.slice(at) };
}

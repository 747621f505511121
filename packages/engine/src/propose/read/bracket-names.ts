/** What the groups in brackets of a head are: numbers, threads, loggers, ids; anything else has no name. */
import { isIp } from "../../vocabulary/index.ts";

/** Names of values of which nothing is known. */
const UNNAMED = /^(?:word|text|number|context|detail|captured|value)(?:_\d+)?$/;
export const isUnnamed = (name: string): boolean => UNNAMED.test(name);

/** `AH01630`, `WFLYSRV0025` */
export const isCode = (text: string): boolean => /^[A-Z]{2,10}\d{3,}$/.test(text);

/** What nearly all of the values are by their form; undefined: they are what is said. */
export function bracketForm(
  values: readonly string[],
): "uptime" | "number" | "id" | "ip" | "logger" | "code" | "thread" | undefined {
  const most = (is: (value: string) => boolean) =>
    values.filter((value) => is(value.trim())).length >= values.length * 0.9;
  // The kernel's seconds since its start have six digits behind the point.
  if (most((value) => /^\d+\.\d{6}$/.test(value))) return "uptime";
  if (most((value) => /^\d+(?:\.\d+)?$/.test(value))) return "number";
  if (most((value) => /^[\da-fA-F-]{16,}$/.test(value))) return "id";
  if (most(isIp)) return "ip";
  if (most((value) => /^[A-Za-z_$][\w$]*(?:\.[\w$]+)+$/.test(value))) return "logger";
  if (most((value) => /^[A-Z]{2,}-\d+$/.test(value))) return "code";
  return areThreads(values) ? "thread" : undefined;
}

/** `main`, `http-nio-8080-exec-1`, `worker-3`: a role alone (`worker`) is no thread. */
const THREAD =
  /^main$|exec-|thread|pool-|\bnio|scheduling|qtp\d|reactor|dispatcher|event-?loop|(?:worker|task|async)[-_ #]?\d/i;

export const areThreads = (values: readonly string[]): boolean =>
  values.filter((value) => THREAD.test(value.trim())).length >= values.length * 0.3;

/** What the groups in brackets of a head are: processes, threads, loggers, ids; anything else has no name. */

/** Names of values of which nothing is known. */
const UNNAMED = /^(?:word|text|number|context|detail|captured)(?:_\d+)?$/;
export const isUnnamed = (name: string): boolean => UNNAMED.test(name);

export function bracketName(values: readonly string[], taken: readonly string[]): string {
  const most = (pattern: RegExp) => values.filter((value) => pattern.test(value.trim())).length >= values.length * 0.9;
  if (most(/^\d+\.\d+$/)) return "uptime";
  if (most(/^\d+$/)) return taken.includes("pid") ? "thread" : "pid";
  if (most(/^[\da-fA-F-]{16,}$/)) return "request_id";
  if (most(/^[\w$]+(?:\.[\w$]+)+$/)) return "logger";
  if (most(/^[A-Z]{2,}-\d+$/)) return "code";
  return areThreads(values) && !taken.includes("thread") ? "thread" : "context";
}

export const areThreads = (values: readonly string[]): boolean =>
  values.filter((value) =>
    /main|exec|worker|thread|pool|nio|scheduling|task|qtp|reactor|async|dispatcher|event-?loop/i.test(value),
  ).length >=
  values.length * 0.3;

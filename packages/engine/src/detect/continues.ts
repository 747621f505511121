/** Lines that continue the entry before them, as they look by themselves. */

/** Beginnings of lines that continue the entry before. */
const CONTINUES =
  /^(?:\s|Caused by:|Traceback \(|[\w.$]+(?:Error|Exception)\b|During handling of|The above exception|>|[)}\]])/;

/** Whether `line` belongs to the entry before it: a frame of a stack trace, an indented line, the end of a block. */
export const continuesEntry = (line: string): boolean => CONTINUES.test(line);

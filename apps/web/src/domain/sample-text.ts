/** Samples as text: the engine reads and writes them; here is what only the page asks of a text. */
import { splitLines } from "@sluice/engine";

const CONTINUATION =
  /^(?:\s+at\s|\s*Caused by: |\s+\.\.\. \d+ (?:more|common frames)|\s+File "|\s+Suppressed: |goroutine \d+ \[|\t\S+\.go:\d+|\s+from \S+:\d+:in )/;

/** Whether a text of several lines looks like one event with a stack trace, or a few of them. */
export function looksLikeTrace(text: string): boolean {
  const lines = splitLines(text);
  return lines.length > 1 && lines.some((line) => CONTINUATION.test(line));
}

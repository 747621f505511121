/** Checks that only the page needs for text from outside; the engine reads and writes samples. */
import { splitLines } from "@sluice/engine";

const CONTINUATION =
  /^(?:\s+at\s|\s*Caused by: |\s+\.\.\. \d+ (?:more|common frames)|\s+File "|\s+Suppressed: |goroutine \d+ \[|\t\S+\.go:\d+|\s+from \S+:\d+:in )/;

/** A time of day near the beginning: an event of its own. */
const TIMED = /^.{0,30}\d{2}:\d{2}:\d{2}/;
/** A text with more events than this is a log, whose lines nobody takes for one entry. */
const FEW_EVENTS = 3;

/** Whether a text of several lines looks like one or a few events with stack traces. */
export function looksLikeTrace(text: string): boolean {
  const lines = splitLines(text);
  if (lines.length < 2 || !lines.some((line) => CONTINUATION.test(line))) return false;
  return lines.filter((line) => TIMED.test(line)).length <= FEW_EVENTS;
}

const CONFIGURATION =
  /^(?:\s|\/\/.*\n)*(?:logs|loki|stage|discovery|local|prometheus|otelcol)\.[\w.]+\s*(?:"[^"\n]*"\s*)?\{\s*(?:$|\}|\/\/|[a-z_][\w.]*(?:\s*=|\s*(?:"[^"\n]*"\s*)?\{))/;

const PROMTAIL =
  /^(?:scrape_configs|pipeline_stages|clients|positions)\s*:|^- job_name\s*:|^kind\s*:\s*["']?(?:ConfigMap|Secret)\b|^ {0,4}(?:- )?pipeline_stages\s*:/m;

/** Whether a text has lines typical of Promtail configurations, or of Kubernetes objects that may contain one. */
export const looksLikePromtail = (text: string): boolean => PROMTAIL.test(text.slice(0, 20_000));

/** Whether a text begins like a configuration, as no log does. */
export const looksLikeConfiguration = (text: string): boolean => CONFIGURATION.test(text.slice(0, 20_000));

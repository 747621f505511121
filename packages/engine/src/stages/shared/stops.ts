/** Where stages stopped, as reported by their languages. */
import { findFormatStop } from "@sluice/languages/gotime";
import { findJsonStop } from "@sluice/languages/json";
import type { LogfmtError } from "@sluice/languages/logfmt";
import type { Pattern } from "@sluice/languages/pattern";
import { findRegexStop, type Regex } from "@sluice/languages/re2";
import type { Stop } from "../../pipeline/stop.ts";

export function regexStop(regex: Regex, text: string): Stop | undefined {
  const found = findRegexStop(regex, text);
  if (found === undefined) return undefined;
  const { from, at, nextStart, nextEnd, expected, nowhere } = found;
  return { text, from, at, rule: { text: regex.pattern, next: [nextStart, nextEnd] }, expected, nowhere };
}

export function patternStop(pattern: Pattern, written: string, text: string): Stop | undefined {
  const found = pattern.findStop(text);
  if (found === undefined) return undefined;
  const { at, nextStart, nextEnd, expected, nowhere } = found;
  return { text, from: 0, at, rule: { text: written, next: [nextStart, nextEnd] }, expected, nowhere };
}

export function formatStop(format: string, text: string): Stop | undefined {
  const found = findFormatStop(format, text);
  if (found === undefined) return undefined;
  const { layout, at, nextStart, nextEnd, expected } = found;
  const rule = layout === "" ? undefined : { text: layout, next: [nextStart, nextEnd] as const };
  return { text, from: 0, at, rule, expected, nowhere: false };
}

export function jsonStop(text: string): Stop | undefined {
  const found = findJsonStop(text);
  return found && { text, from: 0, at: found.at, expected: found.expected, nowhere: false };
}

export function logfmtStop({ at, expected }: LogfmtError, text: string): Stop {
  return { text, from: 0, at, expected, nowhere: false };
}

/** Patterns of arguments. The decoder has checked them, so one that does not compile here is a bug. */
import { compileRegex, type Regex } from "@sluice/languages/re2";

/** `pattern` compiled; throws when the decoder let a bad one through. */
export function requireRegex(pattern: string): Regex {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) throw new Error(`undetected bad pattern: ${compiled.message}`);
  return compiled.regex;
}

/** Messages that are taken as they are: only a priority at the beginning, where there is one, is split from the text. */
import { trimGoSpace } from "@sluice/languages/govalue";
import type { ParseResult } from "./message.ts";

const PRIORITY = /^<(\d+)>/;
/** A priority is one byte. */
const HIGHEST = 255;

export function parseRaw(text: string): ParseResult {
  const match = PRIORITY.exec(text);
  const priority = match === null || Number(match[1]) > HIGHEST ? undefined : Number(match[1]);
  const rest = priority === undefined ? text : text.slice(match![0].length);
  return {
    ok: true,
    message: {
      priority,
      timestamp: undefined,
      hostname: undefined,
      appName: undefined,
      procId: undefined,
      msgId: undefined,
      structuredData: [],
      text: trimGoSpace(rest),
    },
  };
}

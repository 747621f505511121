/** A body of plain lines, each of which is an entry, as the paths `…/raw` take them. */
import type { EntryContent } from "@sluice/engine";
import { NO_TIME, Pace, PushExcess, type PushLimits, PushTally } from "@sluice/engine/lokipush";
import { decodeBytes } from "../core/text.ts";
import { decodeContent } from "../http/body.ts";
import type { ByteShare } from "../http/byte-budget.ts";
import type { PushContent } from "./wire.ts";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * At most `limit` bytes at each step of decompression. Throws `BodyError`, 415 for an encoding that is not read: Alloy looks at
 * none, and takes lines of compressed bytes for logs, which nobody means.
 */
export async function openRawBody(
  body: Buffer,
  contentEncoding: string,
  limit: number,
  share?: ByteShare,
): Promise<PushContent> {
  const content = await decodeContent(body, contentEncoding.trim().toLowerCase(), limit, share);
  if (content !== body) share?.give(body.length);
  return { bytes: content.length, read: (limits) => readLines(content, limits) };
}

/** One stream without labels; empty lines are none. */
function* readLines(content: Buffer, limits: PushLimits): ReturnType<PushContent["read"]> {
  const entries: EntryContent[] = [];
  const tally = new PushTally(limits);
  const pace = new Pace();
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf(NEWLINE, start);
    const next = found < 0 ? content.length : found + 1;
    let end = found < 0 ? next : found;
    while (end > start && content[end - 1] === RETURN) end--;
    if (end > start) {
      try {
        tally.entry();
      } catch (error) {
        if (!(error instanceof PushExcess)) throw error;
        return { ok: false, message: error.message, tooMuch: true };
      }
      entries.push({ timestamp: NO_TIME, line: decodeBytes(content, start, end), metadata: [] });
    }
    start = next;
    if (pace.due(start)) yield;
  }
  return { ok: true, streams: entries.length === 0 ? [] : [{ labels: {}, entries }], refused: undefined };
}

/** Stages for new lines that the present ones do not read. */
import { propose, type UnreadLines } from "@sluice/engine";
import type { UnreadOffer } from "../../../core/workers/unread-offer.ts";

/** Undefined: nothing would be gained. */
export function offerUnread(found: UnreadLines, lines: readonly string[], start: bigint): UnreadOffer | undefined {
  const { title, text, stages } = propose(lines, { start });
  if (text === "") return undefined;
  return { ...found, title, stages: text, says: stages.flatMap(({ taken, says }) => (taken ? [says] : [])) };
}

/** Why a journal does not take a record, or does not open. */
import { codeOf } from "../../platform/system-error.ts";

/** There is no room; there may be later. */
export class JournalFull extends Error {
  override name = "JournalFull";
}

/** The disk failed. Nothing is acknowledged until the journal is opened again. */
export class JournalBroken extends Error {
  override name = "JournalBroken";
}

/** Another process has the journal. */
export class JournalLocked extends Error {
  override name = "JournalLocked";
}

/** The record is larger than the whole journal may be. */
export class RecordTooLarge extends Error {
  override name = "RecordTooLarge";
}

const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** Whether a write failed because the disk is full. */
export const isNoRoom = (error: unknown): boolean => NO_ROOM.has(codeOf(error) ?? "");

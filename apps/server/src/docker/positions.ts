/** How far the logs of containers were read and settled, kept in a file. */
import { join } from "node:path";
import type { Nanos } from "@sluice/engine";
import * as v from "valibot";
import { readRegular } from "../platform/open-regular.ts";
import { replaceFile } from "../platform/replace-file.ts";
import { count, integerText, parseSaved } from "../platform/saved-json.ts";
import { codeOf } from "../platform/system-error.ts";

const FILE = "docker-positions.json";
const MAX_SIZE = 16 * 1024 * 1024;

/** Up to a time, and how many lines that have just this time. */
export interface LogMark {
  readonly at: Nanos;
  readonly count: number;
}

const SAVED = v.record(v.string(), v.object({ at: integerText, count }));

/** By container; empty where nothing was saved. Throws where there is something that cannot be read. */
export async function loadMarks(folder: string): Promise<Map<string, LogMark>> {
  let text: string;
  try {
    text = (await readRegular(join(folder, FILE), MAX_SIZE)).toString("utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return new Map();
    throw error;
  }
  return new Map(Object.entries(parseSaved(SAVED, text)).map(([id, mark]) => [id, { ...mark, at: BigInt(mark.at) }]));
}

export function saveMarks(folder: string, marks: ReadonlyMap<string, LogMark>): Promise<void> {
  const saved = [...marks].map(([id, { at, count }]) => [id, { at: String(at), count }]);
  return replaceFile(join(folder, FILE), `${JSON.stringify(Object.fromEntries(saved), undefined, 1)}\n`);
}

/** The default values in the rows of samples: time, level and message, as soon as stages set those. */
import { LEVEL_NAMES, MESSAGE_NAMES } from "@sluice/engine";

/** The name of an entry's own time among the values of rows; no value of an entry has this name. */
export const ROW_TIME = "(time)";

/** The share of entries that have a value, so that most rows show it. */
const MOST_HAVE = 0.6;

/** `counts`: how many of `looked` entries have a value of each name. None: rows show the line. */
export function automaticNames(counts: ReadonlyMap<string, number>, looked: number): readonly string[] {
  const found = (wanted: readonly string[]): string[] => {
    const names = [...counts].filter(([, count]) => count >= looked * MOST_HAVE).map(([name]) => name);
    return names
      .filter((name) => wanted.includes(name.toLowerCase()))
      .sort((a, b) => wanted.indexOf(a.toLowerCase()) - wanted.indexOf(b.toLowerCase()))
      .slice(0, 1);
  };
  const [time, level, message] = [found([ROW_TIME]), found(LEVEL_NAMES), found(MESSAGE_NAMES)];
  return message.length > 0 && time.length + level.length > 0 ? [...time, ...level, ...message] : [];
}

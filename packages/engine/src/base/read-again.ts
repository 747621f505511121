/**
 * What may stay inside when a process stops, since a restart reads it again. A restart reads from the first entry that is
 * not settled, so only the end of each reading may stay: a later entry that went on would come twice.
 */
import type { ReadAt, Reading } from "./origin.ts";

/** Entries that are held together: one origin, or several. */
export interface Held {
  /** Where all of them are read again after a restart; undefined where one is not, or a part of it is elsewhere. */
  readAgainAt(): readonly ReadAt[] | undefined;
}

/** The held entries that are read again after a restart, if no other entry is read with them. Constant time for each. */
export function readAgain<T extends Held>(held: Iterable<T>): ReadonlySet<T> {
  const staying = new Set<T>();
  const byReading = new Map<Reading, Map<number, T>>();
  for (const one of held) {
    const places = one.readAgainAt();
    if (places === undefined) continue;
    staying.add(one);
    for (const { reading, place } of places) {
      const holders = byReading.get(reading) ?? new Map<number, T>();
      byReading.set(reading, holders.set(place, one));
    }
  }
  const ends = new Map([...byReading].map(([reading, holders]) => [reading, beginningOfEnd(reading.given, holders)]));
  const leaving = [...byReading].flatMap(([reading, holders]) =>
    [...holders].flatMap(([place, one]) => (place < ends.get(reading)! ? [one] : [])),
  );
  for (let one = leaving.pop(); one !== undefined; one = leaving.pop()) {
    if (!staying.delete(one)) continue;
    // What is before a place that does not stay does not stay either.
    for (const { reading, place } of one.readAgainAt()!) {
      const holders = byReading.get(reading)!;
      for (let at = ends.get(reading)!; at <= place; at++) leaving.push(holders.get(at)!);
      ends.set(reading, Math.max(ends.get(reading)!, place + 1));
    }
  }
  return staying;
}

/** The place from which on all that was given is held. */
function beginningOfEnd(given: number, holders: ReadonlyMap<number, Held>): number {
  let from = given;
  while (holders.has(from - 1)) from--;
  return from;
}

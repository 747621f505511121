/**
 * The bytes of the log of cursors: frames with length and checksum. The first one names all cursors; each other one has
 * entries that one of them is done with, and up to which it was given them.
 */
import { crc32 } from "node:zlib";
import { MAX_ENTRIES, MOST_NUMBER } from "./format.ts";
import { type Range, SettledSet } from "./settled-set.ts";
import { getVarint, VarintWriter } from "./varint.ts";

export const CURSOR_LOG = "cursors.log";
const MAGIC = Buffer.from("SLUICEC1", "latin1");
const FRAME = 8;
/** Bytes of a frame, about. */
const PIECE = 64 * 1024;

/** What a frame says of entries: they are settled, on from the ones before or back; or all up to one may have been given. */
const ON = 0;
const BACK = 1;
const GIVEN = 2;

export interface LoggedCursor {
  readonly id: number;
  readonly name: string;
  readonly settled: SettledSet;
  /** No entry from this one on was given to the receiver yet. */
  given: number;
}

export interface LoadedCursors {
  readonly cursors: ReadonlyMap<string, LoggedCursor>;
  /** Bytes that could be read. */
  readonly size: number;
  /** A part could not be read: a cursor that is not in it may have been there. */
  readonly damaged: boolean;
}

export function loadCursors(bytes: Buffer): LoadedCursors {
  const cursors = new Map<string, LoggedCursor>();
  const byId = new Map<number, LoggedCursor>();
  let at = MAGIC.length;
  if (!MAGIC.equals(bytes.subarray(0, at))) return { cursors, size: 0, damaged: true };
  while (at + FRAME <= bytes.length) {
    const end = at + FRAME + bytes.readUInt32LE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + FRAME, end)) !== bytes.readUInt32LE(at + 4)) break;
    const body = bytes.subarray(at + FRAME, end);
    if (at === MAGIC.length) {
      const named = [...loadNames(body)];
      if (named.some(({ given }) => given > MOST_NUMBER)) break;
      for (const cursor of named) byId.set(cursor.id, cursor);
    } else if (!loadSettled(body, byId)) break;
    at = end;
  }
  for (const cursor of byId.values()) cursors.set(cursor.name, cursor);
  // Without its first frame it names no cursor, and that one existed is not known.
  return { cursors, size: at, damaged: at < bytes.length || at === MAGIC.length };
}

function* loadNames(body: Buffer): Generator<LoggedCursor> {
  const cell = { at: 0 };
  while (cell.at < body.length) {
    const id = getVarint(body, cell);
    const floor = getVarint(body, cell);
    const length = getVarint(body, cell);
    const name = body.toString("utf8", cell.at, cell.at + length);
    cell.at += length;
    yield { id, name, settled: new SettledSet(floor), given: floor };
  }
}

/** The log as it is written anew, and up to where receivers may get entries by then, where that is not `given`. */
export function* snapshotOf(
  all: Iterable<LoggedCursor>,
  givenThen: ReadonlyMap<LoggedCursor, number>,
): Generator<Buffer> {
  const cursors = [...all].map((cursor) => ({
    ...cursor,
    floor: cursor.settled.floor,
    given: givenThen.get(cursor) ?? cursor.given,
  }));
  yield MAGIC;
  const names = new VarintWriter();
  for (const cursor of cursors) putName(names, cursor);
  yield frame(names.bytes);
  for (const { id, settled, floor, given } of cursors) {
    for (const ranges of settled.ranges()) yield* settledFrames(id, ranges);
    // The floor may have risen over some of them before their turn came.
    if (settled.floor > floor) yield* settledFrames(id, [[floor, settled.floor - floor]]);
    yield givenFrame(id, given);
  }
}

function putName(body: VarintWriter, { id, name, floor }: { id: number; name: string; floor: number }): void {
  const bytes = Buffer.from(name, "utf8");
  for (const value of [id, floor, bytes.length]) body.put(value);
  body.putBytes(bytes);
}

/** Gives whether all of it was plausible. */
function loadSettled(body: Buffer, byId: ReadonlyMap<number, LoggedCursor>): boolean {
  const cell = { at: 0 };
  const cursor = byId.get(getVarint(body, cell));
  let from = 0;
  while (cell.at < body.length) {
    // Ranges come in the order in which they were settled: a difference may be negative.
    const kind = getVarint(body, cell);
    const difference = getVarint(body, cell);
    const count = getVarint(body, cell);
    if (kind === GIVEN) {
      if (cursor !== undefined) cursor.given = difference;
      continue;
    }
    from += kind === BACK ? -difference : difference;
    // No journal holds as many, and each would take its time.
    if (from < 0 || from > MOST_NUMBER || count > MAX_ENTRIES) return false;
    cursor?.settled.add(from, count);
  }
  return true;
}

/** Ranges that one cursor is done with, in the order in which they are added. */
export class SettledFrames {
  readonly #id: number;
  readonly #frames: Buffer[] = [];
  #body = new VarintWriter();
  /** Where the last range begins that is in the body. */
  #last = 0;
  /** The range that was added last: more may follow on it. */
  #from = 0;
  #end = 0;

  constructor(id: number) {
    this.#id = id;
    this.#body.put(id);
  }

  add(from: number, count: number): void {
    if (from !== this.#end) {
      this.#put();
      this.#from = from;
    }
    this.#end = from + count;
  }

  /** Those that are complete, and what is left as one more. */
  take(): readonly Buffer[] {
    this.#put();
    return [...this.#frames, frame(this.#body.bytes)];
  }

  #put(): void {
    if (this.#end === this.#from) return;
    if (this.#body.length >= PIECE) {
      this.#frames.push(frame(this.#body.bytes));
      this.#body = new VarintWriter();
      this.#body.put(this.#id);
      this.#last = 0;
    }
    const difference = this.#from - this.#last;
    this.#body.put(difference < 0 ? BACK : ON);
    this.#body.put(Math.abs(difference));
    this.#body.put(this.#end - this.#from);
    this.#last = this.#from;
  }
}

function settledFrames(id: number, ranges: readonly Range[]): readonly Buffer[] {
  const frames = new SettledFrames(id);
  for (const [from, count] of ranges) frames.add(from, count);
  return frames.take();
}

export function givenFrame(id: number, given: number): Buffer {
  const body = new VarintWriter();
  for (const value of [id, GIVEN, given, 0]) body.put(value);
  return frame(body.bytes);
}

/** With its length and checksum in front. */
function frame(body: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(FRAME + body.length);
  bytes.set(body, FRAME);
  bytes.writeUInt32LE(body.length, 0);
  bytes.writeUInt32LE(crc32(body), 4);
  return bytes;
}

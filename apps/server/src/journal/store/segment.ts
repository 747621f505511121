/** One file of a journal, and some places in it to begin reading at. */
import { type Salt, SEGMENT_HEADER, segmentName } from "./format.ts";

/** So far apart are the places that are remembered, at least. */
const POINT_BYTES = 64 * 1024;

interface Point {
  readonly first: number;
  readonly at: number;
  readonly time: number;
}

export class Segment {
  readonly first: number;
  readonly name: string;
  readonly path: string;
  /** Undefined when its header is damaged, so that nothing can be read. */
  readonly salt: Salt | undefined;
  /** Bytes that hold whole records. */
  size: number;
  readonly #points: Point[] = [];

  constructor(directory: string, first: number, salt: Salt | undefined, size = SEGMENT_HEADER) {
    this.first = first;
    this.name = segmentName(first);
    this.path = `${directory}/${this.name}`;
    this.salt = salt;
    this.size = size;
  }

  /** A record begins at `at`. */
  note(first: number, at: number, time: number): void {
    const last = this.#points.at(-1);
    if (last === undefined || at - last.at >= POINT_BYTES) this.#points.push({ first, at, time });
  }

  /** A place at or before which the record with `entry` begins. */
  before(entry: number): Point {
    return this.#points[this.#pointsTo(entry) - 1] ?? this.#start;
  }

  /** When its first record was appended; undefined where it was not read. */
  get firstTime(): number | undefined {
    return this.#points[0]?.time;
  }

  /** A place before which all records were appended earlier than `time`. */
  beforeTime(time: number): number {
    return this.#points.findLast((point) => point.time < time)?.at ?? SEGMENT_HEADER;
  }

  /** Where `entry` lies, about, if the segment ends before the entry `end`. */
  placeOf(entry: number, end: number): number {
    const before = this.before(entry);
    const after = this.#points[this.#pointsTo(entry)] ?? { first: end, at: this.size };
    if (after.first <= before.first) return before.at;
    return before.at + ((after.at - before.at) * (entry - before.first)) / (after.first - before.first);
  }

  get #start(): Point {
    return { first: this.first, at: SEGMENT_HEADER, time: this.#points[0]?.time ?? 0 };
  }

  /** How many places have no later entry than this one. */
  #pointsTo(entry: number): number {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#points[middle]!.first > entry) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

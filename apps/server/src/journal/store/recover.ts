/** What the files of a journal hold, read from one end to the other: its segments, and what is damaged. */
import type { JournalFile, JournalFiles } from "./files.ts";
import { firstOf, readSegmentHeader, SEGMENT_HEADER } from "./format.ts";
import { CHUNK, type Piece, PieceReader } from "./piece-reader.ts";
import { Segment } from "./segment.ts";

export interface Damage {
  /** Name of the file. */
  readonly segment: string;
  /** Where it begins in the file, and its bytes; none where the file ends too early. */
  readonly from: number;
  readonly bytes: number;
  /** Entries that are lost with it, as far as that can be known. */
  readonly entries: number | undefined;
  readonly reason: string;
}

export interface Recovered {
  readonly entries: number;
  readonly records: number;
  /** Bytes behind the last whole record, which a crash left there. They are cut off. */
  readonly truncatedBytes: number;
  readonly damaged: readonly Damage[];
}

export interface Found extends Recovered {
  readonly segments: Segment[];
  /** The number after the last entry. */
  readonly end: number;
  /** Names of the files that nothing can be in. */
  readonly empty: readonly string[];
}

/** Damages of which the place is kept; the others are counted in one. */
const MOST_DAMAGES = 1000;

/** Names of segments, the oldest first. */
export async function segmentNames(directory: string, files: JournalFiles): Promise<string[]> {
  return (await files.list(directory)).filter((name) => firstOf(name) !== undefined).sort();
}

/** Reads all segments. What lies in those that end before `from` is not read. */
export async function readSegments(directory: string, files: JournalFiles, from: number): Promise<Found> {
  const names = await segmentNames(directory, files);
  const found = new Finding(directory, names);
  for (const [i, name] of names.entries()) {
    const next = names[i + 1];
    const file = await files.open(`${directory}/${name}`, "read");
    try {
      await found.read(file, name, next === undefined ? undefined : firstOf(next)!, from);
    } finally {
      await file.close();
    }
  }
  return found;
}

class Finding implements Found {
  readonly segments: Segment[] = [];
  readonly empty: string[] = [];
  readonly damaged: Damage[] = [];
  entries = 0;
  records = 0;
  truncatedBytes = 0;
  end = 0;
  readonly #directory: string;
  readonly #spare = Buffer.allocUnsafeSlow(CHUNK);

  constructor(directory: string, names: readonly string[]) {
    this.#directory = directory;
    this.end = names[0] === undefined ? 0 : firstOf(names[0])!;
  }

  /** `next` is the first number of the segment behind it; there is none behind the last. */
  async read(file: JournalFile, name: string, next: number | undefined, from: number): Promise<void> {
    const size = await file.size();
    const first = firstOf(name)!;
    const head = Buffer.alloc(Math.min(size, SEGMENT_HEADER));
    const header = readSegmentHeader(head.subarray(0, await file.read(head, 0)));
    // The file was being made.
    if (next === undefined && (size < SEGMENT_HEADER || (size === SEGMENT_HEADER && header === undefined))) {
      this.truncatedBytes += size;
      this.empty.push(name);
      this.end = Math.max(this.end, first);
      return;
    }
    const segment = new Segment(this.#directory, first, header, size);
    this.segments.push(segment);
    if (next !== undefined && next <= from) {
      this.end = next;
      return;
    }
    this.end = first;
    if (header === undefined || header.first !== first) {
      this.#note(name, 0, size, next === undefined ? undefined : next - first, "the header of the segment is damaged");
      // Its name is taken.
      this.end = next ?? first + 1;
      return;
    }
    await this.#readRecords(segment, name, new PieceReader(file, header, SEGMENT_HEADER, this.#spare), next);
  }

  async #readRecords(segment: Segment, name: string, pieces: PieceReader, next: number | undefined): Promise<void> {
    let open: Extract<Piece, { kind: "damage" }> | undefined;
    const size = segment.size;
    for (let piece = await pieces.next(size); piece !== undefined; piece = await pieces.next(size)) {
      if (piece.kind === "record") {
        const { first, count, time } = piece.header;
        if (open !== undefined) this.#note(name, open.at, open.bytes, first - this.end, open.reason);
        open = undefined;
        segment.note(first, piece.at, time);
        this.records++;
        this.entries += count;
        this.end = first + count;
      } else if (piece.last && next === undefined) {
        segment.size = piece.at;
        this.truncatedBytes += piece.bytes;
      } else if (piece.header === undefined) open = piece;
      else {
        this.#note(name, piece.at, piece.bytes, piece.header.first + piece.header.count - this.end, piece.reason);
        this.end = piece.header.first + piece.header.count;
      }
    }
    if (next === undefined) return;
    if (open !== undefined) this.#note(name, open.at, open.bytes, next - this.end, open.reason);
    else if (next > this.end)
      this.#note(name, size, 0, next - this.end, "entries are missing behind the end of the segment");
    this.end = next;
  }

  #note(segment: string, from: number, bytes: number, entries: number | undefined, reason: string): void {
    if (this.damaged.length < MOST_DAMAGES) {
      this.damaged.push({ segment, from, bytes, entries, reason });
      return;
    }
    const last = this.damaged.at(-1)!;
    const sum = last.entries === undefined || entries === undefined ? undefined : last.entries + entries;
    this.damaged[MOST_DAMAGES - 1] = { ...last, bytes: last.bytes + bytes, entries: sum, reason: "more damage" };
  }
}

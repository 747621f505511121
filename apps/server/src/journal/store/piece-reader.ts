/** Reads a segment in large pieces from one place on: its records, and how far damage reaches between them. */
import type { JournalFile } from "./files.ts";
import { checksumOf, RECORD_HEADER, type RecordHeader, readRecordHeader, type Salt } from "./format.ts";

/** Bytes that are read at once, if a record is not larger. */
export const CHUNK = 256 * 1024;

export type Piece =
  | { readonly kind: "record"; readonly at: number; readonly header: RecordHeader; readonly payload: Uint8Array }
  | {
      readonly kind: "damage";
      readonly at: number;
      readonly bytes: number;
      /** How many entries it held, if its header can still be read. */
      readonly header: RecordHeader | undefined;
      /** No record follows. */
      readonly last: boolean;
      readonly reason: string;
    };

export class PieceReader {
  readonly #file: JournalFile;
  readonly #salt: Salt;
  readonly #marker = Buffer.alloc(4);
  readonly #spare: Buffer | undefined;
  #at: number;
  #chunk: Buffer = Buffer.alloc(0);
  /** Where the chunk begins in the file. */
  #start = 0;

  /** Payloads are gone with the next piece where it may read into `spare`. */
  constructor(file: JournalFile, salt: Salt, at: number, spare?: Buffer) {
    this.#spare = spare;
    this.#file = file;
    this.#salt = salt;
    this.#at = at;
    this.#marker.writeUInt32LE(salt.marker);
  }

  /** Undefined at `limit`, the end of what is to be read. */
  async next(limit: number): Promise<Piece | undefined> {
    const at = this.#at;
    if (at >= limit) return undefined;
    if ((await this.#have(RECORD_HEADER, limit)) < RECORD_HEADER)
      return this.#end(limit, undefined, "a record is cut off");
    const header = readRecordHeader(this.#chunk, at - this.#start, this.#salt);
    if (header === undefined) return this.#resume(limit);
    const size = RECORD_HEADER + header.length;
    if ((await this.#have(size, limit)) < size) return this.#end(limit, header, "a record is cut off");
    const from = at - this.#start + RECORD_HEADER;
    const payload = this.#chunk.subarray(from, from + header.length);
    this.#at += size;
    if (checksumOf(payload, this.#salt) === header.checksum) return { kind: "record", at, header, payload };
    const reason = "the checksum of a record is wrong";
    return { kind: "damage", at, bytes: size, header, last: this.#at >= limit, reason };
  }

  #end(limit: number, header: RecordHeader | undefined, reason: string): Piece {
    const at = this.#at;
    this.#at = limit;
    return { kind: "damage", at, bytes: limit - at, header, last: true, reason };
  }

  /** Looks for the next record behind damage. */
  async #resume(limit: number): Promise<Piece> {
    const at = this.#at;
    const reason = "the header of a record is damaged";
    this.#at++;
    for (;;) {
      const have = await this.#have(RECORD_HEADER, limit);
      if (have < RECORD_HEADER) {
        this.#at = at;
        return this.#end(limit, undefined, reason);
      }
      const from = this.#at - this.#start;
      const found = this.#chunk.indexOf(this.#marker, from);
      // Its beginning may be the end of this chunk.
      this.#at = this.#start + (found < 0 ? Math.max(from + 1, this.#chunk.length - 3) : found);
      if (found < 0 || (await this.#have(RECORD_HEADER, limit)) < RECORD_HEADER) continue;
      if (readRecordHeader(this.#chunk, this.#at - this.#start, this.#salt) !== undefined)
        return { kind: "damage", at, bytes: this.#at - at, header: undefined, last: false, reason };
      this.#at++;
    }
  }

  /** Has `bytes` from the current place on in the chunk, or all that is there before `limit`; gives how many. */
  async #have(bytes: number, limit: number): Promise<number> {
    const wanted = Math.min(bytes, limit - this.#at);
    const there = this.#start + this.#chunk.length - this.#at;
    if (there >= wanted) return wanted;
    const size = Math.min(Math.max(CHUNK, bytes), limit - this.#at);
    // What was handed out lies in the old one.
    const next = size <= (this.#spare?.length ?? 0) ? this.#spare!.subarray(0, size) : Buffer.allocUnsafeSlow(size);
    const read = await this.#file.read(next, this.#at);
    this.#chunk = next.subarray(0, read);
    this.#start = this.#at;
    return Math.min(wanted, read);
  }
}

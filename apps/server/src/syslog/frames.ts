/**
 * Messages of a connection by RFC 6587: each with its length before it (octet counting), or ended by a newline. The first
 * byte of the connection tells which; where messages have no format, a number and a blank are a length. What is longer than a message may be is passed over without being held.
 */

export interface Frames {
  readonly messages: readonly Buffer[];
  /** What was wrong with the messages that are left out. */
  readonly problems: readonly string[];
  /** Nothing after this can be understood. */
  readonly broken: boolean;
}

const NEWLINE = 0x0a;
const SPACE = 0x20;
const LESS_THAN = 0x3c;
/** Digits of a length: of what is longer the rest would not be waited for. */
const MAX_DIGITS = 9;
/** What the beginning of a message is put into at first. Bytes. */
const MIN_ROOM = 1024;

export interface Framing {
  /** Bytes of the longest message. */
  readonly longest: number;
  /** Messages may begin with anything. */
  readonly raw: boolean;
  /** What ends a message that has no length before it. */
  readonly delimiter: number;
}

export const LINES: Omit<Framing, "longest"> = { raw: false, delimiter: NEWLINE };

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

export class FrameReader {
  readonly #longest: number;
  readonly #raw: boolean;
  readonly #delimiter: number;
  /** What came before it could be told how messages are parted. */
  #undecided: Buffer = Buffer.alloc(0);
  #framing: "unknown" | "counted" | "lines" = "unknown";
  /** Holds the beginning of a message, as far as it is used. */
  #room: Buffer = Buffer.alloc(0);
  #used = 0;
  /** Of the message that comes; undefined while its length is read. */
  #length: number | undefined;
  #digits = "";
  /** Bytes of a counted message to pass over. */
  #passOver = 0;
  /** Of a line that is too long, the rest is passed over. */
  #tooLong = false;

  constructor({ longest, raw, delimiter }: Framing) {
    this.#longest = longest;
    this.#raw = raw;
    this.#delimiter = delimiter;
  }

  /** The messages that `piece` completes; they are copies where they came in parts, and else parts of it. */
  read(bytes: Buffer): Frames {
    const messages: Buffer[] = [];
    const problems: string[] = [];
    let piece = bytes;
    if (this.#raw && this.#framing === "unknown") {
      piece = Buffer.concat([this.#undecided, piece]);
      this.#undecided = piece;
      const other = piece.subarray(0, MAX_DIGITS + 1).findIndex((byte) => !isDigit(byte));
      if (other < 0 && piece.length <= MAX_DIGITS) return { messages, problems, broken: false };
      this.#framing = other > 0 && piece[other] === SPACE ? "counted" : "lines";
      this.#undecided = Buffer.alloc(0);
    } else if (this.#framing === "unknown" && piece.length > 0) {
      const first = piece[0]!;
      if (first !== LESS_THAN && !isDigit(first)) {
        const what = `a connection begins with ${JSON.stringify(String.fromCharCode(first))}, and not with "<" or a length`;
        return { messages, problems: [what], broken: true };
      }
      this.#framing = first === LESS_THAN ? "lines" : "counted";
    }
    const broken = this.#framing === "lines" ? false : !this.#readCounted(piece, messages, problems);
    if (this.#framing === "lines") this.#readLines(piece, messages, problems);
    return { messages, problems, broken };
  }

  #readLines(piece: Buffer, messages: Buffer[], problems: string[]): void {
    for (let from = 0; from < piece.length; ) {
      const newline = piece.indexOf(this.#delimiter, from);
      const end = newline < 0 ? piece.length : newline;
      if (!this.#tooLong && this.#used + end - from > this.#longest) {
        this.#tooLong = true;
        this.#used = 0;
        problems.push(`a message is longer than ${this.#longest} bytes`);
      }
      if (!this.#tooLong) {
        if (newline < 0) this.#keep(piece.subarray(from));
        else if (this.#used + end - from > 0) messages.push(this.#complete(piece.subarray(from, end)));
      }
      if (newline >= 0) this.#tooLong = false;
      from = end + 1;
    }
  }

  /** False: a length is none. */
  #readCounted(piece: Buffer, messages: Buffer[], problems: string[]): boolean {
    for (let at = 0; at < piece.length; ) {
      if (this.#passOver > 0) {
        const passed = Math.min(this.#passOver, piece.length - at);
        this.#passOver -= passed;
        at += passed;
        continue;
      }
      if (this.#length === undefined) {
        const byte = piece[at++]!;
        // Some senders end their messages by a newline although they count.
        if (byte === NEWLINE && this.#digits === "") continue;
        if (isDigit(byte) && this.#digits.length < MAX_DIGITS) this.#digits += String.fromCharCode(byte);
        else if (byte === SPACE && this.#digits !== "" && !this.#digits.startsWith("0")) this.#begin(problems);
        else {
          problems.push("the length before a message is not a number");
          return false;
        }
        continue;
      }
      const end = Math.min(piece.length, at + this.#length - this.#used);
      const part = piece.subarray(at, end);
      at = end;
      if (this.#used + part.length < this.#length) this.#keep(part);
      else {
        messages.push(this.#complete(part));
        this.#length = undefined;
      }
    }
    return true;
  }

  #begin(problems: string[]): void {
    const length = Number(this.#digits);
    this.#digits = "";
    if (length <= this.#longest) this.#length = length;
    else {
      this.#passOver = length;
      problems.push(`a message is ${length} bytes long, and at most ${this.#longest} are read`);
    }
  }

  #keep(bytes: Buffer): void {
    const length = this.#used + bytes.length;
    if (length > this.#room.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.#longest, Math.max(MIN_ROOM, 2 * length)));
      this.#room.copy(larger, 0, 0, this.#used);
      this.#room = larger;
    }
    bytes.copy(this.#room, this.#used);
    this.#used = length;
  }

  #complete(last: Buffer): Buffer {
    if (this.#used === 0) return last;
    const message = Buffer.concat([this.#room.subarray(0, this.#used), last]);
    this.#used = 0;
    return message;
  }

  /** The connection has ended: its last line, where it lacks only its newline, and what is missing. */
  end(): Frames {
    const nothing: Frames = { messages: [], problems: [], broken: false };
    if (this.#undecided.length > 0) return { ...nothing, messages: [this.#undecided] };
    if (this.#framing === "lines") {
      const messages = this.#used > 0 ? [this.#complete(Buffer.alloc(0))] : [];
      return { ...nothing, messages };
    }
    if (this.#length === undefined && this.#digits === "" && this.#passOver === 0) return nothing;
    return { ...nothing, problems: ["a connection ended in the middle of a message"] };
  }
}

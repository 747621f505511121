/**
 * The lines of a container's log as the engine sends them, each with its time: in frames that say whether it is standard
 * output or error, or, where the container has a terminal, as they come. What the engine has split is put together again.
 */
import { type Nanos, parseRfc3339 } from "@sluice/engine";
import { decodeBytes } from "../core/text.ts";
import { MAX_LINE } from "../files/reading/lines.ts";
import { StreamLines } from "../files/reading/stream-lines.ts";

export interface ContainerLine {
  readonly stream: "stdout" | "stderr";
  readonly timestamp: Nanos;
  readonly line: string;
}

export interface ContainerLines {
  readonly lines: readonly ContainerLine[];
  /** Frames and lines that could not be read. */
  readonly problems: number;
}

const HEADER = 8;
/** The engine splits what is longer than 16 KiB; there is a time before each part. */
const MAX_FRAME = MAX_LINE + 64;
const STAMP = /^\d{4}-\d\d-\d\dT\S{9,30} /;
const NEWLINE = 0x0a;
const STREAMS = ["stdout", "stdout", "stderr"] as const;

export interface LogReader {
  /** What a piece completes. */
  read(piece: Buffer): ContainerLines;
  /** The log has ended: what has no end yet are lines, since nobody will end them. */
  end(): readonly ContainerLine[];
}

/**
 * `ended`: what `end` gave where the log was read before. A container that is started again writes on right behind it, which is
 * another line all the same.
 */
export const createLogReader = (tty: boolean, ended: readonly ContainerLine[] = []): LogReader =>
  tty ? new PlainReader(ended) : new FrameLines(ended);

/** Time and text of a line; undefined where it has no time. */
function split(text: string): { readonly timestamp: Nanos; readonly line: string } | undefined {
  const stamp = STAMP.exec(text)?.[0];
  const timestamp = stamp === undefined ? undefined : parseRfc3339(stamp.trimEnd());
  return timestamp === undefined ? undefined : { timestamp, line: text.slice(stamp!.length) };
}

class PlainReader implements LogReader {
  readonly #lines = new StreamLines();
  readonly #ended: ContainerLine | undefined;

  constructor([ended]: readonly ContainerLine[]) {
    this.#ended = ended;
  }

  read(piece: Buffer): ContainerLines {
    const lines: ContainerLine[] = [];
    let problems = 0;
    for (const cut of this.#lines.add(piece))
      for (const text of cut.lines) {
        const found = split(text);
        if (found === undefined) problems++;
        else lines.push(...this.#parted({ stream: "stdout", ...found }));
      }
    return { lines, problems };
  }

  end(): readonly ContainerLine[] {
    const found = split(this.#lines.end() ?? "");
    return found === undefined ? [] : this.#parted({ stream: "stdout", ...found });
  }

  /** Two lines where one has ended without a newline. */
  #parted(line: ContainerLine): ContainerLine[] {
    const ended = this.#ended;
    if (ended?.timestamp !== line.timestamp || !line.line.startsWith(ended.line)) return [line];
    const next = split(line.line.slice(ended.line.length));
    return next === undefined ? [line] : [ended, { stream: line.stream, ...next }];
  }
}

class FrameLines implements LogReader {
  readonly #header = Buffer.alloc(HEADER);
  #headerUsed = 0;
  #payload: Buffer | undefined;
  #used = 0;
  #passOver = 0;
  #stream: "stdout" | "stderr" = "stdout";
  /** What has no end yet, by its stream. */
  readonly #begun = new Map<ContainerLine["stream"], Omit<ContainerLine, "stream">>();
  readonly #ended: readonly ContainerLine[];

  constructor(ended: readonly ContainerLine[]) {
    this.#ended = ended;
  }

  read(piece: Buffer): ContainerLines {
    const lines: ContainerLine[] = [];
    let problems = 0;
    for (let at = 0; at < piece.length; ) {
      if (this.#passOver > 0) {
        const passed = Math.min(this.#passOver, piece.length - at);
        this.#passOver -= passed;
        at += passed;
        continue;
      }
      if (this.#payload === undefined) {
        const end = Math.min(piece.length, at + HEADER - this.#headerUsed);
        this.#headerUsed += piece.copy(this.#header, this.#headerUsed, at, end);
        at = end;
        if (this.#headerUsed < HEADER) break;
        this.#headerUsed = 0;
        const length = this.#header.readUInt32BE(4);
        const stream = STREAMS[this.#header[0]!];
        if (stream === undefined || length > MAX_FRAME) {
          problems++;
          this.#passOver = length;
          continue;
        }
        this.#stream = stream;
        this.#payload = Buffer.allocUnsafe(length);
        this.#used = 0;
      }
      const end = Math.min(piece.length, at + this.#payload.length - this.#used);
      this.#used += piece.copy(this.#payload, this.#used, at, end);
      at = end;
      if (this.#used < this.#payload.length) break;
      if (!this.#take(this.#payload, lines)) problems++;
      this.#payload = undefined;
    }
    return { lines, problems };
  }

  /** False: it has no time. */
  #take(payload: Buffer, lines: ContainerLine[]): boolean {
    if (payload.length === 0) return true;
    const stream = this.#stream;
    const ended = payload.at(-1) === NEWLINE;
    const end = ended ? payload.length - (payload.at(-2) === 0x0d ? 2 : 1) : payload.length;
    const text = decodeBytes(payload, 0, end);
    const before = this.#before(stream, lines);
    const found = split(text) ?? (before && { timestamp: before.timestamp, line: text });
    if (found === undefined) return false;
    const { timestamp } = before ?? found;
    const line = before === undefined ? found.line : before.line + found.line;
    if (ended || line.length > MAX_LINE) {
      this.#begun.delete(stream);
      lines.push({ stream, timestamp, line });
    } else this.#begun.set(stream, { timestamp, line });
    return true;
  }

  /** What the stream's next text goes on with. */
  #before(stream: ContainerLine["stream"], lines: ContainerLine[]): Omit<ContainerLine, "stream"> | undefined {
    const before = this.#begun.get(stream);
    if (before === undefined) return undefined;
    const { timestamp, line } = before;
    if (!this.#ended.some((one) => one.stream === stream && one.timestamp === timestamp && one.line === line))
      return before;
    this.#begun.delete(stream);
    lines.push({ stream, timestamp, line });
    return undefined;
  }

  end(): readonly ContainerLine[] {
    const lines = [...this.#begun].map(([stream, begun]) => ({ stream, ...begun }));
    this.#begun.clear();
    return lines.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  }
}

/**
 * Reads the answer to a request from the bytes of its connection (RFC 9112): the head, and the body by its length, in chunks, or
 * to the end of the connection. Answers that only announce another are passed over.
 */

export interface AnswerHead {
  readonly status: number;
  /** As the server words it. */
  readonly statusText: string;
  /** By names in small letters; of those that came several times the first. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface AnswerListener {
  /** Called first; `whole` where no body follows. */
  head(head: AnswerHead, whole: boolean): void;
  /** Some bytes of the body, to be copied by whoever wants them for longer than the call. */
  data(chunk: Buffer): void;
  /** All of it is there. */
  end(): void;
  /** Nothing more comes, before or after the head. */
  broken(error: Error): void;
}

/** Bytes of a head, or of what stands between chunks. */
const MAX_HEAD = 64 * 1024;
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: (.*))?$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;
const CHUNK = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?$/;

const TIMEOUT = /(?:^|[,\s])timeout=(\d{1,9})(?:$|[,\s])/i;

const NOT_HTTP = "the answer is not HTTP";

/** What a head says of itself and of what follows it. */
interface ReadHead extends AnswerHead {
  /** What comes next. */
  readonly part: Part;
  /** Bytes of a sized body. */
  readonly left: number;
  readonly keepAlive: boolean;
  /** Milliseconds. */
  readonly keptFor: number | undefined;
}

/** Of a head that is remembered. Characters. */
const MAX_REMEMBERED = 2048;

/** Reads heads. The answers of a server have the same one for a second, until its clock moves on: it is not read anew. */
export class HeadReader {
  #text = "";
  #head: ReadHead | undefined;

  /** Throws where it is not one. */
  read(text: string): ReadHead {
    if (this.#head !== undefined && text === this.#text) return this.#head;
    const head = readHead(text);
    if (text.length > MAX_REMEMBERED) return head;
    this.#text = text;
    this.#head = head;
    return head;
  }
}

type Part = "head" | "sized" | "chunk size" | "chunk" | "chunk end" | "trailers" | "rest" | "done";

export class AnswerReader {
  readonly #listener: AnswerListener;
  readonly #heads: HeadReader;
  #part: Part = "head";
  /** The beginning of a line or a head that has not ended yet. */
  #text = "";
  /** Bytes that are still to come of a sized body or a chunk. */
  #left = 0;
  #keepAlive = false;
  #keptFor: number | undefined;
  #ended = false;

  constructor(listener: AnswerListener, heads = new HeadReader()) {
    this.#listener = listener;
    this.#heads = heads;
  }

  /** Whether nothing more is to come. */
  get done(): boolean {
    return this.#part === "done";
  }

  /** Whether another request may follow on the connection. */
  get reusable(): boolean {
    return this.done && this.#keepAlive;
  }

  /** How long the server keeps the connection open then, where it says so. Milliseconds. */
  get keptFor(): number | undefined {
    return this.#keptFor;
  }

  /** Throws where it is not an answer. */
  feed(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && !this.done) at = this.#step(bytes, at);
    // Whatever follows was not asked for.
    if (at < bytes.length) this.#keepAlive = false;
  }

  /** The connection has ended. Throws where that is too early. */
  finish(): void {
    if (this.done) return;
    if (this.#part === "head") throw new Error("socket hang up");
    if (this.#part !== "rest") throw new Error("the answer ended too early");
    this.#end();
  }

  #step(bytes: Buffer, at: number): number {
    switch (this.#part) {
      case "head":
        return this.#readText(bytes, at, "\r\n\r\n", (text) => this.#readHead(text));
      case "chunk size":
        return this.#readText(bytes, at, "\r\n", (text) => this.#readSize(text));
      case "chunk end":
        return this.#readText(bytes, at, "\r\n", (text) => {
          if (text !== "") throw new Error("the answer is badly chunked");
          this.#part = "chunk size";
        });
      case "trailers":
        return this.#readText(bytes, at, "\r\n", (text) => {
          if (text === "") this.#end();
        });
      case "rest":
        this.#listener.data(at === 0 ? bytes : bytes.subarray(at));
        return bytes.length;
      default:
        return this.#readData(bytes, at);
    }
  }

  #readData(bytes: Buffer, at: number): number {
    const to = Math.min(bytes.length, at + this.#left);
    this.#left -= to - at;
    this.#listener.data(bytes.subarray(at, to));
    if (this.#left === 0) {
      if (this.#part === "sized") this.#end();
      else this.#part = "chunk end";
    }
    return to;
  }

  /** What comes before `mark`; it may be spread over several pieces. */
  #readText(bytes: Buffer, at: number, mark: string, read: (text: string) => void): number {
    const before = this.#text.length;
    const text = this.#text + bytes.toString("latin1", at);
    const end = text.indexOf(mark, Math.max(0, before - mark.length));
    if ((end < 0 ? text.length : end) > MAX_HEAD) throw new Error("the head of the answer is too large");
    if (end < 0) {
      this.#text = text;
      return bytes.length;
    }
    this.#text = "";
    read(text.slice(0, end));
    return at + end + mark.length - before;
  }

  #readHead(text: string): void {
    const head = this.#heads.read(text);
    if (head.status < 200) return;
    this.#keepAlive = head.keepAlive;
    this.#keptFor = head.keptFor;
    this.#part = head.part;
    this.#left = head.left;
    const whole = head.part === "done" || (head.part === "sized" && head.left === 0);
    this.#listener.head(head, whole);
    if (whole) this.#end();
  }

  #readSize(text: string): void {
    const [, digits] = CHUNK.exec(text) ?? [];
    if (digits === undefined) throw new Error("the answer is badly chunked");
    this.#left = Number.parseInt(digits, 16);
    this.#part = this.#left === 0 ? "trailers" : "chunk";
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#part = "done";
    this.#listener.end();
  }
}

function readHead(text: string): ReadHead {
  const [first = "", ...lines] = text.split("\r\n");
  const [, minor, code, statusText = ""] = STATUS_LINE.exec(first) ?? [];
  if (code === undefined) throw new Error(NOT_HTTP);
  const status = Number(code);
  // Nobody asked to speak something else.
  if (status === 101) throw new Error(NOT_HTTP);
  const headers = readHeaders(lines);
  const connection = (headers.get("connection") ?? "").toLowerCase().split(/[ \t]*,[ \t]*/);
  const stays = !connection.includes("close") && (minor === "1" || connection.includes("keep-alive"));
  const [, seconds] = TIMEOUT.exec(headers.get("keep-alive") ?? "") ?? [];
  const body: BodyEnd = status < 200 ? { part: "head", left: 0, known: true } : bodyOf(status, headers);
  return {
    status,
    statusText,
    headers,
    part: body.part,
    left: body.left,
    keepAlive: stays && body.known,
    keptFor: seconds === undefined ? undefined : Number(seconds) * 1000,
  };
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined) throw new Error(NOT_HTTP);
    const key = name.toLowerCase();
    const known = headers.get(key);
    if (known === undefined) headers.set(key, value!);
    else if (key === "content-length" && known !== value) throw new Error("the answer has two lengths");
    else if (key === "connection" || key === "transfer-encoding") headers.set(key, `${known}, ${value}`);
  }
  return headers;
}

/** How a body ends; `known` where another answer can follow it. */
interface BodyEnd {
  readonly part: Part;
  readonly left: number;
  readonly known: boolean;
}

const TO_THE_END: BodyEnd = { part: "rest", left: 0, known: false };

function bodyOf(status: number, headers: ReadonlyMap<string, string>): BodyEnd {
  if (status === 204 || status === 304) return { part: "done", left: 0, known: true };
  const coding = headers.get("transfer-encoding");
  const length = headers.get("content-length");
  if (coding !== undefined) {
    if (!/(?:^|,)[ \t]*chunked$/i.test(coding)) return TO_THE_END;
    // Two ways to say where it ends: nothing can be trusted to follow.
    return { part: "chunk size", left: 0, known: length === undefined };
  }
  if (length === undefined) return TO_THE_END;
  if (!/^\d{1,15}$/.test(length)) throw new Error("the length of the answer is none");
  return { part: "sized", left: Number(length), known: true };
}

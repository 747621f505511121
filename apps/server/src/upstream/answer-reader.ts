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

type Part = "head" | "sized" | "chunk size" | "chunk" | "chunk end" | "trailers" | "rest" | "done";

export class AnswerReader {
  readonly #listener: AnswerListener;
  #part: Part = "head";
  /** What came of a line or a head, and did not end yet. */
  #text = "";
  /** Bytes that are still to come of a sized body or a chunk. */
  #left = 0;
  #keepAlive = false;
  #keptFor: number | undefined;
  #ended = false;

  constructor(listener: AnswerListener) {
    this.#listener = listener;
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
    const [first = "", ...lines] = text.split("\r\n");
    const [, minor, code, statusText = ""] = STATUS_LINE.exec(first) ?? [];
    if (code === undefined) throw new Error(NOT_HTTP);
    const status = Number(code);
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
    // Nobody asked to speak something else.
    if (status === 101) throw new Error(NOT_HTTP);
    if (status < 200) return;
    const connection = (headers.get("connection") ?? "").toLowerCase().split(/[ \t]*,[ \t]*/);
    this.#keepAlive = !connection.includes("close") && (minor === "1" || connection.includes("keep-alive"));
    const [, seconds] = TIMEOUT.exec(headers.get("keep-alive") ?? "") ?? [];
    if (seconds !== undefined) this.#keptFor = Number(seconds) * 1000;
    this.#part = this.#bodyOf(status, headers);
    const whole = this.#part === "done" || (this.#part === "sized" && this.#left === 0);
    this.#listener.head({ status, statusText, headers }, whole);
    if (whole) this.#end();
  }

  #bodyOf(status: number, headers: ReadonlyMap<string, string>): Part {
    if (status === 204 || status === 304) return "done";
    const coding = headers.get("transfer-encoding");
    const length = headers.get("content-length");
    if (coding !== undefined) {
      // Two ways to say where it ends: nothing can be trusted to follow.
      if (length !== undefined) this.#keepAlive = false;
      if (/(?:^|,)[ \t]*chunked$/i.test(coding)) return "chunk size";
      this.#keepAlive = false;
      return "rest";
    }
    if (length === undefined) {
      this.#keepAlive = false;
      return "rest";
    }
    if (!/^\d{1,15}$/.test(length)) throw new Error("the length of the answer is none");
    this.#left = Number(length);
    return "sized";
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

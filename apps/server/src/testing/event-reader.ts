/** Server-sent events as a client reads them. */

export interface ReadEvent {
  readonly event: string;
  readonly id: number | undefined;
  readonly data: unknown;
}

export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #abort: AbortController;
  readonly #decoder = new TextDecoder();
  #text = "";

  private constructor(body: ReadableStream<Uint8Array>, abort: AbortController) {
    this.#reader = body.getReader();
    this.#abort = abort;
  }

  /** Throws the answer's text where it is not a stream of events. */
  static async open(url: URL, init: RequestInit = {}): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(url, { ...init, signal: abort.signal });
    if (response.headers.get("content-type") !== "text/event-stream; charset=utf-8")
      throw new Error(`${response.status} ${await response.text()}`);
    return new EventReader(response.body!, abort);
  }

  /** The next event; comments are passed over. Throws at the end. */
  async next(): Promise<ReadEvent> {
    const read = await this.#read();
    if (read === undefined) throw new Error("the stream is over");
    return read;
  }

  /** All that comes until the end. */
  async rest(): Promise<ReadEvent[]> {
    const all: ReadEvent[] = [];
    for (let one = await this.#read(); one !== undefined; one = await this.#read()) all.push(one);
    return all;
  }

  /** The next event of that name. */
  async until(event: string): Promise<ReadEvent> {
    for (;;) {
      const one = await this.next();
      if (one.event === event) return one;
    }
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(): Promise<ReadEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const lines = this.#text.slice(0, end).split("\n");
        this.#text = this.#text.slice(end + 2);
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const event = field("event");
        if (event === undefined) continue;
        const id = field("id");
        return { event, id: id === undefined ? undefined : Number(id), data: JSON.parse(field("data")!) };
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }
}

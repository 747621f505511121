/** A client byte by byte. */
import { connect, type Socket } from "node:net";
import { readAnswer, type WireAnswer } from "./wire-answer.ts";

/** For hangs alone: whatever is waited for is there long before this, on a busy machine too. Milliseconds. */
const PATIENCE = 90_000;

/** A connection that sends given bytes. */
export class Client {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #look = () => {};
  ended = false;
  readonly opened: Promise<void>;
  readonly #began = performance.now();

  constructor(port: number) {
    this.#socket = connect({ host: "127.0.0.1", port });
    this.opened = new Promise((resolve) => this.#socket.once("connect", resolve));
    this.#socket.on("error", () => {});
    this.#socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#look();
    });
    for (const event of ["end", "close"])
      this.#socket.on(event, () => {
        this.ended = true;
        this.#look();
      });
  }

  /** Bytes that were received and are no answer that was taken. */
  get received(): string {
    return this.#received.toString("latin1");
  }

  send(bytes: string | Buffer): this {
    this.#socket.write(bytes);
    return this;
  }

  /** The next whole answer; nothing where the connection ends before one. */
  async answer(): Promise<Omit<WireAnswer, "outcome"> | undefined> {
    await this.#until(() => this.ended || readAnswer(this.#received, "POST", false) !== undefined);
    const answer = readAnswer(this.#received, "POST", this.ended);
    const head = this.#received.indexOf("\r\n\r\n");
    if (answer !== undefined) this.#received = this.#received.subarray(head + 4 + answer.body.length);
    return answer;
  }

  /** Until the server closes it; gives the milliseconds since it was opened. */
  async closed(): Promise<number> {
    await this.#until(() => this.ended);
    return performance.now() - this.#began;
  }

  async #until(there: () => boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`nothing came; so far: ${JSON.stringify(this.received)}`)), PATIENCE);
      this.#look = () => {
        if (there()) resolve();
      };
      this.#look();
    }).finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#socket.destroy();
  }
}

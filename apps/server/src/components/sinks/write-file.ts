/**
 * `logs.write.file`: entries as lines of a file. What could not be written is kept and tried again, so that a full disk
 * stops sources and loses nothing; an entry is delivered when the system has taken its line.
 */
import { type ComponentArgs, logsWriteFile, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { jsonLineOf } from "../../core/entries/json-line.ts";
import {
  type LogEntry,
  type LogsReceiver,
  type PushAnswer,
  RoomWaiters,
  releaseAll,
} from "../../core/entries/receiver.ts";
import { firstLineOf } from "../../core/faults.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { type OpenFile, RotatingFile, type RotatingFileOptions } from "../../files/writing/rotating-file.ts";

type Args = ComponentArgs<typeof logsWriteFile>;

/** What may wait to be written, in characters of lines; a batch is taken as long as there is less. */
const MAX_WAITING = 8 * 1024 * 1024;
/** What an entry counts for besides its line. */
const ENTRY_COST = 256;
/** Made into text at once: characters, more or less. */
const PIECE = 1024 * 1024;
/** Pauses between attempts to write. */
const MIN_PAUSE = SECOND;
const MAX_PAUSE = 30n * SECOND;

export class FileWriter implements RunningComponent, LogsReceiver {
  readonly #context: ComponentContext;
  readonly path: string;
  readonly #file: RotatingFile;
  readonly #waiters = new RoomWaiters();
  readonly #entries;
  readonly #bytes;
  readonly #failures;
  readonly #problems = new Map<string, string>();
  #waiting: LogEntry[] = [];
  #waitingSize = 0;
  /** Being written: the first of those that wait, as text. */
  #writing = false;
  #started = false;
  #pause: Nanos = MIN_PAUSE;
  #cancelTimer = () => {};
  #onIdle = () => {};
  #work: Promise<unknown> = Promise.resolve();

  constructor(args: Args, context: ComponentContext, openFile?: (path: string, flags: number) => Promise<OpenFile>) {
    this.#context = context;
    this.path = context.files.resolve(args.path);
    const { metrics, prefix, scheduler } = context;
    const counter = (name: string, help: string) => metrics.counter(`${prefix}write_file_${name}`, help).with();
    this.#entries = counter("entries_total", "Entries written");
    this.#bytes = counter("bytes_total", "Bytes written");
    this.#failures = counter("failures_total", "Attempts to write that failed");
    const rotations = counter("rotations_total", "Files that were rotated");
    this.#file = new RotatingFile(optionsOf(args, this.path), {
      now: () => Number(scheduler.now() / MILLISECOND),
      after: (ms, action) => scheduler.after(BigInt(ms) * MILLISECOND, action),
      gate: context.files,
      written: context.written,
      isOurs: beginsAsOurs,
      rotated: () => rotations.inc(),
      problem: (what, error) => this.#tell(what, error),
      openFile,
    });
  }

  get receiver(): LogsReceiver {
    return this;
  }

  get full(): boolean {
    return this.#waitingSize >= MAX_WAITING;
  }

  get health(): Health {
    const message = [...this.#problems.values()].join("; ");
    if (message !== "") return { state: "unhealthy", message };
    const { warning } = this.#file;
    return warning === undefined ? HEALTHY : { state: "healthy", message: warning };
  }

  details(): Readonly<Record<string, unknown>> {
    return { path: this.path, size: this.#file.size, waiting: this.#waiting.length };
  }

  async start(): Promise<void> {
    this.#started = true;
    this.#write();
  }

  /** Takes other arguments over, unless another file is to be written. */
  update(args: Args): (() => void) | undefined {
    if (this.#context.files.resolve(args.path) !== this.path) return undefined;
    return () => this.#file.change(optionsOf(args, this.path));
  }

  push(batch: readonly LogEntry[]): PushAnswer {
    if (this.full) return "full";
    this.#waiting = this.#waiting.length === 0 ? [...batch] : this.#waiting.concat(batch);
    this.#waitingSize += sizeOf(batch);
    this.#write();
    return "accepted";
  }

  whenRoom(callback: () => void): void {
    if (this.full) this.#waiters.add(callback);
    else callback();
  }

  #write(): void {
    if (this.#writing || !this.#started || this.#waiting.length === 0) return;
    this.#writing = true;
    this.#cancelTimer();
    this.#work = this.#context.faults.settle("writing to the file", () => this.#writeOn(), undefined);
  }

  async #writeOn(): Promise<void> {
    while (this.#waiting.length > 0) {
      const { lines, count } = this.#nextPiece();
      try {
        await this.#file.append(lines);
      } catch (error) {
        this.#failures.inc();
        this.#tell("write", error);
        this.#writing = false;
        if (this.#started) this.#cancelTimer = this.#context.scheduler.after(this.#pause, () => this.#write());
        this.#pause = this.#pause * 2n < MAX_PAUSE ? this.#pause * 2n : MAX_PAUSE;
        return;
      }
      this.#pause = MIN_PAUSE;
      this.#tell("write", undefined);
      const written = this.#waiting.slice(0, count);
      this.#waiting = this.#waiting.slice(count);
      this.#waitingSize -= sizeOf(written);
      this.#entries.add(count);
      this.#bytes.add(lines.length);
      releaseAll(written, "delivered");
      if (!this.full && !this.#waiters.empty) this.#waiters.notify();
    }
    this.#writing = false;
    this.#onIdle();
  }

  #nextPiece(): { readonly lines: Buffer; readonly count: number } {
    const texts: string[] = [];
    let length = 0;
    while (texts.length < this.#waiting.length && length < PIECE) {
      const text = `${jsonLineOf(this.#waiting[texts.length]!)}\n`;
      length += text.length;
      texts.push(text);
    }
    return { lines: Buffer.from(texts.join("")), count: texts.length };
  }

  /** Something is wrong, or no longer. */
  #tell(what: "write" | "rotate" | "tidy", error: unknown): void {
    if (error === undefined) {
      if (this.#problems.delete(what) && what === "write")
        this.#context.log.write("info", "the file can be written again", { path: this.path });
      return;
    }
    const verb = { write: "written", rotate: "rotated", tidy: "tidied up after rotation" }[what];
    const message = `${this.path} cannot be ${verb}: ${firstLineOf(error)}`;
    if (this.#problems.get(what) !== message)
      this.#context.log.write("error", `a file cannot be ${verb}${what === "write" ? "; it keeps trying" : ""}`, {
        path: this.path,
        error,
      });
    this.#problems.set(what, message);
  }

  /** Waits until everything is written. What is not by then is lost where its source cannot read it again. */
  async drain(deadline: Promise<void>): Promise<number> {
    if (this.#waiting.length > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
      // What waits for the next attempt is tried at once.
      this.#write();
      await Promise.race([idle, deadline]);
    }
    this.#started = false;
    this.#cancelTimer();
    await Promise.race([this.#work, deadline]);
    const lost = this.#waiting.filter(({ origin }) => origin === undefined).length;
    const end = () => this.#context.faults.settle("closing the file", () => this.#file.end(), undefined);
    if (!this.#writing) await end();
    // What does not come back by the deadline is closed when it does.
    else void this.#work.then(end, end);
    return lost;
  }

  /** For tests: resolves when rotated files are tidied up. */
  tidied(): Promise<void> {
    return this.#file.tidied();
  }
}

const sizeOf = (entries: readonly LogEntry[]): number =>
  entries.reduce((sum, { line }) => sum + line.length + ENTRY_COST, 0);

/** Whether a file begins with a line that `jsonLineOf` may have made, or with the beginning of one that is very long. */
function beginsAsOurs(beginning: Buffer): boolean {
  const end = beginning.indexOf("\n");
  if (end < 0) return beginning.toString("latin1").startsWith('{"labels":{');
  try {
    const first: unknown = JSON.parse(beginning.toString("utf8", 0, end));
    const names = first !== null && typeof first === "object" ? Object.keys(first) : [];
    return ["labels", "line", "timestamp"].every((name, i) => names[i] === name);
  } catch {
    return false;
  }
}

const optionsOf = (args: Args, path: string): RotatingFileOptions => ({
  path,
  maxSize: args.max_size,
  maxFiles: args.max_files,
  maxAge: Number(args.max_age / MILLISECOND),
  compress: args.compress,
});

export const writeFileRecord = defineRunning({
  spec: logsWriteFile,
  build: ({ args, context }) => new FileWriter(args, context),
  update: (running, args) => running.update(args),
});

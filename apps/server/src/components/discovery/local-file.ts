/**
 * `local.file`: a file's content as a value. It is read once before anything is built that uses it, and again when the file
 * system tells of a change and now and then besides, since not every file system does.
 */
import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import { type ComponentArgs, type Exports, localFile, MILLISECOND } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { keepFileError, readSmallFile, SmallFileError } from "../../platform/small-file.ts";
import { Looking } from "./looking.ts";

const LARGEST = 4 * 1024 * 1024;
/** Whoever changes a file may do so in steps. */
const SETTLE = 100n * MILLISECOND;
const NANOS_IN_SECOND = 1e9;

type Args = ComponentArgs<typeof localFile>;

export class LocalFile implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #read;
  #content: string | undefined;
  #problem: string | undefined;
  #watcher: FSWatcher | undefined;
  readonly #looking: Looking;
  #stopped = false;

  constructor(args: Args, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    this.#looking = new Looking(
      context,
      () => this.#look(),
      () => this.#args.poll_frequency,
    );
    this.#read = context.metrics
      .gauge("local_file_timestamp_last_accessed_unix_seconds", "When the file was last read, in seconds since 1970")
      .with();
  }

  get exports(): Exports | undefined {
    if (this.#content === undefined) return undefined;
    return { content: { kind: "text", text: this.#content, secret: this.#args.is_secret } };
  }

  get health(): Health {
    return this.#problem === undefined ? HEALTHY : { state: "unhealthy", message: this.#problem };
  }

  async prepare(): Promise<string | undefined> {
    await this.#looking.now();
    return this.#content === undefined ? this.#problem : undefined;
  }

  async start(): Promise<void> {
    this.#looking.start();
    this.#watch();
  }

  update(args: Args): () => Promise<void> {
    return async () => {
      this.#args = args;
      this.#unwatch();
      await this.#looking.now();
      this.#context.exportsChanged();
      if (this.#looking.started && !this.#stopped) this.#watch();
    };
  }

  async #look(): Promise<void> {
    const { files, log, scheduler } = this.#context;
    const found = await readSmallFile(files, this.#args.filename, LARGEST).catch(keepFileError);
    if (found instanceof SmallFileError) {
      if (this.#problem !== found.message) log.write("error", "the file cannot be read", { reason: found.message });
      this.#problem = found.message;
      return;
    }
    this.#problem = undefined;
    this.#read.set(Number(scheduler.now()) / NANOS_IN_SECOND);
    if (found === this.#content) return;
    this.#content = found;
    if (this.#looking.started) this.#context.exportsChanged();
  }

  /** Its folder, since a file that is replaced is another one under the same name. */
  #watch(): void {
    if (this.#args.detector !== "fsnotify") return;
    const { files, log, scheduler } = this.#context;
    const folder = dirname(files.resolve(this.#args.filename));
    const problem = (error: unknown) => {
      log.write("warn", "the file system does not tell of changes; the file is only looked at now and then", { error });
      this.#unwatch();
    };
    let settling = false;
    try {
      // Any name: a link in the folder may lead to what has changed.
      this.#watcher = watch(folder, { persistent: false }, () => {
        if (settling || this.#stopped) return;
        settling = true;
        scheduler.after(SETTLE, () => {
          settling = false;
          if (!this.#stopped) void this.#looking.now();
        });
      });
      this.#watcher.on("error", problem);
    } catch (error) {
      problem(error);
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  async drain(): Promise<number> {
    this.#stopped = true;
    this.#looking.stop();
    this.#unwatch();
    return 0;
  }
}

export const localFileRecord = defineRunning({
  spec: localFile,
  build: ({ args, context }) => new LocalFile(args, context),
  update: (running, args) => running.update(args),
});

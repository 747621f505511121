/**
 * `logs.source.stdin`: lines from standard input, as fast as they are taken: while what comes after is full nothing is
 * read, and whoever writes waits. What was read cannot be read again, so the last of it is handed on before it stops.
 */
import { type ComponentArgs, LabelSet, logsSourceStdin, NO_METADATA } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../core/component.ts";
import { defineRunning } from "../core/component-record.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import type { LogEntry, LogsReceiver } from "../core/receiver.ts";

type Args = ComponentArgs<typeof logsSourceStdin>;

export class StdinSource implements RunningComponent {
  #labels: LabelSet;
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  readonly #lines;
  readonly #split;
  /** Read, and not taken yet. */
  #batch: readonly LogEntry[] = [];
  #waiting = false;
  #problem: string | undefined;
  #done = false;
  #stopped = false;
  /** Told when the batch is taken while it stops. */
  #handedOn = () => {};

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#labels = labelsOf(args);
    this.#next = next;
    this.#context = context;
    const counter = (name: string, help: string) =>
      context.metrics.counter(`${context.prefix}source_stdin_${name}`, help).with();
    this.#lines = counter("read_lines_total", "Number of lines read");
    this.#split = counter("split_lines_total", "Parts that lines longer than 1 MiB were split into");
  }

  get health(): Health {
    const { input } = this.#context;
    const message = this.#problem ?? (input?.error && `standard input cannot be read: ${input.error}`);
    return message === undefined ? HEALTHY : { state: "unhealthy", message };
  }

  details(): Readonly<Record<string, unknown>> {
    return { state: this.#done ? "at its end" : this.#waiting ? "waiting for room" : "reading" };
  }

  async start(): Promise<void> {
    const { input, id, faults } = this.#context;
    if (input === undefined) {
      this.#problem = "standard input cannot be read: the configuration came from there, or the server has none";
      return;
    }
    const other = input.claim(id, () => void faults.guard("reading standard input", () => this.#read()));
    if (other !== undefined) {
      this.#problem = `standard input is read by ${other}, and only one component can; remove one of them`;
      return;
    }
    this.#read();
  }

  update(args: Args): () => void {
    return () => {
      this.#labels = labelsOf(args);
    };
  }

  #read(): void {
    const input = this.#context.input!;
    while (!this.#waiting) {
      if (this.#batch.length > 0 && !this.#handOn()) return;
      const cut = input.take(!this.#stopped);
      if (cut === undefined) break;
      const timestamp = this.#context.scheduler.now();
      this.#batch = cut.lines.map((line) => ({ labels: this.#labels, line, timestamp, metadata: NO_METADATA }));
      if (cut.split) this.#split.inc();
    }
    if (this.#stopped) this.#handedOn();
    if (this.#stopped || !input.ended || this.#done) return;
    this.#done = true;
    this.#context.log.write("info", "standard input has ended; nothing more is read from it");
  }

  /** False where there is no room; it goes on when there is. */
  #handOn(): boolean {
    if (this.#next.push(this.#batch) === "full") {
      this.#waiting = true;
      this.#next.whenRoom(() => {
        this.#waiting = false;
        this.#read();
      });
      return false;
    }
    this.#lines.add(this.#batch.length);
    this.#batch = [];
    return true;
  }

  /** Reads no more, and waits until what was read is taken. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    if (this.#waiting) {
      const handedOn = new Promise<void>((resolve) => {
        this.#handedOn = resolve;
      });
      await Promise.race([handedOn, deadline]);
    }
    this.#context.input?.leave(this.#context.id);
    return this.#batch.length;
  }
}

const labelsOf = ({ labels }: Args): LabelSet => LabelSet.of(labels).filter((_, value) => value !== "");

export const sourceStdinRecord = defineRunning({
  spec: logsSourceStdin,
  build: ({ args, next, context }) => new StdinSource(args, next, context),
  update: (running, args) => running.update(args),
});

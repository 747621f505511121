/**
 * `logs.source.stdin`: lines from standard input, as fast as they are taken: while what comes after is full nothing is
 * read, and whoever writes waits. What was read cannot be read again, so the last of it is handed on before it stops.
 */
import { type ComponentArgs, LabelSet, logsSourceStdin, NO_METADATA } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { Outflow } from "../../core/entries/outflow.ts";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import { HEALTHY, type Health } from "../../core/health.ts";

type Args = ComponentArgs<typeof logsSourceStdin>;

export class StdinSource implements RunningComponent {
  #labels: LabelSet;
  readonly #out: Outflow;
  readonly #context: ComponentContext;
  readonly #lines;
  readonly #split;
  #problem: string | undefined;
  #done = false;
  #stopped = false;

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#labels = labelsOf(args);
    this.#out = new Outflow(next);
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
    return { state: this.#done ? "at its end" : this.#out.held > 0 ? "waiting for room" : "reading" };
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
    while (this.#out.held === 0) {
      const cut = input.take(!this.#stopped);
      if (cut === undefined) break;
      const timestamp = this.#context.scheduler.now();
      const batch = cut.lines.map((line) => ({ labels: this.#labels, line, timestamp, metadata: NO_METADATA }));
      this.#lines.add(batch.length);
      if (cut.split) this.#split.inc();
      if (!this.#out.push(batch, () => this.#read())) return;
    }
    if (this.#stopped || !input.ended || this.#done) return;
    this.#done = true;
    this.#context.log.write("info", "standard input has ended; nothing more is read from it");
  }

  /** Reads no more, and waits until what was read is taken. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    const held = await this.#out.drain(deadline);
    this.#context.input?.leave(this.#context.id);
    return held;
  }
}

const labelsOf = ({ labels }: Args): LabelSet => LabelSet.of(labels).filter((_, value) => value !== "");

export const sourceStdinRecord = defineRunning({
  spec: logsSourceStdin,
  build: ({ args, next, context }) => new StdinSource(args, next, context),
  update: (running, args) => running.update(args),
});

/** `logs.source.demo`: access logs of a small shop, as nginx would write them, at a steady rate and from a seed. */
import { type ComponentArgs, LabelSet, logsSourceDemo, NO_METADATA, SECOND, SeededRandom } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import { HEALTHY } from "../../core/health.ts";
import { createAccessLog } from "./access-log.ts";

export class DemoSource implements RunningComponent {
  readonly #context: ComponentContext;
  readonly #next: LogsReceiver;
  readonly #labels: LabelSet;
  readonly #interval: bigint;
  readonly #line: (at: Date) => string;
  readonly #skipped;
  readonly health = HEALTHY;
  #cancel: (() => void) | undefined;

  constructor(args: ComponentArgs<typeof logsSourceDemo>, next: LogsReceiver, context: ComponentContext) {
    this.#context = context;
    this.#next = next;
    this.#labels = LabelSet.of(args.labels);
    this.#interval = BigInt(Math.round(Number(SECOND) / args.rate));
    this.#line = createAccessLog(new SeededRandom(args.seed));
    this.#skipped = context.metrics.counter(
      `${context.prefix}source_demo_skipped_total`,
      "Lines not generated because the receiver was full",
    );
  }

  async start(): Promise<void> {
    this.#arm();
  }

  #arm(): void {
    this.#cancel = this.#context.scheduler.after(this.#interval, () => {
      // First, so that a line that cannot be made is not the last.
      this.#arm();
      const now = this.#context.scheduler.now();
      const line = this.#line(new Date(Number(now / 1_000_000n)));
      const answer = this.#next.push([{ labels: this.#labels, line, timestamp: now, metadata: NO_METADATA }]);
      if (answer === "full") this.#skipped.with().inc();
    });
  }

  async drain(): Promise<number> {
    this.#cancel?.();
    return 0;
  }
}

export const sourceDemoRecord = defineRunning({
  spec: logsSourceDemo,
  build: ({ args, next, context }) => new DemoSource(args, next, context),
});

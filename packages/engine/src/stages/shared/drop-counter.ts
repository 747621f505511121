/**
 * The counter of dropped lines, shared by every stage that drops. Its child for a reason appears with the first drop,
 * as in the original, so it is not resolved before.
 */
import { type Env, metricPrefix, type StageCounter, type StageCounters } from "../../pipeline/stage.ts";

const NAME = "dropped_lines_total";
const HELP = "A count of all log lines dropped as a result of a pipeline stage";

export class DropCounter {
  readonly #reason: string;
  readonly #counters: StageCounters;
  #child: StageCounter | undefined;

  /** Counts under `reason`. */
  constructor(env: Env, reason: string) {
    this.#reason = reason;
    this.#counters = env.metrics.counter(metricPrefix(env.dialect) + NAME, HELP, ["reason"]);
  }

  /** Makes the series appear at zero, for stages whose original does so when it starts. */
  show(): void {
    this.#child ??= this.#counters.with(this.#reason);
  }

  inc(): void {
    this.#child ??= this.#counters.with(this.#reason);
    this.#child.inc();
  }
}

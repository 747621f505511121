/**
 * The counter of dropped lines, shared by every stage that drops. Its child for a reason appears with the first drop,
 * as in the original, so it is not resolved before.
 */
import type { Counter, CounterVector } from "../metrics/registry.ts";
import { type Env, metricPrefix } from "../pipeline/stage.ts";

const NAME = "dropped_lines_total";
const HELP = "A count of all log lines dropped as a result of a pipeline stage";

export class DropCounter {
  readonly #env: Env;
  readonly #name: string;
  readonly #reason: string;
  readonly #vector: CounterVector;
  #child: Counter | undefined;

  /** Counts under `reason`. */
  constructor(env: Env, reason: string) {
    this.#env = env;
    this.#name = metricPrefix(env.dialect) + NAME;
    this.#reason = reason;
    this.#vector = env.metrics.counter(this.#name, HELP, ["reason"]);
  }

  /** Makes the series appear at zero, for stages whose original does so when it starts. */
  show(): void {
    this.#child ??= this.#vector.with(this.#reason);
  }

  inc(): void {
    this.#child ??= this.#vector.with(this.#reason);
    this.#child.inc();
    this.#env.explain?.metric({ name: this.#name, labels: { reason: this.#reason }, operation: "inc", value: 1 });
  }
}

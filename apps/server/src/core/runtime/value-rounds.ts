/**
 * Rounds that pass on what components export now: the same plan for the same configuration, in which those who use a value,
 * directly or through others, are evaluated anew (`LoadedConfig.evaluate`). A component that cannot take the new value over goes
 * on with the old one, and says so in its health. Rounds wait for loads and for one another, at most ten a second.
 */
import { type Exports, type Nanos, SECOND, sameExports } from "@sluice/engine";
import type { Logger } from "../../platform/log.ts";
import type { Scheduler } from "../../platform/scheduler.ts";

/** Values that change again and again are passed on this often. */
const ROUND_PAUSE = SECOND / 10n;

interface RoundParts {
  readonly scheduler: Pick<Scheduler, "now" | "after">;
  readonly log: Pick<Logger, "write">;
  /** Runs a round after what is going on, and before what comes later. */
  inTurn(round: () => Promise<void>): Promise<void>;
  /** Evaluates those anew who use what these components export. */
  pass(changed: ReadonlySet<string>): Promise<void>;
}

export class ValueRounds {
  readonly #parts: RoundParts;
  /** Ids of the components that export something else since the last round. */
  #changed = new Set<string>();
  /** What each component exported when that was last passed on. */
  #passed: Map<string, Exports | undefined> = new Map();
  #isDue = false;
  #last: Nanos = 0n;
  #stopped = false;

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  /** All components were evaluated with these values, by their ids. */
  evaluated(exported: Map<string, Exports | undefined>): void {
    this.#passed = exported;
  }

  /** What a component exports may be another than before: those who use it get it, together with what else changes by then. */
  changed(id: string, now: Exports | undefined): void {
    // Whoever looks again and again says so each time.
    if (now !== undefined && sameExports(now, this.#passed.get(id))) return;
    this.#passed.set(id, now);
    this.#changed.add(id);
    if (this.#isDue || this.#stopped) return;
    this.#isDue = true;
    const { scheduler, log, inTurn } = this.#parts;
    const pause = this.#last + ROUND_PAUSE - scheduler.now();
    scheduler.after(pause > 0n ? pause : 0n, () => {
      inTurn(() => this.#round()).catch((error: unknown) =>
        log.write("error", "values of components could not be passed on", { error }),
      );
    });
  }

  async #round(): Promise<void> {
    this.#isDue = false;
    const changed = this.#changed;
    this.#changed = new Set();
    await this.#parts.pass(changed);
    this.#last = this.#parts.scheduler.now();
  }

  stop(): void {
    this.#stopped = true;
  }
}

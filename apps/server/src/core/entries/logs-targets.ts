/** What a component pushes to, one by one, for those that do not give every batch to all at once. */
import type { FlowCount } from "./flow.ts";
import type { LogsReceiver } from "./receiver.ts";

export interface LogsTarget {
  /** Of the component. */
  readonly id: string;
  readonly receiver: LogsReceiver;
  /** Whoever pushes to it alone counts here what it took. */
  readonly flow?: FlowCount;
}

/** Those that `forward_to` names; others after a change of the configuration. */
export class LogsTargets {
  #all: readonly LogsTarget[] | undefined;
  #changed = () => {};

  /** Undefined until the configuration that it belongs to runs: before, nothing may be given to them. */
  get all(): readonly LogsTarget[] | undefined {
    return this.#all;
  }

  set(all: readonly LogsTarget[]): void {
    this.#all = all;
    this.#changed();
  }

  /** Calls back whenever they are others. */
  onChange(changed: () => void): void {
    this.#changed = changed;
  }
}

/** `discovery.relabel`: what it exports follows from its arguments, so that there is nothing to run. */
import { type ComponentArgs, discoveryRelabel } from "@sluice/engine";
import type { RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { HEALTHY } from "../../core/health.ts";

type Args = ComponentArgs<typeof discoveryRelabel>;

class DiscoveryRelabel implements RunningComponent {
  readonly health = HEALTHY;
  #args: Args;

  constructor(args: Args) {
    this.#args = args;
  }

  update(args: Args): void {
    this.#args = args;
  }

  async start(): Promise<void> {}

  async drain(): Promise<number> {
    return 0;
  }

  details(): Readonly<Record<string, unknown>> {
    return { targets: this.#args.targets.length };
  }
}

export const discoveryRelabelRecord = defineRunning({
  spec: discoveryRelabel,
  build: ({ args }) => new DiscoveryRelabel(args),
  update: (running, args) => () => running.update(args),
});

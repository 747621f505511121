/** A component that looks for targets again and again, and exports those that it found last. */
import type { Exports, Nanos, Target } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import type { Health } from "../../core/health.ts";
import { Looking } from "./looking.ts";

export abstract class TargetFinder<Args> implements RunningComponent {
  protected args: Args;
  protected readonly context: ComponentContext;
  readonly #looking: Looking;
  #targets: readonly Target[] | undefined;

  constructor(args: Args, context: ComponentContext) {
    this.args = args;
    this.context = context;
    this.#looking = new Looking(
      context,
      () => this.look(),
      () => this.pause,
    );
  }

  abstract get health(): Health;

  /** From the end of a look to the next. */
  protected abstract get pause(): Nanos;

  /** Looks once, and says by `found` what there is. */
  protected abstract look(): Promise<void>;

  protected found(targets: readonly Target[]): void {
    this.#targets = targets;
    this.context.exportsChanged();
  }

  /** Undefined before the first look has ended. */
  get exports(): Exports | undefined {
    return this.#targets && { targets: { kind: "targets", targets: this.#targets } };
  }

  async prepare(): Promise<undefined> {
    await this.#looking.now();
  }

  async start(): Promise<void> {
    this.#looking.start();
  }

  update(args: Args): () => Promise<void> {
    return async () => {
      this.args = args;
      await this.#looking.now();
    };
  }

  async drain(): Promise<number> {
    this.#looking.stop();
    return 0;
  }

  details(): Readonly<Record<string, unknown>> {
    return { targets: this.#targets?.length ?? 0 };
  }
}

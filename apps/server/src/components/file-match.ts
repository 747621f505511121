/** `local.file_match`: looks patterns up now and then, and says which files they stand for. */
import { type ComponentArgs, type Exports, localFileMatch, type Target } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../core/component.ts";
import { defineRunning } from "../core/component-record.ts";
import { HEALTHY, type Health } from "../core/health.ts";
import { matchTargets } from "../files/matched-targets.ts";
import { Looking } from "./looking.ts";

type Args = ComponentArgs<typeof localFileMatch>;

export class FileMatch implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #looking: Looking;
  #targets: readonly Target[] | undefined;
  #problem: string | undefined;

  constructor(args: Args, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    this.#looking = new Looking(
      context,
      () => this.#look(),
      () => this.#args.sync_period,
    );
  }

  get exports(): Exports | undefined {
    return this.#targets && { targets: { kind: "targets", targets: this.#targets } };
  }

  get health(): Health {
    return this.#problem === undefined ? HEALTHY : { state: "unhealthy", message: this.#problem };
  }

  async prepare(): Promise<undefined> {
    await this.#looking.now();
  }

  async start(): Promise<void> {
    this.#looking.start();
  }

  update(args: Args): () => Promise<void> {
    return async () => {
      this.#args = args;
      await this.#looking.now();
    };
  }

  async #look(): Promise<void> {
    const { baseDir, log, scheduler } = this.#context;
    const { path_targets, ignore_older_than } = this.#args;
    const options = { baseDir, ignoreOlderThan: ignore_older_than, now: scheduler.now() };
    const { targets, problem } = await matchTargets(path_targets, options);
    if (problem !== undefined && problem !== this.#problem)
      log.write("error", "not all files were found", { reason: problem });
    this.#problem = problem;
    this.#targets = targets;
    this.#context.exportsChanged();
  }

  async drain(): Promise<number> {
    this.#looking.stop();
    return 0;
  }

  details(): Readonly<Record<string, unknown>> {
    return { targets: this.#targets?.length ?? 0 };
  }
}

export const fileMatchRecord = defineRunning({
  spec: localFileMatch,
  build: ({ args, context }) => new FileMatch(args, context),
  update: (running, args) => running.update(args),
});

/** `local.file_match`: looks patterns up now and then, and says which files they stand for. */
import { type ComponentArgs, localFileMatch, type Nanos } from "@sluice/engine";
import { defineRunning } from "../../core/component-record.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { matchTargets } from "../../files/finding/matched-targets.ts";
import { TargetFinder } from "./target-finder.ts";

type Args = ComponentArgs<typeof localFileMatch>;

export class FileMatch extends TargetFinder<Args> {
  #problem: string | undefined;

  get health(): Health {
    return this.#problem === undefined ? HEALTHY : { state: "unhealthy", message: this.#problem };
  }

  protected get pause(): Nanos {
    return this.args.sync_period;
  }

  protected async look(): Promise<void> {
    const { files, log, scheduler } = this.context;
    const { path_targets, ignore_older_than } = this.args;
    const options = { gate: files, ignoreOlderThan: ignore_older_than, now: scheduler.now() };
    const { targets, problem } = await matchTargets(path_targets, options);
    if (problem !== undefined && problem !== this.#problem)
      log.write("error", "not all files were found", { reason: problem });
    this.#problem = problem;
    this.found(targets);
  }
}

export const fileMatchRecord = defineRunning({
  spec: localFileMatch,
  build: ({ args, context }) => new FileMatch(args, context),
  update: (running, args) => running.update(args),
});

/** `discovery.file`: targets that files list. What cannot be read keeps the targets that it had. */
import { basename } from "node:path";
import { type ComponentArgs, discoveryFile, hasWildcard, type Nanos, SECOND, type Target } from "@sluice/engine";
import { defineRunning } from "../../core/component-record.ts";
import { firstLineOf } from "../../core/faults.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { statFile } from "../../files/file-stat.ts";
import { expandGlob } from "../../files/finding/glob.ts";
import { MAX_TARGETS } from "../../files/finding/matched-targets.ts";
import { readTargetGroups } from "../../files/finding/target-groups.ts";
import { readSmallFile } from "../../platform/small-file.ts";
import { TargetFinder } from "./target-finder.ts";

type Args = ComponentArgs<typeof discoveryFile>;

/** Files are looked at this often; those that have changed are read. */
const LOOK_EVERY = 5n * SECOND;
const LARGEST = 4 * 1024 * 1024;
/** Problems that the health tells. */
const MAX_SHOWN = 3;

interface ReadFile {
  readonly stamp: string;
  readonly targets: readonly Target[];
  readonly problem: string | undefined;
}

export class DiscoveryFile extends TargetFinder<Args> {
  #files: ReadonlyMap<string, ReadFile> = new Map();
  #problems: readonly string[] = [];
  #readAllAt: Nanos | undefined;

  get health(): Health {
    if (this.#problems.length === 0) return HEALTHY;
    const more = this.#problems.length - MAX_SHOWN;
    const shown = this.#problems.slice(0, MAX_SHOWN).join("; ");
    return { state: "unhealthy", message: more > 0 ? `${shown}; and ${more} more` : shown };
  }

  protected get pause(): Nanos {
    const { refresh_interval } = this.args;
    return refresh_interval < LOOK_EVERY ? refresh_interval : LOOK_EVERY;
  }

  protected async look(): Promise<void> {
    const { files: gate, log, scheduler } = this.context;
    const now = scheduler.now();
    const all = this.#readAllAt === undefined || now - this.#readAllAt >= this.args.refresh_interval;
    if (all) this.#readAllAt = now;
    const files = new Map<string, ReadFile>();
    const problems: string[] = [];
    for (const written of this.args.files) {
      const pattern = gate.resolve(written);
      const found = hasWildcard(basename(pattern))
        ? await expandGlob(gate, pattern)
        : { paths: [pattern], problem: undefined };
      if (found.problem !== undefined) problems.push(found.problem);
      for (const path of found.paths) if (!files.has(path)) files.set(path, await this.#read(path, all));
    }
    const targets = [...files.values()].flatMap((file) => file.targets);
    if (targets.length > MAX_TARGETS) problems.push(`there are more than ${MAX_TARGETS} targets`);
    for (const { problem } of files.values()) if (problem !== undefined) problems.push(problem);
    for (const reason of problems)
      if (!this.#problems.includes(reason)) log.write("error", "targets cannot be read", { reason });
    this.#problems = problems;
    this.#files = files;
    this.found(targets.slice(0, MAX_TARGETS));
  }

  /** What a file holds now; where that cannot be told, what it held, and why. */
  async #read(path: string, anyway: boolean): Promise<ReadFile> {
    const known = this.#files.get(path);
    let stamp = "";
    try {
      stamp = (await statFile(path))?.stamp ?? "";
      if (known !== undefined && !anyway && stamp === known.stamp) return known;
      const text = await readSmallFile(this.context.files, path, LARGEST);
      return { stamp, targets: readTargetGroups(text, path), problem: undefined };
    } catch (error) {
      const message = firstLineOf(error);
      const problem = message.includes(path) ? message : `${path}: ${message}`;
      return { stamp, targets: stamp === "" ? [] : (known?.targets ?? []), problem };
    }
  }

  override details(): Readonly<Record<string, unknown>> {
    return { files: this.#files.size, ...super.details() };
  }
}

export const discoveryFileRecord = defineRunning({
  spec: discoveryFile,
  build: ({ args, context }) => new DiscoveryFile(args, context),
  update: (running, args) => running.update(args),
});

/** `logs.source.docker`: the logs of containers, each followed by itself from where it was settled before. */
import { type ComponentArgs, type LabelSet, logsSourceDocker, MILLISECOND, messageOf } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { SourceLabels } from "../../core/source-labels.ts";
import { ContainerTail, type TailParts } from "../../docker/container-tail.ts";
import { EngineApi, engineOptions, findEngineProblem, sameEngine } from "../../docker/engine-api.ts";
import { type LogMark, loadMarks, saveMarks } from "../../docker/positions.ts";

type Args = ComponentArgs<typeof logsSourceDocker>;

const ID = "__meta_docker_container_id";
const STREAM = "__meta_docker_container_log_stream";
const SAVE_PAUSE = 200n * MILLISECOND;
/** Containers whose places are kept although nobody names them any more. */
const MAX_UNUSED = 2000;
const MAX_SHOWN = 50;

export class DockerSource implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #labels: SourceLabels;
  readonly #parts: TailParts;
  readonly #tails = new Map<string, ContainerTail>();
  /** Of containers that no target names, until what was read of them is handed on. */
  readonly #leaving = new Map<string, ContainerTail>();
  #targets: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  /** What was known of containers that are no longer named. */
  #lastTargets: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  #marks = new Map<string, LogMark>();
  readonly #problems = new Map<string, string>();
  #moved = false;
  #started = false;
  #stopped = false;
  #cancelTimer = () => {};
  #saving: Promise<void> = Promise.resolve();

  constructor(args: Args, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    const { metrics, prefix, scheduler, faults } = context;
    const counter = (name: string, help: string) => metrics.counter(`${prefix}source_docker_${name}`, help).with();
    const entries = counter("target_entries_total", "Total number of successful entries sent to the Docker target");
    const errors = counter(
      "target_parsing_errors_total",
      "Total number of parsing errors while receiving Docker messages",
    );
    this.#labels = new SourceLabels(
      args.relabel_rules?.rules,
      counter("relabel_dropped_total", "Lines that rules dropped"),
      context.faults,
    );
    this.#parts = {
      api: new EngineApi(optionsOf(args), context),
      next,
      scheduler,
      faults,
      labels: (id, stream, count) => this.#labelsOf(id, stream, count),
      longestPause: () => this.#args.refresh_interval,
      read: (count) => entries.add(count),
      unreadable: (count) => errors.add(count),
      problem: (id, message) => this.#tell(id, message),
      moved: () => {
        this.#moved = true;
      },
    };
  }

  #labelsOf(id: string, stream: string, count: number): LabelSet | undefined {
    const target = this.#targets.get(id) ?? this.#lastTargets.get(id) ?? new Map();
    return this.#labels.finish([...this.#args.labels, ...target, [STREAM, stream]], count);
  }

  #tell(id: string, message: string | undefined): void {
    if (message === undefined) this.#problems.delete(id);
    else {
      if (this.#problems.get(id) !== message)
        this.#context.log.write("warn", "a container's log cannot be read; it is tried again", {
          container: id,
          reason: message,
        });
      this.#problems.set(id, message);
    }
  }

  get health(): Health {
    const [message] = this.#problems.values();
    if (message === undefined) return HEALTHY;
    const more = this.#problems.size > 1 ? ` (and ${this.#problems.size - 1} more)` : "";
    return { state: "unhealthy", message: `${message}${more}` };
  }

  details(): Readonly<Record<string, unknown>> {
    const containers = [...this.#tails.keys()].slice(0, MAX_SHOWN);
    return { containers: this.#tails.size, reading: containers };
  }

  async start(): Promise<void> {
    try {
      this.#marks = await loadMarks(this.#context.dataDir);
    } catch (error) {
      this.#tell("positions", `positions cannot be read, and reading starts over: ${messageOf(error)}`);
    }
    // The end may have come meanwhile.
    if (this.#stopped) return;
    this.#started = true;
    this.#follow();
    this.#arm();
  }

  /** Takes other arguments over: containers that are still named read on. Another engine is another component. */
  update(args: Args): (() => void) | undefined {
    if (!sameEngine(optionsOf(args), optionsOf(this.#args))) return undefined;
    return () => {
      this.#args = args;
      this.#labels.rules = args.relabel_rules?.rules ?? [];
      if (this.#started && !this.#stopped) this.#follow();
    };
  }

  #follow(): void {
    const wanted = new Map<string, ReadonlyMap<string, string>>();
    for (const target of this.#args.targets) {
      const id = target.get(ID) ?? "";
      if (id !== "" && !wanted.has(id)) wanted.set(id, target);
    }
    this.#lastTargets = this.#targets;
    this.#targets = wanted;
    for (const [id, tail] of this.#tails) {
      if (wanted.has(id)) continue;
      this.#tails.delete(id);
      this.#leave(tail);
    }
    for (const id of wanted.keys()) if (!this.#tails.has(id) && !this.#leaving.has(id)) this.#begin(id);
  }

  #begin(id: string): void {
    const tail = new ContainerTail(id, this.#marks.get(id), this.#parts);
    this.#marks.delete(id);
    this.#tails.set(id, tail);
    tail.start();
  }

  #leave(tail: ContainerTail): void {
    this.#leaving.set(tail.id, tail);
    tail.stop();
    void this.#context.faults.settle(
      "leaving a container",
      async () => {
        await tail.stopped();
        this.#leaving.delete(tail.id);
        this.#problems.delete(tail.id);
        if (tail.mark !== undefined) this.#marks.set(tail.id, tail.mark);
        for (const id of this.#marks.keys()) if (this.#marks.size > MAX_UNUSED) this.#marks.delete(id);
        this.#moved = true;
        if (this.#targets.has(tail.id) && !this.#stopped) this.#begin(tail.id);
      },
      undefined,
    );
  }

  #arm(): void {
    this.#cancelTimer = this.#context.scheduler.after(SAVE_PAUSE, () => {
      this.#arm();
      if (this.#moved) this.#saving = this.#saving.then(() => this.#save());
    });
  }

  async #save(): Promise<void> {
    // Whoever has the folder now continues from its positions.
    if (this.#context.dataLost() !== undefined) return;
    this.#moved = false;
    const marks = new Map(this.#marks);
    for (const { id, mark } of [...this.#tails.values(), ...this.#leaving.values()])
      if (mark !== undefined) marks.set(id, mark);
    try {
      await saveMarks(this.#context.dataDir, marks);
      this.#tell("save", undefined);
    } catch (error) {
      this.#moved = true;
      this.#tell("save", `positions cannot be written to ${this.#context.dataDir}: ${messageOf(error)}`);
    }
  }

  /** Reads no more. What was read is accounted for by those who have it, and read again after a restart otherwise. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#cancelTimer();
    const tails = [...this.#tails.values(), ...this.#leaving.values()];
    for (const tail of tails) tail.stop();
    this.#parts.api.retire();
    await Promise.all(tails.map((tail) => tail.stopped(deadline)));
    return 0;
  }

  async close(): Promise<void> {
    await this.#saving;
    if (this.#started) await this.#save();
  }
}

const optionsOf = ({ host, http_client_config: client }: Args) => engineOptions(host, client?.args);

export const sourceDockerRecord = defineRunning({
  spec: logsSourceDocker,
  keepsState: () => true,
  validate: ({ host, http_client_config: client }) => findEngineProblem(host, client?.args),
  build: ({ args, next, context }) => new DockerSource(args, next, context),
  update: (running, args) => running.update(args),
});

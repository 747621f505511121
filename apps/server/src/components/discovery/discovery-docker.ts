/** `discovery.docker`: containers as targets, asked for again and again. While the engine is away, those of before stay. */
import { type ComponentArgs, discoveryDocker, type Exports, type Target } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import {
  EngineApi,
  EngineError,
  type EngineOptions,
  engineOptions,
  findEngineProblem,
  sameEngine,
} from "../../docker/engine-api.ts";
import { type Container, type Network, toTargets } from "../../docker/targets.ts";

type Args = ComponentArgs<typeof discoveryDocker>;

export class DockerDiscovery implements RunningComponent {
  #args: Args;
  #engine: EngineOptions;
  #api: EngineApi;
  readonly #context: ComponentContext;
  #targets: readonly Target[] = [];
  #problem: string | undefined;
  readonly #stop = new AbortController();
  #cancelTimer = () => {};
  #looking: Promise<void> | undefined;
  #started = false;

  constructor(args: Args, context: ComponentContext) {
    this.#args = args;
    this.#context = context;
    this.#engine = engineOptions(args.host, args);
    this.#api = new EngineApi(this.#engine, context);
  }

  get exports(): Exports {
    return { targets: { kind: "targets", targets: this.#targets } };
  }

  get health(): Health {
    return this.#problem === undefined ? HEALTHY : { state: "unhealthy", message: this.#problem };
  }

  details(): Readonly<Record<string, unknown>> {
    return { targets: this.#targets.length };
  }

  async start(): Promise<void> {
    this.#started = true;
    this.#lookNow();
  }

  update(args: Args): () => void {
    return () => {
      this.#args = args;
      this.#use(engineOptions(args.host, args));
      if (this.#started) this.#lookNow();
    };
  }

  /** A token that was fetched stays where nothing changes. */
  #use(engine: EngineOptions): void {
    if (sameEngine(engine, this.#engine)) return;
    this.#api.retire();
    this.#engine = engine;
    this.#api = new EngineApi(engine, this.#context);
  }

  /** Resolves when the look that is under way, if any, is over. */
  async looked(): Promise<void> {
    await this.#looking;
  }

  #lookNow(): void {
    this.#cancelTimer();
    const before = this.#looking ?? Promise.resolve();
    this.#looking = before.then(() =>
      this.#context.faults.settle("looking for containers", () => this.#look(), undefined),
    );
    this.#cancelTimer = this.#context.scheduler.after(this.#args.refresh_interval, () => this.#lookNow());
  }

  async #look(): Promise<void> {
    const { filter, port, host_networking_host, match_first_network } = this.#args;
    const { signal } = this.#stop;
    if (signal.aborted) return;
    try {
      const api = this.#api;
      const filters = JSON.stringify(Object.fromEntries(filter.map(({ args }) => [args.name, args.values])));
      const query = filter.length === 0 ? "" : `?filters=${encodeURIComponent(filters)}`;
      const containers = listOf<Container>(await api.json(`/containers/json${query}`, signal), "containers");
      const networks = listOf<Network>(await api.json("/networks", signal), "networks");
      const options = {
        port,
        hostNetworkingHost: host_networking_host,
        matchFirstNetwork: match_first_network,
      };
      this.#targets = toTargets(containers, networks, options);
      if (this.#problem !== undefined) this.#context.log.write("info", "containers are found again");
      this.#problem = undefined;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof EngineError)) throw error;
      if (this.#problem !== error.message)
        this.#context.log.write("error", "containers cannot be looked up; those known stay", { reason: error.message });
      this.#problem = error.message;
      return;
    }
    if (!signal.aborted) this.#context.exportsChanged();
  }

  async drain(): Promise<number> {
    this.#cancelTimer();
    this.#stop.abort();
    this.#api.retire();
    await this.#looking;
    return 0;
  }
}

/** The engine's answer, as far as everything in it has an id. */
function listOf<T extends { readonly Id: string }>(answer: unknown, what: string): readonly T[] {
  if (!Array.isArray(answer)) throw new EngineError(200, `the engine's list of ${what} is none`);
  return answer.filter((one): one is T => typeof (one as { Id?: unknown } | null)?.Id === "string");
}

export const discoveryDockerRecord = defineRunning({
  spec: discoveryDocker,
  validate: (args) => findEngineProblem(args.host, args),
  build: ({ args, context }) => new DockerDiscovery(args, context),
  update: (running, args) => running.update(args),
});

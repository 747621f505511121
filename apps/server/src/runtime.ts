/**
 * A loaded configuration, running: components are made from the sinks up, so that each finds what it forwards to, and
 * drained from the sources down, so that nothing is left behind.
 */
import { join } from "node:path";
import {
  buildWithResources,
  type ComponentNode,
  type Diagnostic,
  type LoadedConfig,
  type MetricFamily,
  MetricRegistry,
  type StageHost,
} from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "./component.ts";
import { EchoComponent } from "./components/echo.ts";
import { ProcessComponent } from "./components/process.ts";
import { ApiSource } from "./components/source-api.ts";
import { DemoSource } from "./components/source-demo.ts";
import { FileSource } from "./components/source-file.ts";
import { findBadEndpoint, WriteComponent } from "./components/write.ts";
import { Faults, guardCallbacks, guardReceiver, guardScheduler, messageOf } from "./faults.ts";
import type { Health } from "./health.ts";
import type { FileWatch } from "./host/file-watch.ts";
import { configFolder, nodeStageHost } from "./host/stage-host.ts";
import type { Logger } from "./log.ts";
import { fanOut, type LogsReceiver } from "./receiver.ts";
import type { Scheduler } from "./scheduler.ts";
import { Settling } from "./settling.ts";

export interface RuntimeOptions {
  readonly configFile: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly print: (text: string) => void;
  /** Folder of what must outlive the process; made when it is first needed. */
  readonly dataDir: string;
  /** Seed of everything that is left to chance. */
  readonly seed: number;
}

/** Whether a component of it keeps something in the data directory. */
export function keepsState(config: LoadedConfig): boolean {
  return config.components.some(({ spec }) => spec.name === "logs.source.file");
}

interface Running {
  readonly node: ComponentNode;
  readonly component: RunningComponent;
  readonly metrics: MetricRegistry;
  readonly context: ComponentContext;
  /** Of the files that its stages read. */
  readonly watch: FileWatch;
}

export interface ComponentStatus {
  readonly id: string;
  readonly health: Health;
  readonly forward_to: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** Samples that are shown between two stops. */
const SAMPLES_AT_ONCE = 1000;

export type RuntimeResult =
  | { readonly ok: true; readonly runtime: Runtime }
  | { readonly ok: false; readonly message: string }
  /** What is wrong has a place in the configuration. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export class Runtime {
  readonly #running: readonly Running[];
  readonly #options: RuntimeOptions;

  readonly #settling: Settling;

  private constructor(running: readonly Running[], options: RuntimeOptions, settling: Settling) {
    this.#running = running;
    this.#options = options;
    this.#settling = settling;
  }

  /** Builds every component; nothing has started yet. Fails as a whole, with the reason. */
  static async create(config: LoadedConfig, options: RuntimeOptions): Promise<RuntimeResult> {
    const running: Running[] = [];
    const settling = new Settling(options.scheduler);
    const receivers = new Map<string, LogsReceiver>();
    const idle = config.components.find(({ spec }) => spec.runs === "nowhere");
    if (idle !== undefined)
      return { ok: false, message: `${idle.id}: this version does not run ${idle.spec.name} yet; take the block out` };
    for (const node of sinksFirst(config.components)) {
      const bad = node.spec.name === "logs.write" ? findBadEndpoint(node.args as never) : undefined;
      if (bad !== undefined) return { ok: false, message: `${node.id}: ${bad}` };
      const metrics = new MetricRegistry();
      const log = options.log.with({ component: node.id });
      const faults = new Faults({ scheduler: options.scheduler, metrics, log });
      const context: ComponentContext = {
        id: node.id,
        scheduler: guardScheduler(options.scheduler, faults),
        faults,
        settling,
        metrics,
        log,
        prefix: node.dialect === "loki" ? "loki_" : "logs_",
        baseDir: configFolder(options.configFile),
        dataDir: join(options.dataDir, node.id),
        print: options.print,
      };
      const host = await nodeStageHost(node.stages, options.configFile);
      if (!host.ok) return host;
      const next = guardCallbacks(fanOut(node.forwardTo.map((id) => receivers.get(id)!)), faults);
      const made = buildWithResources(() => make(node, host.host, next, options.seed, context));
      if (!made.ok) return { ok: false, diagnostics: [made.diagnostic] };
      const component = made.built;
      if (component.receiver !== undefined)
        receivers.set(node.id, guardReceiver(component.receiver, faults, context.scheduler));
      running.push({ node, component, metrics, context, watch: host.watch });
    }
    return { ok: true, runtime: new Runtime(running, options, settling) };
  }

  async start(): Promise<void> {
    for (const { component, context, watch } of this.#running) {
      await context.faults.settle("starting", () => component.start(), undefined);
      watch.start(context.scheduler, context.log, (error) =>
        context.faults.record("a stage took up a file that has changed", error),
      );
    }
  }

  /**
   * Drains everything from the sources down; gives how many entries were lost. Sources must be done by `intake`, so
   * that what comes behind them has time left until `deadline`.
   */
  async stop(intake: Promise<void>, deadline: Promise<void>): Promise<number> {
    let lost = 0;
    const down = this.#running.toReversed();
    for (const { watch } of down) watch.stop();
    for (const { node, component, context } of down) {
      const end = component.receiver === undefined ? intake : deadline;
      const some = await context.faults.settle("draining", () => component.drain(end), 0);
      if (some > 0)
        this.#options.log.write("warn", "entries were lost at shutdown", { component: node.id, entries: some });
      lost += some;
    }
    await this.#settling.idle();
    for (const { component, context } of down)
      await context.faults.settle("closing", async () => component.close?.(), undefined);
    return lost;
  }

  status(): ComponentStatus[] {
    return this.#running.toReversed().map(({ node, component, context: { faults } }) => {
      let details: ComponentStatus["details"] = {};
      faults.guard("telling its details", () => {
        details = component.details?.() ?? {};
      });
      return { id: node.id, health: healthOf(component, faults), forward_to: node.forwardTo, details };
    });
  }

  /** The metrics of all components, each series with the label `component_id`. Stops now and then; families of one name are not united. */
  *metrics(): Generator<void, MetricFamily[]> {
    const now = this.#options.scheduler.now();
    const all: MetricFamily[] = [];
    for (const { node, metrics, context } of this.#running) {
      let families: MetricFamily[] = [];
      try {
        families = yield* metrics.collectInSteps(now);
      } catch (error) {
        context.faults.record("counting", error);
      }
      for (const family of families) {
        const samples: MetricFamily["samples"][number][] = [];
        for (const sample of family.samples) {
          samples.push({ ...sample, labels: [["component_id", node.id], ...sample.labels] });
          if (samples.length % SAMPLES_AT_ONCE === 0) yield;
        }
        all.push({ ...family, samples });
      }
    }
    return all;
  }
}

function healthOf(component: RunningComponent, faults: Faults): Health {
  if (faults.health !== undefined) return faults.health;
  try {
    return component.health;
  } catch (error) {
    faults.record("telling how it is", error);
    return { state: "unhealthy", message: messageOf(error) };
  }
}

function sinksFirst(components: readonly ComponentNode[]): ComponentNode[] {
  const byId = new Map(components.map((node) => [node.id, node]));
  const ordered = new Set<ComponentNode>();
  const visit = (node: ComponentNode) => {
    if (ordered.has(node)) return;
    for (const id of node.forwardTo) visit(byId.get(id)!);
    ordered.add(node);
  };
  for (const node of components) visit(node);
  return [...ordered];
}

function make(
  node: ComponentNode,
  host: StageHost,
  next: LogsReceiver,
  seed: number,
  context: ComponentContext,
): RunningComponent {
  const args = node.args as never;
  switch (node.spec.name) {
    case "logs.process":
      return new ProcessComponent(node, host, next, seed, context);
    case "logs.source.api":
      return new ApiSource(args, next, context);
    case "logs.source.file":
      return new FileSource(args, next, context);
    case "logs.source.demo":
      return new DemoSource(args, next, context);
    case "logs.write":
      return new WriteComponent(args, seed, context);
    case "logs.echo":
      return new EchoComponent(context);
    default:
      throw new Error(`no component runs ${node.spec.name}`);
  }
}

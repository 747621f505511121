/**
 * A loaded configuration, running: components are started from the sinks up, and drained from the sources down, so that
 * nothing is left behind. `apply` goes from one configuration to another. Unchanged components (`same-component.ts`)
 * are not touched. Changed ones are updated in place where their record can do so, and are otherwise built beside the
 * old ones. If anything cannot be built, nothing changes. A source that is replaced ends before the new one starts,
 * since both may need the same port or folder.
 *
 * A reload goes in steps, of which only the last two touch what runs:
 *
 * 1. *Open* (`configs/config-control.ts`).
 * 2. *Plan* (`planner.ts`): unchanged, updated, built.
 * 3. *Reserve*: a record's `reserve` opens new ports and reads certificates. Requests that arrive there already wait.
 * 4. *Swap*, in one turn of the event loop: handles are bound to the new components, arguments are taken over, and the
 *    components that end are bound to one another, past the handles, so that what they still hold stays among them. A
 *    port that passes from a component that ends to a new one is opened after it.
 * 5. *Drain* the old ones. Folders pass to heirs (`heirs.ts`), which start only then.
 *
 * Values pass from component to component, too (`schema/exported.ts` in the engine). A spec computes what follows from
 * arguments alone itself (`evaluate`); a component exports the rest, which is read once in `prepare`, before those who
 * use it are built. When it changes, `exportsChanged` starts a round (`value-rounds.ts`).
 */
import { join } from "node:path";
import {
  type ComponentNode,
  type Diagnostic,
  type LoadedConfig,
  type MetricFamily,
  type MetricRegistry,
  SECOND,
  SeededRandom,
  type ShownArguments,
  showArguments,
} from "@sluice/engine";
import { configFolder } from "../../host/stage-host.ts";
import { AddressBook } from "../../platform/address-book.ts";
import { FileGate } from "../../platform/file-gate.ts";
import { type FileRules, NO_RULES } from "../../platform/file-rules.ts";
import type { Logger } from "../../platform/log.ts";
import { pauses, type Scheduler, timeLimit } from "../../platform/scheduler.ts";
import { WrittenFiles } from "../../platform/written-files.ts";
import { RequestRecord } from "../../recording/request-record.ts";
import type { ComponentContext, HideFrom, Leaving } from "../component.ts";
import type { ComponentRecord } from "../component-record.ts";
import type { ProfilesReceiver } from "../entries/profiles-receiver.ts";
import { Faults, guardScheduler } from "../faults.ts";
import type { LineSource } from "../line-source.ts";
import type { ProfilesIntake } from "../profiles-intake.ts";
import { Settling } from "../settling.ts";
import { collectMetrics } from "./collect-metrics.ts";
import { type Backlog, backlogsOf, type Heirs, heirProblems, moveFolder, occupiedHeirs } from "./heirs.ts";
import { type ApplyResult, exportsOf, type Plan, Planner, type Restrict, type Step } from "./planner.ts";
import { recordProblems } from "./recent-problems.ts";
import { recordsByName } from "./runnable.ts";
import {
  bindLogs,
  bindOutlet,
  type ComponentStatus,
  createHandles,
  type Handles,
  isSource,
  prefixOf,
  type Running,
  receiverOf,
  startOne,
  statusOf,
  takeOver,
} from "./running.ts";
import { ValueRounds } from "./value-rounds.ts";
import { WatchedComponents } from "./watched-components.ts";

export type { ApplyResult, Restrict } from "./planner.ts";

/** What was replaced or taken out has this long to let out what it holds. */
const REPLACED_DRAIN = 10n * SECOND;

/** What is on its way from a component with an heir has this long to be settled: meanwhile nothing is taken. */
const HANDED_OVER = SECOND;

/** Entries that a component could not let out in time, by what ended. */
const LOST: Readonly<Record<Leaving["ends"], string>> = {
  component: "entries were lost as the component was replaced or removed",
  process: "entries were lost at shutdown",
};

export interface RuntimeOptions {
  /** Every component that can run. */
  readonly records: readonly ComponentRecord[];
  readonly configFile: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly print: (text: string) => Promise<void> | undefined;
  /** Standard input, where components may read it. */
  readonly input?: LineSource | undefined;
  /** Folder of what must outlive the process; made when it is first needed. */
  readonly dataDir: string;
  /** Why nothing may be written there any more, once that is so. */
  readonly dataLost?: (() => string | undefined) | undefined;
  /** Which files a configuration may use that came from whoever started the server. */
  readonly rules?: FileRules | undefined;
  /** Where components find out who else listens; the process may have listeners of its own in it. */
  readonly addresses?: AddressBook | undefined;
  /** Where receivers of profiles record their requests. */
  readonly requests?: RequestRecord | undefined;
  /** What an endpoint answered, without secrets. */
  readonly hideFrom?: HideFrom | undefined;
  /** Told of every component whose arguments hold values of others, before it works with them. */
  readonly onValues?: ((node: ComponentNode) => void) | undefined;
  /** Seed of everything that is left to chance. */
  readonly seed: number;
}

/** Of a configuration, whether a component of it keeps something in the data directory. */
export function keepsState(config: LoadedConfig, records: readonly ComponentRecord[]): boolean {
  const byName = recordsByName(records);
  return config.components.some((node) => byName.get(node.spec.name)!.keepsState?.(node) === true);
}

export type RuntimeResult =
  | { readonly ok: true; readonly runtime: Runtime }
  | Exclude<ApplyResult, { readonly ok: true }>;

/** As `ShownArguments`, and the kinds of what it exports by their names. */
export interface ComponentArguments extends ShownArguments {
  readonly exports: Readonly<Record<string, string>>;
}

export class Runtime {
  readonly #options: RuntimeOptions;
  readonly #planner: Planner;
  readonly #records: ReadonlyMap<string, ComponentRecord>;
  readonly #settling: Settling;
  readonly #addresses: AddressBook;
  readonly #requests: RequestRecord;
  readonly #written: WrittenFiles;
  readonly #rounds: ValueRounds;
  /** From the sinks up. */
  #running: readonly Running[] = [];
  /** By the component's id: what refers to it keeps the handle when it is replaced. */
  #handles: ReadonlyMap<string, Handles> = new Map();
  #started = false;
  #stopped = false;
  /** What runs was made from it. */
  #applied: Pick<Plan, "config" | "restrict"> | undefined;
  /** Ends the wait for what is replaced just now. */
  #endNow = () => {};
  /** What runs, for those who watch it. */
  readonly watched = new WatchedComponents(() => ({ running: this.#running, handles: this.#handles }));
  /** What `start`, `apply` and `stop` do is done one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#records = recordsByName(options.records);
    this.#planner = new Planner({
      records: this.#records,
      configFile: options.configFile,
      seed: options.seed,
      scheduler: options.scheduler,
      contextOf: (node, metrics, handles, rules) => this.#contextOf(node, metrics, handles, rules),
      onValues: options.onValues,
    });
    this.#rounds = new ValueRounds({
      scheduler: options.scheduler,
      log: options.log,
      inTurn: (round) => this.#inTurn(round),
      pass: async (changed) => {
        if (this.#applied !== undefined) await this.#apply({ ...this.#applied, changed });
      },
    });
    this.#settling = new Settling(options.scheduler);
    this.#addresses = options.addresses ?? new AddressBook();
    this.#written = new WrittenFiles(options.dataDir, options.dataLost ?? (() => undefined));
    this.#requests = options.requests ?? new RequestRecord(new SeededRandom(options.seed));
  }

  /** Builds every component; nothing has started yet. Fails as a whole, with the reason. */
  static async create(config: LoadedConfig, options: RuntimeOptions, restrict?: Restrict): Promise<RuntimeResult> {
    const runtime = new Runtime(options);
    const applied = await runtime.apply(config, restrict);
    return applied.ok ? { ok: true, runtime } : applied;
  }

  /**
   * Changes what runs to another configuration. What asks for the same as before is not touched; what asks for something
   * else is updated where it can be, and otherwise built beside the old one, which is drained once everything goes to the
   * new one; what is gone is drained. What did not start, or did not take its arguments over, is built anew. If anything cannot be built, nothing changes.
   * `heirs` take over what components keep that end.
   */
  apply(config: LoadedConfig, restrict?: Restrict, heirs?: Heirs): Promise<ApplyResult> {
    return this.#inTurn(() => this.#apply({ config, restrict, heirs }));
  }

  /** What journals hold that end where `config` runs. */
  backlogs(config: LoadedConfig): Backlog[] {
    return backlogsOf({ running: this.#running, config, records: this.#records });
  }

  #valuesChanged(id: string): void {
    const one = this.#running.find(({ node }) => node.id === id);
    this.#rounds.changed(id, one && exportsOf(one));
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => {});
    return done;
  }

  async #apply(
    wanted: Pick<Plan, "config" | "restrict" | "changed"> & { readonly heirs?: Heirs | undefined },
  ): Promise<ApplyResult> {
    const { config, restrict, heirs = new Map<string, string>() } = wanted;
    if (this.#stopped) return { ok: false, message: "the server is stopping" };
    if (heirs.size > 0) {
      const diagnostics = [
        ...heirProblems(heirs, { running: this.#running, config, records: this.#records }),
        ...(await occupiedHeirs(heirs, this.#options.dataDir)),
      ];
      if (diagnostics.length > 0) return { ok: false, diagnostics };
    }
    const waitForFolder = new Set(heirs.values());
    const handles = new Map(config.components.map(({ id }) => [id, this.#handles.get(id) ?? createHandles(id)]));
    const planned = await this.#planner.plan({ ...wanted, running: this.#running, handles, started: this.#started });
    if (!planned.ok) return planned;
    this.#applied = { config, restrict };
    this.#rounds.evaluated(new Map(planned.steps.map(({ after }) => [after.node.id, exportsOf(after)])));
    const { steps, ending } = planned;
    // What receives is there before anything is sent to it.
    const pause = pauses(this.#options.scheduler);
    for (const { after, before } of steps) {
      if (!this.#started || after.component === before?.component || isSource(after.component)) continue;
      if (waitForFolder.has(after.node.id)) continue;
      await startOne(after);
      await pause();
    }
    const old = this.#handles;
    this.#running = steps.map(({ after }) => after);
    // What runs on belongs to this configuration from now on, wherever the one before it came from.
    for (const { context } of this.#running) context.files.use(restrict?.rules ?? this.#options.rules ?? NO_RULES);
    this.#handles = handles;
    await this.#swap(steps, ending, { old, handles });
    if (!this.#started) return { ok: true };
    const { deadline, cancel } = this.#replacedDeadline();
    const leaving: Leaving = { ends: "component", hurry: deadline };
    // A source may need what the one before it holds: a port, a folder.
    const [receivers, sources] = partition(ending.toReversed(), ({ component }) => !isSource(component));
    await this.#end(sources, leaving, () => deadline);
    const [handing, receiving] = partition(receivers, ({ node }) => heirs.has(node.id));
    if (heirs.size > 0) await this.#handOver(handing, steps, heirs);
    for (const { after, before, update, late } of steps) {
      await pause();
      if (after.component !== before?.component && isSource(after.component)) await startOne(after);
      if (late && update !== undefined) await takeOver(after, update);
    }
    await this.#end(receiving, leaving, () => deadline);
    cancel();
    return { ok: true };
  }

  /**
   * Everything goes to what is new from one moment on, without a turn of anything else between. What is about to end goes
   * on among itself, so that no entry is worked on by one part of the old configuration and another of the new. Resolves
   * when all that continues has taken its arguments over.
   */
  async #swap(
    steps: readonly Step[],
    ending: readonly Running[],
    { old, handles }: { readonly old: ReadonlyMap<string, Handles>; readonly handles: ReadonlyMap<string, Handles> },
  ): Promise<void> {
    const receivers = new Map(ending.map((one) => [one.node.id, receiverOf(one)]));
    for (const one of ending) bindLogs(one, (id) => receivers.get(id) ?? old.get(id)!.logs);
    for (const { after, before } of steps) {
      const { component, node } = after;
      if (component === before?.component) continue;
      const { logs, profiles } = handles.get(node.id)!;
      const receiver = receiverOf(after);
      if (receiver !== undefined) logs.bind(receiver);
      if (component.profiles !== undefined) profiles.bind(component.profiles);
    }
    const taking: Promise<void>[] = [];
    for (const { after, update, late } of steps) {
      bindOutlet(after, handles);
      if (update !== undefined && !late) taking.push(takeOver(after, update));
    }
    await Promise.all(taking);
  }

  #contextOf(
    node: ComponentNode,
    metrics: MetricRegistry,
    { recent }: Handles,
    rules = this.#options.rules,
  ): ComponentContext {
    const options = this.#options;
    const log = recordProblems(options.log.with({ component: node.id }), recent, options.scheduler);
    const faults = new Faults({ scheduler: options.scheduler, metrics, log });
    const baseDir = configFolder(options.configFile);
    return {
      id: node.id,
      scheduler: guardScheduler(options.scheduler, faults),
      faults,
      settling: this.#settling,
      metrics,
      log,
      prefix: prefixOf(node),
      baseDir,
      files: new FileGate(baseDir, rules),
      written: this.#written,
      dataDir: join(options.dataDir, node.id),
      dataLost: options.dataLost ?? (() => undefined),
      addresses: this.#addresses,
      requests: this.#requests,
      intakeOf: (id) => this.intakeOf(id),
      exportsChanged: () => this.#valuesChanged(node.id),
      hideFrom: options.hideFrom ?? ((text) => text),
      print: options.print,
      input: options.input,
    };
  }

  /** Ends those whose folders others take over, moves the folders, and starts the others. */
  async #handOver(handing: readonly Running[], steps: readonly Step[], heirs: Heirs): Promise<void> {
    const { scheduler, dataDir, dataLost, log } = this.#options;
    if (handing.length > 0) {
      const own = timeLimit(scheduler, HANDED_OVER);
      await this.#end(handing, { ends: "component", hurry: own.over, hasHeir: true }, () => own.over);
      own.cancel();
    }
    for (const pair of heirs) if (dataLost?.() === undefined) await moveFolder(dataDir, pair, log);
    const started = new Set(heirs.values());
    for (const { after } of steps) if (started.has(after.node.id) && !isSource(after.component)) await startOne(after);
  }

  /** When draining what was replaced gives up. */
  #replacedDeadline(): { readonly deadline: Promise<void>; readonly cancel: () => void } {
    let cancel = () => {};
    const deadline = new Promise<void>((resolve) => {
      cancel = this.#options.scheduler.after(REPLACED_DRAIN, resolve);
      this.#endNow = resolve;
    });
    return { deadline, cancel };
  }

  start(): Promise<void> {
    return this.#inTurn(async () => {
      this.#started = true;
      for (const one of this.#running) await startOne(one);
    });
  }

  /**
   * Drains everything from the sources down; gives how many entries were lost. Sources must be done by `intake`, so
   * that what comes after them has time left until `deadline`; and so must what waits and would be lost.
   */
  stop(intake: Promise<void>, deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#rounds.stop();
    this.#endNow();
    return this.#inTurn(() => {
      const endOf = ({ component }: Running) => (isSource(component) ? intake : deadline);
      return this.#end(this.#running.toReversed(), { ends: "process", hurry: intake }, endOf);
    });
  }

  /** Drains components, given from the sources down, and closes them; gives how many entries were lost. */
  async #end(down: readonly Running[], leaving: Leaving, endOf: (one: Running) => Promise<void>): Promise<number> {
    let lost = 0;
    for (const { watch } of down) watch.stop();
    for (const one of down) {
      const { node, component, context } = one;
      const some = await context.faults.settle("draining", () => component.drain(endOf(one), leaving), 0);
      if (some > 0) this.#options.log.write("warn", LOST[leaving.ends], { component: node.id, entries: some });
      lost += some;
    }
    await this.#settling.idle();
    for (const { component, context } of down)
      await context.faults.settle("closing", async () => component.close?.(), undefined);
    return lost;
  }

  /** How clients reach the receiver of profiles with this id; undefined: there is none. */
  intakeOf(id: string): ProfilesIntake | undefined {
    return this.#running.find(({ node }) => node.id === id)?.component.intake;
  }

  /** The receivers of profiles, from the sources down, with what they forward to. */
  intakes(): {
    readonly id: string;
    readonly intake: ProfilesIntake;
    readonly targets: readonly { readonly id: string; readonly endpoints: readonly string[] }[];
  }[] {
    return this.#running.toReversed().flatMap(({ node, component: { intake }, profiles: { receivers } }) => {
      const targets = receivers.map(({ id = "", endpoints = [] }) => ({ id, endpoints }));
      return intake === undefined ? [] : [{ id: node.id, intake, targets }];
    });
  }

  /** What takes profiles under this id; undefined: nothing does. */
  profilesTarget(id: string): ProfilesReceiver | undefined {
    const known = this.#running.some(({ node, component }) => node.id === id && component.profiles !== undefined);
    return known ? this.#handles.get(id)?.profiles : undefined;
  }

  /** What only the server can tell to be wrong with a configuration. */
  findUnrunnable({ components }: Pick<LoadedConfig, "components">): Diagnostic[] {
    return this.#planner.findUnrunnable(components);
  }

  /** What a component runs with, and what others can refer to; undefined where there is none with this id. */
  argumentsOf(id: string): ComponentArguments | undefined {
    const running = this.#running.find(({ node }) => node.id === id);
    if (running === undefined) return undefined;
    const { args, spec } = running.node;
    return { ...showArguments(args, spec), exports: spec.exports };
  }

  status(): ComponentStatus[] {
    return this.#running.toReversed().map((one) => statusOf(one, this.#handles.get(one.node.id)!));
  }

  /** Of all components; see `collectMetrics`. */
  metrics(): Generator<void, MetricFamily[]> {
    return collectMetrics(this.#running, this.#options.scheduler.now());
  }
}

function partition<T>(all: readonly T[], first: (one: T) => boolean): [T[], T[]] {
  return [all.filter(first), all.filter((one) => !first(one))];
}

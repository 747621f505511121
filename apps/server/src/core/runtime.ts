/**
 * A loaded configuration, running: components are started from the sinks up, and drained from the sources down, so that
 * nothing is left behind. References between them are bound late, so that each can be replaced while the others run.
 */
import { join } from "node:path";
import {
  buildWithResources,
  type ComponentNode,
  type Diagnostic,
  type LoadedConfig,
  listenSpan,
  type MetricFamily,
  MetricRegistry,
  SECOND,
  SeededRandom,
} from "@sluice/engine";
import { configFolder, nodeStageHost } from "../host/stage-host.ts";
import { AddressBook } from "../platform/address-book.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import { RequestRecord } from "../recording/request-record.ts";
import { collectMetrics } from "./collect-metrics.ts";
import type { ComponentContext, HideFrom } from "./component.ts";
import type { ComponentRecord, Reserved, TakeOver } from "./component-record.ts";
import { Faults, guardCallbacks, guardScheduler } from "./faults.ts";
import type { ProfilesIntake } from "./profiles-intake.ts";
import type { ProfilesReceiver } from "./profiles-receiver.ts";
import { fanOut } from "./receiver.ts";
import { ReceiverHandle } from "./receiver-handle.ts";
import { recordProblems } from "./recent-problems.ts";
import { findUnrunnable, recordsByName } from "./runnable.ts";
import {
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
import { asksTheSame, differsInArguments } from "./same-component.ts";
import { Settling } from "./settling.ts";
import { sinksFirst } from "./sinks-first.ts";
import { WatchedComponents } from "./watched-components.ts";

/** What was replaced or taken out has this long to let out what it holds. */
const REPLACED_DRAIN = 10n * SECOND;

export interface RuntimeOptions {
  /** Every component that can run. */
  readonly records: readonly ComponentRecord[];
  readonly configFile: string;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly print: (text: string) => Promise<void> | undefined;
  /** Folder of what must outlive the process; made when it is first needed. */
  readonly dataDir: string;
  /** Why nothing may be written there any more, once that is so. */
  readonly dataLost?: (() => string | undefined) | undefined;
  /** Where components find out who else listens; the process may have listeners of its own in it. */
  readonly addresses?: AddressBook | undefined;
  /** Where receivers of profiles record their requests. */
  readonly requests?: RequestRecord | undefined;
  /** What an endpoint answered, without secrets. */
  readonly hideFrom?: HideFrom | undefined;
  /** Seed of everything that is left to chance. */
  readonly seed: number;
}

/** Of a configuration, whether a component of it keeps something in the data directory. */
export function keepsState(config: LoadedConfig, records: readonly ComponentRecord[]): boolean {
  const keeping = new Set(records.flatMap((record) => (record.keepsState ? [record.spec.name] : [])));
  return config.components.some(({ spec }) => keeping.has(spec.name));
}

export type ApplyResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string }
  /** What is wrong has a place in the configuration. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
export type RuntimeResult =
  | { readonly ok: true; readonly runtime: Runtime }
  | Exclude<ApplyResult, { readonly ok: true }>;

/** What is to become of one component. */
interface Step {
  readonly after: Running;
  /** What runs under that name now. */
  readonly before: Running | undefined;
  /** Present where `before` continues: takes the arguments over. */
  readonly update?: TakeOver | undefined;
  /** What it needs is with something that is about to end, and can be had after that. */
  readonly late?: boolean | undefined;
}

type Planned<T> = ({ readonly ok: true } & T) | Exclude<ApplyResult, { readonly ok: true }>;

export class Runtime {
  readonly #options: RuntimeOptions;
  readonly #records: ReadonlyMap<string, ComponentRecord>;
  readonly #settling: Settling;
  readonly #addresses: AddressBook;
  readonly #requests: RequestRecord;
  /** From the sinks up. */
  #running: readonly Running[] = [];
  /** By the component's id: what refers to it keeps the handle when it is replaced. */
  #handles: ReadonlyMap<string, Handles> = new Map();
  #started = false;
  #stopped = false;
  /** Ends the wait for what is replaced just now. */
  #endNow = () => {};
  /** What runs, for those who watch it. */
  readonly watched = new WatchedComponents(() => ({ running: this.#running, handles: this.#handles }));
  /** What `start`, `apply` and `stop` do is done one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(options: RuntimeOptions) {
    this.#options = options;
    this.#records = recordsByName(options.records);
    this.#settling = new Settling(options.scheduler);
    this.#addresses = options.addresses ?? new AddressBook();
    this.#requests = options.requests ?? new RequestRecord(new SeededRandom(options.seed));
  }

  /** Builds every component; nothing has started yet. Fails as a whole, with the reason. */
  static async create(config: LoadedConfig, options: RuntimeOptions): Promise<RuntimeResult> {
    const runtime = new Runtime(options);
    const applied = await runtime.apply(config);
    return applied.ok ? { ok: true, runtime } : applied;
  }

  /**
   * Changes what runs to another configuration. What asks for the same as before is not touched; what asks for something
   * else is updated where it can be, and otherwise built beside the old one, which is drained once everything goes to the
   * new one; what is gone is drained. What did not start, or did not take its arguments over, is built anew. When anything cannot be built, all stays as it was.
   */
  apply(config: LoadedConfig): Promise<ApplyResult> {
    return this.#inTurn(() => this.#apply(config));
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => {});
    return done;
  }

  async #apply(config: LoadedConfig): Promise<ApplyResult> {
    if (this.#stopped) return { ok: false, message: "the server is stopping" };
    const handles = new Map(config.components.map(({ id }) => [id, this.#handles.get(id) ?? createHandles(id)]));
    const planned = await this.#plan(config, handles);
    if (!planned.ok) return planned;
    const { steps, ending } = planned;
    // What receives is there before anything is sent to it.
    for (const { after, before } of steps)
      if (this.#started && after.component !== before?.component && !isSource(after.component)) await startOne(after);
    const old = this.#handles;
    this.#running = steps.map(({ after }) => after);
    this.#handles = handles;
    await this.#swap(steps, ending, { old, handles });
    if (!this.#started) return { ok: true };
    const { deadline, cancel } = this.#replacedDeadline();
    // A source may need what the one before it holds: a port, a folder.
    const [receiving, sources] = partition(ending.toReversed(), ({ component }) => !isSource(component));
    await this.#end(sources, () => deadline);
    for (const { after, before, update, late } of steps) {
      if (after.component !== before?.component && isSource(after.component)) await startOne(after);
      if (late && update !== undefined) await takeOver(after, update);
    }
    await this.#end(receiving, () => deadline);
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
    for (const { node, outlet } of ending)
      outlet.bind(fanOut(node.forwardTo.map((id) => receivers.get(id) ?? old.get(id)!.logs)));
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
      this.#bindOutlet(after, handles);
      if (update !== undefined && !late) taking.push(takeOver(after, update));
    }
    await Promise.all(taking);
  }

  /** What is to be done, with everything built and reserved that has to be; nothing that runs has noticed. */
  async #plan(
    config: LoadedConfig,
    handles: ReadonlyMap<string, Handles>,
  ): Promise<Planned<{ readonly steps: readonly Step[]; readonly ending: readonly Running[] }>> {
    const diagnostics = findUnrunnable(config.components, this.#records);
    if (diagnostics.length > 0) return { ok: false, diagnostics };
    const before = new Map(this.#running.map((one) => [one.node.id, one]));
    const steps: Step[] = [];
    const fail = async <T>(result: T): Promise<T> => {
      // What was built has not begun to work; this releases what its making took.
      for (const { after, before: known } of steps)
        if (after.component !== known?.component) await after.component.drain(Promise.resolve()).catch(() => 0);
      return result;
    };
    for (const node of sinksFirst(config.components)) {
      const record = this.#records.get(node.spec.name)!;
      const known = before.get(node.id);
      if (known !== undefined && known.context.faults.notDone === undefined) {
        const same = asksTheSame(known.node, node);
        const update = same || !differsInArguments(known.node, node) ? undefined : record.update(known.component, node);
        if (same || update !== undefined) {
          steps.push({ before: known, after: { ...known, node }, update });
          continue;
        }
      }
      const made = await this.#build(record, node, handles);
      if (!made.ok) return fail(made);
      steps.push({ before: known, after: made.running });
    }
    const kept = new Set(
      steps.flatMap(({ before: known, after }) => (known?.component === after.component ? [known] : [])),
    );
    const ending = this.#running.filter((one) => !kept.has(one));
    const reserved = this.#started ? await this.#reserve(config, steps, ending) : { ok: true as const, steps };
    return reserved.ok ? { ...reserved, ending } : fail(reserved);
  }

  /** Gets what the steps need of the machine, or nothing of it. */
  async #reserve(
    config: LoadedConfig,
    steps: readonly Step[],
    ending: readonly Running[],
  ): Promise<Planned<{ readonly steps: readonly Step[] }>> {
    const ends = new Set(ending.map(({ node }) => node.id));
    const releases: (() => Promise<void>)[] = [];
    const found: Step[] = [];
    for (const step of steps) {
      const { after, before, update } = step;
      const { node, component, context } = after;
      const record = this.#records.get(node.spec.name)!;
      const stays = after.component === before?.component;
      if (record.reserve === undefined || (stays && update === undefined)) {
        found.push(step);
        continue;
      }
      const got = await context.faults.settle<Reserved>(
        "getting what it needs",
        () => record.reserve!(component, node, (id) => ends.has(id)),
        { ok: false, message: "it failed while getting what it needs; see the server's log" },
      );
      if (!got.ok) {
        for (const release of releases) await release().catch(() => {});
        const message = `${node.id}: ${got.message}`;
        const span = listenSpan(config.file, node) ?? node.span;
        return { ok: false, diagnostics: [{ severity: "error", code: "cannot-listen", message, span }] };
      }
      releases.push(got.release);
      found.push({ ...step, late: got.late });
    }
    return { ok: true, steps: found };
  }

  async #build(
    record: ComponentRecord,
    node: ComponentNode,
    handles: ReadonlyMap<string, Handles>,
  ): Promise<Planned<{ readonly running: Running }>> {
    const options = this.#options;
    const metrics = new MetricRegistry();
    const { flow, recent } = handles.get(node.id)!;
    const log = recordProblems(options.log.with({ component: node.id }), recent, options.scheduler);
    const faults = new Faults({ scheduler: options.scheduler, metrics, log });
    const context: ComponentContext = {
      id: node.id,
      scheduler: guardScheduler(options.scheduler, faults),
      faults,
      settling: this.#settling,
      metrics,
      log,
      prefix: prefixOf(node),
      baseDir: configFolder(options.configFile),
      dataDir: join(options.dataDir, node.id),
      dataLost: options.dataLost ?? (() => undefined),
      addresses: this.#addresses,
      requests: this.#requests,
      intakeOf: (id) => this.intakeOf(id),
      hideFrom: options.hideFrom ?? ((text) => text),
      print: options.print,
    };
    const host = await nodeStageHost(node.stages, options.configFile);
    if (!host.ok) return host;
    const outlet = new ReceiverHandle(flow);
    const next = guardCallbacks(outlet, faults);
    const profiles: Running["profiles"] = { receivers: [] };
    const { seed } = options;
    const made = buildWithResources(() => record.build(node, { host: host.host, next, profiles, seed, context }));
    if (!made.ok) return { ok: false, diagnostics: [made.diagnostic] };
    const running: Running = { node, component: made.built, metrics, context, watch: host.watch, outlet, profiles };
    this.#bindOutlet(running, handles);
    return { ok: true, running };
  }

  #bindOutlet({ node, outlet, profiles }: Running, handles: ReadonlyMap<string, Handles>): void {
    const targets = node.forwardTo.map((id) => handles.get(id)!);
    outlet.bind(fanOut(targets.map(({ logs }) => logs)));
    profiles.receivers = targets.map((target) => target.profiles);
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
   * that what comes after them has time left until `deadline`.
   */
  stop(intake: Promise<void>, deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#endNow();
    return this.#inTurn(() => {
      return this.#end(this.#running.toReversed(), ({ component }) => (isSource(component) ? intake : deadline));
    });
  }

  /** Drains components, given from the sources down, and closes them; gives how many entries were lost. */
  async #end(down: readonly Running[], endOf: (one: Running) => Promise<void>): Promise<number> {
    let lost = 0;
    for (const { watch } of down) watch.stop();
    for (const one of down) {
      const { node, component, context } = one;
      const some = await context.faults.settle("draining", () => component.drain(endOf(one)), 0);
      if (some > 0)
        this.#options.log.write("warn", "entries were lost at shutdown", { component: node.id, entries: some });
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

  status(): ComponentStatus[] {
    return this.#running.toReversed().map(statusOf);
  }

  /** Of all components; see `collectMetrics`. */
  metrics(): Generator<void, MetricFamily[]> {
    return collectMetrics(this.#running, this.#options.scheduler.now());
  }
}

function partition<T>(all: readonly T[], first: (one: T) => boolean): [T[], T[]] {
  return [all.filter(first), all.filter((one) => !first(one))];
}

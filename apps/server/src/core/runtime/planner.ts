/**
 * Plans the step from what runs to another configuration, or to the same one with other values: which components stay,
 * are updated, or are built. Everything that has to be is built and reserved, and nothing that runs notices.
 */
import {
  buildWithResources,
  type ComponentNode,
  type Diagnostic,
  type Exports,
  type LoadedConfig,
  listenSpan,
  MetricRegistry,
  sameExports,
} from "@sluice/engine";
import { filesThrough } from "../../host/file-watch.ts";
import { nodeStageHost } from "../../host/stage-host.ts";
import type { FileRules } from "../../platform/file-rules.ts";
import { pauses, type Scheduler } from "../../platform/scheduler.ts";
import type { ComponentContext } from "../component.ts";
import type { ComponentRecord, Reserved, TakeOver } from "../component-record.ts";
import { LogsTargets } from "../entries/logs-targets.ts";
import { ReceiverHandle } from "../entries/receiver-handle.ts";
import { guardCallbacks } from "../faults.ts";
import { findUnrunnable, unrunnable } from "./runnable.ts";
import type { Handles, Running } from "./running.ts";
import { asksTheSame, differsInArguments } from "./same-component.ts";
import { sinksFirst } from "./sinks-first.ts";

export type ApplyResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly message: string }
  /** What is wrong has a place in the configuration. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** What is to become of one component. */
export interface Step {
  readonly after: Running;
  /** What runs under that name now. */
  readonly before: Running | undefined;
  /** Present where `before` continues: takes the arguments over. */
  readonly update?: TakeOver | undefined;
  /** What it needs is with something that is about to end, and can be had after that. */
  readonly late?: boolean | undefined;
}

export type Planned<T> = ({ readonly ok: true } & T) | Exclude<ApplyResult, { readonly ok: true }>;

export interface Plan {
  readonly config: LoadedConfig;
  readonly running: readonly Running[];
  readonly handles: ReadonlyMap<string, Handles>;
  /** Whether what runs has started, so that what is new must get what it needs of the machine now. */
  readonly started: boolean;
  /** What may not be, beyond what the components say themselves. */
  readonly restrict?: Restrict | undefined;
  /**
   * Ids of the components that export something else than before, where nothing else has changed. What cannot take that over
   * goes on with what it has, and says so.
   */
  readonly changed?: ReadonlySet<string> | undefined;
}

/** What holds of a configuration from outside although it could run: which files it may use. */
export interface Restrict {
  readonly rules: FileRules;
  /** What is wrong with components, as far as names tell. */
  find(nodes: readonly ComponentNode[]): readonly Diagnostic[];
}

export interface PlannerOptions {
  readonly records: ReadonlyMap<string, ComponentRecord>;
  readonly configFile: string;
  readonly seed: number;
  readonly scheduler: Scheduler;
  /** What the process gives to a component. */
  readonly contextOf: (
    node: ComponentNode,
    metrics: MetricRegistry,
    handles: Handles,
    rules?: FileRules,
  ) => ComponentContext;
  /** Told of every component whose arguments hold values of others, before it works with them. */
  readonly onValues?: ((node: ComponentNode) => void) | undefined;
}

type StepResult = Planned<{ readonly step: Step }>;

export class Planner {
  readonly #options: PlannerOptions;

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** What only the server can tell to be wrong; those that take values of others are looked at once they have them. */
  findUnrunnable(components: readonly ComponentNode[]): Diagnostic[] {
    const written = components.filter(({ uses }) => uses.length === 0);
    return findUnrunnable(written, this.#options.records);
  }

  async plan(plan: Plan): Promise<Planned<{ readonly steps: readonly Step[]; readonly ending: readonly Running[] }>> {
    const { config, running, started } = plan;
    if (plan.changed === undefined) {
      const diagnostics = this.findUnrunnable(config.components);
      if (diagnostics.length > 0) return { ok: false, diagnostics };
    }
    const before = new Map(running.map((one) => [one.node.id, one]));
    const changed = new Set(plan.changed);
    const exports = new Map<string, Exports | undefined>();
    const steps: Step[] = [];
    const fail = async <T>(result: T): Promise<T> => {
      // What was built has not begun to work; this releases what its making took.
      for (const { after, before: known } of steps) if (after.component !== known?.component) await discard(after);
      return result;
    };
    const pause = pauses(this.#options.scheduler);
    for (const written of sinksFirst(config.components)) {
      await pause();
      const known = before.get(written.id);
      let step: Step;
      if (known !== undefined && plan.changed !== undefined && !written.uses.some((id) => changed.has(id)))
        step = { before: known, after: known };
      else {
        const planned = await this.#step(plan, written, known, (id) => exports.get(id));
        if (planned.ok) step = planned.step;
        else if (known === undefined || plan.changed === undefined) return fail(planned);
        else step = refuse(known, planned);
      }
      steps.push(step);
      const now = exportsOf(step.after);
      exports.set(written.id, now);
      if (known === undefined || !sameExports(now, exportsOf(known))) changed.add(written.id);
    }
    const reserved = started
      ? await this.#reserve(plan, steps, endingOf(running, steps))
      : { ok: true as const, steps };
    return reserved.ok ? { ...reserved, ending: endingOf(running, reserved.steps) } : fail(reserved);
  }

  /** Of one component, given what the others export. */
  async #step(
    { config, handles, restrict }: Plan,
    written: ComponentNode,
    known: Running | undefined,
    exportsOf: (id: string) => Exports | undefined,
  ): Promise<StepResult> {
    const record = this.#options.records.get(written.spec.name)!;
    let node = written;
    if (written.uses.length > 0) {
      const evaluated = config.evaluate(written.id, exportsOf);
      if (!evaluated.ok) return evaluated;
      node = evaluated.node;
      const diagnostics = [...unrunnable(node, record), ...(restrict?.find([node]) ?? [])];
      if (diagnostics.length > 0) return { ok: false, diagnostics };
      this.#options.onValues?.(node);
    }
    if (known !== undefined && known.context.faults.notDone === undefined) {
      known.context.faults.refused = undefined;
      const same = asksTheSame(known.node, node);
      const update = same || !differsInArguments(known.node, node) ? undefined : record.update(known.component, node);
      if (same || update !== undefined) return { ok: true, step: { before: known, after: { ...known, node }, update } };
    }
    const made = await this.#build(record, node, handles, restrict?.rules);
    if (!made.ok) return made;
    const { running } = made;
    const problem = await running.context.faults.settle(
      "reading what it exports",
      async () => running.component.prepare?.(),
      "it failed while reading what it exports; see the server's log",
    );
    if (problem === undefined) return { ok: true, step: { before: known, after: running } };
    await discard(running);
    const message = `${node.id}: ${problem}`;
    return { ok: false, diagnostics: [{ severity: "error", code: "cannot-run", message, span: node.span }] };
  }

  /** Gets what the steps need of the machine, or nothing of it. */
  async #reserve(
    { config, changed }: Plan,
    steps: readonly Step[],
    ending: readonly Running[],
  ): Promise<Planned<{ readonly steps: readonly Step[] }>> {
    const ends = new Set(ending.map(({ node }) => node.id));
    const releases: (() => Promise<void>)[] = [];
    const found: Step[] = [];
    const pause = pauses(this.#options.scheduler);
    for (const step of steps) {
      await pause();
      const { after, before, update } = step;
      const { node, component, context } = after;
      const record = this.#options.records.get(node.spec.name)!;
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
      if (!got.ok && changed !== undefined && before !== undefined) {
        if (!stays) await discard(after);
        found.push(refuse(before, got));
        continue;
      }
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
    rules: FileRules | undefined,
  ): Promise<Planned<{ readonly running: Running }>> {
    const metrics = new MetricRegistry();
    const own = handles.get(node.id)!;
    const context = this.#options.contextOf(node, metrics, own, rules);
    const { faults } = context;
    const host = await nodeStageHost(node.stages, this.#options.configFile, filesThrough(context.files));
    if (!host.ok) return host;
    const outlet = new ReceiverHandle(own.flow);
    const next = guardCallbacks(outlet, faults);
    const targets = new LogsTargets();
    const profiles: Running["profiles"] = { receivers: [] };
    const { seed } = this.#options;
    const made = buildWithResources(() =>
      record.build(node, { host: host.host, next, targets, profiles, seed, context }),
    );
    if (!made.ok) return { ok: false, diagnostics: [made.diagnostic] };
    const { watch } = host;
    const running: Running = { node, component: made.built, metrics, context, watch, outlet, targets, profiles };
    return { ok: true, running };
  }
}

/** The values that a component exports: what follows from its arguments, or what it found out. */
export const exportsOf = ({ node, component }: Pick<Running, "node" | "component">): Exports | undefined =>
  node.exports ?? component.exports;

const endingOf = (running: readonly Running[], steps: readonly Step[]): Running[] => {
  const kept = new Set(steps.flatMap(({ before, after }) => (before?.component === after.component ? [before] : [])));
  return running.filter((one) => !kept.has(one));
};

/** It goes on with what it has. */
function refuse(known: Running, why: Exclude<ApplyResult, { readonly ok: true }>): Step {
  const reason = "message" in why ? why.message : why.diagnostics.map(({ message }) => message).join("; ");
  known.context.faults.refused = reason;
  return { before: known, after: known };
}

/** Releases what its making took; it has not begun to work. */
const discard = ({ component }: Running): Promise<unknown> => {
  const now = Promise.resolve();
  return component.drain(now, { ends: "component", hurry: now }).catch(() => 0);
};

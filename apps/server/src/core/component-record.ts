/**
 * What the server knows of one kind of component: its spec, and how it is validated, built and updated. Each record
 * has a file of its own; `components/list.ts` lists them.
 */
import type { ComponentArgs, ComponentNode, ComponentSpec, Dialect, StageHost, StageNode } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "./component.ts";
import type { LogsTargets } from "./entries/logs-targets.ts";
import type { ProfilesOutlet } from "./entries/profiles-receiver.ts";
import type { LogsReceiver } from "./entries/receiver.ts";

/** What a component is made from: its own block, and where it pushes to. It never sees the whole configuration. */
export interface BuildInputs<A> {
  readonly args: A;
  readonly stages: readonly StageNode[];
  readonly dialect: Dialect;
  /** What its stages get from the platform. */
  readonly host: StageHost;
  /** Everything that `forward_to` names, as one, where those take logs. */
  readonly next: LogsReceiver;
  /** The same, one by one; `next` gives every entry to all. */
  readonly targets: LogsTargets;
  /** The same where they take profiles. */
  readonly profiles: ProfilesOutlet;
  /** Of everything that is left to chance. */
  readonly seed: number;
  readonly context: ComponentContext;
}

/** Has a component take other arguments over. What takes time is waited for, so that they hold when all is said to be done. */
export type TakeOver = () => void | Promise<void>;

/** What a component got before the configuration that it belongs to counts. */
export type Reserved =
  | {
      readonly ok: true;
      /** What it needs is still with a component that is about to end: it has to wait for that. */
      readonly late?: boolean | undefined;
      /** Gives it back if the configuration does not take effect. */
      release(): Promise<void>;
    }
  /** It cannot be had: a port in use, a certificate that cannot be read. */
  | { readonly ok: false; readonly message: string };

/** A record, of whatever kind of component. */
export interface ComponentRecord {
  readonly spec: ComponentSpec;
  /** Whether it keeps something in the data directory; absent: it never does. */
  keepsState?(node: ComponentNode): boolean;
  /** What is wrong with the arguments that only the server can tell; `undefined` when nothing is. */
  validate(node: ComponentNode): string | undefined;
  /** Makes it, without any effect: it begins to work when it is started. */
  build(node: ComponentNode, inputs: Omit<BuildInputs<never>, "args" | "stages" | "dialect">): RunningComponent;
  /**
   * Gets what `running` needs of the machine to be what `node` says, before anything changes; a component that has not
   * started yet waits with what it got. `isEnding` tells by its id whether a component that has it now is about to end.
   */
  reserve?(running: RunningComponent, node: ComponentNode, isEnding: (id: string) => boolean): Promise<Reserved>;
  /** What to do so that `running`, made by `build`, takes other arguments over; `undefined` where it has to be replaced. */
  update(running: RunningComponent, node: ComponentNode): TakeOver | undefined;
}

/** Makes a record whose functions are typed by the spec. */
export function defineRunning<S extends ComponentSpec, C extends RunningComponent>(record: {
  spec: S;
  keepsState?: (args: ComponentArgs<S>) => boolean;
  validate?: (args: ComponentArgs<S>) => string | undefined;
  build: (inputs: BuildInputs<ComponentArgs<S>>) => C;
  reserve?: (running: C, args: ComponentArgs<S>, isEnding: (id: string) => boolean) => Promise<Reserved>;
  update?: (running: C, args: ComponentArgs<S>) => TakeOver | undefined;
}): ComponentRecord {
  // The loader decoded them by this very spec.
  const argsOf = (node: ComponentNode) => node.args as ComponentArgs<S>;
  const { reserve, keepsState } = record;
  return {
    spec: record.spec,
    ...(keepsState && { keepsState: (node) => keepsState(argsOf(node)) }),
    validate: (node) => record.validate?.(argsOf(node)),
    build: (node, inputs) =>
      record.build({ ...inputs, args: argsOf(node), stages: node.stages, dialect: node.dialect }),
    ...(reserve && { reserve: (running, node, isEnding) => reserve(running as C, argsOf(node), isEnding) }),
    update: (running, node) => record.update?.(running as C, argsOf(node)),
  };
}

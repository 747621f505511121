/** One component as the runtime holds it, and what it does with each by itself. */

import type { ComponentNode, MetricRegistry, StageTime } from "@sluice/engine";
import type { LiveError } from "@sluice/protocol";
import type { FileWatch } from "../../host/file-watch.ts";
import type { ComponentContext, EntryCounts, RunningComponent } from "../component.ts";
import type { TakeOver } from "../component-record.ts";
import { FlowCount } from "../entries/flow.ts";
import type { LogsTargets } from "../entries/logs-targets.ts";
import { ProfilesHandle, type ProfilesReceiver } from "../entries/profiles-receiver.ts";
import { fanOut, type LogsReceiver } from "../entries/receiver.ts";
import { ReceiverHandle } from "../entries/receiver-handle.ts";
import { type Faults, firstLineOf, guardReceiver } from "../faults.ts";
import { type DatedHealth, type Health, HealthRecord } from "../health.ts";
import { RecentProblems } from "./recent-problems.ts";

/** One that does not count has nothing inside. */
const NO_COUNTS: EntryCounts = { dropped: 0, held: 0 };

export interface Running {
  readonly node: ComponentNode;
  readonly component: RunningComponent;
  readonly metrics: MetricRegistry;
  readonly context: ComponentContext;
  /** Of the files that its stages read. */
  readonly watch: FileWatch;
  /** Where it pushes logs to. */
  readonly outlet: ReceiverHandle;
  /** The same, one by one. */
  readonly targets: LogsTargets;
  /** Where it hands profiles to. */
  readonly profiles: { receivers: readonly ProfilesReceiver[] };
}

/** What others refer to of one component, whatever runs in its place. */
export interface Handles {
  readonly logs: ReceiverHandle;
  readonly profiles: ProfilesHandle;
  /** What was forwarded by all that ran in its place. */
  readonly flow: FlowCount;
  /** The same by receiver, of those that give each its own. */
  readonly flowTo: Map<string, FlowCount>;
  /** What those wrote to the log. */
  readonly recent: RecentProblems;
  readonly health: HealthRecord;
}

export const createHandles = (id: string): Handles => ({
  logs: new ReceiverHandle(),
  profiles: new ProfilesHandle(id),
  flow: new FlowCount(),
  flowTo: new Map(),
  recent: new RecentProblems(),
  health: new HealthRecord(),
});

export function countsOf({ component, context: { faults } }: Running): EntryCounts {
  let counts = NO_COUNTS;
  faults.guard("counting its entries", () => {
    counts = component.counts?.() ?? NO_COUNTS;
  });
  return counts;
}

/** Where others push to it. */
export const receiverOf = ({
  component: { receiver },
  context: { faults, scheduler },
}: Running): LogsReceiver | undefined => receiver && guardReceiver(receiver, faults, scheduler);

/** From now on it pushes to what its node names. */
export function bindOutlet(running: Running, handles: ReadonlyMap<string, Handles>): void {
  const { flowTo } = handles.get(running.node.id)!;
  for (const id of flowTo.keys()) if (!running.node.forwardTo.includes(id)) flowTo.delete(id);
  for (const id of running.node.forwardTo) if (!flowTo.has(id)) flowTo.set(id, new FlowCount());
  bindLogs(running, (id) => handles.get(id)!.logs, flowTo);
  running.profiles.receivers = running.node.forwardTo.map((id) => handles.get(id)!.profiles);
}

/** From now on its logs go to these. */
export function bindLogs(
  { node, outlet, targets }: Running,
  receiverOf: (id: string) => LogsReceiver,
  flowTo?: ReadonlyMap<string, FlowCount>,
): void {
  const all = node.forwardTo.map((id) => {
    const flow = flowTo?.get(id);
    return { id, receiver: receiverOf(id), ...(flow && { flow }) };
  });
  outlet.bind(fanOut(all.map(({ receiver }) => receiver)));
  targets.set(all);
}

export const takeOver = ({ context: { faults } }: Running, update: TakeOver): Promise<void> =>
  faults.require("apply its new arguments", async () => update());

/** Nothing pushes to it. */
export const isSource = ({ receiver, profiles }: RunningComponent): boolean =>
  receiver === undefined && profiles === undefined;

export function prefixOf({ spec, dialect }: ComponentNode): ComponentContext["prefix"] {
  const ours = spec.name.startsWith("profiles.") ? "profiles" : "logs";
  if (dialect !== "loki") return `${ours}_`;
  return ours === "profiles" ? "pyroscope_" : "loki_";
}

export function healthOf(component: RunningComponent, faults: Faults): Health {
  if (faults.health !== undefined) return faults.health;
  try {
    return component.health;
  } catch (error) {
    faults.record("reporting its health", error);
    return { state: "unhealthy", message: firstLineOf(error) };
  }
}

export async function startOne({ component, context, watch }: Running): Promise<void> {
  await context.faults.require("start", () => component.start());
  watch.start(context.scheduler, context.log, (error) =>
    context.faults.record("a stage reloaded a file that has changed", error),
  );
}

export interface ComponentStatus {
  readonly id: string;
  readonly health: DatedHealth;
  readonly forward_to: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

export function statusOf({ node, component, context }: Running, { health }: Handles): ComponentStatus {
  const { faults, scheduler } = context;
  let details: ComponentStatus["details"] = {};
  faults.guard("reporting its details", () => {
    details = component.details?.() ?? {};
  });
  const dated = health.date(healthOf(component, faults), scheduler.now());
  return { id: node.id, health: dated, forward_to: node.forwardTo, details };
}

/** What the live view tells of a component. */
export interface RunningPart {
  readonly node: ComponentNode;
  readonly status: ComponentStatus;
  readonly counts: EntryCounts;
  readonly flow: Readonly<FlowCount>;
  /** By receiver, where each gets its own. */
  readonly flowTo: ReadonlyMap<string, Readonly<FlowCount>>;
  readonly problems: readonly LiveError[];
  /** It takes entries, but none now. */
  readonly full: boolean;
  /** Of its stages, once some were measured. */
  readonly times?: readonly StageTime[] | undefined;
}

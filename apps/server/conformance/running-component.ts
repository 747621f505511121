/** Components as the server runs them, one at a time, each from a configuration's text and on the machine's own clock. */

import { loadConfig, MetricRegistry, SeededRandom } from "@sluice/engine";
import { RUNNING } from "../src/components/index.ts";
import type { ComponentContext, RunningComponent } from "../src/core/component.ts";
import { LogsTargets } from "../src/core/entries/logs-targets.ts";
import type { ProfilesReceiver } from "../src/core/entries/profiles-receiver.ts";
import { ReceiverHandle } from "../src/core/entries/receiver-handle.ts";
import { Faults } from "../src/core/faults.ts";
import { Settling } from "../src/core/settling.ts";
import { nodeStageHost } from "../src/host/stage-host.ts";
import { AddressBook } from "../src/platform/address-book.ts";
import { FileGate } from "../src/platform/file-gate.ts";
import type { Logger } from "../src/platform/log.ts";
import { createSystemScheduler, type Scheduler } from "../src/platform/scheduler.ts";
import { WrittenFiles } from "../src/platform/written-files.ts";
import { RequestRecord } from "../src/recording/request-record.ts";

/** A configuration with a mistake in it, or one of a component that is not run. */
export class NotBuilt extends Error {}

const SILENT: Logger = { enabled: () => false, write: () => {}, with: () => SILENT };
const scheduler: Scheduler = createSystemScheduler();

export interface Built {
  readonly component: RunningComponent;
  readonly context: ComponentContext;
  /** What it hands profiles to; may be changed while it runs. */
  readonly outlet: { receivers: readonly ProfilesReceiver[] };
}

/** The first component of a configuration, made and not started. Throws `NotBuilt`. */
export async function buildFirst(text: string, receivers: readonly ProfilesReceiver[] = []): Promise<Built> {
  const config = loadConfig(text);
  if (!config.ok) throw new NotBuilt(config.diagnostics.map(({ message }) => message).join("; "));
  const node = config.components[0]!;
  const record = RUNNING.find(({ spec }) => spec.name === node.spec.name);
  if (record === undefined) throw new NotBuilt(`${node.spec.name} is not run`);
  const bad = record.validate(node);
  if (bad !== undefined) throw new NotBuilt(bad);
  const metrics = new MetricRegistry();
  const context: ComponentContext = {
    id: node.id,
    scheduler,
    faults: new Faults({ scheduler, metrics, log: SILENT }),
    settling: new Settling(scheduler),
    metrics,
    log: SILENT,
    prefix: "profiles_",
    baseDir: ".",
    files: new FileGate("."),
    written: new WrittenFiles("/nonexistent", () => undefined),
    dataDir: "/nonexistent",
    dataLost: () => undefined,
    addresses: new AddressBook(),
    requests: new RequestRecord(new SeededRandom(1)),
    intakeOf: () => undefined,
    exportsChanged: () => {},
    hideFrom: (text) => text,
    print: () => undefined,
    input: undefined,
  };
  const host = await nodeStageHost(node.stages, "config.alloy");
  if (!host.ok) throw new NotBuilt(host.diagnostics.map(({ message }) => message).join("; "));
  const outlet = { receivers };
  const component = record.build(node, {
    host: host.host,
    next: new ReceiverHandle(),
    targets: new LogsTargets(),
    profiles: outlet,
    seed: 1,
    context,
  });
  return { component, context, outlet };
}

/** Where it listens, by what it tells of itself. */
export const portOf = ({ component }: Built): number =>
  Number(/:(\d+)$/.exec(String(component.details?.().listening))?.[1]);

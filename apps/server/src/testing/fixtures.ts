/** What the server's tests share: entries, receivers that can be full, components without a server around them, metrics by name. */
import {
  type Fate,
  LabelSet,
  loadConfig,
  type MetricFamily,
  MetricRegistry,
  NO_METADATA,
  Origin,
  type OriginSource,
  SeededRandom,
} from "@sluice/engine";
import type { ComponentContext, Leaving } from "../core/component.ts";
import type { LogEntry, LogsReceiver, PushAnswer } from "../core/entries/receiver.ts";
import { RoomWaiters, releaseAll } from "../core/entries/receiver.ts";
import { Faults } from "../core/faults.ts";
import { Settling } from "../core/settling.ts";
import { AddressBook } from "../platform/address-book.ts";
import { FileGate } from "../platform/file-gate.ts";
import type { Logger, LogLevel } from "../platform/log.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { WrittenFiles } from "../platform/written-files.ts";
import { RequestRecord } from "../recording/request-record.ts";

/** An instant for tests to start at: 2026-01-15T08:00:00Z. */
export const START = 1_768_464_000_000_000_000n;

export function entry(line: string, labels: Record<string, string> = { job: "test" }, origin?: Origin): LogEntry {
  const made = { labels: LabelSet.of(labels), line, timestamp: START, metadata: NO_METADATA };
  return origin === undefined ? made : { ...made, origin };
}

/** A source that keeps the outcomes that it learns, by the place of the entry. */
export class TestSource implements OriginSource {
  readonly fates: (Fate | undefined)[] = [];

  /** The origin of one more entry. */
  origin(): Origin {
    return new Origin(this, this.fates.push(undefined) - 1);
  }

  settled(offset: number, fate: Fate): void {
    if (this.fates[offset] !== undefined) throw new Error(`entry ${offset} was settled twice`);
    this.fates[offset] = fate;
  }
}

/** Keeps what it is given. While `blocked` it is full. */
export class CollectingReceiver implements LogsReceiver {
  readonly entries: LogEntry[] = [];
  readonly #room = new RoomWaiters();
  #blocked = false;
  /** Whether origins are released at once. */
  releases = true;

  get lines(): string[] {
    return this.entries.map(({ line }) => line);
  }

  get full(): boolean {
    return this.#blocked;
  }

  set blocked(blocked: boolean) {
    this.#blocked = blocked;
    if (!blocked) this.#room.notify();
  }

  push(batch: readonly LogEntry[]): PushAnswer {
    if (this.#blocked) return "full";
    for (const entry of batch) this.entries.push(entry);
    if (this.releases) releaseAll(batch, "delivered");
    return "accepted";
  }

  whenRoom(callback: () => void): void {
    if (this.#blocked) this.#room.add(callback);
    else callback();
  }
}

export interface LoggedLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A log that keeps its lines. */
export function collectingLog(lines: LoggedLine[], common: Readonly<Record<string, unknown>> = {}): Logger {
  return {
    enabled: () => true,
    write: (level, message, fields = {}) => void lines.push({ level, message, fields: { ...common, ...fields } }),
    with: (fields) => collectingLog(lines, { ...common, ...fields }),
  };
}

export interface TestContext extends ComponentContext {
  readonly scheduler: ManualScheduler;
  readonly logged: LoggedLine[];
  readonly printed: string[];
  /** Apart from the component's own, where the server has both in one. */
  readonly faultMetrics: MetricRegistry;
}

export function testContext(
  id: string,
  overrides: Partial<ComponentContext> & { scheduler?: ManualScheduler } = {},
): TestContext {
  const logged: LoggedLine[] = [];
  const printed: string[] = [];
  const faultMetrics = new MetricRegistry();
  const log = overrides.log ?? collectingLog(logged);
  const scheduler = overrides.scheduler ?? new ManualScheduler(START);
  const { baseDir = "/nonexistent", dataDir = "/nonexistent" } = overrides;
  return {
    id,
    metrics: new MetricRegistry(),
    settling: new Settling(scheduler),
    log,
    faults: new Faults({ scheduler, metrics: faultMetrics, log }),
    faultMetrics,
    prefix: "logs_",
    baseDir,
    files: new FileGate(baseDir),
    written: new WrittenFiles(dataDir, overrides.dataLost ?? (() => undefined)),
    dataDir,
    dataLost: () => undefined,
    addresses: new AddressBook(),
    requests: new RequestRecord(new SeededRandom(1)),
    intakeOf: () => undefined,
    exportsChanged: () => {},
    hideFrom: (text) => text,
    input: undefined,
    print(text) {
      printed.push(text);
      return undefined;
    },
    logged,
    printed,
    ...overrides,
    scheduler,
  };
}

/** The one component of this name in a configuration; throws with the diagnostics when there are any. */
export function componentOf(name: string, text: string) {
  const config = loadConfig(text);
  if (!config.ok) throw new Error(config.diagnostics.map(({ message }) => message).join("; "));
  return config.components.find(({ spec }) => spec.name === name)!;
}

/** Values of all series, as `name{label=value}`; `_total` and the like are part of the name. */
export function valuesOf(families: readonly MetricFamily[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { name, samples } of families) {
    for (const { suffix, labels, value } of samples) {
      const shown = labels.map(([label, text]) => `${label}=${text}`).join(",");
      values[`${name}${suffix}${shown === "" ? "" : `{${shown}}`}`] = value;
    }
  }
  return values;
}

/** A promise that never settles: a deadline that does not come. */
export const never = new Promise<void>(() => {});
/** The process stops, and there is time. */
export const STOPS: Leaving = { ends: "process", hurry: never };
/** The component is replaced or removed, and there is time. */
export const REPLACED: Leaving = { ends: "component", hurry: never };

/** Gives promises that are ready the chance to continue. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

/** Gives the event loop turns until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

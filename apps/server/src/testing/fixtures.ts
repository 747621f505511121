/** What the server's tests share: entries, receivers that can be full, components without a server around them, metrics by name. */
import { LabelSet, loadConfig, type MetricFamily, MetricRegistry, NO_METADATA } from "@sluice/engine";
import type { ComponentContext } from "../component.ts";
import { Faults } from "../faults.ts";
import type { Logger, LogLevel } from "../log.ts";
import type { Acknowledgement, LogEntry, LogsReceiver, PushAnswer } from "../receiver.ts";
import { RoomWaiters, releaseAll } from "../receiver.ts";
import { ManualScheduler } from "../scheduler.ts";

/** An instant for tests to start at: 2026-01-15T08:00:00Z. */
export const START = 1_768_464_000_000_000_000n;

export function entry(
  line: string,
  labels: Record<string, string> = { job: "test" },
  acks?: readonly Acknowledgement[],
): LogEntry {
  const made = { labels: LabelSet.of(labels), line, timestamp: START, metadata: NO_METADATA };
  return acks === undefined ? made : { ...made, acks };
}

/** Counts the references that are left. */
export class CountingAck implements Acknowledgement {
  references: number;

  constructor(references = 1) {
    this.references = references;
  }

  retain(): void {
    this.references++;
  }

  release(): void {
    this.references--;
  }
}

/** Keeps what it is given. While `blocked` it is full. */
export class CollectingReceiver implements LogsReceiver {
  readonly entries: LogEntry[] = [];
  readonly #room = new RoomWaiters();
  #blocked = false;
  /** Whether acknowledgements are released at once. */
  acknowledges = true;

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
    if (this.acknowledges) releaseAll(batch);
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
  return {
    id,
    metrics: new MetricRegistry(),
    log,
    faults: new Faults({ scheduler, metrics: faultMetrics, log }),
    faultMetrics,
    prefix: "logs_",
    baseDir: "/nonexistent",
    dataDir: "/nonexistent",
    dataLost: () => undefined,
    hideFrom: (text) => text,
    print: (text) => void printed.push(text),
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

/** Gives promises that are ready the chance to go on. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

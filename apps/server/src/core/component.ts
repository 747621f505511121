/** What runs behind one component of a configuration. */

import type { Exports, MetricRegistry, Nanos, OpenBlock, StageTime } from "@sluice/engine";
import type { RunningJournal } from "@sluice/protocol";
import type { AddressBook } from "../platform/address-book.ts";
import type { FileGate } from "../platform/file-gate.ts";
import type { Logger } from "../platform/log.ts";
import type { Scheduler } from "../platform/scheduler.ts";
import type { StopSignal } from "../platform/stop-signal.ts";
import type { WrittenFiles } from "../platform/written-files.ts";
import type { RequestRecord } from "../recording/request-record.ts";
import type { PipelineFollower } from "../watch/follower.ts";
import type { ProfilesReceiver } from "./entries/profiles-receiver.ts";
import type { LogContent, LogsReceiver } from "./entries/receiver.ts";
import type { Faults } from "./faults.ts";
import type { Health } from "./health.ts";
import type { LineSource } from "./line-source.ts";
import type { ProfilesIntake } from "./profiles-intake.ts";
import type { Settling } from "./settling.ts";

/** How a component ends. */
export interface Leaving {
  /** It alone, which is replaced or removed, or the process, after whose restart sources read again what is not settled. */
  readonly ends: "component" | "process";
  /** From then on nothing that would be lost waits for its own sake any more, such as for a limit's tokens. */
  readonly hurry: Promise<void>;
  /** Another component takes over what it keeps on disk: it gives nothing more from there. */
  readonly hasHeir?: boolean | undefined;
}

/** Gives the text without secrets. */
export type HideFrom = (text: string, more: readonly string[]) => string;

/** A Loki that entries are sent to, and may be asked for some. */
export interface AskableLoki {
  /** Of its API, without credentials: what comes before `/loki/api/v1/`. */
  readonly url: string;
  /** Asks it with its credentials, by the same way as entries go. Redirects are not followed. */
  get(request: LokiRequest): Promise<LokiAnswer>;
}

/** A journal that runs, for those who look into it. */
export interface JournalView {
  /** Undefined before it is open, and after it was closed. */
  summary(): Omit<RunningJournal, "component"> | undefined;
  /**
   * The newest entries, at most so many and so many bytes of texts, the oldest of them first. Throws what the file system
   * throws.
   */
  last(entries: number, bytes: number): Promise<readonly NumberedEntry[]>;
  /**
   * Entries that are kept and were taken at a time or after it, in their order. Milliseconds since 1970. Rejects with what the
   * file system throws.
   */
  since(time: number): AsyncGenerator<LogContent, void>;
}

/** An entry of a journal, with its number there. */
export type NumberedEntry = readonly [number: number, entry: LogContent];

export interface LokiRequest {
  /** With what is asked for; begins with a slash. */
  readonly path: string;
  /** Besides the credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout: Nanos;
  /** Bytes of the answer. */
  readonly most: number;
  /** Gives it up. */
  readonly signal: StopSignal;
}

/** Of any status, with the secrets that the answer may repeat; or why there is none. */
export type LokiAnswer =
  | { readonly ok: true; readonly status: number; readonly body: Buffer; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly message: string };

export interface EntryCounts {
  readonly dropped: number;
  readonly held: number;
}

export interface RunningComponent {
  /** Begins to work. A component that cannot says why in its health instead of throwing. */
  start(): Promise<void>;
  /**
   * Takes no more input, releases what it holds, and resolves when nothing is left or `deadline` has passed. Gives
   * the number of entries lost; those that their source will read again are not counted.
   */
  drain(deadline: Promise<void>, leaving: Leaving): Promise<number>;
  /** Called once everything is drained: the last moment to write down what a restart needs. */
  close?(): Promise<void>;
  readonly health: Health;
  /** Where others push logs; sources have none. */
  readonly receiver?: LogsReceiver | undefined;
  /** Where others hand profiles to. */
  readonly profiles?: ProfilesReceiver | undefined;
  /** Where profilers push to; only receivers of profiles have one. */
  readonly intake?: ProfilesIntake | undefined;
  /** The values that others read, as far as they are known; what follows from arguments the spec says by itself. */
  readonly exports?: Exports | undefined;
  /**
   * Reads what it exports, before those who use that are built and before it starts. Gives, in one sentence, why the
   * configuration cannot run where that is so.
   */
  prepare?(): Promise<string | undefined>;
  /** Entries that it dropped since it was built, and those that are inside of it. */
  counts?(): EntryCounts;
  /** Only components that send to some have them. */
  readonly lokis?: readonly AskableLoki[] | undefined;
  /** Only components that keep entries on disk have one. */
  readonly journal?: JournalView | undefined;
  /** The time of each of its stages, by a sample of the entries; undefined: nothing was measured yet. */
  stageTimes?(): readonly StageTime[] | undefined;
  /** Blocks that its stages hold open, by the path of the stage. */
  openBlocks?(): Iterable<{ readonly path: string } & OpenBlock>;
  /** Follows entries through its stages, for taps. */
  readonly follower?: PipelineFollower | undefined;
  /** What a person may want to see: addresses, counts. */
  details?(): Readonly<Record<string, unknown>>;
}

/** What the process gives to each component. */
export interface ComponentContext {
  readonly id: string;
  /** What its timers throw is this component's failure, and nobody else's. */
  readonly scheduler: Scheduler;
  /** For every other callback: of sockets, streams and promises. */
  readonly faults: Faults;
  /** Tells sources of many entries at once; shared by all components. */
  readonly settling: Settling;
  readonly metrics: MetricRegistry;
  readonly log: Logger;
  /** Prefix of metric names by the dialect that the component was written in: Alloy's are the latter two. */
  readonly prefix: "logs_" | "profiles_" | "loki_" | "pyroscope_";
  /** The folder of the configuration, beside which relative paths are looked up. */
  readonly baseDir: string;
  /** Opens what its arguments name: nothing else may, since what may be opened depends on where the configuration came from. */
  readonly files: FileGate;
  /** The files that components of this server made. */
  readonly written: WrittenFiles;
  /** A folder that is this component's own, for what must outlive the process. It may not exist yet. */
  readonly dataDir: string;
  /** Why nothing may be written there any more, once that is so: the folder is another process's now. */
  readonly dataLost: () => string | undefined;
  /** Who of this process listens where. */
  readonly addresses: AddressBook;
  /** The last requests of all receivers of profiles. */
  readonly requests: RequestRecord;
  /** The receiver of profiles with this id, as its clients reach it. */
  readonly intakeOf: (id: string) => ProfilesIntake | undefined;
  /** To be called when `exports` is another than before: those who use it get it soon. */
  readonly exportsChanged: () => void;
  /** What an endpoint answered, without the secrets of the configuration and without `more` of them, however short. */
  readonly hideFrom: HideFrom;
  /** Standard input, where it may be read. */
  readonly input: LineSource | undefined;
  /** Where `logs.echo` prints. Gives a promise where the reader is slow: it resolves when there is room again. */
  readonly print: (text: string) => Promise<void> | undefined;
}

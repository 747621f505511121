/**
 * `logs.source.journal`: entries of systemd's journal, read by `journalctl`. The place that is kept follows what is settled,
 * so that a restart repeats what was on its way.
 */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type ComponentArgs,
  logsSourceJournal,
  MILLISECOND,
  messageOf,
  type Nanos,
  NO_METADATA,
  SECOND,
} from "@sluice/engine";
import * as v from "valibot";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import { Outflow } from "../../core/entries/outflow.ts";
import type { LogEntry, LogsReceiver } from "../../core/entries/receiver.ts";
import { SettledMarks } from "../../core/entries/settled-marks.ts";
import { HEALTHY, type Health } from "../../core/health.ts";
import { SourceLabels } from "../../core/source-labels.ts";
import { readLegacyCursor } from "../../files/positions/legacy-positions.ts";
import { JournalFollower, type JournalStart } from "../../journald/follower.ts";
import { labelsOf, readRecord } from "../../journald/record.ts";
import { readRegular } from "../../platform/open-regular.ts";
import { replaceFile } from "../../platform/replace-file.ts";
import { integerText, parseSaved } from "../../platform/saved-json.ts";
import { codeOf } from "../../platform/system-error.ts";

type Args = ComponentArgs<typeof logsSourceJournal>;

const PROGRAM = "journalctl";
const FILE = "journal-cursor.json";
const MAX_FILE = 64 * 1024;
const SAVE_PAUSE = 200n * MILLISECOND;
/** Where its folder is not there yet, or may not be read. */
const LOOK_AGAIN = 10n * SECOND;
const SAVED = v.object({ cursor: v.string(), at: integerText });

interface JournalMark {
  readonly cursor: string;
  readonly at: Nanos;
}

export class JournalSource implements RunningComponent {
  #args: Args;
  readonly #context: ComponentContext;
  readonly #out: Outflow;
  readonly #labels: SourceLabels;
  readonly #lines;
  readonly #errors;
  readonly #follower: JournalFollower;
  readonly #problems = new Map<string, string>();
  #marks = this.#marksFrom(undefined);
  /** Read and handed on. */
  #read: JournalMark | undefined;
  #moved = false;
  /** In which the journal is; empty: the system's. */
  #folder = "";
  #started = false;
  #stopped = false;
  #cancelTimer = () => {};
  #saving: Promise<void> = Promise.resolve();

  constructor(args: Args, next: LogsReceiver, context: ComponentContext, program = PROGRAM) {
    this.#args = args;
    this.#context = context;
    this.#out = new Outflow(next);
    const { metrics, prefix, scheduler, faults } = context;
    const name = `${prefix}source_journal_target_`;
    this.#lines = metrics.counter(`${name}lines_total`, "Total number of successful journal lines read").with();
    this.#errors = metrics.counter(
      `${name}parsing_errors_total`,
      "Total number of parsing errors while reading journal messages",
      ["error"],
    );
    const dropped = metrics.counter(`${prefix}source_journal_relabel_dropped_total`, "Entries that rules dropped");
    this.#labels = new SourceLabels(args.relabel_rules?.rules, dropped.with(), faults);
    this.#follower = new JournalFollower({
      scheduler,
      faults,
      program,
      args: () => [
        ...(this.#folder === "" ? [] : [`--directory=${this.#folder}`]),
        ...args.matches.split(/\s+/).filter((match) => match !== ""),
      ],
      start: (failed) => this.#startOf(failed),
      take: (lines) => this.#take(lines),
      problem: (message) => this.#tell("journal", message),
    });
  }

  get health(): Health {
    const message = [...this.#problems.values()].join("; ");
    return message === "" ? HEALTHY : { state: "unhealthy", message };
  }

  #tell(what: string, message: string | undefined): void {
    if (message === undefined) this.#problems.delete(what);
    else {
      if (this.#problems.get(what) !== message)
        this.#context.log.write("error", "the journal cannot be read as it should be", { reason: message });
      this.#problems.set(what, message);
    }
  }

  async start(): Promise<void> {
    const { path } = this.#args;
    const { files, scheduler, faults } = this.#context;
    try {
      // The program gets the folder itself: a link to it may lead elsewhere by the time it looks.
      if (path !== "") this.#folder = await files.locate(path);
    } catch (error) {
      if (this.#stopped) return;
      this.#tell("folder", `${path}: ${messageOf(error)}`);
      const again = () => faults.settle("looking for the journal", () => this.start(), undefined);
      this.#cancelTimer = scheduler.after(LOOK_AGAIN, again);
      return;
    }
    // The end may come in the middle of a look: nothing may begin after it.
    if (this.#stopped) return;
    this.#tell("folder", undefined);
    this.#read = await this.#load();
    if (this.#stopped) return;
    this.#marks = this.#marksFrom(this.#read);
    this.#started = true;
    this.#follower.start();
    this.#arm();
  }

  /** Takes over what concerns entries; what is read of the journal is another component's. */
  update(args: Args): (() => void) | undefined {
    const { path, matches, max_age } = this.#args;
    if (!isDeepStrictEqual([path, matches, max_age], [args.path, args.matches, args.max_age])) return undefined;
    return () => {
      this.#args = args;
      this.#labels.rules = args.relabel_rules?.rules ?? [];
    };
  }

  /** Behind what was read, unless that is too old, or is not found there any more. */
  #startOf(failed: boolean): JournalStart {
    const oldest = this.#context.scheduler.now() - this.#args.max_age;
    const { cursor, at = oldest } = this.#read ?? {};
    if (cursor === undefined || at < oldest) return { since: oldest };
    return failed ? { since: at } : { cursor };
  }

  #take(lines: readonly string[]): boolean {
    const batch: LogEntry[] = [];
    for (const line of lines) {
      const record = readRecord(line);
      if (record === undefined) {
        this.#errors.with("malformed").inc();
        continue;
      }
      const { cursor, timestamp, fields } = record;
      this.#read = { cursor, at: timestamp };
      const message = this.#args.format_as_json ? jsonOf(fields) : fields.get("MESSAGE");
      if (message === undefined) {
        this.#errors.with("no_message").inc();
        continue;
      }
      const fixed = new Map([["job", this.#context.id], ...this.#args.labels]);
      const labels = this.#labels.finish(this.#labels.looksAtAll ? [...labelsOf(fields), ...fixed] : fixed);
      if (labels === undefined) this.#marks.drop(this.#read);
      else batch.push(this.#marks.entry(this.#read, { labels, line: message, timestamp, metadata: NO_METADATA }));
    }
    this.#lines.add(batch.length);
    return this.#out.push(batch, () => this.#follower.resume());
  }

  #marksFrom(kept: JournalMark | undefined): SettledMarks<JournalMark> {
    const moved = () => {
      this.#moved = true;
    };
    const marks = new SettledMarks(kept, moved, () =>
      this.#context.scheduler.soon(() => {
        if (!this.#stopped) this.#out.push(marks.takeReturned());
      }),
    );
    return marks;
  }

  #arm(): void {
    this.#cancelTimer = this.#context.scheduler.after(SAVE_PAUSE, () => {
      this.#arm();
      if (this.#moved) this.#saving = this.#saving.then(() => this.#save());
    });
  }

  async #load(): Promise<JournalMark | undefined> {
    try {
      const text = (await readRegular(join(this.#context.dataDir, FILE), MAX_FILE)).toString("utf8");
      const { cursor, at } = parseSaved(SAVED, text);
      return { cursor, at: BigInt(at) };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return this.#legacy();
      this.#tell("load", `the place in the journal cannot be read, and reading starts over: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Where another program stopped, which the configuration names. */
  async #legacy(): Promise<JournalMark | undefined> {
    const { legacy_position: named } = this.#args;
    if (named === undefined) return undefined;
    const { files, scheduler, log } = this.#context;
    const { file, name } = named.args;
    try {
      const cursor = await readLegacyCursor(files, files.resolve(file), name);
      if (cursor !== undefined) return { cursor, at: scheduler.now() };
      log.write("warn", "the file of positions has no place in the journal", { file, name });
    } catch (error) {
      log.write("warn", "the file of positions cannot be read", { file, reason: messageOf(error) });
    }
    return undefined;
  }

  async #save(): Promise<void> {
    const { kept } = this.#marks;
    // Whoever has the folder now continues from its positions.
    if (kept === undefined || this.#context.dataLost() !== undefined) return;
    const { dataDir } = this.#context;
    this.#moved = false;
    try {
      const saved = { cursor: kept.cursor, at: String(kept.at) };
      await replaceFile(join(dataDir, FILE), `${JSON.stringify(saved)}\n`);
      // From here on a restart goes on where this one is.
      for (const mended of ["save", "load"]) this.#tell(mended, undefined);
    } catch (error) {
      this.#moved = true;
      this.#tell("save", `the place in the journal cannot be written to ${dataDir}: ${messageOf(error)}`);
    }
  }

  /** Reads no more. What was read is accounted for by those who have it, and read again after a restart otherwise. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#cancelTimer();
    await Promise.race([this.#follower.stop(), deadline]);
    await this.#out.drain(deadline);
    return 0;
  }

  async close(): Promise<void> {
    await this.#saving;
    if (this.#started) await this.#save();
  }
}

/** With the names in order, as Go writes maps. */
const jsonOf = (fields: ReadonlyMap<string, string>): string =>
  JSON.stringify(
    Object.fromEntries(
      [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, value.toWellFormed()]),
    ),
  );

export const sourceJournalRecord = defineRunning({
  spec: logsSourceJournal,
  keepsState: () => true,
  build: ({ args, next, context }) => new JournalSource(args, next, context),
  update: (running, args) => running.update(args),
});

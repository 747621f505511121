/**
 * `logs.source.file`: follows files. Everything is found by looking again after a pause, which behaves the same on
 * every file system; each path's tail decides what to do with what a look finds. Positions are written soon after they
 * have moved, but not while a look is under way, and at the very end, when everything downstream has drained. When
 * arguments change, files that stay keep their positions; removed ones drain separately.
 */
import { type ComponentArgs, logsSourceFile, MILLISECOND, messageOf, type Nanos } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../../core/component.ts";
import { defineRunning } from "../../core/component-record.ts";
import type { LogsReceiver } from "../../core/entries/receiver.ts";
import type { Health } from "../../core/health.ts";
import { statAll, statFile } from "../../files/file-stat.ts";
import { Folders } from "../../files/finding/folders.ts";
import { findPaths, scanPause } from "../../files/finding/found-paths.ts";
import { labelsOf, readTargets, type Target, targetsByPath } from "../../files/finding/target.ts";
import { LINE_BUFFER } from "../../files/reading/lines.ts";
import { markedEncoding, type TextEncoding, textEncoding } from "../../files/reading/text-encoding.ts";
import type { Compression } from "../../files/reading/unzipping.ts";
import { CompressedTail, type CompressedTailContext } from "../../files/tails/compressed-tail.ts";
import { FileMetrics } from "../../files/tails/file-metrics.ts";
import type { FileTail } from "../../files/tails/file-tail.ts";
import { KeptPositions } from "../../files/tails/kept-positions.ts";
import { OpenFiles } from "../../files/tails/open-files.ts";
import { PathTail } from "../../files/tails/path-tail.ts";
import { Problems } from "../../files/tails/problems.ts";
import type { TailContext } from "../../files/tails/tail-context.ts";
import type { ReadingContext, TailedFile } from "../../files/tails/tailed-file.ts";
import { Tails } from "../../files/tails/tails.ts";

/** Files that are looked at with what the file system said about them together. */
const AT_ONCE = 32;
/** Files that the details list. */
const MAX_SHOWN_FILES = 50;

export class FileSource implements RunningComponent {
  #args: ComponentArgs<typeof logsSourceFile>;
  readonly #next: LogsReceiver;
  readonly #context: ComponentContext;
  #targets: readonly Target[];
  /** Taken over by the next look, since one may be under way. */
  #newArgs: ComponentArgs<typeof logsSourceFile> | undefined;
  /** Targets that have not been looked up yet. */
  #newTargets: ReadonlySet<string>;
  readonly #tailContext: TailContext;
  /** Where files are decompressed. */
  readonly #compressed: CompressedTailContext | undefined;
  readonly #tails = new Tails();
  /** Tails that no target names any more, by path, until what they read is settled. */
  readonly #leaving = new Map<string, FileTail>();
  readonly #files = new OpenFiles<TailedFile>();
  readonly #folders = new Folders();
  readonly #positions: KeptPositions;
  #encoding: TextEncoding;
  #restored = false;
  /** The saved positions were, and what is there is not to be read again. */
  #damaged = false;
  #scannedAt: Nanos | undefined;
  #pause: Nanos;
  /** Something was read in the look that is under way. */
  #hasRead = false;
  #looking: Promise<void> | undefined;
  /** Positions are being written; a look that was asked for meanwhile follows. */
  #saving: Promise<void> | undefined;
  #lookAsked = false;
  #cancelTimer: (() => void) | undefined;
  #cancelSave: (() => void) | undefined;
  #waitingForRoom = false;
  #stopped = false;
  readonly #problems: Problems;
  readonly #metrics: FileMetrics;

  constructor(args: ComponentArgs<typeof logsSourceFile>, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#next = next;
    this.#context = context;
    const { targets, problem } = readTargets(args.targets, context.baseDir);
    this.#targets = targets;
    this.#newTargets = new Set(this.#targets.map(({ id }) => id));
    this.#problems = new Problems(context, this.#tails);
    if (problem !== undefined) this.#problems.set("targets", problem);
    this.#positions = new KeptPositions(context, this.#problems);
    this.#pause = args.file_watch.args.min_poll_frequency;
    this.#encoding = textEncoding(args.encoding);
    const tails = () => this.#tails;
    const metrics = new FileMetrics(context.metrics, `${context.prefix}source_file_`, tails);
    this.#metrics = metrics;
    const reading = this.#readingContext(metrics);
    const { scheduler, log } = context;
    this.#tailContext = {
      ...reading,
      buffer: Buffer.allocUnsafeSlow(LINE_BUFFER),
      files: this.#files,
      log,
      done: this.#positions.done,
      folders: this.#folders,
      awaited: new Set(),
      originals: (name) => this.#tails.originals(name).flatMap(({ generations }) => generations),
      now: () => scheduler.now(),
      rotated: (kind) => metrics.rotated(kind),
    };
    const format = formatOf(args);
    if (format !== undefined)
      this.#compressed = {
        ...reading,
        format,
        initialDelay: () => this.#args.decompression?.args.initial_delay ?? 0n,
        known: this.#positions.compressed,
        owners: new Map(),
      };
  }

  /** What all tails need, of whatever kind. */
  #readingContext(metrics: FileMetrics): Omit<ReadingContext, "buffer" | "files"> {
    const { scheduler } = this.#context;
    return {
      next: this.#next,
      gate: this.#context.files,
      now: () => scheduler.now(),
      encodingOf: (beginning) => markedEncoding(beginning, this.#encoding),
      read: (path, lines) => {
        this.#hasRead = true;
        metrics.read(path, lines);
      },
      malformed: (path, lines) => metrics.malformed(path, lines),
      split: (path) => {
        metrics.split.inc();
        this.#problems.split(path);
      },
      moved: () => {
        this.#positions.moved = true;
        this.#saveSoon();
      },
      isReadAgain: (path) => this.#tails.has(path) && this.#context.dataLost() === undefined,
    };
  }

  /**
   * Takes other arguments over, as long as files are of the same format: tails of paths that are still named read on, those of paths that are
   * not read nothing more, and their positions are kept for when they are named again.
   */
  update(args: ComponentArgs<typeof logsSourceFile>): () => void {
    return () => {
      this.#newArgs = args;
      this.#pause = args.file_watch.args.min_poll_frequency;
      this.#lookNow();
    };
  }

  #takeOver(args: ComponentArgs<typeof logsSourceFile>): void {
    const old = this.#targets;
    const known = new Set(old.map(({ id }) => id));
    this.#args = args;
    this.#encoding = textEncoding(args.encoding);
    const { targets, problem } = readTargets(args.targets, this.#context.baseDir);
    this.#targets = targets;
    if (problem === undefined) this.#problems.delete("targets");
    else this.#problems.set("targets", problem);
    const fresh = this.#targets.filter(({ id }) => !known.has(id)).map(({ id }) => id);
    this.#newTargets = new Set([...this.#newTargets, ...fresh]);
    for (const { path } of old) this.#problems.delete(path);
    const named = targetsByPath(this.#targets);
    for (const tail of this.#tails) {
      const target = named(tail.path);
      if (target !== undefined) tail.labels = labelsOf(target, tail.path);
      else {
        this.#tails.remove(tail);
        this.#leaving.set(tail.path, tail);
      }
    }
    this.#positions.moved = true;
    this.#scannedAt = undefined;
  }

  /** Closes what no target names any more once all that was read of it is settled; positions are exact then. */
  async #closeLeaving(): Promise<void> {
    for (const [path, tail] of this.#leaving) {
      if (!tail.settled) continue;
      this.#leaving.delete(path);
      this.#positions.moved = true;
      this.#metrics.forget(path);
      const saved = tail.save();
      if (saved !== undefined && !tail.empty) this.#positions.unused.set(path, saved);
      await tail.close();
    }
  }

  /** In which it decompresses files, if it does. */
  get format(): Compression | undefined {
    return this.#compressed?.format;
  }

  get health(): Health {
    return this.#problems.health(this.#context.dataLost());
  }

  details(): Readonly<Record<string, unknown>> {
    const files = [...this.#tails].flatMap(({ reading }) => reading);
    return {
      files: files.length,
      reading: files.slice(0, MAX_SHOWN_FILES).map(({ path, offset, rotated }) => ({ path, offset, rotated })),
    };
  }

  async start(): Promise<void> {
    this.#lookNow();
  }

  /** Resolves when the look that is under way or asked for, if any, is over. */
  async looked(): Promise<void> {
    await this.#saving;
    await this.#looking;
  }

  #lookNow(): void {
    if (this.#stopped || this.#looking !== undefined) return;
    if (this.#saving !== undefined) {
      this.#lookAsked = true;
      return;
    }
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#looking = this.#look()
      .catch((error: unknown) => this.#problems.set("look", `files cannot be read: ${messageOf(error)}`))
      .finally(() => {
        this.#looking = undefined;
        if (this.#newArgs === undefined) this.#arm();
        else this.#lookNow();
        this.#saveSoon();
      });
  }

  /** Writes positions when they are due, between two looks. */
  #saveSoon(): void {
    const due = this.#positions.dueIn;
    if (due === undefined || this.#stopped || this.#cancelSave !== undefined || this.#saving !== undefined) return;
    this.#cancelSave = this.#context.scheduler.after(due, () => {
      this.#cancelSave = undefined;
      if (this.#stopped || this.#looking !== undefined || !this.#restored) return;
      this.#saving = this.#save().finally(() => {
        this.#saving = undefined;
        if (this.#lookAsked) {
          this.#lookAsked = false;
          this.#lookNow();
        }
        this.#saveSoon();
      });
    });
  }

  #arm(): void {
    if (this.#stopped || this.#cancelTimer !== undefined) return;
    this.#cancelTimer = this.#context.scheduler.after(this.#pause, () => {
      this.#cancelTimer = undefined;
      this.#lookNow();
    });
  }

  async #look(): Promise<void> {
    this.#hasRead = false;
    const now = this.#context.scheduler.now();
    if (this.#newArgs !== undefined) {
      this.#takeOver(this.#newArgs);
      this.#newArgs = undefined;
    }
    if (!this.#restored) await this.#restorePositions(now);
    if (this.#leaving.size > 0) await this.#closeLeaving();
    if (this.#scannedAt === undefined || now - this.#scannedAt >= scanPause(this.#args.file_match.args))
      await this.#scan(now);
    this.#folders.beginLook();
    const due = this.#tails.due(now);
    for (let at = 0; at < due.length; at += AT_ONCE) {
      const some = due.slice(at, at + AT_ONCE);
      const found = await statAll(some.map(({ path }) => path));
      for (const [i, tail] of some.entries()) {
        if (this.#stopped) return;
        await tail.notice(found[i]);
      }
    }
    for (const tail of due) {
      if (this.#stopped) return;
      await tail.look();
    }
    if (!this.#waitingForRoom) await this.#readAll(due);
    this.#problems.tellOfPaths();
    this.#problems.delete("look");
    const { min_poll_frequency: shortest, max_poll_frequency: longest } = this.#args.file_watch.args;
    const longer = this.#hasRead ? shortest : this.#pause * 2n;
    this.#pause = longer < longest ? longer : longest;
    if (this.#positions.dueIn === 0n) await this.#save();
  }

  /** Reads a chunk of each path in turn until there is nothing more, or no room. */
  async #readAll(tails: Iterable<FileTail>): Promise<void> {
    for (let more: FileTail[] = [...tails]; more.length > 0; ) {
      const turn = more;
      more = [];
      for (const tail of turn) {
        if (this.#stopped) return;
        const result = await tail.readOn();
        if (result === "full") {
          this.#waitingForRoom = true;
          this.#next.whenRoom(() => {
            this.#waitingForRoom = false;
            this.#lookNow();
          });
          return;
        }
        if (result === "more") more.push(tail);
      }
    }
  }

  /** Finds out which paths there are, and makes and forgets tails accordingly. */
  async #scan(now: Nanos): Promise<void> {
    const found = await findPaths(
      this.#context.files,
      this.#targets,
      this.#args.file_match.args,
      now,
      (path) => this.#tails.has(path),
      (pattern, problem) => {
        if (problem === undefined) this.#problems.delete(pattern);
        else this.#problems.set(pattern, problem);
      },
    );
    for (const [path, target] of found) if (!this.#tails.has(path)) this.#tails.add(this.#tailOf(path, target, now));
    this.#newTargets = new Set();
    for (const tail of this.#tails) {
      if (found.has(tail.path) || !tail.empty) continue;
      this.#tails.remove(tail);
      this.#metrics.forget(tail.path);
      await tail.close();
    }
    this.#positions.trim(this.#tails.size);
    this.#scannedAt = now;
  }

  /** The tail of a path that a target names now: where there was one, that. */
  #tailOf(path: string, target: Target, now: Nanos): FileTail {
    const labels = labelsOf(target, path);
    const leaving = this.#leaving.get(path);
    if (leaving !== undefined) {
      this.#leaving.delete(path);
      leaving.labels = labels;
      return leaving;
    }
    if (this.#compressed !== undefined) return new CompressedTail(path, labels, this.#compressed);
    const saved = this.#positions.unused.get(path);
    this.#positions.unused.delete(path);
    const fromEnd = (this.#args.tail_from_end || this.#damaged) && this.#newTargets.has(target.id);
    return new PathTail(path, labels, this.#tailContext, { saved, now: Number(now / MILLISECOND), fromEnd });
  }

  /** Takes up what was saved by the process before. */
  async #restorePositions(now: Nanos): Promise<void> {
    const { legacy_positions_file: legacyFile, on_positions_file_error: onError } = this.#args;
    const { paths, fromEnd } = await this.#positions.load({ legacyFile, onError });
    this.#damaged = fromEnd;
    const named = targetsByPath(this.#targets);
    for (const saved of paths) {
      const target = this.#compressed === undefined ? named(saved.path) : undefined;
      if (target !== undefined) {
        const start = { saved, now: Number(now / MILLISECOND), fromEnd: false };
        this.#tails.add(new PathTail(saved.path, labelsOf(target, saved.path), this.#tailContext, start));
      } else {
        const key = (await statFile(saved.path).catch(() => undefined))?.key;
        if (saved.files.some((file) => file.key === key)) this.#positions.unused.set(saved.path, saved);
      }
    }
    this.#restored = true;
    for (const tail of this.#tails) await tail.restore();
    for (const tail of this.#tails) await tail.restoreMissing();
  }

  #save(): Promise<void> {
    return this.#positions.save([...this.#tails, ...this.#leaving.values()].flatMap((tail) => tail.save() ?? []));
  }

  /** Reads no more. What was read is accounted for by those who have it; positions are written when they are done. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#cancelTimer?.();
    this.#cancelSave?.();
    await Promise.race([Promise.all([this.#looking, this.#saving]), deadline]);
    return 0;
  }

  async close(): Promise<void> {
    // Without having read what was saved before, there is nothing to say, and nothing to be written over.
    const tails = [...this.#tails, ...this.#leaving.values()];
    if (this.#restored) {
      for (const tail of tails) await tail.keepLines();
      await this.#save();
    }
    for (const tail of tails) await tail.close();
    // What was not over at the deadline may still open files, and nobody would ever close them.
    const looking = this.#looking?.then(() => Promise.all([...this.#tails].map((tail) => tail.close())));
    void this.#context.faults.settle("closing files", async () => void (await looking), undefined);
  }
}

/** The format in which files are read; undefined where they are read as they are. */
function formatOf({ decompression }: ComponentArgs<typeof logsSourceFile>): Compression | undefined {
  return decompression?.args.enabled === true ? decompression.args.format : undefined;
}

export const sourceFileRecord = defineRunning({
  spec: logsSourceFile,
  keepsState: () => true,
  build: ({ args, next, context }) => new FileSource(args, next, context),
  update: (running, args) => (running.format === formatOf(args) ? running.update(args) : undefined),
});

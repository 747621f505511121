/**
 * `logs.source.file`: follows files. Everything is found by looking again after a pause, which behaves the same on every
 * file system; what a look finds, each path's tail decides. Positions are written once a second while they move, and at
 * the very end, when everything downstream has drained.
 */
import { resolve } from "node:path";
import { type ComponentArgs, logsSourceFile, MILLISECOND, type Nanos, SECOND } from "@sluice/engine";
import type { ComponentContext, RunningComponent } from "../core/component.ts";
import { defineRunning } from "../core/component-record.ts";
import type { Health } from "../core/health.ts";
import type { LogsReceiver } from "../core/receiver.ts";
import { statAll, statFile } from "../files/file-stat.ts";
import { Folders } from "../files/folders.ts";
import { expandGlob, hasWildcard } from "../files/glob.ts";
import { readLegacyPositions } from "../files/legacy-positions.ts";
import { LINE_BUFFER } from "../files/lines.ts";
import { OpenFiles } from "../files/open-files.ts";
import { PathTail } from "../files/path-tail.ts";
import { type DonePosition, loadPositions, type SavedPath, savePositions } from "../files/positions.ts";
import { Problems } from "../files/problems.ts";
import type { TailContext } from "../files/tail-context.ts";
import type { TailedFile } from "../files/tailed-file.ts";
import { Tails } from "../files/tails.ts";
import { labelsOf, readTarget, type Target, targetsByPath } from "../files/target.ts";

/** Patterns are looked up again after this long. */
const SCAN_PAUSE = 2n * SECOND;
const SAVE_PAUSE = SECOND;
/** Files that are looked at with what the file system said about them together. */
const AT_ONCE = 32;
/** Files that are done are remembered up to this many, besides those that targets still name. */
const MAX_DONE = 2000;
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
  readonly #tails = new Tails();
  /** Tails that no target names any more, by path, until what they read is settled. */
  readonly #leaving = new Map<string, PathTail>();
  readonly #files = new OpenFiles<TailedFile>();
  readonly #folders = new Folders();
  readonly #done = new Map<string, DonePosition>();
  /** Positions of files that no target names now; kept for when one does again. */
  readonly #unused = new Map<string, SavedPath>();
  #restored = false;
  #scannedAt: Nanos | undefined;
  #lastSave: Nanos;
  #moved = false;
  #pause: Nanos;
  #read = 0;
  #looking: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #waitingForRoom = false;
  #stopped = false;
  readonly #problems: Problems;

  constructor(args: ComponentArgs<typeof logsSourceFile>, next: LogsReceiver, context: ComponentContext) {
    this.#args = args;
    this.#next = next;
    this.#context = context;
    this.#targets = args.targets.map((target) => readTarget(target, context.baseDir));
    this.#newTargets = new Set(this.#targets.map(({ id }) => id));
    this.#problems = new Problems(context.log, this.#tails);
    this.#lastSave = context.scheduler.now();
    this.#pause = args.file_watch.args.min_poll_frequency;
    this.#tailContext = this.#createTailContext();
    context.metrics.register({
      collect: () => [
        {
          name: `${context.prefix}source_file_files_active_total`,
          help: "Number of files being tailed",
          type: "gauge",
          samples: [{ suffix: "", labels: [], value: this.#tails.generationCount }],
        },
      ],
    });
  }

  #createTailContext(): TailContext {
    const { metrics, prefix, scheduler, log } = this.#context;
    const counter = (name: string, help: string, labels: readonly string[] = []) =>
      metrics.counter(`${prefix}source_file_${name}`, help, labels);
    const lines = counter("read_lines_total", "Number of lines read").with();
    const bytes = counter("read_bytes_total", "Number of bytes read").with();
    const split = counter("split_lines_total", "Parts that lines longer than 1 MiB were split into").with();
    const rotations = counter("rotations_total", "Files that were renamed, removed or truncated", ["kind"]);
    return {
      next: this.#next,
      buffer: Buffer.allocUnsafeSlow(LINE_BUFFER),
      log,
      done: this.#done,
      files: this.#files,
      folders: this.#folders,
      awaited: new Set(),
      originals: (name) => this.#tails.originals(name).flatMap(({ generations }) => generations),
      now: () => scheduler.now(),
      read: (someLines, someBytes) => {
        this.#read += someBytes;
        lines.add(someLines);
        bytes.add(someBytes);
      },
      split: (path) => {
        split.inc();
        log.write("warn", "a line is longer than 1 MiB and was split", { path });
      },
      moved: () => {
        this.#moved = true;
      },
      rotated: (kind) => rotations.with(kind).inc(),
    };
  }

  /**
   * Takes other arguments over, which it always can: tails of paths that are still named read on, those of paths that are
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
    this.#targets = args.targets.map((target) => readTarget(target, this.#context.baseDir));
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
    this.#moved = true;
    this.#scannedAt = undefined;
  }

  /** Closes what no target names any more once all that was read of it is settled; positions are exact then. */
  async #closeLeaving(): Promise<void> {
    for (const [path, tail] of this.#leaving) {
      if (!tail.settled) continue;
      this.#leaving.delete(path);
      this.#moved = true;
      if (!tail.empty) this.#unused.set(path, tail.save());
      await tail.close();
    }
  }

  get health(): Health {
    return this.#problems.health(this.#context.dataLost());
  }

  details(): Readonly<Record<string, unknown>> {
    const files = [...this.#tails].flatMap(({ generations }) => generations);
    return {
      files: files.length,
      reading: files.slice(0, MAX_SHOWN_FILES).map(({ path, offset, rotated }) => ({ path, offset, rotated })),
    };
  }

  async start(): Promise<void> {
    this.#lookNow();
  }

  /** Resolves when the look that is under way, if any, is over. */
  async looked(): Promise<void> {
    await this.#looking;
  }

  #lookNow(): void {
    if (this.#stopped || this.#looking !== undefined) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#looking = this.#look()
      .catch((error: unknown) => this.#problems.set("look", `files cannot be read: ${(error as Error).message}`))
      .finally(() => {
        this.#looking = undefined;
        if (this.#newArgs === undefined) this.#arm();
        else this.#lookNow();
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
    const before = this.#read;
    const now = this.#context.scheduler.now();
    if (this.#newArgs !== undefined) {
      this.#takeOver(this.#newArgs);
      this.#newArgs = undefined;
    }
    if (!this.#restored) await this.#restorePositions(now);
    if (this.#leaving.size > 0) await this.#closeLeaving();
    if (this.#scannedAt === undefined || now - this.#scannedAt >= this.#scanPause) await this.#scan(now);
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
    const longer = this.#read > before ? shortest : this.#pause * 2n;
    this.#pause = longer < longest ? longer : longest;
    if (this.#moved && this.#context.scheduler.now() - this.#lastSave >= SAVE_PAUSE) await this.#save();
  }

  /** Reads a chunk of each path in turn until there is nothing more, or no room. */
  async #readAll(tails: Iterable<PathTail>): Promise<void> {
    for (let more: PathTail[] = [...tails]; more.length > 0; ) {
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

  get #scanPause(): Nanos {
    const { enabled, sync_period } = this.#args.file_match.args;
    return enabled ? sync_period : SCAN_PAUSE;
  }

  /** Without those that are not begun since they are too old; what is read already stays. */
  async #youngEnough(paths: readonly string[], now: Nanos): Promise<readonly string[]> {
    const { enabled, ignore_older_than } = this.#args.file_match.args;
    if (!enabled || ignore_older_than === 0n) return paths;
    const oldest = Number((now - ignore_older_than) / MILLISECOND);
    const stats = await statAll(paths);
    return paths.filter((path, i) => this.#tails.has(path) || (stats[i]?.writtenAt ?? 0) >= oldest);
  }

  /** Finds out which paths there are, and makes and forgets tails accordingly. */
  async #scan(now: Nanos): Promise<void> {
    const found = new Map<string, Target>();
    for (const target of this.#targets) {
      for (const path of await this.#youngEnough(await this.#expand(target), now))
        if (!found.has(path)) found.set(path, target);
    }
    for (const [path, target] of found) if (!this.#tails.has(path)) this.#tails.add(this.#tailOf(path, target, now));
    this.#newTargets = new Set();
    for (const tail of this.#tails) if (!found.has(tail.path) && tail.empty) this.#tails.remove(tail);
    const limit = MAX_DONE + this.#tails.size;
    for (const key of this.#done.keys()) {
      if (this.#done.size <= limit) break;
      this.#done.delete(key);
    }
    this.#scannedAt = now;
  }

  /** The tail of a path that a target names now: where there was one, that. */
  #tailOf(path: string, target: Target, now: Nanos): PathTail {
    const labels = labelsOf(target, path);
    const leaving = this.#leaving.get(path);
    if (leaving !== undefined) {
      this.#leaving.delete(path);
      leaving.labels = labels;
      return leaving;
    }
    const saved = this.#unused.get(path);
    this.#unused.delete(path);
    const fromEnd = this.#args.tail_from_end && this.#newTargets.has(target.id);
    return new PathTail(path, labels, this.#tailContext, { saved, now: Number(now / MILLISECOND), fromEnd });
  }

  async #expand(target: Target): Promise<readonly string[]> {
    if (!hasWildcard(target.path)) return target.wanted(target.path) ? [target.path] : [];
    const { paths, problem } = await expandGlob(target.path);
    if (problem === undefined) this.#problems.delete(target.path);
    else this.#problems.set(target.path, problem);
    return paths.filter(target.wanted);
  }

  /** Takes up what was saved by the process before. */
  async #restorePositions(now: Nanos): Promise<void> {
    const { positions, damaged } = await loadPositions(this.#context.dataDir);
    if (damaged !== undefined) {
      const message = `positions were damaged (${damaged.reason}); they are kept as ${damaged.keptAs}, and reading started over`;
      this.#problems.set("positions", message, false);
    }
    const named = targetsByPath(this.#targets);
    for (const position of positions?.done ?? []) this.#done.set(position.key, position);
    for (const saved of positions?.paths ?? (damaged === undefined ? await this.#legacyPositions() : [])) {
      const target = named(saved.path);
      if (target !== undefined) {
        const start = { saved, now: Number(now / MILLISECOND), fromEnd: false };
        this.#tails.add(new PathTail(saved.path, labelsOf(target, saved.path), this.#tailContext, start));
      } else {
        const key = (await statFile(saved.path).catch(() => undefined))?.key;
        if (saved.files.some((file) => file.key === key)) this.#unused.set(saved.path, saved);
      }
    }
    this.#restored = true;
    for (const tail of this.#tails) await tail.restore();
    for (const tail of this.#tails) await tail.restoreMissing();
  }

  /** What another program read, where nothing was read before. */
  async #legacyPositions(): Promise<readonly SavedPath[]> {
    const { legacy_positions_file: file } = this.#args;
    if (file === "") return [];
    const { baseDir, log } = this.#context;
    try {
      const found = await readLegacyPositions(resolve(baseDir, file));
      log.write("info", "positions of another program were taken over", { file, paths: found.length });
      return found;
    } catch (error) {
      this.#problems.set("legacy", `${file} cannot be taken over: ${(error as Error).message}`, false);
      return [];
    }
  }

  async #save(): Promise<void> {
    // Whoever has the folder now goes by what stands there.
    if (this.#context.dataLost() !== undefined) return;
    const open = [...this.#tails, ...this.#leaving.values()].map((tail) => tail.save());
    const paths = [...this.#unused.values(), ...open];
    this.#moved = false;
    this.#lastSave = this.#context.scheduler.now();
    try {
      await savePositions(this.#context.dataDir, { paths, done: [...this.#done.values()] });
      this.#problems.delete("save");
    } catch (error) {
      this.#moved = true;
      this.#problems.set(
        "save",
        `positions cannot be written to ${this.#context.dataDir}: ${(error as Error).message}`,
      );
    }
  }

  /** Reads no more. What was read is accounted for by those who have it; positions are written when they are done. */
  async drain(deadline: Promise<void>): Promise<number> {
    this.#stopped = true;
    this.#cancelTimer?.();
    await Promise.race([this.#looking, deadline]);
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
  }
}

export const sourceFileRecord = defineRunning({
  spec: logsSourceFile,
  keepsState: true,
  build: ({ args, next, context }) => new FileSource(args, next, context),
  update: (running, args) => running.update(args),
});

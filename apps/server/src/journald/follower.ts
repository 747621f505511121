/**
 * The program `journalctl`, which follows the journal and prints an entry a line. Where it ends it is started again after a
 * pause; while its lines are not taken it waits.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { type Nanos, SECOND } from "@sluice/engine";
import type { Faults } from "../core/faults.ts";
import { StreamLines } from "../files/reading/stream-lines.ts";
import type { Scheduler } from "../platform/scheduler.ts";

const MIN_PAUSE = SECOND;
const MAX_PAUSE = 30n * SECOND;
/** Of what it says is wrong. Characters. */
const MAX_REASON = 300;

/** Where it begins: behind an entry, or at a time, in seconds since 1970. */
export type JournalStart = { readonly cursor: string } | { readonly since: Nanos };

export interface FollowerParts {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly program: string;
  /** Without where it begins; asked before each start. */
  args(): readonly string[];
  /** Asked before each start; `failed`: it ended at once when it was to begin behind an entry. */
  start(failed: boolean): JournalStart;
  /** False: nothing more is to come until `resume`. */
  take(lines: readonly string[]): boolean;
  problem(message: string | undefined): void;
}

export class JournalFollower {
  readonly #parts: FollowerParts;
  #child: ChildProcess | undefined;
  #pause: Nanos = MIN_PAUSE;
  #cancelTimer = () => {};
  #stopped = false;
  #failed = false;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#stopped) return;
    const { program, faults } = this.#parts;
    const start = this.#parts.start(this.#failed);
    const place = "cursor" in start ? `--after-cursor=${start.cursor}` : `--since=@${start.since / SECOND}`;
    const child = spawn(program, [...OUTPUT, place, ...this.#parts.args()], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, LC_ALL: "C" },
    });
    this.#child = child;
    const lines = new StreamLines();
    let reason = "";
    let read = false;
    child.stdout!.on("data", (piece: Buffer) =>
      faults.guard("reading the journal", () => {
        read = true;
        this.#pause = MIN_PAUSE;
        this.#parts.problem(undefined);
        for (const cut of lines.add(piece)) if (!this.#parts.take(cut.lines)) child.stdout!.pause();
      }),
    );
    child.stderr!.on("data", (piece: Buffer) => {
      if (reason.length < MAX_REASON) reason += piece.toString();
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      reason = error.code === "ENOENT" ? "there is no such program; it comes with systemd" : error.message;
    });
    child.on("close", (code, signal) => {
      this.#child = undefined;
      if (this.#stopped) return;
      this.#failed = "cursor" in start && !read;
      const why = reason.split("\n", 1)[0]!.slice(0, MAX_REASON) || `it ended with ${signal ?? `exit code ${code}`}`;
      this.#parts.problem(`${program}: ${why}`);
      this.#cancelTimer = this.#parts.scheduler.after(this.#pause, () => this.start());
      this.#pause = this.#pause * 2n < MAX_PAUSE ? this.#pause * 2n : MAX_PAUSE;
    });
  }

  resume(): void {
    this.#child?.stdout?.resume();
  }

  /** Ends the program. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    const child = this.#child;
    if (child === undefined) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    // What it still prints is read by nobody.
    child.stdout!.removeAllListeners("data").resume();
    child.kill();
    await closed;
  }
}

/** All entries from where it begins, then what comes; whole fields, one entry a line. */
const OUTPUT = ["--output=json", "--follow", "--no-tail", "--all", "--no-pager", "--quiet"] as const;

/** A folder of logs with a `logs.source.file` that follows them, under a clock that tests move. */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ComponentArgs, logsSourceFile } from "@sluice/engine";
import { FileSource } from "../components/sources/source-file.ts";
import { FileGate } from "../platform/file-gate.ts";
import { type FileRules, NO_RULES } from "../platform/file-rules.ts";
import { ManualScheduler } from "../platform/scheduler.ts";
import { CollectingReceiver, componentOf, never, type TestContext, testContext, valuesOf } from "./fixtures.ts";

/** One target, by the pattern of its logs, with further labels. */
export const targetOf = (pattern: string, labels = "") => `{ __path__ = "logs/${pattern}", ${labels} job = "app" }`;

const argsOf = (targets: readonly string[], args: string) =>
  componentOf(
    "logs.source.file",
    `logs.source.file "app" {
       targets = [${targets.join(", ")}]
       forward_to = []
       ${args}
     }`,
  ).args as ComponentArgs<typeof logsSourceFile>;

/** The pause between two looks. */
export const POLL = 250_000_000n;

export class FileFixture {
  readonly folder = mkdtempSync(join(tmpdir(), "sluice-file-"));
  readonly next = new CollectingReceiver();
  /** Why the data directory is another's, once it is. */
  lost: string | undefined;
  /** Which files may be opened. */
  rules: FileRules = NO_RULES;
  scheduler!: ManualScheduler;
  context!: TestContext;
  #source: FileSource | undefined;

  constructor() {
    mkdirSync(join(this.folder, "logs"));
    this.startAt(-3600);
  }

  /** Births of files follow the system's clock; seconds from that, so that files are born after a test's start or before. */
  startAt(seconds: number): void {
    this.scheduler = new ManualScheduler(BigInt(Date.now() + seconds * 1000) * 1_000_000n);
  }

  get source(): FileSource {
    return this.#source!;
  }

  /** The path of a log. */
  path(name: string): string {
    return join(this.folder, "logs", name);
  }

  write(name: string, text: string): void {
    appendFileSync(this.path(name), text);
  }

  /** Gives the rotated generations of a log the next number each, as logrotate does; gives the path of number 1, which is free then. */
  shift(name: string): string {
    const rotated = (n: number) => this.path(`${name}.${n}`);
    let last = 1;
    while (existsSync(rotated(last))) last++;
    for (let n = last; n > 1; n--) renameSync(rotated(n - 1), rotated(n));
    return rotated(1);
  }

  /** Starts a source for `pattern` with further arguments of the component and of the target, and waits for its first look. */
  async start(pattern = "app.log", args = "", target = ""): Promise<void> {
    const dataDir = join(this.folder, "data");
    this.context = testContext("logs.source.file.app", {
      scheduler: this.scheduler,
      baseDir: this.folder,
      files: new FileGate(this.folder, this.rules),
      dataDir,
      dataLost: () => this.lost,
    });
    this.#source = new FileSource(argsOf([targetOf(pattern, target)], args), this.next, this.context);
    await this.#source.start();
    await this.#source.looked();
  }

  /** Has the source take over other targets, given as `targetOf` writes them, and waits for its next look. */
  async update(targets: readonly string[], args = ""): Promise<void> {
    this.source.update(argsOf(targets, args))();
    await this.source.looked();
    await this.pass();
  }

  /** Lets time pass, one look after the other. */
  async pass(time = POLL): Promise<void> {
    for (let passed = 0n; passed < time; passed += POLL) {
      await this.scheduler.advance(POLL);
      await this.source.looked();
    }
  }

  /** An orderly stop: what was acknowledged by now is not read again. */
  async stop(): Promise<void> {
    await this.#source?.drain(never);
    await this.#source?.close();
    this.#source = undefined;
  }

  /** A stop in which positions are not written. */
  async crash(): Promise<void> {
    const { lost } = this;
    this.lost = "the process is gone";
    await this.stop();
    this.lost = lost;
  }

  values(): Record<string, number> {
    return valuesOf(this.context.metrics.collect(0n));
  }

  /** What was saved. */
  positions() {
    return JSON.parse(readFileSync(join(this.folder, "data", "positions.json"), "utf8"));
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

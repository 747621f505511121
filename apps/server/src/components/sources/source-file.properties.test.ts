/** However a file is rotated, under way and between restarts, every line is read once. */
import { copyFileSync, existsSync, readFileSync, renameSync, truncateSync } from "node:fs";
import { SECOND } from "@sluice/engine";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FileFixture } from "../../testing/file-fixture.ts";

const STEPS = [
  "line",
  "line",
  "lines",
  "half",
  "rename",
  "copy",
  "copyOver",
  "look",
  "look",
  "wait",
  "restart",
  "block",
  "unblock",
] as const;
type Step = (typeof STEPS)[number];

/** What chance found once. */
const FOUND: readonly (readonly Step[])[] = [
  ["line", "copyOver", "restart", "line", "look", "line", "copyOver", "line"],
  ["line", "copy", "rename", "wait", "line", "line", "copyOver"],
  ["line", "copyOver", "copy", "line", "restart", "copyOver", "line"],
  ["line", "copyOver", "line", "restart", "line", "line", "copyOver", "line", "restart"],
  // A copy onto a file that was empty when a tail of its own opened it.
  ["line", "copyOver", "rename", "restart", "line", "wait", "line", "line", "copyOver", "line", "line"],
  // The same onto an empty generation, before a restart.
  ["line", "copy", "copy", "line", "look", "line", "copyOver", "line", "line", "restart"],
];

class Scenario extends FileFixture {
  readonly #pattern: string;
  #rest = "";
  written = 0;

  constructor(pattern: string) {
    super();
    this.#pattern = pattern;
  }

  #finishLine(): void {
    if (this.#rest !== "") this.write("app.log", this.#rest);
    this.#rest = "";
  }

  #line(): string {
    this.#finishLine();
    const number = this.written++;
    return `line ${number} ${"x".repeat((number * 37) % 300)}\n`;
  }

  #isRead(name: string): boolean {
    if (!existsSync(this.path(name))) return false;
    const read = new Set(this.next.lines);
    return readFileSync(this.path(name), "utf8")
      .split("\n")
      .every((line) => line === "" || read.has(line));
  }

  async run(step: Step): Promise<void> {
    const log = this.path("app.log");
    switch (step) {
      case "line":
        return this.write("app.log", this.#line());
      case "lines":
        return this.write("app.log", Array.from({ length: 20 }, () => this.#line()).join(""));
      case "half": {
        const line = this.#line();
        this.write("app.log", line.slice(0, 4));
        this.#rest = line.slice(4);
        return;
      }
      case "rename":
        this.#finishLine();
        if (existsSync(log)) renameSync(log, this.shift("app.log"));
        return;
      case "copy":
        this.#finishLine();
        if (!existsSync(log)) return;
        copyFileSync(log, this.shift("app.log"));
        truncateSync(log);
        return;
      case "copyOver": {
        this.#finishLine();
        if (!existsSync(log)) return;
        // Lines that are only in the file that is overwritten are lost to everybody.
        copyFileSync(log, this.#isRead("app.log.1") ? this.path("app.log.1") : this.shift("app.log"));
        truncateSync(log);
        return;
      }
      case "look":
        return this.pass();
      case "wait":
        return this.pass(6n * SECOND);
      case "restart":
        await this.stop();
        return this.start(this.#pattern);
      case "block":
        this.next.blocked = true;
        return;
      case "unblock":
        this.next.blocked = false;
        await this.source.looked();
    }
  }

  async finish(): Promise<void> {
    this.#finishLine();
    this.next.blocked = false;
    await this.pass(12n * SECOND);
  }
}

// Every stop waits until positions are on the disk, which takes long where others write to it too.
const DISK_TIMEOUT_MS = 60_000;

it.each(["app.log", "app.log*"])(
  "reads every line once with the pattern %s",
  { timeout: DISK_TIMEOUT_MS },
  async (pattern) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 5, maxLength: 40 }), async (steps) => {
        const scenario = new Scenario(pattern);
        try {
          await scenario.start(pattern);
          for (const step of steps) await scenario.run(step);
          await scenario.finish();
          const read = scenario.next.lines.map((line) => Number(line.split(" ")[1])).sort((a, b) => a - b);
          expect(read).toEqual(Array.from({ length: scenario.written }, (_, i) => i));
        } finally {
          await scenario.remove();
        }
      }),
      { numRuns: 40, examples: FOUND.map((steps) => [[...steps]]) },
    );
  },
);

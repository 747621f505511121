/** A `logs.write.file` in a folder of its own, with the processes that come one after the other there. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ComponentArgs, logsWriteFile } from "@sluice/engine";
import { FileWriter } from "../components/sinks/write-file.ts";
import type { OpenFile } from "../files/writing/rotating-file.ts";
import { FileGate } from "../platform/file-gate.ts";
import type { FileRules } from "../platform/file-rules.ts";
import { componentOf, type TestContext, testContext, valuesOf } from "./fixtures.ts";

export class WriteFileFixture {
  readonly #writers: FileWriter[] = [];
  #folder = "";
  #context: TestContext | undefined;

  /** A new folder, and the first process. */
  begin(): { readonly folder: string; readonly context: TestContext } {
    this.#folder = mkdtempSync(join(tmpdir(), "sluice-write-"));
    return { folder: this.#folder, context: this.again() };
  }

  async end(): Promise<void> {
    for (const writer of this.#writers.splice(0)) await writer.drain(Promise.resolve());
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The next process, with the same folders. */
  again(rules?: FileRules): TestContext {
    const folder = this.#folder;
    const files = new FileGate(folder, rules);
    this.#context = testContext("logs.write.file.out", { baseDir: folder, dataDir: join(folder, "data"), files });
    return this.#context;
  }

  readonly argsOf = (more = "", path = "out.jsonl") =>
    componentOf("logs.write.file", `logs.write.file "out" {\n path = "${path}"\n ${more}\n}`).args as ComponentArgs<
      typeof logsWriteFile
    >;

  readonly start = async (more = "", openFile?: (path: string, flags: number) => Promise<OpenFile>, path?: string) => {
    const writer = new FileWriter(this.argsOf(more, path), this.#context!, openFile);
    this.#writers.push(writer);
    await writer.start();
    return writer;
  };

  readonly content = (name = "out.jsonl") => readFileSync(join(this.#folder, name), "utf8");
  /** Entries that this process wrote. */
  readonly written = () => valuesOf(this.#context!.metrics.collect(0n)).logs_write_file_entries_total;
}

export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line).line);

/** Opens files of which `write` does something else first. */
export const openWith =
  (before: (file: OpenFile, bytes: Buffer, at: number, length: number) => Promise<number | undefined>) =>
  async (path: string, flags: number): Promise<OpenFile> => {
    const file = await open(path, flags);
    const write = async (bytes: Buffer, at: number, length: number) => {
      const bytesWritten = await before(file, bytes, at, length);
      return bytesWritten === undefined ? file.write(bytes, at, length) : { bytesWritten, buffer: bytes };
    };
    return new Proxy(file, {
      get: (target, name) => {
        const own = name === "write" ? write : Reflect.get(target, name);
        return typeof own === "function" ? own.bind(target) : own;
      },
    });
  };

/** What the system says where a disk is full. */
export const noSpace = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

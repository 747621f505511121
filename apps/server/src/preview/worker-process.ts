/**
 * The process in which previews run. A thread would share less than it seems: its heap can be limited, but where one
 * allocation takes more than the little room left (a long text, a large table), the platform ends the whole process
 * instead of the thread, and live traffic with it. A process has limits that hold, and can be ended at any moment.
 */
import { type ChildProcess, fork } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { PreviewAnswer } from "./preview-answer.ts";

/** What the worker says: that it is there, then for each job the answer's parts and its end. */
export type WorkerMessage = "ready" | { readonly part: Uint8Array } | Omit<PreviewAnswer, "parts">;

export interface WorkerEnd {
  /** It ran out of memory. */
  readonly memory: boolean;
  /** Why, for people; where it is known, what it printed last. */
  readonly message: string;
}

export interface WorkerListener<Message = WorkerMessage> {
  message(message: Message): void;
  /** It has ended; nothing comes any more. Told once. */
  ended(end: WorkerEnd): void;
}

/** Environment variables that the platform itself wants. The others may be secrets. */
const PASSED_ON = ["TZ", "NODE_ICU_DATA", "SystemRoot"];
/** Of what it prints, the end is kept. Characters. */
const KEPT_OUTPUT = 4096;
/** The part of the memory that the heap may take; the rest is the platform's own, the code's, and that of bytes. */
const HEAP = 3 / 4;
/** A third of the heap's part for what is young. Mebibytes. */
const YOUNG = 8;

export class WorkerProcess<Message = WorkerMessage> {
  readonly #child: ChildProcess;
  #killed = false;

  /** `memory`: what it may take, in mebibytes. */
  constructor(program: URL, memory: number, listener: WorkerListener<Message>) {
    const child = fork(fileURLToPath(program), [], {
      execArgv: [`--max-old-space-size=${Math.floor(memory * HEAP)}`, `--max-semi-space-size=${YOUNG}`],
      env: Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child = child;
    let printed = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-KEPT_OUTPUT);
    });
    child.on("message", (message) => {
      if (!this.#killed) listener.message(message as Message);
    });
    let told = false;
    const end = (one: WorkerEnd) => {
      this.#killed = true;
      if (!told) listener.ended(one);
      told = true;
    };
    child.on("error", (error) => {
      // Where it could not be started there is no other event.
      if (child.pid === undefined) end({ memory: false, message: error.message });
    });
    child.on("close", (code, signal) => {
      const memory = signal === "SIGABRT" || code === 134 || /heap out of memory/i.test(printed);
      const reason = signal === null ? `its process exited with ${code}` : `its process was killed by ${signal}`;
      const error = /^\w*Error.*$/m.exec(printed)?.[0];
      end({ memory, message: error === undefined ? reason : `${reason}: ${error}` });
    });
  }

  /** Whether it takes jobs. */
  get alive(): boolean {
    return !this.#killed;
  }

  /** Gives it a job. The listener gets what it sends. */
  run(job: object): void {
    // A job that does not arrive is seen by the end of the process.
    this.#child.send(job, () => {});
  }

  /** Ends it, whatever it does; `ended` is called when it is gone. */
  kill(): void {
    this.#killed = true;
    this.#child.kill("SIGKILL");
  }

  /** Whether this process stays for it: it need not for one that waits for work. */
  set needed(needed: boolean) {
    const handles = [this.#child, this.#child.channel, this.#child.stderr as Socket | null];
    for (const handle of handles) needed ? handle?.ref() : handle?.unref();
  }
}

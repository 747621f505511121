/**
 * The last belt: exceptions and rejected promises that nobody caught. By the platform's default each ends the process
 * and takes all pipelines along. Here it is the failure of the component whose work it was, as far as that is known,
 * else the process's own; it is logged and counted, and the rest continues.
 *
 * Two kinds end the process all the same: what happens before the server runs, since there is nothing yet to continue
 * with; and a broken invariant inside the platform (`ERR_INTERNAL_ASSERTION`), after which nothing that its sockets,
 * files and timers do can be relied on. (Running out of memory cannot be caught.)
 */
import type { EventEmitter } from "node:events";
import { Faults } from "./faults.ts";

export interface FaultBelt {
  /** Of the process as a whole; undefined while nothing runs. */
  own(): Faults | undefined;
  /** Called once, for what cannot be gone on from. */
  end(error: unknown): void;
}

const PLATFORM_BROKEN = "ERR_INTERNAL_ASSERTION";

/** Puts the belt on; gives a function that takes it off. */
export function installFaultBelt({ own, end }: FaultBelt, target: EventEmitter = process): () => void {
  let ended = false;
  const caught = (doing: string) => (error: unknown) => {
    const faults = own();
    if (faults === undefined || (error as { code?: unknown } | undefined | null)?.code === PLATFORM_BROKEN) {
      if (!ended) end(error);
      ended = true;
    } else (Faults.current() ?? faults).record(doing, error);
  };
  const exception = caught("a callback ran");
  const rejection = caught("a promise was awaited");
  target.on("uncaughtException", exception);
  target.on("unhandledRejection", rejection);
  return () => {
    target.off("uncaughtException", exception);
    target.off("unhandledRejection", rejection);
  };
}

/** Repeats a request while the page is visible. */
import type { Scheduler } from "../workers/port.ts";

export interface Poll {
  ask(): Promise<void>;
  /** Milliseconds from the end of one question to the next. */
  pause(): number;
  /** Nothing is requested while the page is hidden. */
  visible(): boolean;
}

/** Begins at once; gives what ends it. */
export function poll(scheduler: Scheduler, { ask, pause, visible }: Poll): () => void {
  let cancel = () => {};
  let ended = false;
  const turn = async () => {
    if (visible()) await ask();
    if (!ended) cancel = scheduler.after(pause(), () => void turn());
  };
  void turn();
  return () => {
    ended = true;
    cancel();
  };
}

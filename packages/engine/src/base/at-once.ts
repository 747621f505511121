/** Number of small steps between two pauses of long work. */
export const STEP = 500;

/** Does work in steps without pauses. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

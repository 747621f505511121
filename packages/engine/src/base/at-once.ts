/** How many small things are done between two stops of work in steps. */
export const STEP = 500;

/** Does work that would stop now and then without a stop. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Thrown by the runner of a pipeline, out of one of its callbacks, to end the run at once: time is up, or the result is no
 * longer needed. It is not a fault of a stage, so chains rethrow it; work in progress is abandoned, and the pipeline must not
 * be used again.
 */
export class Interruption extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Interruption";
  }
}

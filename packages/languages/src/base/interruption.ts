/**
 * Thrown by whoever runs a pipeline, out of one of its callbacks, to end the run at once: time is up, or nobody wants
 * the result any more. It is not a fault of a stage, so chains let it through; what was being worked on is left as it is,
 * and the pipeline must not be used again.
 */
export class Interruption extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Interruption";
  }
}

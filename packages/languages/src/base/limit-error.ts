/**
 * Thrown by a language of the engine when an input asks for more work than its stated bound (regular-expression work,
 * template steps, output size, JSON depth …). The chain catches it: the entry continues unchanged and the trace says
 * which limit it was.
 */
export class LimitError extends Error {
  /** Stable name of the limit, as the reference lists it, e.g. `regex-work`. */
  readonly limit: string;

  constructor(limit: string, message: string) {
    super(message);
    this.name = "LimitError";
    this.limit = limit;
  }
}

/**
 * Parts: what most configurations do not use and a page should not load ahead of its first results. Whoever uses one imports
 * `#parts/ROOM/NAME`, a function that gives it. Of each there are two files: `NAME.now.ts`, in which it is imported like
 * anything else, for programs that have everything, and `NAME.later.ts`, which loads it when it is first asked for. Only
 * the bundler of the page, by the condition `sluice-page`, takes the latter.
 *
 * The engine does not wait. Where a part is not there yet, asking for it throws a `MissingPart` through everything; whoever
 * called the engine loads it and calls again. So a call that may throw one must leave nothing behind that the next minds.
 */
import { Interruption } from "./interruption.ts";

export class MissingPart extends Interruption {
  /** What the part is for. */
  readonly part: string;
  /** Rejects when it cannot be loaded; another call tries again. */
  readonly load: () => Promise<void>;

  constructor(part: string, load: () => Promise<void>) {
    super(`the part for ${part} is not loaded`);
    this.name = "MissingPart";
    this.part = part;
    this.load = load;
  }
}

/** The part that `load` gives, once that was called; `name` says what it is for. */
export function later<T>(name: string, load: () => Promise<T>): () => T {
  let loaded: { readonly part: T } | undefined;
  let loading: Promise<void> | undefined;
  const loadOnce = (): Promise<void> => {
    loading ??= load().then(
      (part) => {
        loaded = { part };
      },
      (error) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return () => {
    if (loaded === undefined) throw new MissingPart(name, loadOnce);
    return loaded.part;
  };
}

/** The result of `run`, which is called again for each part that it misses once that is loaded. */
export function withParts<T>(run: () => T | Promise<T>): T | Promise<T> {
  const again = async (error: unknown): Promise<T> => {
    if (!(error instanceof MissingPart)) throw error;
    await error.load();
    return withParts(run);
  };
  try {
    const result = run();
    return result instanceof Promise ? result.catch(again) : result;
  } catch (error) {
    if (error instanceof MissingPart) return again(error);
    throw error;
  }
}

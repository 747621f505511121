/**
 * Parts: code that most configurations do not use, and that a page should not load before its first results. Users of a part
 * import `#parts/ROOM/NAME`, a function that returns it. Each part has two files: `NAME.now.ts`, which imports it directly,
 * for programs that have everything, and `NAME.later.ts`, which loads it on first use. Only the page's bundler, by the
 * condition `sluice-page`, takes the latter.
 *
 * The engine does not wait. If a part is not loaded yet, its use throws a `MissingPart` through everything; the engine's
 * caller loads it and calls again. So a call that may throw one must leave no state behind that disturbs the next.
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

/** The part from `load`, once that was called; `name` says what it is for. */
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

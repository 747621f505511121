/** The seed of a preview: one rule for the page, the command line and the server. */

/** The seed of previews that are given none, wherever they run: the same chance everywhere. */
export const DEFAULT_SEED = 42;

/** Whether it is a valid seed: any whole number that is exact. */
export const isSeed = (value: unknown): value is number => Number.isSafeInteger(value);

/** A seed as written; undefined when it is none. */
export function readSeed(text: string): number | undefined {
  const seed = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return isSeed(seed) ? seed : undefined;
}

// In place of `fast-check` under `npm run test:deep`: each property tries ten times as many cases, from the seed of that run.
import * as real from "../../node_modules/fast-check/lib/fast-check.js";

/** fast-check's own number of cases, where a test names none. */
const USUAL = 100;
const FACTOR = 10;
const seed = Number(process.env.SLUICE_SEED);

/**
 * @template T
 * @param {import("fast-check").Parameters<T>} params
 */
const deeper = (params = {}) => ({ ...params, seed, numRuns: (params.numRuns ?? USUAL) * FACTOR });

export * from "../../node_modules/fast-check/lib/fast-check.js";
/** @type {typeof real.assert} */
export const assert = (property, params) => real.assert(property, deeper(params));
/** @type {typeof real.check} */
export const check = (property, params) => real.check(property, deeper(params));
export default { ...real, assert, check };

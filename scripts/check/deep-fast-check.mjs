// Replaces `fast-check` under `npm run test:deep`: each property tries ten times as many cases, from the seed of that run.
import * as real from "../../node_modules/fast-check/lib/fast-check.js";

/** fast-check's own number of cases, where a test names none. */
const USUAL = 100;
const FACTOR = 10;
const seed = Number(process.env.SLUICE_SEED);

/**
 * The same function, with more cases.
 * @template {(...args: never) => unknown} F
 * @param {F} run
 * @returns {F}
 */
const deepened = (run) =>
  new Proxy(run, {
    apply: (target, self, [property, params = {}]) =>
      Reflect.apply(target, self, [property, { ...params, seed, numRuns: (params.numRuns ?? USUAL) * FACTOR }]),
  });

export * from "../../node_modules/fast-check/lib/fast-check.js";
export const assert = deepened(real.assert);
export const check = deepened(real.check);
export default { ...real, assert, check };

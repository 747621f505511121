/** Two configurations on the same entries. */
export { alignStages, type PairChange, type StagePair } from "./align.ts";
export * from "./compare-json.ts";
export * from "./comparison.ts";
export type { PartedValue, Parting } from "./parting.ts";
export { MAX_SETS, onlyIn, type SentEntry, type SentPart, sentDifferences } from "./sent.ts";
export { customSeries } from "./series.ts";

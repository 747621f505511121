/** What the output of a pipeline costs, and the changes that would save most. */
export { type Amount, readAmount } from "./amount.ts";
export {
  type CostReport,
  type LabelStreams,
  type MeasuredRun,
  measureCosts,
  measureCostsInSteps,
  type OutputVolume,
  type PatternVolume,
} from "./measure.ts";
export { type MetadataVolume, sumOfMetadata } from "./metadata.ts";
export { type Cost, costOf, measuredRate, type Tariff } from "./money.ts";
export { type Saving, type SavingKind, type SavingsInput, savingsInSteps } from "./savings.ts";
export { costsWithoutSecrets, type ShownCosts } from "./shown-costs.ts";
export type { StageVolume } from "./stage-volumes.ts";
export { measuredTimes, type StageTime, stageTimesInSteps } from "./times.ts";
export type { Volume } from "./volume.ts";

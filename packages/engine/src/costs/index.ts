/** What the output of a pipeline costs, and the changes that would save most. */
export {
  type CostReport,
  type LabelStreams,
  type MeasuredRun,
  measureCosts,
  measureCostsInSteps,
  type OutputVolume,
  type PatternVolume,
  type StageVolume,
  type Volume,
} from "./measure.ts";
export { type Cost, costOf, measuredRate, type Tariff } from "./money.ts";
export { type Saving, type SavingKind, type SavingsInput, savingsInSteps } from "./savings.ts";
export { type StageTime, stageTimesInSteps } from "./times.ts";

/** What tests of pipelines need: virtual time, seeded chance, builders, runs of configuration texts, the stage contract. */

export { SeededRandom } from "@sluice/languages/base";
export { VirtualClock } from "../base/clock.ts";
export { fuzzEntries } from "./fuzz-entries.ts";
export { type GenerateOptions, generateConfig } from "./generate-config.ts";
export { killMutants, type MutantsKilled } from "./kill-mutants.ts";
export { type Mutant, mutants, type Unchangeable } from "./mutants.ts";
export { fewAlike, type PreviewCase, previewCases, toContents } from "./preview-cases.ts";
export {
  DEFAULT_START,
  diagnose,
  type EntryInput,
  entry,
  type RunOptions,
  type RunResult,
  runNodes,
  runStages,
  TEST_HOST,
} from "./run-stages.ts";
export { type ContractCheck, type ContractOptions, stageContract } from "./stage-contract.ts";
export { type NoteRow, RAW_BYTE, stageNotes, valued } from "./stage-notes.ts";

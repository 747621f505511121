export type { Coverage, CoveredPath, CoveredStage } from "./coverage.ts";
export { addCoverage } from "./coverage.ts";
export {
  type EditedTests,
  editTests,
  findTests,
  type NewTest,
  newTestFile,
  type TestEdit,
  type TestFileHead,
} from "./edit-tests.ts";
export { describePart, type NamedDifference, type PartResult, TEST_PARTS, type TestPart } from "./judge.ts";
export { type Played, type PlayedEntry, type PlayedReason, TEST_BOUNDS, type TestBounds } from "./play.ts";
export {
  RECORDED_PARTS,
  type RecordChoice,
  type RecordedPart,
  recordExpectation,
  updateExpectation,
  type WrittenExpectation,
} from "./record.ts";
export {
  choosePipeline,
  type RunTestsOptions,
  runTests,
  type TestResult,
  type TestRun,
  testsInSteps,
} from "./run-tests.ts";
export * from "./test-file.ts";

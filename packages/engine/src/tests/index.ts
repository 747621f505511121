export type { Coverage, CoveredPath, CoveredStage } from "./coverage.ts";
export { type NamedDifference, type PartResult, TEST_PARTS, type TestPart } from "./judge.ts";
export { type Played, type PlayedEntry, type PlayedReason, TEST_BOUNDS, type TestBounds } from "./play.ts";
export { choosePipeline, type RunTestsOptions, runTests, type TestResult, type TestRun } from "./run-tests.ts";
export * from "./test-file.ts";

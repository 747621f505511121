/**
 * The engine's public face. Subpaths: `@sluice/engine/testing` for test tools, `@sluice/engine/lokipush` for Loki's push
 * bodies.
 */

export { atOnce } from "./base/at-once.ts";
export * from "./base/index.ts";
export { type LineEnd, lineEndOf, splitLines, withLineEnds } from "./base/line-ends.ts";
export { showsEncoding, type TextEncoding, textEncodingOf } from "./base/text-encoding.ts";
export * from "./compare/index.ts";
export * from "./components/component-spec.ts";
export { relabelTarget } from "./components/discovery/discovery-relabel.ts";
export { COMPONENT_CATALOG, COMPONENTS } from "./components/index.ts";
export * from "./components/list.ts";
export { CONFIG_BLOCKS, type LoggingArgs } from "./components/logging-block.ts";
export { enriched, matchedLabels } from "./components/pipelines/enrich-stage.ts";
export { NO_LABELS, toRules } from "./components/pipelines/relabel-rule.ts";
export { TargetLabels } from "./components/pipelines/target-labels.ts";
export { PROFILES_BOUNDS } from "./components/profiles/profiles-receive-http.ts";
export { OWN_HEADERS } from "./components/profiles/profiles-write.ts";
export { GRPC_BOUNDS } from "./components/shared/grpc-server.ts";
export type { httpBlock, serverTls } from "./components/shared/http-server.ts";
export { JOURNAL_BOUNDS } from "./components/shared/journal-size.ts";
export { findTextEncoding, TEXT_ENCODINGS, type TextEncodingName } from "./components/sources/encodings.ts";
export { LISTEN_PLACE } from "./components/sources/source-syslog.ts";
export * from "./costs/index.ts";
export {
  findUnread,
  type LineTimes,
  readLineTimes,
  type UnreadLines,
} from "./detect/index.ts";
export { type ConfigFile, ConfigFiles } from "./document/config-files.ts";
export {
  CONSEQUENCE_KINDS,
  type Consequence,
  type ConsequenceKind,
  type Consequences,
} from "./document/consequences/consequence.ts";
export { findConsequences, findConsequencesInSteps, losesSomething } from "./document/consequences/consequences.ts";
export { firstTold, formatDiagnostics, type Paint } from "./document/diagnostics/diagnostics-text.ts";
export { withoutReadValues } from "./document/diagnostics/read-values.ts";
export { listenSpan } from "./document/diagnostics/shared-ports.ts";
export { DOUBT_CODES } from "./document/diagnostics/warning-codes.ts";
export { type CompletedConfig, type Completion, completeConfig } from "./document/edits/complete-config.ts";
export { componentTemplate } from "./document/edits/component-template.ts";
export { type DialectEdits, editDialect } from "./document/edits/dialect-edits.ts";
export * from "./document/edits/edits.ts";
export type { StageAddress } from "./document/edits/find-stage.ts";
export { type EditedGraph, editGraph, type GraphEdit } from "./document/edits/graph-edits.ts";
export { type PutMode, pipelineAt, putStages, putStagesInSteps } from "./document/edits/put-stages.ts";
export { NOT_PARSED } from "./document/edits/refusals.ts";
export { flattenCards, listStageCards, type PipelineCards, type StageCard } from "./document/edits/stage-cards.ts";
export * from "./document/edits/stage-changes.ts";
export { type EditedStages, editStages, type StageEdit, type StagePlace } from "./document/edits/stage-edits.ts";
export * from "./document/edits/stage-form.ts";
export { stageTemplate } from "./document/edits/stage-template.ts";
export { type WrittenArgument, writtenArguments } from "./document/edits/written-arguments.ts";
export { type ExportedConfig, type ExportNote, exportConfig } from "./document/export/export-config.ts";
export * from "./document/format-document.ts";
export { type EmptyForward, emptyForwards } from "./document/graph/empty-forward.ts";
export {
  type ComponentGraph,
  type GraphEdge,
  type GraphNode,
  type GraphNodeKind,
  readGraph,
} from "./document/graph/graph.ts";
export { connectable, type Lack, lacksOf, whyNotConnect } from "./document/graph/graph-rules.ts";
export { type SourceLabels, sourceLabels } from "./document/graph/source-labels.ts";
export * from "./document/load.ts";
export * from "./document/marks.ts";
export * from "./document/open-document.ts";
export {
  hideConfigSecrets,
  hideConfigSecretsInSteps,
  maskConfigSecrets,
  maskConfigSecretsInSteps,
  secretValues,
  secretValuesInSteps,
} from "./document/secrets/config-secrets.ts";
export { type PrivateFinding, PrivateScan } from "./document/secrets/private-scan.ts";
export { ShownTexts } from "./document/secrets/shown-texts.ts";
export { type ShownArguments, showArguments } from "./document/shown-arguments.ts";
export * from "./drafts/index.ts";
export * from "./import/index.ts";
export * from "./language/index.ts";
export { chooseExposition, formatPrometheus } from "./metrics/exposition.ts";
export { mergeInSteps } from "./metrics/merge.ts";
export {
  formatSampleValue,
  type LabelPair,
  type MetricFamily,
  MetricRegistry,
  type MetricType,
  type Sample as MetricSample,
} from "./metrics/registry.ts";
export * from "./pattern-actions/index.ts";
export {
  findPatterns,
  lookAtPattern,
  type PartKind,
  type Pattern,
  PatternMiner,
  type PatternPart,
  type PatternReport,
} from "./patterns/index.ts";
export { Chain } from "./pipeline/chain.ts";
export type { StageCatalog } from "./pipeline/decode-stages.ts";
export * from "./pipeline/pipeline.ts";
export * from "./pipeline/playback.ts";
export * from "./pipeline/resources.ts";
export { sameStages } from "./pipeline/same-stages.ts";
export * from "./pipeline/snapshot.ts";
export * from "./pipeline/stage.ts";
export * from "./pipeline/stage-spec.ts";
export { StageTimes } from "./pipeline/stage-times.ts";
export * from "./pipeline/status.ts";
export { describeStop, foundAt, type Stop, type StopJson, stopToJson } from "./pipeline/stop.ts";
export * from "./pipeline/trace.ts";
export type { EnteringEntry, PipelineWatch } from "./pipeline/watch.ts";
export * from "./pipeline-tests/index.ts";
export { snapshotsAt, type ValuePlace } from "./preview/entries-at.ts";
export { type EntryStatistics, entryStatistics, type FieldStatistics } from "./preview/field-statistics.ts";
export * from "./preview/outcome.ts";
export * from "./preview/preview.ts";
export * from "./preview/preview-graph.ts";
export * from "./preview/preview-json.ts";
export * from "./preview/preview-one.ts";
export { isQueryAnswer, type ReadQueryAnswer, readQueryAnswer } from "./preview/query-answer.ts";
export {
  findAdvanceProblem,
  findExtractedProblem,
  readAdvance,
  readSampleTime,
  type SampleContent,
  tidySample,
  toSample,
} from "./preview/sample-content.ts";
export { findSampleProblems } from "./preview/sample-problems.ts";
export {
  detectSampleFormat,
  EntryReader,
  formatJsonLines,
  formatSamples,
  type ReadPush,
  type ReadSamples,
  readPushBody,
  readPushText,
  readSamples,
  SAMPLE_FORMATS,
  type SampleFormat,
  type SampleProblem,
  withoutMark,
} from "./preview/samples.ts";
export {
  describeReplaced,
  lookInSample,
  type Replaced,
  type ReplacedKind,
  screenSamples,
} from "./preview/screen-samples.ts";
export * from "./preview/seed.ts";
export { type StageCounts, stageCounts } from "./preview/stage-counts.ts";
export { StagePaths } from "./preview/stage-paths.ts";
export * from "./preview/trace-json.ts";
export * from "./probe/index.ts";
export * from "./propose/index.ts";
export * from "./redact/index.ts";
export { applyRules, relabelSet } from "./relabel/apply.ts";
export { type RelabelRule, type RelabelRules, sameRules } from "./relabel/rule.ts";
export {
  ALLOY_RELEASES,
  NEWEST_ALLOY,
  readTarget,
  TARGET_FORM,
  type TargetVersion,
  targetName,
} from "./schema/alloy-target.ts";
export { argsBy } from "./schema/args-by.ts";
export type { CompiledText } from "./schema/compiled-text.ts";
export {
  type ControlKind,
  type ControlPair,
  type ControlPairs,
  type ControlValue,
  type ControlValueOf,
  type OfControl,
  sameControlValue,
} from "./schema/control-values.ts";
export {
  type ExportedValue,
  type ExportKind,
  type Exports,
  isValueExport,
  sameExports,
  type Target,
} from "./schema/exported.ts";
export * from "./schema/field.ts";
export { namedFiles } from "./schema/named-files.ts";
export { sameArguments } from "./schema/same-arguments.ts";
export type { Control } from "./schema/value-kind.ts";
export * from "./sensitive/index.ts";
export { STAGE_CATALOG, STAGES } from "./stages/index.ts";
export { TENANT_LABEL } from "./stages/tenant.ts";
export * from "./suggest/index.ts";
export type * from "./syntax/ast.ts";
export { formatFile, parseFile } from "./syntax/index.ts";
export { isSeriousLevel, LEVEL_NAMES, MESSAGE_NAMES } from "./vocabulary/index.ts";

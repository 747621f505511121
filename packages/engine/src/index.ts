/** The engine's public face. Subpaths: `@sluice/engine/testing` for test tools, `@sluice/engine/lokipush` for Loki's push bodies. */

export { atOnce } from "./base/at-once.ts";
export * from "./base/index.ts";
export * from "./compare/index.ts";
export * from "./components/component-spec.ts";
export { discoveryDocker } from "./components/discovery-docker.ts";
export { discoveryFile } from "./components/discovery-file.ts";
export { discoveryRelabel, relabelTarget } from "./components/discovery-relabel.ts";
export { findTextEncoding, TEXT_ENCODINGS, type TextEncodingName } from "./components/encodings.ts";
export type { httpBlock, serverTls } from "./components/http-server.ts";
export { COMPONENT_CATALOG, COMPONENTS } from "./components/index.ts";
export { localFile } from "./components/local-file.ts";
export { localFileMatch } from "./components/local-file-match.ts";
export { CONFIG_BLOCKS, type LoggingArgs } from "./components/logging-block.ts";
export { logsEcho } from "./components/logs-echo.ts";
export { logsProcess } from "./components/logs-process.ts";
export { logsRelabel } from "./components/logs-relabel.ts";
export { logsSourceApi } from "./components/logs-source-api.ts";
export { logsSourceDemo } from "./components/logs-source-demo.ts";
export { logsSourceDocker } from "./components/logs-source-docker.ts";
export { logsSourceFile } from "./components/logs-source-file.ts";
export { logsSourceJournal } from "./components/logs-source-journal.ts";
export { logsSourceOtlp } from "./components/logs-source-otlp.ts";
export { logsSourceStdin } from "./components/logs-source-stdin.ts";
export { LISTEN_PLACE, logsSourceSyslog } from "./components/logs-source-syslog.ts";
export { logsWrite } from "./components/logs-write.ts";
export { logsWriteFile } from "./components/logs-write-file.ts";
export { PROFILES_BOUNDS, profilesReceiveHttp } from "./components/profiles-receive-http.ts";
export { profilesSourceDemo } from "./components/profiles-source-demo.ts";
export { OWN_HEADERS, profilesWrite } from "./components/profiles-write.ts";
export { NO_LABELS, toRules } from "./components/relabel-rule.ts";
export {
  type DetectedFormat,
  detectFormats,
  type FormatOffer,
  findUnread,
  type LineTimes,
  type OfferedStage,
  offerFormat,
  readLineTimes,
  type UnreadLines,
} from "./detect/index.ts";
export { componentTemplate } from "./document/component-template.ts";
export { type ConfigFile, ConfigFiles } from "./document/config-files.ts";
export {
  hideConfigSecrets,
  hideConfigSecretsInSteps,
  maskConfigSecrets,
  maskConfigSecretsInSteps,
  secretValues,
  secretValuesInSteps,
} from "./document/config-secrets.ts";
export {
  CONSEQUENCE_KINDS,
  type Consequence,
  type ConsequenceKind,
  type Consequences,
} from "./document/consequences/consequence.ts";
export { findConsequences, findConsequencesInSteps, losesSomething } from "./document/consequences/consequences.ts";
export { firstTold, formatDiagnostics, type Paint } from "./document/diagnostics-text.ts";
export { type DialectEdits, editDialect } from "./document/dialect-edits.ts";
export * from "./document/edits.ts";
export { type ExportedConfig, type ExportNote, exportConfig } from "./document/export-config.ts";
export type { StageAddress } from "./document/find-stage.ts";
export * from "./document/format-document.ts";
export {
  type ComponentGraph,
  componentKind,
  type GraphEdge,
  type GraphNode,
  type GraphNodeKind,
  readGraph,
} from "./document/graph.ts";
export { type EditedGraph, editGraph, type GraphEdit } from "./document/graph-edits.ts";
export { connectable, whyNotConnect } from "./document/graph-rules.ts";
export * from "./document/load.ts";
export * from "./document/marks.ts";
export * from "./document/open-document.ts";
export { type PutMode, putStagesInSteps } from "./document/put-stages.ts";
export { NOT_PARSED } from "./document/refusals.ts";
export { type FoundPrivate, findPrivate } from "./document/secrets/find.ts";
export { PRIVATE_KINDS, type PrivateKind, type SecretKind } from "./document/secrets/private-kinds.ts";
export { type PrivateFinding, PrivateScan } from "./document/secrets/private-scan.ts";
export { listenSpan } from "./document/shared-ports.ts";
export { type ShownArguments, showArguments } from "./document/shown-arguments.ts";
export { flattenCards, listStageCards, type PipelineCards, type StageCard } from "./document/stage-cards.ts";
export * from "./document/stage-changes.ts";
export { type EditedStages, editStages, type StageEdit, type StagePlace } from "./document/stage-edits.ts";
export * from "./document/stage-form.ts";
export { stageTemplate } from "./document/stage-template.ts";
export { type WrittenArgument, writtenArguments } from "./document/written-arguments.ts";
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
export { Chain } from "./pipeline/chain.ts";
export type { StageCatalog } from "./pipeline/decode-stages.ts";
export * from "./pipeline/pipeline.ts";
export * from "./pipeline/playback.ts";
export * from "./pipeline/resources.ts";
export { sameStages } from "./pipeline/same-stages.ts";
export * from "./pipeline/snapshot.ts";
export * from "./pipeline/stage.ts";
export * from "./pipeline/stage-spec.ts";
export { describeStop, foundAt, type Stop, type StopJson, stopToJson } from "./pipeline/stop.ts";
export * from "./pipeline/trace.ts";
export type { EnteringEntry, PipelineWatch } from "./pipeline/watch.ts";
export { snapshotsAt, type ValuePlace } from "./preview/entries-at.ts";
export { type EntryStatistics, entryStatistics, type FieldStatistics } from "./preview/field-statistics.ts";
export { findHighCardinality } from "./preview/label-cardinality.ts";
export * from "./preview/outcome.ts";
export * from "./preview/preview.ts";
export * from "./preview/preview-graph.ts";
export * from "./preview/preview-json.ts";
export * from "./preview/preview-one.ts";
export { isQueryAnswer, type ReadQueryAnswer, readQueryAnswer } from "./preview/query-answer.ts";
export {
  findAdvanceProblem,
  readAdvance,
  readSampleTime,
  type SampleContent,
  tidySample,
  toSample,
} from "./preview/sample-content.ts";
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
  splitLines,
  withoutMark,
} from "./preview/samples.ts";
export * from "./preview/seed.ts";
export { type StageCounts, stageCounts } from "./preview/stage-counts.ts";
export { StagePaths } from "./preview/stage-paths.ts";
export * from "./preview/status.ts";
export * from "./preview/trace-json.ts";
export * from "./probe/index.ts";
export { applyRules, relabelSet } from "./relabel/apply.ts";
export { type RelabelRule, type RelabelRules, sameRules } from "./relabel/rule.ts";
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
export { sameArguments } from "./schema/same-arguments.ts";
export type { Control } from "./schema/value-kind.ts";
export { STAGE_CATALOG, STAGES } from "./stages/index.ts";
export { TENANT_LABEL } from "./stages/tenant.ts";
export * from "./suggest/index.ts";
export type * from "./syntax/ast.ts";
export { formatFile, parseFile } from "./syntax/index.ts";
export * from "./tests/index.ts";

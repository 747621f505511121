/** The API of a Sluice server: one record for each route, from which everybody has types, checks and descriptions. */
export {
  anyText,
  flag,
  numberFrom,
  oneOf,
  type ReadBody,
  readBody,
  readParams,
  readQuery,
  textUpTo,
} from "./body.ts";
export {
  CaptureAnswer,
  CaptureBody,
  type CaptureLimits,
  type CaptureRequest,
  CaptureTargets,
  captureRoutes,
  LokiTarget,
  MOST_CAPTURED,
  USUALLY_CAPTURED,
} from "./capture.ts";
export {
  type Answered,
  type ApiRequest,
  type ApiResponse,
  type Asked,
  type Asking,
  ask,
  type EventOf,
  readEvent,
  readResponse,
  requestTo,
  type Transport,
} from "./client.ts";
export {
  both,
  Entry,
  FILTERS,
  flow,
  MAX_FILTER,
  MAX_FILTER_TEXT,
  Only,
  Stage,
  Stages,
  Status,
} from "./entry.ts";
export {
  Component,
  ComponentStatus,
  ConfigStatus,
  Health,
  healthRoutes,
  ServerStatus,
} from "./health.ts";
export {
  JOURNAL_PEEK,
  type JournalEntry,
  type JournalList,
  type JournalPeek,
  journalRoutes,
  type RunningJournal,
} from "./journals.ts";
export {
  LiveComponent,
  LiveEdge,
  LiveError,
  LiveHistory,
  LiveSnapshot,
  LiveStage,
  LiveState,
  liveRoutes,
  SeriesHistory,
  StreamEnd,
} from "./live.ts";
export {
  LOADED_VIA,
  type LoadedVia,
} from "./loaded-via.ts";
export {
  MOST_PREVIEWED,
  PreviewBody,
  PreviewResult,
  previewRoutes,
} from "./preview.ts";
export {
  BodyFormat,
  EndpointResult,
  ProfileRequest,
  ProfileRequestDetail,
  ProfileRequestList,
  profilesRoutes,
  RecordedPart,
  RecordedProfile,
  RecordedReceiver,
  RecordedTarget,
  SampleSent,
  SendAgain,
  SendSample,
  TargetResult,
} from "./profiles.ts";
export {
  answersOf,
  Refusal,
  refused,
} from "./refusals.ts";
export * from "./route.ts";
export {
  allowedAt,
  allRoutes,
  ROUTES,
  type RouteName,
  routeOf,
  routesAt,
} from "./routes.ts";
export {
  type AnySchema,
  type Data,
  readFields,
  type Sent,
} from "./schema.ts";
export {
  Difference,
  SHADOW_PROCESSOR,
  SHADOW_SECONDS,
  Shadow,
  type ShadowAnswer,
  ShadowBody,
  ShadowCost,
  ShadowProcess,
  type ShadowRequest,
  ShadowSample,
  type ShadowState,
  ShadowSummary,
  StageDrops,
  shadowRoutes,
} from "./shadow.ts";
export {
  TAP_RATE,
  TapAnswer,
  TapBegin,
  TapBody,
  TapChange,
  TapCounts,
  TapEntry,
  type TapOnly,
  type TapRequest,
  tapRoutes,
} from "./tap.ts";
export {
  Changed,
  ConfigVersion,
  ConfigVersionList,
  Conflict,
  Consequence,
  DeployBody,
  Foreseen,
  LoadRefusal,
  MAX_FILES,
  MAX_NAME,
  MAX_NOTE,
  MAX_USER,
  PlacedMessage,
  RollbackBody,
  RunningConfig,
  ValidateBody,
  VersionDetail,
  versionsRoutes,
} from "./versions.ts";

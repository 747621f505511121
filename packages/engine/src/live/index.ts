/** What the server tells of what runs, and what is asked of it: the page and the server agree on it (docs/live.md). */

export type { HeldBlock } from "./begun-before.ts";
export type {
  CaptureAnswer,
  CaptureFrom,
  CaptureLimits,
  CaptureRequest,
  CaptureTargets,
  LokiTarget,
} from "./capture.ts";
export type { ConfigVersion, ConfigVersionList, LoadedVia } from "./config-versions.ts";
export { compileEntryFilter, type EntryFilter, MAX_FILTER_TEXT } from "./entry-filter.ts";
export { cutShort, PipelineFollower, type Watchable } from "./follower.ts";
export type {
  Flow,
  LiveComponent,
  LiveEdge,
  LiveError,
  LiveHistory,
  LiveSnapshot,
  LiveState,
  SeriesHistory,
} from "./live.ts";
export type {
  Difference,
  ShadowAnswer,
  ShadowCost,
  ShadowProcess,
  ShadowRequest,
  ShadowSample,
  ShadowState,
  ShadowSummary,
  StageDrops,
} from "./shadow.ts";
export {
  type ComparisonOptions,
  compareComponents,
  MAX_PENDING,
  ShadowComparison,
  type Shared,
} from "./shadow-compare.ts";
export { ShadowSide, SideFull, type SideOptions } from "./shadow-side.ts";
export type { TapAnswer, TapBegin, TapChange, TapCounts, TapEnd, TapEntry, TapOnly, TapRequest } from "./tap.ts";
export { DEFAULT_RATE, MAX_RATE, MIN_RATE, REFILLS, TapSession, type TapSettings } from "./tap-session.ts";

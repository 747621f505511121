/** Bodies that the OpenAPI document refers to by name. */
import { CaptureAnswer, CaptureTargets } from "../capture.ts";
import { Entry } from "../entry.ts";
import { Component, ComponentStatus, ServerStatus } from "../health.ts";
import { LiveComponent, LiveEdge, LiveHistory, LiveSnapshot, LiveState, StreamEnd } from "../live.ts";
import { PreviewResult } from "../preview.ts";
import { ProfileRequest, ProfileRequestDetail, ProfileRequestList, TargetResult } from "../profiles.ts";
import type { Schemas } from "../route.ts";
import { Shadow } from "../shadow.ts";
import { TapAnswer, TapBegin, TapCounts, TapEntry } from "../tap.ts";
import {
  Changed,
  ConfigVersion,
  ConfigVersionList,
  Conflict,
  Consequence,
  Foreseen,
  LoadRefusal,
  PlacedMessage,
  RunningConfig,
  VersionDetail,
} from "../versions.ts";

export const NAMED_SCHEMAS: Schemas = {
  Capture: CaptureAnswer,
  CaptureTargets,
  Changed,
  Checked: Foreseen,
  Component,
  ComponentStatus,
  Conflict,
  Consequence,
  Entry,
  LiveComponent,
  LiveEdge,
  LiveHistory,
  LiveSnapshot,
  LiveState,
  Message: PlacedMessage,
  Preview: PreviewResult,
  ProfileRequest,
  ProfileRequestDetail,
  ProfileRequestList,
  Refused: LoadRefusal,
  RunningConfig,
  Shadow,
  Status: ServerStatus,
  StreamEnd,
  Tap: TapAnswer,
  TapBegin,
  TapCounts,
  TapEntry,
  TargetResult,
  Version: ConfigVersion,
  VersionDetail,
  Versions: ConfigVersionList,
};

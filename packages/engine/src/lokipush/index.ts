/** Loki's push API: what a body carries, its JSON form, and the text form of labels that its protobuf form holds. */
export { formatPushJson, NO_STREAMS, parsePushJson } from "./json.ts";
export { type PushKeys, readPushJson } from "./json-reader.ts";
export { formatLabels, type LabelsResult, labelsOfPairs, parseLabels } from "./labels.ts";
export {
  MAX_LABELS_BYTES,
  MAX_METADATA_BYTES,
  NO_TIME,
  Pace,
  PushExcess,
  type PushLimits,
  type PushReading,
  PushRefusal,
  type PushResult,
  type PushStream,
  PushTally,
  UNLIMITED,
} from "./push.ts";

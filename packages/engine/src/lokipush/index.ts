/** Loki's push API: the content of a body, its JSON form, and the text form of labels in its protobuf form. */
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

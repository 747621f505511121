/** Loki's push API: what a body carries, its JSON form, and the text form of labels that its protobuf form holds. */
export { formatPushJson, parsePushJson } from "./json.ts";
export { formatLabels, type LabelsResult, parseLabels } from "./labels.ts";
export { type PushEntry, PushRefusal, type PushResult, type PushStream } from "./push.ts";

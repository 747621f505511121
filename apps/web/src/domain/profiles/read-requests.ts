/** What the server says of the requests that its receivers recorded, read through schemas: it may be of another version. */
import type {
  EndpointResult,
  ProfileRequest,
  ProfileRequestDetail,
  ProfileRequestList,
  RecordedPart,
  RecordedProfile,
  RecordedReceiver,
  SampleSent,
  TargetResult,
} from "@sluice/protocol";
import * as v from "valibot";
import { readBy } from "../read-by.ts";
import { listOf } from "../read-list.ts";

/** Items of one list: more than a server keeps of anything. */
const MOST = 10_000;
const text = v.string();
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
const labels = v.record(text, text);
const pair = v.strictTuple([text, text]);
/** What a later version calls something that this page does not know is nothing that it knows. */
const format = v.fallback(v.optional(v.picklist(["pprof", "folded", "lines", "jfr", "text"])), undefined);

const RESULT = {
  ok: v.boolean(),
  status: v.optional(count),
  message: v.optional(text),
  retries: count,
  milliseconds: count,
};
const Endpoint: v.GenericSchema<unknown, EndpointResult> = v.object({ ...RESULT, endpoint: text });
const Target: v.GenericSchema<unknown, TargetResult> = v.object({
  ...RESULT,
  target: text,
  endpoints: v.optional(listOf(Endpoint, MOST)),
});
const REQUEST = {
  id: text,
  time: v.pipe(v.number(), v.finite()),
  receiver: text,
  client: text,
  route: v.picklist(["ingest", "push"]),
  labels,
  serviceRule: text,
  type: v.optional(text),
  format,
  bytes: count,
  milliseconds: count,
  status: count,
  answer: v.optional(text),
  profiles: count,
  targets: listOf(Target, MOST),
  bodyKept: v.boolean(),
};
const Request: v.GenericSchema<unknown, ProfileRequest> = v.object(REQUEST);
const Receiver: v.GenericSchema<unknown, RecordedReceiver> = v.object({
  id: text,
  address: text,
  tls: v.boolean(),
  targets: listOf(v.object({ id: text, endpoints: v.array(text) }), MOST),
});
const List: v.GenericSchema<unknown, ProfileRequestList> = v.object({
  recording: v.boolean(),
  reason: v.optional(text),
  received: count,
  receivers: listOf(Receiver, MOST),
  requests: listOf(Request, MOST),
});
const Part: v.GenericSchema<unknown, RecordedPart> = v.object({
  name: text,
  filename: v.optional(text),
  contentType: v.optional(text),
  bytes: count,
  gzip: v.optional(v.boolean()),
});
const Content: v.GenericSchema<unknown, RecordedProfile> = v.object({
  received: v.array(pair),
  labels,
  serviceRule: text,
  type: v.optional(text),
  format,
  bytes: count,
  parts: v.optional(v.array(Part)),
});
const Detail: v.GenericSchema<unknown, ProfileRequestDetail> = v.object({
  ...REQUEST,
  method: text,
  path: text,
  headers: v.array(pair),
  // Each is asked for by its place, so none can be left out.
  contents: v.array(Content),
});
const Sent: v.GenericSchema<unknown, SampleSent> = v.object({ status: count });

/** Requests that cannot be read are left out of the list. */
export const readRequestList = readBy(List);
export const readRequestDetail = readBy(Detail);
export const readTargetResult = readBy(Target);
export const readSampleSent = readBy(Sent);

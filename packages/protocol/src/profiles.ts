/**
 * The last requests of the receivers of profiles, as the server recorded them and the page shows them. A label's order says
 * nothing here, a header's does.
 */
import { BODY_FORMATS } from "@sluice/engine/profiles";
import * as v from "valibot";
import { anyText } from "./body.ts";
import { refused } from "./refusals.ts";
import { bytes, json, route } from "./route.ts";
import { count, type Data, list, names, text, texts, word, yes } from "./schema.ts";

/** A later server's word that is not known here is none. */
export const BodyFormat = v.fallback(
  v.optional(
    v.pipe(
      v.picklist(BODY_FORMATS),
      v.description(
        "Format, recognized by the first bytes: `folded` is text with a stack and a count on each line, `lines` has only stacks",
      ),
    ),
  ),
  undefined,
);

const RESULT = {
  ok: yes("Whether it was delivered"),
  status: v.optional(count("Status of the other server's answer; absent if there was none or all went well")),
  message: v.optional(text("Why it failed, in one line")),
  retries: count("Attempts after the first, of all endpoints"),
  milliseconds: count("How long it took"),
};
export const EndpointResult = v.object({ ...RESULT, endpoint: text("Its name, or its URL without credentials") });
export type EndpointResult = Data<typeof EndpointResult>;

export const TargetResult = v.object({
  ...RESULT,
  target: text("Id of the component that took the profiles"),
  endpoints: v.optional(list(EndpointResult, "Results of its endpoints; absent if it has none or sent nothing")),
});
export type TargetResult = Data<typeof TargetResult>;

const SERVICE_RULE = text("How the profile got its service, and why");
const TYPE = v.optional(text("`process_cpu`, `memory` …; absent if it is unknown"));

const REQUEST = {
  id: text("Id of the request"),
  time: v.pipe(v.number(), v.finite(), v.description("Milliseconds since 1970")),
  receiver: text("Id of the receiving component"),
  client: text("The profiler, as its User-Agent names it; may be empty"),
  route: word(["ingest", "push"], "Which endpoint it was sent to", "push"),
  labels: texts("Labels of its first profile, as forwarded"),
  serviceRule: SERVICE_RULE,
  type: TYPE,
  format: BodyFormat,
  bytes: count("Size of the body, as sent"),
  milliseconds: count("How long the client waited for its answer"),
  status: count("Status of the answer to the client; 499: it closed the connection before"),
  answer: v.optional(text("Why the request was refused: the beginning of the answer, in one line")),
  profiles: count("How many profiles it held; 0 where it was refused or could not be read"),
  targets: list(TargetResult, "What happened to its profiles at each target"),
  bodyKept: yes("Whether its profiles can be asked for and sent again"),
};
export const ProfileRequest = v.object(REQUEST);
export type ProfileRequest = Data<typeof ProfileRequest>;

export const RecordedTarget = v.object({
  id: text("Id of the component"),
  endpoints: names("Names of its endpoints, or their URLs without credentials"),
});
export type RecordedTarget = Data<typeof RecordedTarget>;

export const RecordedReceiver = v.object({
  id: text("Id of the component: profiles.receive_http.default"),
  address: text("Where it listens: 127.0.0.1:4040; empty where it does not"),
  tls: yes("Whether it serves over TLS"),
  targets: list(RecordedTarget, "The components that it forwards to"),
});
export type RecordedReceiver = Data<typeof RecordedReceiver>;

/** Requests that cannot be read are left out of the list. */
export const ProfileRequestList = v.object({
  recording: yes("Whether requests are recorded"),
  reason: v.optional(text("Why nothing is recorded, and what to do about it")),
  received: count("Number of requests since the start; `requests` has the last ones"),
  receivers: list(RecordedReceiver, "The receivers that run"),
  requests: list(ProfileRequest, "The newest first"),
});
export type ProfileRequestList = Data<typeof ProfileRequestList>;

export const RecordedPart = v.object({
  name: text("Its name"),
  filename: v.optional(text("Its file name")),
  contentType: v.optional(text("Its content type")),
  bytes: count("Its size"),
  gzip: v.optional(yes("Whether it is compressed")),
});
export type RecordedPart = Data<typeof RecordedPart>;

const pairs = (note: string) => v.pipe(v.array(v.strictTuple([v.string(), v.string()])), v.description(note));

export const RecordedProfile = v.object({
  received: pairs("Labels as the client sent them; for an ingest, those in its name"),
  labels: texts("Labels as forwarded"),
  serviceRule: SERVICE_RULE,
  type: TYPE,
  format: BodyFormat,
  bytes: count("Size of the profile"),
  parts: v.optional(v.pipe(v.array(RecordedPart), v.description("Parts, where it is a multipart body"))),
  advice: v.optional(names("What its client has to change, in sentences; absent if nothing is wrong for certain")),
});
export type RecordedProfile = Data<typeof RecordedProfile>;

export const ProfileRequestDetail = v.object({
  ...REQUEST,
  method: text("Method of the request"),
  path: text("Path with its query; secrets in it are `(secret)`"),
  headers: pairs("Headers in order; credentials are `(secret)`"),
  // Each is requested by its place, so none can be left out.
  contents: v.pipe(
    v.array(RecordedProfile),
    v.description("Its profiles: an ingest has one, a push one for each sample"),
  ),
});
export type ProfileRequestDetail = Data<typeof ProfileRequestDetail>;

const named = (note: string) => anyText(note, "must be the id of a component");
export const SendAgain = v.object({ target: named("Id of a profiles.write") });
export type SendAgain = Data<typeof SendAgain>;
export const SendSample = v.object({ receiver: named("Id of a profiles.receive_http") });
export type SendSample = Data<typeof SendSample>;
export const SampleSent = v.object({ status: count("What the receiver answered") });
export type SampleSent = Data<typeof SampleSent>;

const ID = text("Id of a recorded request");
/** Not whatever else means a number: 0x0, 1e3, blanks. */
const PLACE = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, "must be a whole number from 0"),
  v.description("Which profile: a whole number from 0"),
);
const NOT_KEPT = refused("The request is not kept");

export const profilesRoutes = {
  profileRequests: route({
    method: "GET",
    path: "/api/profiles/requests",
    access: "reader",
    summary: "The last requests with profiles",
    answers: { 200: json("The receivers and their last requests", ProfileRequestList) },
  }),
  profileRequest: route({
    method: "GET",
    path: "/api/profiles/requests/{id}",
    access: "reader",
    summary: "One request, with its profiles and what happened to them",
    params: { id: ID },
    answers: { 200: json("The request", ProfileRequestDetail), 404: NOT_KEPT },
  }),
  profile: route({
    method: "GET",
    path: "/api/profiles/requests/{id}/profiles/{place}",
    access: "reader",
    summary: "A profile of a request, as sent",
    params: { id: ID, place: PLACE },
    answers: { 200: bytes("The profile"), 404: NOT_KEPT, 422: refused("The body cannot be read") },
  }),
  sendProfile: route({
    method: "POST",
    path: "/api/profiles/requests/{id}/send",
    changes: true,
    summary: "Sends a request's profiles to a target again",
    params: { id: ID },
    body: SendAgain,
    answers: {
      200: json("What happened at the target", TargetResult),
      404: NOT_KEPT,
      409: refused("The body is not kept"),
      422: refused("There is no such target, or the body cannot be read"),
    },
  }),
  sendSample: route({
    method: "POST",
    path: "/api/profiles/sample",
    changes: true,
    summary: "Pushes a made-up profile to a receiver",
    body: SendSample,
    answers: {
      200: json("What the receiver answered", SampleSent),
      404: refused("There is no such receiver"),
      409: refused("The receiver does not listen, or requests are not recorded"),
      502: refused("The receiver could not be reached"),
    },
  }),
};

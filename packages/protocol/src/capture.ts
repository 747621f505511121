/** Samples from live traffic, a journal or a Loki. */
import * as v from "valibot";
import { numberFrom, oneOf, textUpTo } from "./body.ts";
import { FILTERS, MAX_FILTER } from "./entry.ts";
import { refused } from "./refusals.ts";
import { json, route } from "./route.ts";
import { count, type Data, list, names, text, word } from "./schema.ts";

/** Limits of a capture: the maximum that may be requested, and the default. */
export const MOST_CAPTURED = { entries: 2000, bytes: 4 * 1024 * 1024, seconds: 60 } as const;
export const USUALLY_CAPTURED = { entries: 100, bytes: 1024 * 1024, seconds: 10 } as const;

const field = (note: string) => v.optional(textUpTo(MAX_FILTER, note));

export const CaptureBody = v.object({
  component: field("Id of a component that takes entries; or name a `journal` or a `loki`"),
  journal: field(
    "Id of a component with a journal: of what it keeps, `selector`, `text` and `every` choose, from `start` on, which is when entries were taken",
  ),
  selector: v.optional(FILTERS.selector),
  text: v.optional(FILTERS.text),
  every: v.optional(numberFrom(1, 1_000_000, "Takes one of this many matching entries; 1 by default")),
  loki: field("Name of a Loki, as GET lists them"),
  query: field("LogQL query for log lines"),
  start: field("RFC 3339; an hour before `end` by default"),
  end: field("RFC 3339; now by default, and always for a journal"),
  direction: v.optional(oneOf(["forward", "backward"], "Which entries come first; `backward` by default")),
  tenant: field("Tenant, for X-Scope-OrgID"),
  entries: v.optional(numberFrom(1, MOST_CAPTURED.entries, "Ends after this many entries")),
  bytes: v.optional(numberFrom(1, MOST_CAPTURED.bytes, "Ends after this many bytes of samples")),
  seconds: v.optional(numberFrom(0.1, MOST_CAPTURED.seconds, "Ends after this many seconds")),
});
export type CaptureBody = Data<typeof CaptureBody>;
export type CaptureRequest = CaptureBody;

const limits = (note: string) =>
  v.pipe(
    v.object({
      entries: count("Entries"),
      bytes: count("Bytes of the samples' text"),
      seconds: count("Seconds"),
    }),
    v.description(note),
  );
export type CaptureLimits = Data<ReturnType<typeof limits>>;

export const LokiTarget = v.object({
  name: text("Name to ask for it by"),
  url: text("Its URL, without user and password"),
  component: v.optional(text("Id of the logs.write that sends to it; absent for that of --query-loki")),
});
export type LokiTarget = Data<typeof LokiTarget>;

export const CaptureTargets = v.object({
  components: names("Ids of components that take entries"),
  journals: v.optional(names("Ids of components with a journal"), []),
  lokis: list(LokiTarget, "Lokis that can be asked"),
  most: limits("Maximum values of a request"),
  usual: limits("Default values of a request"),
});
export type CaptureTargets = Data<typeof CaptureTargets>;

export const CaptureAnswer = v.object({
  samples: text("JSON lines, in the format of samples"),
  entries: count("Entries that were taken"),
  bytes: count("Bytes of the samples"),
  seen: count("Entries that were examined"),
  ended: word(["entries", "bytes", "time", "done", "gone"], "Why it ended; `done`: there was no more", "done"),
  replaced: v.pipe(
    v.record(v.string(), count("How often")),
    v.description("How many private values were replaced, by kind"),
  ),
});
export type CaptureAnswer = Data<typeof CaptureAnswer>;

export const captureRoutes = {
  captureTargets: route({
    method: "GET",
    path: "/api/capture",
    access: "entries",
    summary: "Where samples can be taken from, and how many",
    answers: { 200: json("Components and Lokis", CaptureTargets) },
  }),
  capture: route({
    method: "POST",
    path: "/api/capture",
    access: "entries",
    summary: "Takes samples from live traffic, a journal or a Loki; private values are replaced",
    body: CaptureBody,
    answers: {
      200: json("The samples", CaptureAnswer),
      404: refused("There is no such component, journal or Loki"),
      502: refused("Loki gave no usable answer"),
      503: refused("The journal cannot be read now"),
    },
  }),
};

/** What runs, as it changes: components, the edges between them, and the last hour. Texts are without secrets. */
import * as v from "valibot";
import { flow, Stage } from "./entry.ts";
import { json, route, events as stream } from "./route.ts";
import { count, type Data, details, list, names, ordinal, text, time, word, yes } from "./schema.ts";

export const LiveError = v.object({
  at: time("When it was logged"),
  level: word(["warn", "error"], "Severity", "error"),
  message: text("One line"),
  fields: v.optional(details("Other fields of the log line")),
});
export type LiveError = Data<typeof LiveError>;

const named = (name: string, value: string) => v.object({ name: text(name), value: text(value) });

export const LiveStage = v.object({
  ...Stage.entries,
  time: v.optional(
    v.pipe(
      v.object({
        reached: count("Entries that reach it, for each that enters the pipeline"),
        microseconds: count("Processor time for each entry that enters the pipeline, in microseconds"),
        share: count("Of the time of all stages, from 0 to 1"),
        reasons: names("What is unusual about it"),
      }),
      v.description("Its processor time, by a sample of the entries"),
    ),
  ),
});
export type LiveStage = Data<typeof LiveStage>;

export const LiveComponent = v.object({
  id: text("Its name and label: logs.process.main"),
  name: text("Its name"),
  label: text("Its label"),
  kind: word(["source", "process", "relabel", "writer", "receiver", "other"], "What it does with entries", "other"),
  health: v.pipe(
    v.object({
      state: word(["healthy", "unhealthy"], "State", "unhealthy"),
      message: text("Why"),
      since: time("Start of this state"),
    }),
    v.description("Its health"),
  ),
  forward_to: names("Ids of the components that it forwards to"),
  arguments: list(
    named("With the blocks around it: http.listen_port", "As written, without secrets"),
    "In the order of the text; stages are not among them",
  ),
  exports: list(named("What others refer to", "Its kind"), "What other components can refer to"),
  details: details("Details of its own: addresses, queues, counts"),
  errors: list(LiveError, "Its last warnings and errors, the newest last"),
  in: flow("What arrives each second from components before it; sources have none"),
  out: flow("What it forwards each second, counted once however many components receive it"),
  dropped: count("Entries that it drops each second"),
  total: v.pipe(
    v.object({
      in: flow("What arrived"),
      out: flow("What was forwarded"),
      dropped: count("Entries that were dropped"),
    }),
    v.description("Totals since the component first ran"),
  ),
  held: count("Entries inside it now: queued, held by stages, waiting to be sent"),
  stages: v.optional(list(LiveStage, "Its stages, in order")),
});
export type LiveComponent = Data<typeof LiveComponent>;

export const LiveEdge = v.object({
  id: text("`from → to`"),
  from: text("Id of a component"),
  to: text("Id of a component"),
  entries: count("Entries each second"),
  bytes: count("Bytes of lines each second, in UTF-8"),
  full: yes("`to` accepts nothing now, so `from` waits"),
});
export type LiveEdge = Data<typeof LiveEdge>;

export const LiveState = v.object({
  at: time("Time of this state"),
  version: v.optional(ordinal("Version of the configuration that runs, where versions are kept")),
  sha256: text("SHA-256 of the configuration that runs"),
  components: list(LiveComponent, "The components that run"),
  edges: list(LiveEdge, "What flows between them; rates are those of the last two seconds"),
  taps: v.pipe(
    v.object({ active: count("Taps that are open"), most: count("Taps that may be open") }),
    v.description("Taps"),
  ),
  shadow: v.optional(text("Id of the last shadow run, if there was one")),
});
export type LiveState = Data<typeof LiveState>;

const series = (note: string) => v.pipe(v.array(v.nullable(v.number())), v.description(note));
export const SeriesHistory = v.object({
  in: series("Entries that arrived each second"),
  out: series("Entries that were forwarded each second"),
  bytes_in: series("Bytes that arrived each second"),
  bytes_out: series("Bytes that were forwarded each second"),
  dropped: series("Entries that were dropped each second"),
  held: series("Entries inside it at the end of each step"),
});
export type SeriesHistory = Data<typeof SeriesHistory>;

export const LiveHistory = v.object({
  step_seconds: v.pipe(v.number(), v.minValue(1), v.description("Length of a step")),
  times: v.pipe(v.array(v.number()), v.description("Ends of the steps, in seconds since 1970, the newest last")),
  components: v.pipe(
    v.record(v.string(), SeriesHistory),
    v.description("Means over each step by component id, as long as `times`; null where nothing is known"),
  ),
});
export type LiveHistory = Data<typeof LiveHistory>;

export const LiveSnapshot = v.object({ ...LiveState.entries, history: LiveHistory });
export type LiveSnapshot = Data<typeof LiveSnapshot>;

export const StreamEnd = v.object({
  reason: text("Why the events end"),
  stopping: v.optional(yes("The server stops: the same can be requested from its successor")),
});
export type StreamEnd = Data<typeof StreamEnd>;

export const liveRoutes = {
  live: route({
    method: "GET",
    path: "/api/live",
    access: "reader",
    summary: "Components, what flows between them, and the last hour",
    answers: { 200: json("Snapshot of the running components", LiveSnapshot) },
  }),
  liveEvents: route({
    method: "GET",
    path: "/api/live/events",
    access: "reader",
    summary: "The same, as events whenever it changes",
    answers: {
      200: stream("Events until the connection ends", { snapshot: LiveSnapshot, live: LiveState, end: StreamEnd }),
    },
  }),
};

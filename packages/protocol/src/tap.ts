/** Entries followed through a pipeline that runs, stage by stage. */
import type { StepJson } from "@sluice/engine";
import * as v from "valibot";
import { anyText, flag, numberFrom, textUpTo } from "./body.ts";
import { Entry, FILTERS, MAX_FILTER, Only, Stages, Status } from "./entry.ts";
import { StreamEnd } from "./live.ts";
import { refused } from "./refusals.ts";
import { json, route, events as stream } from "./route.ts";
import { count, type Data, text, time, yes } from "./schema.ts";

/** Entries each second. */
export const TAP_RATE = { least: 1, most: 1000, usual: 10 } as const;

const FIELDS = {
  stage: textUpTo(MAX_FILTER, "Path of a stage: shows only entries that arrive there, and only what happens there"),
  rate: numberFrom(TAP_RATE.least, TAP_RATE.most, `Entries to follow each second; ${TAP_RATE.usual} by default`),
  ...FILTERS,
  only: Only,
};
const TAP_FIELDS = {
  stage: v.nullish(FIELDS.stage),
  rate: v.nullish(FIELDS.rate),
  selector: v.nullish(FIELDS.selector),
  text: v.nullish(FIELDS.text),
  only: v.nullish(FIELDS.only),
  paused: v.optional(flag("Whether it is paused")),
};

export const TapBody = v.object({
  component: anyText("Id of a logs.process", "must be the id of a logs.process"),
  ...TAP_FIELDS,
});
export type TapBody = Data<typeof TapBody>;
/** What is absent stays; null takes a filter away. */
export const TapChange = v.object(TAP_FIELDS);
export type TapChange = Data<typeof TapChange>;
export type TapOnly = NonNullable<TapChange["only"]>;

/** What a tap is opened with. */
export type TapRequest = {
  readonly [K in keyof Omit<TapBody, "paused">]: Exclude<TapBody[K], null>;
};

const SETTINGS = {
  id: text("Id of the tap"),
  component: text("Id of a logs.process"),
  stage: v.optional(text("Path of the stage that is watched")),
  rate: count("Entries that are followed each second"),
  selector: v.optional(text("LogQL stream selector with line filters")),
  text: v.optional(text("Text that the incoming line must contain")),
  only: v.optional(Only),
  paused: yes("Whether it is paused"),
  seq: count("Number of the last entry that was sent; these settings apply to later ones"),
};
export const TapAnswer = v.object(SETTINGS);
export type TapAnswer = Data<typeof TapAnswer>;

export const TapBegin = v.object({ ...SETTINGS, version: count("Version of the trace's form"), stages: Stages });
export type TapBegin = Data<typeof TapBegin>;

/** What every view needs of a step; the rest is passed on unchanged. */
const StepShape = v.looseObject({
  path: v.string(),
  stage: v.string(),
  status: v.string(),
  emitted: v.array(Entry),
  dropped: v.array(v.looseObject({ entry: Entry, reason: v.string() })),
  reasons: v.array(v.looseObject({ code: v.string(), text: v.string() })),
  metrics: v.array(v.unknown()),
  logs: v.array(v.unknown()),
});
const Step = v.custom<StepJson>((value) => v.is(StepShape, value));

const Drop = v.object({
  path: v.optional(text("Path of the stage"), ""),
  stage: v.optional(text("Name of the stage"), ""),
  reason: text("Why"),
  code: v.optional(text("Kind of reason"), ""),
});

/** An entry that nothing inside the pipeline carries any more, or that has been held for long. */
export const TapEntry = v.object({
  seq: count("Counts from 1; numbers that are missing were skipped, since the client read too slowly"),
  index: count("Index of the entry"),
  entered: time("When it entered the pipeline"),
  status: Status,
  before: v.pipe(Entry, v.description("As it entered the pipeline, or reached the tapped stage")),
  after: v.pipe(v.array(Entry), v.description("What left the pipeline or the stage")),
  settled: v.optional(text("Its outcome in the balance")),
  drops: v.pipe(v.array(Drop), v.description("Where and why it was dropped")),
  held_by: v.optional(text("Path of the stage that holds it")),
  stages: v.pipe(v.record(v.string(), v.string()), v.description("What each stage did to it, by path")),
  steps: v.pipe(v.array(Step), v.description("Its steps, as in the trace (docs/trace.md)")),
  pending: v.optional(yes("It has been inside for a long time; another event with the same `index` follows")),
  cut: v.optional(yes("It was too large: steps are left out and texts end early")),
});
export type TapEntry = Data<typeof TapEntry>;

/** Sums since the tap began. */
export const TapCounts = v.object({
  seq: count("Number of the last entry that was sent"),
  seen: count("Entries that entered the pipeline: passed_over + unmatched + followed"),
  passed_over: count("Entries that were not examined, because of the rate or while the tap was paused"),
  unmatched: count("Entries that selector and text did not match"),
  followed: count("Entries that were followed"),
  filtered: count("Followed entries that `only` or `stage` left out"),
  inside: count("Followed entries that are inside now"),
  sent: count("Entries that were sent to the client"),
  skipped: count("Entries that were left out, since the client read too slowly"),
  paused: yes("Whether the tap is paused"),
});
export type TapCounts = Data<typeof TapCounts>;

export const tapRoutes = {
  tap: route({
    method: "POST",
    path: "/api/tap",
    access: "entries",
    summary: "Follows entries through a pipeline",
    body: TapBody,
    answers: {
      200: stream("Events until the connection ends", {
        tap: TapBegin,
        entry: TapEntry,
        counts: TapCounts,
        end: StreamEnd,
      }),
      404: refused("There is no such component or stage"),
      503: refused("The server is stopping, or is answering as many requests as it can"),
    },
  }),
  changeTap: route({
    method: "POST",
    path: "/api/tap/{id}",
    access: "entries",
    summary: "Changes an open tap, or pauses it; null removes a filter",
    params: { id: text("Id of the tap, from its event `tap`") },
    body: TapChange,
    answers: { 200: json("The tap after the change", TapAnswer), 404: refused("The tap is not open") },
  }),
};

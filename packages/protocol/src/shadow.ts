/** Shadow runs: a draft beside what runs, on copies of what its sources deliver, and what it would change. */
import * as v from "valibot";
import { anyText, numberFrom } from "./body.ts";
import { both, Entry, Status } from "./entry.ts";
import { refused } from "./refusals.ts";
import { json, route } from "./route.ts";
import { count, type Data, list, names, ordinal, text, time, word, yes } from "./schema.ts";
import { hasPlace, INTO, LoadRefusal, PLACE } from "./versions.ts";

export const SHADOW_SECONDS = { least: 1, most: 600, usual: 60 } as const;
/** Parts of one processor. */
export const SHADOW_PROCESSOR = { least: 0.05, most: 1, usual: 0.5 } as const;

const ShadowFields = v.object({
  text: anyText("The draft", "must be a configuration"),
  ...INTO,
  seconds: v.optional(
    numberFrom(SHADOW_SECONDS.least, SHADOW_SECONDS.most, `How long it runs; ${SHADOW_SECONDS.usual} by default`),
  ),
  processor: v.optional(
    numberFrom(
      SHADOW_PROCESSOR.least,
      SHADOW_PROCESSOR.most,
      `Share of one processor that it may take; ${SHADOW_PROCESSOR.usual} by default`,
    ),
  ),
});
export const ShadowBody = v.pipe(
  ShadowFields,
  v.check((body) => hasPlace(body), PLACE),
);
export type ShadowRequest = Data<typeof ShadowBody>;

export const StageDrops = v.object({
  side: word(["active", "draft"], "Whose stage it is", "active"),
  path: text("Path of the stage in its own configuration"),
  stage: text("Name of the stage"),
  reason: text("Why entries were dropped"),
  entries: count("How many"),
});
export type StageDrops = Data<typeof StageDrops>;

export const ShadowProcess = v.object({
  id: text("Id of a logs.process that both have"),
  changed: yes("Whether its stages differ"),
  in: both("Entries that entered it"),
  out: both("Entries that left it"),
  drops: list(StageDrops, "Stages that dropped something"),
});
export type ShadowProcess = Data<typeof ShadowProcess>;

const side = (note: string) =>
  v.pipe(
    v.object({ status: Status, outputs: v.pipe(v.array(Entry), v.description("What left")) }),
    v.description(note),
  );
export const Difference = v.object({
  input: v.pipe(Entry, v.description("The entry as its source delivered it")),
  active: side("Result in the running configuration"),
  draft: side("Result in the draft"),
  differs: v.pipe(
    v.array(v.picklist(["count", "line", "timestamp", "labels", "metadata"])),
    v.description("What differs between the outputs, one by one"),
  ),
});
export type Difference = Data<typeof Difference>;

export const ShadowCost = v.object({
  processor_seconds: count("Processor time of the shadow's process"),
  processor: count("The same as a share of one processor, over the last seconds"),
  processor_limit: count("The share that it may take"),
  memory_bytes: count("Memory of the shadow's process"),
  memory_limit: count("The memory that it may take"),
  entries: count("Entries that were copied to it"),
  bytes: count("Bytes of lines that were copied to it"),
  server_milliseconds: count("Time that copying took in the server's own thread"),
});
export type ShadowCost = Data<typeof ShadowCost>;

export const ShadowSample = v.object({
  by: word(
    ["entry", "stream"],
    "Whether entries are taken one by one, or whole streams, since a stage joins entries",
    "stream",
  ),
  every: count("One entry, or about one stream, in this many is taken: a power of two; 1: all"),
  seen: count("Entries that arrived since the start"),
  taken: count("Entries that were copied"),
  skipped: count("Entries that were chosen but not copied for lack of room"),
  streams: v.optional(
    v.pipe(
      v.object({ seen: count("Streams that arrived"), taken: count("Streams that were copied") }),
      v.description("Streams, counted up to a limit"),
    ),
  ),
  by_stream_for: names("Stages for which whole streams are taken"),
  inexact: names("Stages whose results depend on the entries that are left out"),
});
export type ShadowSample = Data<typeof ShadowSample>;

export const ShadowSummary = v.object({
  compared: count("Entries that both have finished"),
  same: count("Entries with the same result"),
  different: count("Entries with different results"),
  only_active: count("Entries that the running configuration sends and the draft drops"),
  only_draft: count("Entries that the draft sends and the running configuration drops"),
  begun_before: count("Entries of blocks that began before the run, so they are not compared"),
  out: both("Output entries"),
  bytes: both("Bytes of output lines, in UTF-8"),
  streams: both("Distinct label sets of the output, counted up to a limit"),
  new_streams: names("Some of the label sets that only the draft has"),
  gone_streams: names("Some of the label sets that only the running configuration has"),
  series: both("Series of stage.metrics, counted up to a limit"),
  new_series: names("Some of the series that only the draft has"),
  gone_series: names("Some of the series that only the running configuration has"),
  processes: list(ShadowProcess, "Each logs.process that both have"),
  differences: list(Difference, "Some entries with different results: the first ones, then a random choice"),
});
export type ShadowSummary = Data<typeof ShadowSummary>;

export const Shadow = v.object({
  id: text("Id of the run"),
  state: word(
    ["running", "done", "stopped", "exceeded", "replaced", "failed"],
    "`done`: its time is over; `stopped`: it was ended early; `exceeded`: it took too much memory or processor time; `replaced`: another configuration runs now; `failed`: a fault",
    "failed",
  ),
  message: v.optional(text("Why it ended")),
  started: time("When it began"),
  ended: v.optional(time("When it ended")),
  seconds: count("Planned length"),
  sha256: text("SHA-256 of the draft's text"),
  version: v.optional(ordinal("The running version, where versions are kept")),
  into: v.optional(text("The component that the draft's stages were put into")),
  shared: names("Each logs.process that both have"),
  not_started: names("Components of the draft that were not started: they are new, or use values of others"),
  removed: names("Components that the draft does not have"),
  cost: v.pipe(ShadowCost, v.description("What it costs")),
  sample: v.pipe(ShadowSample, v.description("Which entries are copied")),
  summary: v.pipe(ShadowSummary, v.description("What it found")),
});
export type ShadowAnswer = Data<typeof Shadow>;
export type ShadowState = ShadowAnswer["state"];

const NONE = refused("There was no shadow run");

export const shadowRoutes = {
  startShadow: route({
    method: "POST",
    path: "/api/shadow",
    changes: true,
    summary: "Starts a shadow run: a draft on copies of the live entries; forwards nothing",
    body: ShadowBody,
    answers: {
      200: json("The run has started, or `state` says why not", Shadow),
      400: json("What is wrong with the draft, or with the body", LoadRefusal),
      409: refused("Another shadow run is in progress"),
      503: refused("The server is stopping, or is answering as many requests as it can"),
    },
  }),
  shadow: route({
    method: "GET",
    path: "/api/shadow",
    access: "entries",
    summary: "State and results of the last shadow run",
    answers: { 200: json("The run", Shadow), 404: NONE },
  }),
  endShadow: route({
    method: "DELETE",
    path: "/api/shadow",
    changes: true,
    summary: "Ends the shadow run",
    answers: { 200: json("What it found", Shadow), 404: NONE },
  }),
};

/** Sample entries through a pipeline of a configuration that is sent along. */
import * as v from "valibot";
import { anyText } from "./body.ts";
import { refused } from "./refusals.ts";
import { json, route } from "./route.ts";
import { count, details, list, text } from "./schema.ts";
import { PlacedMessage } from "./versions.ts";

/** Entries of one preview. */
export const MOST_PREVIEWED = 2000;

export const PreviewBody = v.object({
  config: anyText("The configuration"),
  pipeline: v.optional(anyText("Id of a logs.process; the first by default")),
  samples: v.optional(anyText("Entries in a format of samples; or send `streams`")),
  streams: v.optional(v.pipe(v.array(v.unknown()), v.description("Entries in the form of Loki's push API"))),
  now: v.optional(anyText("Start of the preview's clock, RFC 3339")),
  seed: v.optional(v.pipe(v.number(), v.safeInteger(), v.description("Seed of everything random, a whole number"))),
});

export const PreviewResult = v.object({
  outputs: v.pipe(v.array(v.unknown()), v.description("Entries that left, as records of the trace (docs/trace.md)")),
  entries: v.pipe(v.array(v.unknown()), v.description("Sample entries with their steps")),
  summary: details("Balance, counts by stage, and metrics"),
  warnings: v.optional(v.pipe(v.array(v.unknown()), v.description("What was ignored in the samples"))),
});

export const previewRoutes = {
  preview: route({
    method: "POST",
    path: "/api/preview",
    access: "reader",
    summary: "Runs sample entries through a pipeline of the configuration in the body; changes nothing",
    body: PreviewBody,
    answers: {
      200: json("Each entry's steps, in the trace's form", PreviewResult),
      422: json(
        "The configuration or the samples cannot be read, or the preview took too much time or memory",
        v.object({
          error: text("Why, in one line, and what to do"),
          diagnostics: v.optional(list(PlacedMessage, "What is wrong with the configuration")),
          more: v.optional(count("How many more there are")),
        }),
      ),
      500: refused("A fault of the server"),
      503: refused("The server is stopping, or is answering as many requests as it can"),
    },
  }),
};

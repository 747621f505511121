/** The routes by which clients watch what runs, described. */
import { GUARDED, json, list, object, ref, type Schema, text } from "./openapi-parts.ts";

const number = (description: string): Schema => ({ type: "number", description });
const time: Schema = { type: "string", format: "date-time" };
const all = (properties: Readonly<Record<string, Schema>>, but: readonly string[] = []): Schema =>
  object(
    properties,
    Object.keys(properties).filter((name) => !but.includes(name)),
  );
/** Server-sent events. */
const events = (description: string) => ({
  description,
  content: { "text/event-stream": { schema: { type: "string" } } },
});

const STATE = {
  at: time,
  version: { type: "integer", minimum: 1, description: "The one that runs, where versions are kept" },
  sha256: text("Of the configuration that runs"),
  components: list(ref("LiveComponent")),
  edges: list(
    all({
      id: text("Names of both"),
      from: text("Id of a component"),
      to: text("Id of a component"),
      entries: number("Each second"),
      bytes: number("Each second, of lines in UTF-8"),
      full: { type: "boolean", description: "Whether it takes nothing now" },
    }),
  ),
  taps: all({ active: { type: "integer" }, most: { type: "integer" } }),
};

export const LIVE_PATHS = {
  "/api/live": {
    get: {
      summary: "Components, what goes from one to the other, and the last hour",
      responses: { "200": json("They", ref("LiveSnapshot")), ...GUARDED },
    },
  },
  "/api/live/events": {
    get: {
      summary: "The same as it changes: events `snapshot`, `live`, `end`",
      responses: { "200": events("A stream that ends with the connection"), ...GUARDED },
    },
  },
};

const flow = (description: string) => ({
  ...all({ entries: { type: "number" }, bytes: { type: "number" } }),
  description,
});
const SERIES = list({ type: ["number", "null"] });
const SERIES_NAMES = ["in", "out", "bytes_in", "bytes_out", "dropped", "held"];

export const LIVE_SCHEMAS: Readonly<Record<string, Schema>> = {
  LiveComponent: all(
    {
      id: text("Its name and label"),
      name: text("As written"),
      label: text("Its label"),
      kind: { enum: ["source", "process", "relabel", "writer", "receiver", "other"] },
      health: all({ state: { enum: ["healthy", "unhealthy"] }, message: text("Why"), since: time }),
      forward_to: list({ type: "string" }),
      arguments: list(all({ name: text("With the blocks around it"), value: text("As written, without secrets") })),
      exports: list(all({ name: text("What others refer to"), value: text("Of what kind") })),
      details: { type: "object" },
      errors: list(
        all({ at: time, level: { enum: ["warn", "error"] }, message: text("One line"), fields: { type: "object" } }, [
          "fields",
        ]),
      ),
      in: flow("Each second, from components before it"),
      out: flow("Each second"),
      dropped: number("Entries each second"),
      total: all({ in: flow("Since it was first there"), out: flow("The same"), dropped: { type: "number" } }),
      held: number("Entries inside it"),
      stages: list(all({ path: text("4.1 is the first one in the fourth"), name: text("json") })),
    },
    ["stages"],
  ),
  LiveSnapshot: all(
    {
      ...STATE,
      history: all({
        step_seconds: { type: "number" },
        times: list({ type: "number" }),
        components: {
          type: "object",
          additionalProperties: all(Object.fromEntries(SERIES_NAMES.map((name) => [name, SERIES]))),
        },
      }),
    },
    ["version"],
  ),
};

/** The routes by which clients watch what runs, described. */
import {
  BODY,
  body,
  CHANGING,
  error,
  GUARDED,
  inPath,
  json,
  list,
  object,
  ref,
  type Schema,
  text,
} from "./openapi-parts.ts";

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

const TAP = {
  stage: text("Path of a stage; what happens there alone is told"),
  rate: { type: "number", minimum: 1, maximum: 1000, description: "Entries that are followed, each second" },
  selector: text("LogQL stream selector with line filters, of entries as they enter"),
  text: text("That the line has as the entry enters"),
  only: { enum: ["dropped", "changed", "missed"] },
};

const LIMITS = {
  entries: { type: "integer", minimum: 1, description: "At which it ends" },
  bytes: { type: "integer", minimum: 1, description: "Of the samples, at which it ends" },
  seconds: number("After which it ends"),
};

export const ENTRY_PATHS = {
  "/api/tap": {
    post: {
      summary: "Follows entries through a pipeline: events `tap`, `entry`, `counts`, `end`",
      requestBody: body(object({ component: text("Id of a logs.process"), ...TAP }, ["component"])),
      responses: {
        "200": events("A stream that ends with the connection"),
        ...BODY,
        "404": error("There is no such component or stage"),
        ...CHANGING,
      },
    },
  },
  "/api/capture": {
    get: {
      summary: "What can be captured from, and how much",
      responses: { "200": json("It", ref("CaptureTargets")), ...CHANGING },
    },
    post: {
      summary: "Takes samples from live traffic or from a Loki; what looks like a secret is replaced",
      requestBody: body(
        object({
          component: text("Id of a component that takes entries; or `loki`"),
          selector: TAP.selector,
          text: TAP.text,
          every: number("Takes one of so many that fit"),
          loki: text("Name of a target"),
          query: text("LogQL, for log lines"),
          start: time,
          end: time,
          direction: { enum: ["forward", "backward"] },
          tenant: text("For X-Scope-OrgID"),
          ...LIMITS,
        }),
      ),
      responses: {
        "200": json("The samples", ref("Capture")),
        ...BODY,
        "404": error("There is no such component or Loki"),
        "502": error("Loki answered nothing of use"),
        ...CHANGING,
      },
    },
  },
  "/api/shadow": {
    post: {
      summary: "Runs a draft beside what runs, on copies of what its sources deliver; forwards nothing",
      requestBody: body(
        object(
          {
            text: text("The draft"),
            seconds: { type: "number", minimum: 1, maximum: 600, description: "How long it runs" },
            processor: {
              type: "number",
              minimum: 0.05,
              maximum: 1,
              description: "The part of a processor that it may take",
            },
          },
          ["text"],
        ),
      ),
      responses: {
        "200": json("Its pipelines are there, or `state` says why not", ref("Shadow")),
        ...BODY,
        "400": json("What is wrong with the draft, or with the body", ref("Refused")),
        "409": error("Another goes on"),
        "503": error("The server stops"),
        ...CHANGING,
      },
    },
    get: {
      summary: "How the last one does, and what it found",
      responses: { "200": json("It", ref("Shadow")), "404": error("There was none"), ...CHANGING },
    },
    delete: {
      summary: "Ends it",
      responses: { "200": json("What it found", ref("Shadow")), "404": error("There was none"), ...CHANGING },
    },
  },
  "/api/tap/{id}": {
    post: {
      summary: "Changes a tap that is open, or pauses it; null takes a filter away",
      parameters: [inPath("id", text("As the event `tap` has it"))],
      requestBody: body(object({ ...TAP, paused: { type: "boolean" } })),
      responses: { "200": json("As it is now", ref("Tap")), ...BODY, "404": error("It is not open"), ...CHANGING },
    },
  },
};

const flow = (description: string) => ({
  ...all({ entries: { type: "number" }, bytes: { type: "number" } }),
  description,
});
const SERIES = list({ type: ["number", "null"] });
const SERIES_NAMES = ["in", "out", "bytes_in", "bytes_out", "dropped", "held"];

const BOTH = all({ active: { type: "number" }, draft: { type: "number" } });
const OUTPUTS = all({ status: text("As in the trace"), outputs: list({ type: "object" }) });

export const LIVE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Shadow: all(
    {
      id: text("Of the run"),
      state: { enum: ["running", "done", "stopped", "exceeded", "replaced", "failed"] },
      message: text("Why it ended"),
      started: time,
      ended: time,
      seconds: number("How long it runs"),
      sha256: text("Of the draft"),
      version: STATE.version,
      shared: list({ type: "string" }),
      not_started: list({ type: "string" }),
      removed: list({ type: "string" }),
      cost: all({
        processor_seconds: { type: "number" },
        processor: number("The part of one over the last seconds"),
        processor_limit: { type: "number" },
        memory_bytes: { type: "number" },
        memory_limit: { type: "number" },
        entries: number("That were copied to it"),
        bytes: { type: "number" },
        server_milliseconds: number("Of the server's own time that copying took"),
      }),
      sample: all(
        {
          by: { enum: ["entry", "stream"] },
          every: number("One entry, or of streams about one, in so many is taken; 1: all"),
          seen: number("Entries that came since it began"),
          taken: number("Of those"),
          skipped: number("That should have been taken, but for which there was no room"),
          streams: all({ seen: { type: "integer" }, taken: { type: "integer" } }),
          by_stream_for: list({ type: "string" }),
          inexact: list({ type: "string" }),
        },
        ["streams"],
      ),
      summary: all({
        compared: { type: "integer" },
        same: { type: "integer" },
        different: { type: "integer" },
        only_active: number("That the active configuration sends and the draft drops"),
        only_draft: number("The other way round"),
        begun_before: number("Entries of blocks that began before the run, so not compared"),
        out: BOTH,
        bytes: BOTH,
        streams: BOTH,
        new_streams: list({ type: "string" }),
        gone_streams: list({ type: "string" }),
        series: BOTH,
        new_series: list({ type: "string" }),
        gone_series: list({ type: "string" }),
        processes: list(
          all({ id: text("It"), changed: { type: "boolean" }, in: BOTH, out: BOTH, drops: list({ type: "object" }) }),
        ),
        differences: list(
          all({ input: { type: "object" }, active: OUTPUTS, draft: OUTPUTS, differs: list({ type: "string" }) }),
        ),
      }),
    },
    ["message", "ended", "version"],
  ),
  Capture: all({
    samples: text("JSON lines, as the reader of samples takes them"),
    entries: { type: "integer" },
    bytes: { type: "integer" },
    seen: { type: "integer", description: "Entries that were looked at" },
    ended: { enum: ["entries", "bytes", "time", "done", "gone"] },
    replaced: { type: "object", additionalProperties: { type: "integer" } },
  }),
  CaptureTargets: all({
    components: list({ type: "string" }),
    lokis: list(
      all({ name: text("To ask for it by"), url: text("Without credentials"), component: text("That sends to it") }, [
        "component",
      ]),
    ),
    most: all(LIMITS),
    usual: all(LIMITS),
  }),
  Tap: object(
    { id: text("Of the tap"), component: text("Id of a logs.process"), ...TAP, paused: { type: "boolean" } },
    ["id", "component", "rate", "paused"],
  ),
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

/** The server itself: health, metrics, status, and the components that run. */
import * as v from "valibot";
import { LOADED_VIA } from "./loaded-via.ts";
import { refused } from "./refusals.ts";
import { json, lines, route } from "./route.ts";
import { count, type Data, described, details, list, names, ordinal, text, texts, time, word, yes } from "./schema.ts";

export const Health = v.object({
  state: word(["healthy", "unhealthy"], "State", "unhealthy"),
  message: text("Why it is in this state"),
  since: time("Start of this state"),
  elsewhere: v.optional(
    v.pipe(v.literal(true), v.description("The problem is on another server; this one is as ready as before")),
  ),
});

export const ComponentStatus = v.object({
  id: text("Its name and label: logs.write.out"),
  health: v.pipe(Health, v.description("Its health")),
  forward_to: names("Ids of the components that it forwards to"),
  details: details("Details of its own: addresses, queues, counts"),
});
export type ComponentStatus = Data<typeof ComponentStatus>;

const Blocks = v.pipe(
  v.record(v.string(), v.unknown()),
  v.description("Lists of blocks by name, each with `arguments` and `blocks`"),
);
export const Component = v.object({
  ...ComponentStatus.entries,
  arguments: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description("Arguments by name, as written in a configuration"),
  ),
  blocks: Blocks,
  exports: texts("Kinds of the values that other components can refer to, by name"),
});
export type Component = Data<typeof Component>;

/** How a configuration was loaded. */
const Loaded = v.object({
  at: time("When"),
  via: v.optional(word(LOADED_VIA, "What loaded it", "reload")),
  user: v.optional(text("User, as the client named it")),
  from: v.optional(text("Address of the client")),
  note: v.optional(text("Note on the change")),
});

export const ConfigStatus = v.object({
  sha256: text("SHA-256 of the configuration that runs"),
  loaded_at: time("When it was loaded"),
  last_load: described(
    v.object({
      ok: yes("Whether the last configuration that was loaded runs"),
      at: time("When it was loaded"),
      message: v.optional(text("Why it was refused")),
    }),
    "The load that came last",
  ),
  version: v.optional(ordinal("Number of the version that runs, where versions are kept")),
  loaded: v.optional(described(Loaded, "Who had it loaded, and what for")),
  fallback: v.optional(text("Why the configuration that was last requested does not run")),
  versions_problem: v.optional(text("Why versions are not kept")),
});
export type ConfigStatus = Data<typeof ConfigStatus>;

export const ServerStatus = v.object({
  version: text("Version of Sluice"),
  state: v.pipe(v.picklist(["running", "stopping"]), v.description("Whether it is stopping")),
  uptime_seconds: count("Seconds since it started"),
  access: v.optional(word(["full", "read"], "What the token allows, where one is needed", "read")),
  time_zone_data: v.optional(text("Release of the time zone database")),
  config: text("The file or folder that the server was started with"),
  configuration: v.pipe(ConfigStatus, v.description("The configuration that runs")),
  components: list(ComponentStatus, "The components that run"),
});
export type ServerStatus = Data<typeof ServerStatus>;

export const healthRoutes = {
  healthy: route({
    method: "GET",
    path: "/-/healthy",
    access: "anyone",
    summary: "Answers while the server runs",
    answers: { 200: lines("The server runs") },
  }),
  ready: route({
    method: "GET",
    path: "/-/ready",
    access: "anyone",
    summary: "Says whether everything that is configured works",
    answers: { 200: lines("Everything works"), 503: lines("What does not work, one line each") },
  }),
  metrics: route({
    method: "GET",
    path: "/metrics",
    access: "scraper",
    summary: "Metrics of all components, for Prometheus; with --protect-metrics they need a token",
    answers: {
      200: lines("Text or OpenMetrics, as the header Accept asks"),
      503: lines("Too many clients are reading them"),
    },
  }),
  openApi: route({
    method: "GET",
    path: "/api/openapi.json",
    access: "reader",
    summary: "This description, as OpenAPI 3.1",
    answers: { 200: json("The description", details("OpenAPI 3.1")) },
  }),
  status: route({
    method: "GET",
    path: "/api/status",
    access: "reader",
    summary: "State of the server, its configuration and each component",
    answers: { 200: json("State of the server", ServerStatus) },
  }),
  component: route({
    method: "GET",
    path: "/api/components/{id}",
    access: "reader",
    summary: "A running component with its arguments and exports",
    params: { id: text("Its name and label: logs.write.out") },
    answers: { 200: json("The component", Component), 404: refused("There is no such component") },
  }),
};

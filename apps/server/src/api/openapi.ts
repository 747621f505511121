/** What the server's own API is, as an OpenAPI document. A test compares it with the routes that are registered. */

import { CAUSE, CONFIG_SCHEMAS, CONFIGURATION, STAGES } from "./openapi-configs.ts";
import { ENTRY_PATHS, LIVE_PATHS, LIVE_SCHEMAS } from "./openapi-live.ts";
import {
  BODY,
  body,
  CHANGING,
  error,
  GUARDED,
  inPath,
  integer,
  json,
  list,
  object,
  plain,
  ref,
  type Schema,
  text,
} from "./openapi-parts.ts";

const OPEN = { security: [] };

const NUMBER = inPath("number", integer("A version"));
const REQUEST = inPath("id", text("A recorded request"));
export function openApi(version: string): Schema {
  return {
    openapi: "3.1.0",
    info: {
      title: "Sluice",
      version,
      description: "What runs on this server, and how it is changed. Texts are given without secrets.",
    },
    security: [{ token: [] }],
    paths: {
      "/metrics": {
        get: {
          ...OPEN,
          summary: "Metrics of all components, for Prometheus (asks for a token with --protect-metrics)",
          responses: { "200": plain("By the header Accept, as text or OpenMetrics"), "503": plain("Too many readers") },
        },
      },
      "/-/healthy": { get: { ...OPEN, summary: "Whether the server runs", responses: { "200": plain("It does") } } },
      "/-/ready": {
        get: {
          ...OPEN,
          summary: "Whether all that was asked for works",
          responses: { "200": plain("It does"), "503": plain("What does not, a line each") },
        },
      },
      "/-/reload": {
        post: {
          summary: "Reads the configuration's file again, and changes to it",
          responses: {
            "200": plain("It runs"),
            "400": plain("What is wrong with it, and where; all is as it was"),
            ...CHANGING,
          },
        },
      },
      "/api/openapi.json": {
        get: { summary: "This document", responses: { "200": json("It", { type: "object" }), ...GUARDED } },
      },
      "/api/status": {
        get: {
          summary: "The server, its configuration, and its components with their health",
          responses: { "200": json("Its status", ref("Status")), ...GUARDED },
        },
      },
      "/api/config": {
        get: {
          summary: "The configuration that runs",
          responses: {
            "200": json(
              "It",
              object(
                {
                  file: text("What the server was started with"),
                  text: text("It, without secrets"),
                  sha256: text("Of it, with them"),
                },
                ["file", "text", "sha256"],
              ),
            ),
            ...GUARDED,
          },
        },
      },
      "/api/deploy": {
        post: {
          summary: "Changes to a configuration; where anything is wrong with it, all stays as it was",
          requestBody: body(
            object({
              ...CONFIGURATION,
              ...STAGES,
              ...CAUSE,
            }),
          ),
          responses: {
            "200": json("It runs", ref("Changed")),
            ...BODY,
            "400": json("What is wrong with it, or with the body", ref("Refused")),
            "409": json("Another one runs than `base` or `base_sha256`", ref("Conflict")),
            ...CHANGING,
          },
        },
      },
      "/api/versions": {
        get: {
          summary: "The versions that are kept, the newest first",
          responses: {
            "200": json(
              "They",
              object(
                {
                  current: integer("The one that runs"),
                  problem: text("Why they are not kept"),
                  fallback: text("Why something else runs than what was asked for last"),
                  versions: list(ref("Version")),
                },
                ["versions"],
              ),
            ),
            ...GUARDED,
          },
        },
      },
      "/api/versions/{number}": {
        get: {
          summary: "A version, and what it changed",
          parameters: [
            NUMBER,
            { name: "against", in: "query", schema: integer("Compared with this one; without, the one before") },
          ],
          responses: { "200": json("It", ref("VersionDetail")), "404": error("It is not kept"), ...GUARDED },
        },
      },
      "/api/validate": {
        post: {
          summary:
            "What is wrong with a configuration, as far as it is known before anything is built, and what stops when it runs; changes nothing",
          requestBody: body(
            object({
              ...CONFIGURATION,
              ...STAGES,
              version: integer("Instead of a configuration: a version that is kept, as if it were rolled back to"),
            }),
          ),
          responses: {
            "200": json("It", ref("Checked")),
            "404": error("The version is not kept"),
            ...BODY,
            ...GUARDED,
            "403": error("A page of another site asks"),
          },
        },
      },
      "/api/components/{id}": {
        get: {
          summary: "A component of the configuration that runs, with its arguments and exports",
          parameters: [inPath("id", text("Its name and label: logs.write.out"))],
          responses: { "200": json("It", ref("Component")), "404": error("There is none"), ...GUARDED },
        },
      },
      "/api/versions/{number}/rollback": {
        post: {
          summary: "Changes to a version, which becomes the newest",
          parameters: [NUMBER],
          requestBody: body(object(CAUSE)),
          responses: {
            "200": json("It runs", ref("Changed")),
            ...BODY,
            "400": json("What is wrong with it, or with the body", ref("Refused")),
            "404": error("It is not kept"),
            "409": json("Another one runs than `base` or `base_sha256`", ref("Conflict")),
            ...CHANGING,
          },
        },
      },
      "/api/preview": {
        post: {
          summary: "Sample entries through a pipeline of a configuration that is sent along; changes nothing",
          requestBody: body({ type: "object" }),
          responses: {
            "200": json("What became of them, as the trace", { type: "object" }),
            ...BODY,
            "408": error("The body took too long"),
            "422": error("The configuration or the samples cannot be read"),
            "500": error("A fault of the server"),
            "503": error("The server stops"),
            ...GUARDED,
          },
        },
      },
      ...LIVE_PATHS,
      ...ENTRY_PATHS,
      "/api/profiles/requests": {
        get: {
          summary: "The last requests with profiles",
          responses: { "200": json("They", { type: "object" }), ...CHANGING },
        },
      },
      "/api/profiles/requests/{id}": {
        get: {
          summary: "One of them",
          parameters: [REQUEST],
          responses: { "200": json("It", { type: "object" }), "404": error("It is not kept"), ...CHANGING },
        },
      },
      "/api/profiles/requests/{id}/profiles/{place}": {
        get: {
          summary: "A profile of it, as it was sent",
          parameters: [REQUEST, inPath("place", { type: "integer", minimum: 0 })],
          responses: {
            "200": { description: "It", content: { "application/octet-stream": {} } },
            "404": error("It is not kept"),
            ...CHANGING,
          },
        },
      },
      "/api/profiles/requests/{id}/send": {
        post: {
          summary: "Sends it to a target again",
          parameters: [REQUEST],
          requestBody: body(object({ target: text("Id of a component") }, ["target"])),
          responses: {
            "200": json("What the target answered", { type: "object" }),
            ...BODY,
            "404": error("It is not kept"),
            "409": error("Its body is not kept"),
            "422": error("There is no such target"),
            ...CHANGING,
          },
        },
      },
      "/api/profiles/sample": {
        post: {
          summary: "Pushes a made-up profile to a receiver",
          requestBody: body(object({ receiver: text("Id of a component") }, ["receiver"])),
          responses: {
            "200": json("What it answered", object({ status: { type: "integer" } }, ["status"])),
            ...BODY,
            "404": error("There is no such receiver"),
            "409": error("It does not listen, or requests are not recorded"),
            "502": error("It could not be reached"),
            ...CHANGING,
          },
        },
      },
    },
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Where the server was started with --token-file" },
      },
      schemas: SCHEMAS,
    },
  };
}

const VERSION = {
  number: integer("From 1"),
  at: { type: "string", format: "date-time" },
  via: { enum: ["start", "signal", "reload", "deploy", "rollback"] },
  from: text("Address of the client"),
  user: text("Who it was, as the client said"),
  note: text("What it was for"),
  base: integer("The version that ran before"),
  result: { enum: ["loaded", "refused"] },
  message: text("Why it was refused"),
  sha256: text("Of its text"),
  source: text("What the server was started with"),
  origin: { enum: ["file", "api"], description: "Where its text came from" },
};
const VERSION_HAS = ["number", "at", "via", "result", "sha256", "source", "origin"];
const COMPONENT = {
  id: text("Its name and label"),
  health: object(
    {
      state: text("healthy or unhealthy"),
      message: text("Why"),
      since: text("When it came to be in that state, RFC 3339"),
      elsewhere: { const: true, description: "What is not well is another server; this one is as ready as before" },
    },
    ["state", "message", "since"],
  ),
  forward_to: list({ type: "string" }),
  details: { type: "object" },
};
const COMPONENT_HAS = ["id", "health", "forward_to", "details"];

const SCHEMAS: Readonly<Record<string, Schema>> = {
  ...LIVE_SCHEMAS,
  ...CONFIG_SCHEMAS,
  Error: object({ error: text("One line") }, ["error"]),
  Component: object(
    {
      ...COMPONENT,
      arguments: { type: "object", description: "By name, each as it is written in a configuration" },
      blocks: { type: "object", description: "Lists of blocks by name, each with `arguments` and `blocks`" },
      exports: { type: "object", description: "Kinds of what others can refer to, by name" },
    },
    [...COMPONENT_HAS, "arguments", "blocks", "exports"],
  ),
  Conflict: object({ error: text("One line"), current: ref("Version") }, ["error"]),
  Version: object(VERSION, VERSION_HAS),
  VersionDetail: object(
    {
      ...VERSION,
      text: text("Without secrets"),
      diff: object(
        {
          against: integer("The other version"),
          added: { type: "integer" },
          removed: { type: "integer" },
          text: text("As diff -u has it"),
        },
        ["against", "added", "removed", "text"],
      ),
    },
    [...VERSION_HAS, "text"],
  ),
  Status: object(
    {
      version: text("Of Sluice"),
      state: { enum: ["running", "stopping"] },
      uptime_seconds: { type: "integer" },
      access: { enum: ["full", "read"], description: "What the shown token allows, where one is needed" },
      time_zone_data: text("Release of the time zone database"),
      config: text("What the server was started with"),
      configuration: object(
        {
          sha256: text("Of what runs"),
          loaded_at: { type: "string", format: "date-time" },
          last_load: object(
            { ok: { type: "boolean" }, at: { type: "string", format: "date-time" }, message: text("Why not") },
            ["ok", "at"],
          ),
          version: integer("The one that runs"),
          loaded: object(
            {
              at: { type: "string", format: "date-time" },
              via: VERSION.via,
              user: VERSION.user,
              from: VERSION.from,
              note: VERSION.note,
            },
            ["at", "via"],
          ),
          fallback: text("Why something else runs than what was asked for last"),
          versions_problem: text("Why versions are not kept"),
        },
        ["sha256", "loaded_at", "last_load"],
      ),
      components: list(object(COMPONENT, COMPONENT_HAS)),
    },
    ["version", "state", "uptime_seconds", "config", "configuration", "components"],
  ),
};

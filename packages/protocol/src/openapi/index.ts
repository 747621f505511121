/**
 * The API as an OpenAPI 3.1 document, generated from the records of its routes. Named bodies are listed once and referred to.
 */
import { toJsonSchema } from "@valibot/to-json-schema";
import { answersOf, Refusal } from "../refusals.ts";
import { type Answer, accessOf, isGuarded, type Route, type Schemas } from "../route.ts";
import { allRoutes } from "../routes.ts";
import type { AnySchema } from "../schema.ts";
import { ACCESS_WORDS } from "./access-words.ts";
import { NAMED_SCHEMAS } from "./named.ts";

type Json = Readonly<Record<string, unknown>>;

/** `version`: of Sluice. */
export function openApi(version: string): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Sluice",
      version,
      description: "Reads and changes what runs on this server. Texts have no secrets.",
    },
    security: [{ token: [] }],
    paths: pathsOf(allRoutes),
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "Where the server was started with --token-file" },
      },
      schemas: Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, describe(schema, name)])),
    },
  };
}

const NAMED: Schemas = { Error: Refusal, ...NAMED_SCHEMAS };
const NAMES = new Map<unknown, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

function pathsOf(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operationOf(route);
  }
  return paths;
}

function operationOf(route: Route): Json {
  const { summary, params = {}, query = {}, body } = route;
  const parameters = [
    ...Object.entries(params).map(([name, schema]) => ({ name, in: "path", required: true, schema: describe(schema) })),
    ...Object.entries(query).map(([name, schema]) => ({ name, in: "query", schema: describe(schema) })),
  ];
  const responses = Object.entries(answersOf(route)).map(([status, answer]) => [status, responseOf(answer)]);
  return {
    summary,
    description: ACCESS_WORDS[accessOf(route)].sentence,
    // With --protect-metrics a scraper needs a token; without it none.
    ...(!isGuarded(route) && { security: accessOf(route) === "scraper" ? [{}, { token: [] }] : [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: describe(body) } } },
    }),
    responses: Object.fromEntries(responses),
  };
}

function responseOf({ description, content }: Answer): Json {
  switch (content.kind) {
    case "json":
      return { description, content: { "application/json": { schema: describe(content.schema) } } };
    case "text":
      return { description, content: { "text/plain": { schema: { type: "string" } } } };
    case "bytes":
      return { description, content: { "application/octet-stream": {} } };
    case "events":
      return {
        description: `${description}: ${Object.keys(content.events).join(", ")}`,
        content: { "text/event-stream": { schema: { type: "string" }, "x-events": eventsOf(content.events) } },
      };
  }
}

const eventsOf = (events: Schemas): Json =>
  Object.fromEntries(Object.entries(events).map(([name, schema]) => [name, describe(schema)]));

/** A schema as JSON Schema, with references to those that have a name. `own`: its own name. */
function describe(schema: AnySchema, own?: string): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema as never, {
    // `definitions` would describe all named ones again for each schema.
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      const name = NAMES.get(valibotSchema);
      if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` };
      // What the engine describes: a step of a trace, an extracted value.
      return valibotSchema.type === "custom" ? jsonSchema : undefined;
    },
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type === "metadata") return { ...jsonSchema, format: "date-time" };
      return valibotAction.type === "safe_integer" ? { ...jsonSchema, type: "integer" } : undefined;
    },
    ignoreActions: ["finite", "check"],
  });
  return rest;
}

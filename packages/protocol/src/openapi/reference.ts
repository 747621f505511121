/** The API as a page of the reference, in Markdown: a table of routes, then each with its parameters, bodies and answers. */
import { BODY_ANSWERS, BUSY_ANSWERS, COMMON_ANSWERS, GUARDED_ANSWERS, PARAMETER_ANSWERS } from "../refusals.ts";
import { accessOf, type Route } from "../route.ts";
import { ACCESS_WORDS } from "./access-words.ts";
import { openApi } from "./index.ts";

interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly [extension: `x-${string}`]: unknown;
}
interface Content {
  readonly schema?: Shape;
  readonly "x-events"?: Readonly<Record<string, Shape>>;
}
interface Operation {
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Shape }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content: Readonly<Record<string, Content>> }>
  >;
}

const COMMON = `Besides the answers of each route: ${[
  ...Object.entries({ ...COMMON_ANSWERS, ...GUARDED_ANSWERS }),
  ...Object.entries(BUSY_ANSWERS).map(([status, one]) => [`${status} except for health`, one] as const),
  ...Object.entries(PARAMETER_ANSWERS).map(([status, one]) => [`${status} with a parameter`, one] as const),
  ...Object.entries(BODY_ANSWERS).map(([status, one]) => [`${status} with a body`, one] as const),
]
  .map(([status, { description }]) => `${status}: ${description.charAt(0).toLowerCase()}${description.slice(1)}`)
  .join("; ")}.`;

export function apiReference(routes: readonly Route[]): string {
  const { paths, components } = openApi("") as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Shape>> };
  };
  const sections = routes.map(({ method, path, answers }) => {
    const operation = paths[path]![method.toLowerCase()]!;
    const own = Object.entries(operation.responses).filter(([status]) => answers[Number(status)] !== undefined);
    const parts = partsOf({ ...operation, responses: Object.fromEntries(own) });
    return [`### ${method} ${path}`, `${operation.summary}.`, ...parts].join("\n\n");
  });
  const bodies = Object.entries(components.schemas).map(([name, schema]) =>
    [`### ${name}`, ...(schema.description === undefined ? [] : [`${schema.description}.`]), fieldsOf(schema)].join(
      "\n\n",
    ),
  );
  const rows = routes.map((route) => {
    const { method, path, summary } = route;
    return `| [\`${method} ${path}\`](#${anchor(`${method} ${path}`)}) | ${cell(summary)} | ${ACCESS_WORDS[accessOf(route)].cell} |`;
  });
  return `${[
    "# The server's API",
    'Bodies are JSON. A running server has the same description as OpenAPI 3.1 at `/api/openapi.json`. If it was started with tokens, a request sends one as `Authorization: Bearer …`; the last column says which one is enough. Errors below `/api` are `{"error": "…"}` unless said otherwise, and lines of text elsewhere.',
    ["| Route | What it does | Token |", "|---|---|---|", ...rows].join("\n"),
    COMMON,
    "## Routes",
    ...sections,
    "## Bodies",
    ...bodies,
  ].join("\n\n")}\n`;
}

/** The anchor that GitHub gives a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function* partsOf({ parameters = [], requestBody, responses }: Operation): Generator<string> {
  if (parameters.length > 0) {
    const rows = parameters.map(({ name, in: place, schema }) => `| \`${name}\` | ${place} | ${wordsOf(schema)} |`);
    yield ["| Parameter | In | |", "|---|---|---|", ...rows].join("\n");
  }
  const body = requestBody?.content["application/json"]?.schema;
  if (body !== undefined) yield `Body:\n\n${fieldsOf(body)}`;
  const rows = Object.entries(responses).map(
    ([status, { description, content }]) => `| ${status} | ${cell(description)} | ${contentOf(content)} |`,
  );
  yield ["| Status | Meaning | Body |", "|---|---|---|", ...rows].join("\n");
}

function contentOf(content: Readonly<Record<string, Content>>): string {
  const [[type, { schema, "x-events": events }] = ["", {} as Content]] = Object.entries(content);
  if (events !== undefined)
    return `events ${Object.entries(events)
      .map(([name, one]) => `\`${name}\` (${typeOf(one)})`)
      .join(", ")}`;
  if (type !== "application/json") return `\`${type}\``;
  return schema === undefined ? "JSON" : typeOf(schema);
}

/** A row for each field, with those of objects within that have no name of their own. */
function fieldsOf(schema: Shape): string {
  const rows = [...rowsOf(schema, "")];
  return rows.length === 0 ? wordsOf(schema) : ["| Field | Type | |", "|---|---|---|", ...rows].join("\n");
}

function* rowsOf({ properties = {}, required = [] }: Shape, within: string): Generator<string> {
  for (const [name, one] of Object.entries(properties)) {
    const path = `${within}${name}`;
    const mark = required.includes(name) ? "" : "?";
    yield `| \`${path}${mark}\` | ${typeOf(one)} | ${cell(descriptionOf(one))} |`;
    const item = one.type === "array" ? one.items : one;
    if (item?.properties !== undefined) yield* rowsOf(item, `${path}${one.type === "array" ? "[]" : ""}.`);
  }
}

/** A field that may be null has its description inside. */
const descriptionOf = ({ description, anyOf = [] }: Shape): string =>
  description ?? anyOf.find((one) => one.description !== undefined)?.description ?? "";

const wordsOf = (schema: Shape): string => [schema.description ?? "", typeOf(schema)].filter(Boolean).join(": ");

function typeOf(schema: Shape): string {
  const { $ref, type, enum: words, const: only, anyOf, items, additionalProperties: rest } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1)!;
    return `[${name}](#${anchor(name)})`;
  }
  if (words !== undefined) return words.map((word) => `\`${String(word)}\``).join(", ");
  if (only !== undefined) return `\`${String(only)}\``;
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (type === "array") return `list of ${items === undefined ? "anything" : typeOf(items)}`;
  if (type === "object" && typeof rest === "object" && Object.keys(rest).length > 0) return `map of ${typeOf(rest)}`;
  const bounds = boundsOf(schema);
  return `${schema.format === "date-time" ? "RFC 3339 time" : ([type ?? "anything"].flat().join(" or ") as string)}${bounds}`;
}

function boundsOf({ minimum, maximum, maxLength }: Shape): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return "";
}

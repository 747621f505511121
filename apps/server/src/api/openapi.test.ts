import { ROUTES, type RouteName } from "@sluice/protocol";
import { openApi } from "@sluice/protocol/openapi";
import { afterEach, beforeEach, expect, it } from "vitest";
import { EventReader } from "../testing/event-reader.ts";
import { ServerFixture, SOURCE } from "../testing/server-fixture.ts";

interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
  readonly items?: Shape | readonly Shape[] | boolean;
  readonly prefixItems?: readonly Shape[];
}
interface Content {
  readonly schema?: Shape;
  readonly "x-events"?: Readonly<Record<string, Shape>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Content>> }>>;
}

const document = openApi("1") as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> };
};

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

it("refers to schemas that are there, and has none that nothing refers to", () => {
  const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
  expect(new Set(references)).toEqual(new Set(Object.keys(document.components.schemas)));
});

it("describes each field of each body", () => {
  const bare = (schema: Shape, at: string): string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
      const here = `${at}.${name}`;
      const isSaid = "description" in one || one.$ref !== undefined || one.const !== undefined;
      const within = one.type === "object" ? bare(one, here) : [];
      return isSaid || one.properties !== undefined || one.type === "array" ? within : [here];
    });
  expect(Object.entries(document.components.schemas).flatMap(([name, schema]) => bare(schema, name))).toEqual([]);
});

/** What a value has that its schema does not say, or lacks of what it says. */
function problems(value: unknown, schema: Shape, at = "$"): string[] {
  if (schema.$ref !== undefined)
    return problems(value, document.components.schemas[schema.$ref.split("/").at(-1)!]!, at);
  if (schema.anyOf !== undefined) {
    const each = schema.anyOf.map((one) => problems(value, one, at));
    return each.find((found) => found.length === 0) ?? each[0]!;
  }
  const same = (one: unknown) => (one === value ? [] : [`${at}: ${JSON.stringify(value)}`]);
  if (schema.enum !== undefined) return schema.enum.includes(value) ? [] : same(schema.enum);
  if (schema.const !== undefined) return same(schema.const);
  switch (schema.type) {
    case undefined:
      return [];
    case "array": {
      if (!Array.isArray(value)) return [`${at}: no list`];
      const { items, prefixItems } = schema;
      const of = (i: number) => prefixItems?.[i] ?? (Array.isArray(items) ? items[i] : (items as Shape | undefined));
      return value.flatMap((one, i) => problems(one, of(i) ?? {}, `${at}[${i}]`));
    }
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at}: no object`];
      const missing = (schema.required ?? [])
        .filter((name) => !Object.hasOwn(value, name))
        .map((name) => `${at}.${name} is missing`);
      const { additionalProperties: rest } = schema;
      const within = Object.entries(value).flatMap(([name, one]) => {
        const property = schema.properties?.[name] ?? (typeof rest === "object" ? rest : undefined);
        if (property !== undefined) return problems(one, property, `${at}.${name}`);
        return rest === undefined ? [`${at}.${name} is not described`] : [];
      });
      return [...missing, ...within];
    }
    case "integer":
      return Number.isInteger(value) ? [] : [`${at}: no integer`];
    case "null":
      return same(null);
    default:
      return typeof value === schema.type ? [] : [`${at}: no ${schema.type}`];
  }
}

const responseOf = (name: RouteName, status: number): Content => {
  const { path, method } = ROUTES[name];
  const [content] = Object.values(document.paths[path]![method.toLowerCase()]!.responses[status]!.content);
  return content!;
};

it("describes what is answered", async () => {
  await fixture.start(SOURCE);
  const changed = `${SOURCE}\n// Another.\n`;
  const cases: readonly [RouteName, string, number, unknown?][] = [
    ["deploy", "/api/deploy", 200, { text: changed, note: "n", user: "u" }],
    ["deploy", "/api/deploy", 400, { text: "logs.echo {" }],
    ["deploy", "/api/deploy", 400, {}],
    ["deploy", "/api/deploy", 409, { text: SOURCE, base: 1 }],
    ["rollback", "/api/versions/1/rollback", 200, {}],
    ["rollback", "/api/versions/99/rollback", 404, {}],
    ["versions", "/api/versions", 200],
    ["validate", "/api/validate", 200, { text: changed }],
    ["validate", "/api/validate", 200, { text: "logs.echo {" }],
    ["validate", "/api/validate", 200, { text: 'logs.process "x" {\n  forward_to = []\n}' }],
    ["validate", "/api/validate", 400, {}],
    ["component", "/api/components/logs.source.api.in", 200],
    ["component", "/api/components/nope", 404],
    ["version", "/api/versions/2", 200],
    ["version", "/api/versions/99", 404],
    ["status", "/api/status", 200],
    ["live", "/api/live", 200],
    ["captureTargets", "/api/capture", 200],
    ["capture", "/api/capture", 200, { component: "logs.process.main", seconds: 0.1 }],
    ["capture", "/api/capture", 404, { component: "logs.process.nothing" }],
    ["config", "/api/config", 200],
    ["openApi", "/api/openapi.json", 200],
    ["shadow", "/api/shadow", 404],
    ["startShadow", "/api/shadow", 400, { text: "logs.echo {" }],
    ["profileRequests", "/api/profiles/requests", 200],
    ["profileRequest", "/api/profiles/requests/nope", 404],
    ["sendSample", "/api/profiles/sample", 404, { receiver: "profiles.receive_http.none" }],
    ["changeTap", "/api/tap/nope", 404, {}],
  ];
  for (const [name, path, status, body] of cases) {
    const response = await fetch(new URL(path, fixture.server.url), {
      method: ROUTES[name].method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    });
    const value: unknown = await response.json();
    expect([path, response.status, value]).toEqual([path, status, value]);
    expect([path, problems(value, responseOf(name, status).schema!)]).toEqual([path, []]);
  }
});

it("describes the events of a tap and of the live view", async () => {
  await fixture.start(SOURCE);
  const { url } = fixture.server;
  const tap = await EventReader.open(new URL("/api/tap", url), {
    method: "POST",
    body: JSON.stringify({ component: "logs.process.main", rate: 1000 }),
    headers: { "Content-Type": "application/json" },
  });
  const live = await EventReader.open(new URL("/api/live/events", url));
  try {
    const check = async (name: RouteName, reader: EventReader, event: string) => {
      const { data } = await reader.until(event);
      expect([event, problems(data, responseOf(name, 200)["x-events"]![event]!)]).toEqual([event, []]);
    };
    await check("tap", tap, "tap");
    await fixture.push("#a", "b", "#c");
    await check("tap", tap, "counts");
    await check("tap", tap, "entry");
    await check("liveEvents", live, "snapshot");
    await check("liveEvents", live, "live");
  } finally {
    tap.close();
    live.close();
  }
});

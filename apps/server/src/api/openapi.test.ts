import { afterEach, beforeEach, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { ServerFixture, SOURCE } from "../testing/server-fixture.ts";
import { Watching } from "../watching.ts";
import { createAdmin } from "./admin.ts";
import { ConfigsDesk } from "./configs.ts";
import { openApi } from "./openapi.ts";
import { ProfilesDesk } from "./profiles.ts";

type Document = { paths: Record<string, Record<string, unknown>>; components: { schemas: Record<string, Shape> } };
const document = openApi("1") as unknown as Document;

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

/** `METHOD /path/{name}` of every route; those that refuse all other methods are not routes of their own. */
function registered(): string[] {
  const scheduler = new ManualScheduler();
  const unused = new Proxy({}, { get: () => () => undefined });
  const source = {
    scheduler,
    previews: unused,
    profiles: new ProfilesDesk({
      scheduler,
      record: {},
      hide: String,
      intakes: () => [],
      target: () => undefined,
    } as never),
    configs: new ConfigsDesk(unused as never, scheduler),
    watching: new Watching({ runtime: unused, control: unused, shown: unused, scheduler } as never),
  };
  const app = createAdmin(source as never, fixture.folder, { host: "" }) as unknown as {
    router: { stack: { route?: { path: string | string[]; methods: Record<string, boolean> } }[] };
  };
  return app.router.stack.flatMap(({ route }) => {
    const methods = Object.keys(route?.methods ?? {}).filter(
      (method) => method !== "_all" && ["get", "post", "put", "delete", "patch"].includes(method),
    );
    // `all` registers every method for the answer that says which are allowed.
    if (route === undefined || methods.length > 1) return [];
    return [route.path]
      .flat()
      .flatMap((path) => methods.map((method) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`));
  });
}

it("has every route that is registered, and no other", () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  // Where the page is not built, its root says so.
  expect(described.toSorted()).toEqual(
    registered()
      .filter((one) => one !== "get /")
      .toSorted(),
  );
  expect(described).toContain("post /api/versions/{number}/rollback");
});

it("refers to schemas that are there", () => {
  const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
  expect(new Set(references)).toEqual(new Set(Object.keys(document.components.schemas)));
});

interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly additionalProperties?: Shape;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
}

/** What a value has that its schema does not say, or lacks of what it says. */
function problems(value: unknown, schema: Shape, at = "$"): string[] {
  if (schema.$ref !== undefined)
    return problems(value, document.components.schemas[schema.$ref.split("/").at(-1)!]!, at);
  if (schema.enum !== undefined) return schema.enum.includes(value) ? [] : [`${at}: ${JSON.stringify(value)}`];
  if (schema.type === "array")
    return Array.isArray(value)
      ? value.flatMap((one, i) => problems(one, schema.items!, `${at}[${i}]`))
      : [`${at}: no list`];
  if (schema.type === "object") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${at}: no object`];
    const missing = (schema.required ?? [])
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => `${at}.${name} is missing`);
    if (schema.additionalProperties !== undefined)
      return Object.entries(value).flatMap(([name, one]) =>
        problems(one, schema.additionalProperties!, `${at}.${name}`),
      );
    if (schema.properties === undefined) return missing;
    const within = Object.entries(value).flatMap(([name, one]) => {
      const property = schema.properties![name];
      return property === undefined ? [`${at}.${name} is not described`] : problems(one, property, `${at}.${name}`);
    });
    return [...missing, ...within];
  }
  if (Array.isArray(schema.type))
    return schema.type.includes(value === null ? "null" : typeof value) ? [] : [`${at}: other`];
  if (schema.type === "integer") return Number.isInteger(value) ? [] : [`${at}: no integer`];
  return typeof value === schema.type ? [] : [`${at}: no ${schema.type}`];
}

it("describes what is answered", async () => {
  await fixture.start(SOURCE);
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(new URL(path, fixture.server.url), {
      ...(body !== undefined && {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    });
    return { status: String(response.status), value: (await response.json()) as unknown };
  };
  const changed = `${SOURCE}\n// Another.\n`;
  const cases: [string, string, string, unknown?][] = [
    ["/api/deploy", "/api/deploy", "200", { text: changed, note: "n", user: "u" }],
    ["/api/deploy", "/api/deploy", "400", { text: "logs.echo {" }],
    ["/api/deploy", "/api/deploy", "400", {}],
    ["/api/deploy", "/api/deploy", "409", { text: SOURCE, base: 1 }],
    ["/api/versions/{number}/rollback", "/api/versions/1/rollback", "200", {}],
    ["/api/versions/{number}/rollback", "/api/versions/99/rollback", "404", {}],
    ["/api/versions", "/api/versions", "200"],
    ["/api/versions/{number}", "/api/versions/2", "200"],
    ["/api/versions/{number}", "/api/versions/99", "404"],
    ["/api/status", "/api/status", "200"],
    ["/api/live", "/api/live", "200"],
    ["/api/capture", "/api/capture", "200"],
    ["/api/capture", "/api/capture", "200", { component: "logs.process.main", seconds: 0.1 }],
    ["/api/capture", "/api/capture", "404", { component: "logs.process.nothing" }],
    ["/api/config", "/api/config", "200"],
    ["/api/openapi.json", "/api/openapi.json", "200"],
  ];
  for (const [path, asked, status, body] of cases) {
    const answer = await ask(asked, body);
    expect([asked, answer.status]).toEqual([asked, status]);
    const described = document.paths[path]![body === undefined ? "get" : "post"] as {
      responses: Record<string, { content: Record<string, { schema: Shape }> }>;
    };
    expect([asked, problems(answer.value, described.responses[status]!.content["application/json"]!.schema)]).toEqual([
      asked,
      [],
    ]);
  }
});

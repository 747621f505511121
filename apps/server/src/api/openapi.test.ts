import { ConfigFiles } from "@sluice/engine";
import { ROUTES, type RouteName } from "@sluice/protocol";
import { openApi } from "@sluice/protocol/openapi";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PREVIEW_LIMITS } from "../preview/preview-answer.ts";
import { runPreview } from "../preview/run-preview.ts";
import { EventReader } from "../testing/event-reader.ts";
import { START } from "../testing/fixtures.ts";
import { idOf, RECEIVER, RecordingFixture, receiverText, WRITE, writeText } from "../testing/recording-fixture.ts";
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
  /** Places in a schema that say nothing about themselves; `said`: what a list holds is said with it. */
  const bare = (schema: Shape, at: string, said: boolean): string[] => {
    const isSaid = said || "description" in schema || schema.$ref !== undefined || schema.const !== undefined;
    const { properties = {}, items, prefixItems = [], anyOf = [], additionalProperties: rest } = schema;
    const lists = [...prefixItems, ...(typeof items === "object" ? [items].flat() : [])];
    return [
      ...(isSaid ? [] : [at]),
      ...Object.entries(properties).flatMap(([name, one]) => bare(one, `${at}.${name}`, false)),
      ...[...lists, ...anyOf].flatMap((one) => bare(one, `${at}[]`, isSaid)),
      ...(typeof rest === "object" ? bare(rest, `${at}.*`, isSaid) : []),
    ];
  };
  expect(Object.entries(document.components.schemas).flatMap(([name, schema]) => bare(schema, name, true))).toEqual([]);
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

/** With its media type. */
function contentOf(name: RouteName, status: number): readonly [string, Content] {
  const { path, method } = ROUTES[name];
  return Object.entries(document.paths[path]![method.toLowerCase()]!.responses[status]!.content)[0]!;
}

/** Asks, and compares type and body of the answer with what the record says of its status. */
async function expectDescribed(
  url: string,
  name: RouteName,
  path: string,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const response = await fetch(new URL(path, url), {
    method: ROUTES[name].method,
    headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect([path, response.status, text]).toEqual([path, status, text]);
  const [type, content] = contentOf(name, status);
  expect([path, response.headers.get("content-type")?.split(";")[0]]).toEqual([path, type]);
  if (type === "application/json") expect([path, problems(JSON.parse(text), content.schema!)]).toEqual([path, []]);
}

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
    ["journals", "/api/journals", 200],
    ["journalEntries", "/api/journals/logs.journal.none/entries", 404, {}],
    ["journalEntries", "/api/journals/logs.journal.none/entries", 400, { last: 501 }],
    ["config", "/api/config", 200],
    ["openApi", "/api/openapi.json", 200],
    ["shadow", "/api/shadow", 404],
    ["startShadow", "/api/shadow", 400, { text: "logs.echo {" }],
    ["profileRequests", "/api/profiles/requests", 200],
    ["profileRequest", "/api/profiles/requests/nope", 404],
    ["sendSample", "/api/profiles/sample", 404, { receiver: "profiles.receive_http.none" }],
    ["changeTap", "/api/tap/nope", 404, {}],
  ];
  for (const [name, path, status, body] of cases) await expectDescribed(fixture.server.url, name, path, status, body);
});

it("describes what the process of previews answers", async () => {
  const config = 'logs.process "main" {\n  forward_to = []\n  stage.decolorize { }\n}';
  for (const [status, body] of [
    [200, { config, samples: "a\nb" }],
    [422, { config: "logs.process {", samples: "a" }],
    [400, {}],
    [400, []],
  ] as const) {
    const job = { body: Buffer.from(JSON.stringify(body)), now: START, limits: PREVIEW_LIMITS };
    const answer = runPreview(job, () => 0);
    const value: unknown = JSON.parse(Buffer.concat(answer.parts).toString());
    expect([answer.status, value]).toEqual([status, value]);
    expect(problems(value, contentOf("preview", status)[1].schema!)).toEqual([]);
  }
});

it("describes a shadow run from its start to its end", async () => {
  await fixture.start(SOURCE);
  const { url } = fixture.server;
  const text = SOURCE.replace('firstline = "^#"', 'firstline = "^!"');
  await expectDescribed(url, "startShadow", "/api/shadow", 200, { text });
  await expectDescribed(url, "shadow", "/api/shadow", 200);
  await expectDescribed(url, "endShadow", "/api/shadow", 200);
});

it("describes requests with profiles, and what happens to one that is sent again", async () => {
  const recording = new RecordingFixture();
  try {
    const upstream = await recording.upstream(200);
    await recording.start(receiverText(`${WRITE}.receiver`) + writeText(upstream.url));
    const { url } = recording;
    await expectDescribed(url, "sendSample", "/api/profiles/sample", 200, { receiver: RECEIVER });
    await recording.listOf(1);
    const path = `/api/profiles/requests/${idOf(1)}`;
    await expectDescribed(url, "profileRequests", "/api/profiles/requests", 200);
    await expectDescribed(url, "profileRequest", path, 200);
    await expectDescribed(url, "profile", `${path}/profiles/0`, 200);
    await expectDescribed(url, "profile", `${path}/profiles/9`, 404);
    await expectDescribed(url, "sendProfile", `${path}/send`, 200, { target: WRITE });
    await expectDescribed(url, "sendProfile", `${path}/send`, 422, { target: "profiles.write.none" });
  } finally {
    await recording.remove();
  }
});

it("describes a reload, and who is refused it", async () => {
  const tokens = { full: "t".repeat(32), read: "r".repeat(32) };
  await fixture.start(SOURCE, { tokens, reread: async () => ConfigFiles.one("config.alloy", SOURCE) });
  const { url } = fixture.server;
  const showing = (token: string) => ({ Authorization: `Bearer ${token}` });
  await expectDescribed(url, "reload", "/-/reload", 200, undefined, showing(tokens.full));
  await expectDescribed(url, "reload", "/-/reload", 401);
  await expectDescribed(url, "reload", "/-/reload", 403, undefined, showing(tokens.read));
  const foreign = { ...showing(tokens.full), Origin: "http://other.example" };
  await expectDescribed(url, "reload", "/-/reload", 403, undefined, foreign);
  await expectDescribed(url, "config", "/api/config", 401);
});

it("refuses in JSON a path below /api that cannot be decoded, and a parameter that is not as described", async () => {
  await fixture.start(SOURCE);
  expect(await fixture.get("/api/components/%ff")).toMatchObject({ status: 400, text: '{"error":"bad request"}\n' });
  expect(await fixture.get("/%ff")).toMatchObject({ status: 404, text: "not found\n" });
  for (const query of ["against=x", "against=", "against=1&against=2"])
    expect([query, await fixture.get(`/api/versions/1?${query}`)]).toMatchObject([
      query,
      { status: 400, text: '{"error":"against must be the number of a version"}\n' },
    ]);
  await expectDescribed(fixture.server.url, "version", "/api/versions/1?against=x", 400);
  await expectDescribed(fixture.server.url, "version", "/api/versions/1?against=1&other=x", 200);
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
      expect([event, problems(data, contentOf(name, 200)[1]["x-events"]![event]!)]).toEqual([event, []]);
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

/** Every record of a route beside what a whole server serves. */
import { accessOf, allowedAt, allRoutes, answersOf, pathOf, type Route, routesAt } from "@sluice/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServerFixture, SOURCE } from "../testing/server-fixture.ts";

const FULL = "the-token-for-all-0";
const READ = "the-token-to-read-0";

let fixture: ServerFixture;
beforeEach(async () => {
  fixture = new ServerFixture();
  await fixture.start(SOURCE, { tokens: { full: FULL, read: READ } });
});
afterEach(() => fixture.remove());

/** Status and text; of a stream of events the status alone. */
async function ask(method: string, path: string, token?: string, body?: unknown): Promise<[number, string, Headers]> {
  const gone = new AbortController();
  const { status, headers, ...response } = await fetch(new URL(path, fixture.server.url), {
    method,
    signal: gone.signal,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).then(async (one) => {
    const isStream = one.headers.get("content-type")?.startsWith("text/event-stream") === true;
    return { status: one.status, headers: one.headers, text: isStream ? "" : await one.text() };
  });
  gone.abort();
  return [status, response.text, headers];
}

/** Each name of a path is one that is not there: versions 999. */
const pathFor = (route: Route): string => `/${pathOf(route, new Proxy({}, { get: () => "999" }))}`;
const named = allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const);

describe("each route", () => {
  it.each(named)("%s is served, and answers as its record says", async (_, route) => {
    const [status, text] = await ask(route.method, pathFor(route), FULL, route.body && {});
    expect(text).not.toMatch(/^(?:not found|\{"error":"not found"\})/);
    expect(Object.keys(answersOf(route)).map(Number)).toContain(status);
  });

  it.each(named)("%s has a record of what is answered before it is asked", (_, route) => {
    const statuses = Object.keys(answersOf(route)).map(Number);
    expect(statuses).toContain(421);
    // Those for health have room however busy the rest is.
    if (route.path !== "/-/healthy") expect(statuses).toContain(503);
  });

  it.each(named)("%s asks for the token that its record names", async (_, route) => {
    const asked = async (token?: string) => (await ask(route.method, pathFor(route), token, route.body && {}))[0];
    const [none, read] = [await asked(), await asked(READ)];
    const access = accessOf(route);
    const isOpen = access === "anyone" || access === "scraper";
    expect([none === 401, read === 403]).toEqual([!isOpen, access === "full" || access === "entries"]);
  });

  it.each(named)("%s refuses other methods on its path", async (_, { path, ...route }) => {
    const [status, text, headers] = await ask("PATCH", pathFor({ ...route, path }), FULL);
    const allowed = allowedAt(routesAt(path.replace(/\{\w+\}/g, "999")));
    expect([status, headers.get("Allow")]).toEqual([405, allowed]);
    expect(text).toContain(`method not allowed; use ${allowed}`);
  });
});

it("is refused to whoever has not the full token where it has no record", async () => {
  for (const path of ["/api/nothing", "/api/versions/1/nothing", "/-/nothing", "/api"]) {
    for (const method of ["GET", "POST"]) {
      const answers = await Promise.all([undefined, READ, FULL].map((token) => ask(method, path, token)));
      expect([path, method, ...answers.map(([status]) => status)]).toEqual([path, method, 401, 403, 404]);
    }
  }
});

it("has tokens for reading that see entries only where the server was told so", async () => {
  const entries = allRoutes.filter((route) => accessOf(route) === "entries");
  expect(entries.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/tap",
    "POST /api/tap/{id}",
    "GET /api/capture",
    "POST /api/capture",
    "POST /api/journals/{component}/entries",
    "GET /api/shadow",
  ]);
  const other = new ServerFixture();
  try {
    await other.start(SOURCE, { tokens: { full: FULL, read: READ }, allowTap: true });
    const own = fixture;
    fixture = other;
    for (const route of entries)
      expect((await ask(route.method, pathFor(route), READ, route.body && {}))[0]).not.toBe(403);
    fixture = own;
  } finally {
    await other.remove();
  }
});

/** Who may ask a server, by token and by host. */
import { request as httpRequest } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServerOptions } from "./server.ts";
import { ServerFixture, SOURCE } from "./testing/server-fixture.ts";

const FULL = "the-token-for-all-0";
const READ = "the-token-to-read-0";
const tokens = { full: FULL, read: READ };

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

const start = (options: Partial<ServerOptions>) => fixture.start(SOURCE, options);

async function ask(path: string, token?: string, method = "GET"): Promise<number> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, fixture.server.url), { method, headers });
  await response.text();
  return response.status;
}

it.each(["0.0.0.0", "", "::"])("does not listen on %j without a token", async (host) => {
  expect(await start({ host })).toMatchObject({ ok: false, message: expect.stringContaining("give --token-file") });
  expect(await start({ host: "localhost" })).toMatchObject({ ok: true });
});

describe("with a token", () => {
  it("answers those who show it, also where it is not on the loopback", async () => {
    expect(await start({ host: "0.0.0.0", tokens })).toMatchObject({ ok: true });
    for (const path of ["/api/status", "/api/config", "/api/versions", "/api/profiles/requests", "/API/Status"]) {
      expect([path, await ask(path), await ask(path, FULL)]).toEqual([path, 401, 200]);
    }
    expect(await ask("/-/reload", undefined, "POST")).toBe(401);
    expect(await ask("/api/nope")).toBe(401);
  });

  it("leaves health, metrics and the page to all", async () => {
    await start({ tokens });
    for (const path of ["/-/healthy", "/-/ready", "/metrics", "/"])
      expect([path, await ask(path)]).toEqual([path, 200]);
  });

  it("asks for it at the metrics where that is wanted", async () => {
    await start({ tokens, protectMetrics: true });
    const all = [await ask("/metrics"), await ask("/metrics/"), await ask("/metrics", READ), await ask("/-/ready")];
    expect(all).toEqual([401, 401, 200, 200]);
  });

  it("lets the one for reading change nothing", async () => {
    await start({ tokens });
    expect([await ask("/api/status", READ), await ask("/-/reload", READ, "POST")]).toEqual([200, 403]);
    for (const path of ["/api/deploy", "/api/versions/1/rollback", "/api/profiles/sample"])
      expect([path, await ask(path, READ, "POST")]).toEqual([path, 403]);
    // It is read, and refused for what it is.
    expect(await ask("/api/preview", READ, "POST")).toBe(415);
  });

  it("answers who guesses 429 for a while, and the right token at any time", async () => {
    await start({ tokens });
    for (let i = 0; i < 10; i++) expect(await ask("/api/status", `guess-${i}`)).toBe(401);
    const response = await fetch(new URL("/api/status", fixture.server.url), {
      headers: { Authorization: "Bearer guess-10" },
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(50);
    expect([await ask("/api/status", FULL), await ask("/api/status", READ)]).toEqual([200, 200]);
    expect([await ask("/api/status", "guess-11"), await ask("/-/healthy")]).toEqual([429, 200]);
  });

  it("answers guesses from many addresses 429, too, and the right token from any", async () => {
    await start({ tokens });
    const { port } = new URL(fixture.server.url);
    const from = (address: string, token: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${token}` };
        const asked = { port, path: "/api/status", localAddress: address, agent: false, headers };
        httpRequest({ host: "127.0.0.1", ...asked }, (response) => resolve(response.resume().statusCode))
          .on("error", reject)
          .end();
      });
    const statuses = new Map<number | undefined, number>();
    for (let i = 0; i < 250; i++) {
      const status = await from(`127.0.1.${1 + (i % 200)}`, `guess-${i}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: 200, 429: 50 });
    expect([await from("127.0.1.1", FULL), await from("127.0.1.250", FULL)]).toEqual([200, 200]);
    const warned = fixture.logged.filter(({ fields }) => fields?.audit === "sign-in");
    expect(warned.map(({ fields }) => fields?.from)).toEqual(["many addresses"]);
  });

  it("does not count who shows none", async () => {
    await start({ tokens });
    for (let i = 0; i < 20; i++) expect(await ask("/api/status")).toBe(401);
    expect(await ask("/api/status", FULL)).toBe(200);
  });
});

it("answers under a name that is allowed", async () => {
  await start({ allowedHosts: ["Sluice.example"] });
  const { hostname, port } = new URL(fixture.server.url);
  const statusFor = (host: string) =>
    new Promise((resolve, reject) => {
      httpRequest({ host: hostname, port, path: "/api/status", headers: { Host: host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
  expect(await statusFor("sluice.example:3180")).toBe(200);
  expect(await statusFor("other.example")).toBe(421);
});

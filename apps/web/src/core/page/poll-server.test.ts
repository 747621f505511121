/** What the server says of itself, and a server that is away. */
import { describe, expect, it } from "vitest";
import { createTestApp, settle } from "../../testing/testing.ts";
import { json } from "../../testing/testing-live.ts";
import { askStatus, pollServer, readStatus } from "./poll-server.ts";

const component = (id: string, state: string, message: string) => ({
  id,
  health: { state, message, since: "2026-01-15T08:00:00Z" },
  forward_to: [],
  details: {},
});

describe("readStatus", () => {
  const cases: readonly [string, unknown, Record<string, unknown>][] = [
    [
      "a status",
      { version: "1.2", state: "running", config: "nginx.alloy", uptime_seconds: 5, time_zone_data: "2025c" },
      {
        status: "present",
        version: "1.2",
        state: "running",
        config: "nginx.alloy",
        uptime: 5,
        timeZoneData: "2025c",
      },
    ],
    [
      "wrong types",
      { version: 1, state: null, config: {}, uptime_seconds: "x", time_zone_data: 2025, components: "x" },
      {
        status: "present",
        version: undefined,
        state: undefined,
        config: undefined,
        uptime: undefined,
        timeZoneData: undefined,
      },
    ],
    [
      "components that cannot work",
      {
        state: "running",
        components: [
          component("a", "healthy", ""),
          component("b", "unhealthy", "refused"),
          component("c", "unhealthy", ""),
          { id: "d" },
          null,
        ],
      },
      {
        unhealthy: [
          { id: "b", message: "refused" },
          { id: "c", message: "unhealthy" },
        ],
      },
    ],
    [
      "which version runs, since when and by whom",
      {
        version: "1.2",
        configuration: {
          version: 12,
          loaded_at: "2026-01-16T00:00:00Z",
          loaded: { at: "2026-01-15T07:12:00Z", via: "deploy", user: "ann", note: "n", more: 1 },
        },
      },
      { running: 12, loaded: { at: "2026-01-15T07:12:00Z", via: "deploy", user: "ann", note: "n" } },
    ],
    [
      "since when, where no versions are kept",
      { configuration: { loaded_at: "2026-01-16T00:00:00Z" } },
      { running: undefined, loaded: { at: "2026-01-16T00:00:00Z" } },
    ],
    ["a time that is none", { configuration: { loaded_at: 7, loaded: { via: "deploy" } } }, { loaded: undefined }],
    ["no server", undefined, { status: "absent" }],
    ["not an object", "<!doctype html>", { status: "absent" }],
  ];
  for (const [name, given, expected] of cases) it(name, () => expect(readStatus(given)).toMatchObject(expected));
});

it("a server that stops answering is away, and what it last said stays", async () => {
  const test = createTestApp();
  const answers: unknown[] = [{ version: "1.2", state: "running" }, undefined, undefined, { version: "1.3" }];
  const seen: unknown[] = [];
  test.app.stores.server.subscribe(({ status, version }) => seen.push([status, version]));
  pollServer(
    test.app,
    async () => answers.shift(),
    () => true,
  );
  for (let i = 0; i < 4; i++) {
    await settle();
    test.time.pass(5000);
  }
  expect(seen).toEqual([
    ["present", "1.2"],
    ["away", "1.2"],
    ["away", "1.2"],
    ["present", "1.3"],
  ]);
});

it("a server is asked out of turn when another configuration runs", async () => {
  const status = { state: "running", configuration: { version: 3 } };
  const test = createTestApp({}, { askServer: async (path) => (path === "api/status" ? json(status) : undefined) });
  await askStatus(test.app);
  expect(test.app.stores.server.getState()).toMatchObject({ status: "present", running: 3 });
});

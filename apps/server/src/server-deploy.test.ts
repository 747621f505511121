/** Configurations over the API that fail half-way, and versions that the path names wrongly. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConfigChecks } from "./configs/config-checks.ts";
import { ServerFixture, versionedConfig } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
beforeEach(async () => {
  fixture = new ServerFixture();
  await fixture.start(versionedConfig("1"));
});
afterEach(() => fixture.remove());

async function ask(path: string, body?: unknown) {
  const response = await fetch(new URL(path, fixture.server.url), {
    ...(body !== undefined && {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    }),
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

it("does not run a configuration that it cannot record, so that what runs is what it says", async () => {
  const fails = vi.spyOn(ConfigChecks.prototype, "hidden").mockRejectedValueOnce(new Error("a fault of ours"));
  try {
    expect((await ask("/api/deploy", { text: versionedConfig("2") })).status).toBe(500);
  } finally {
    fails.mockRestore();
  }
  await fixture.push("a");
  expect(fixture.printed).toContain('version="1"');
  expect((await ask("/api/versions")).json.current).toBe(1);
  expect((await ask("/api/config")).json.text).toBe(versionedConfig("1"));
});

it("refuses a path whose version is no number", async () => {
  const refused = { status: 400, json: { error: "number must be the number of a version" } };
  for (const wrong of ["x", "0x1", "1e0", "-1", "1.0"]) {
    expect(await ask(`/api/versions/${wrong}`)).toEqual(refused);
    expect(await ask(`/api/versions/${wrong}/rollback`, {})).toEqual(refused);
  }
  expect((await ask("/api/validate", { version: "0x1" })).status).toBe(400);
  expect(await ask("/api/versions/77")).toEqual({ status: 404, json: { error: "there is no version 77" } });
});

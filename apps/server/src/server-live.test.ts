/** The live view over HTTP, of a whole server. */
import type { LiveSnapshot, LiveState } from "@sluice/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EventReader } from "./testing/event-reader.ts";
import { PUSH, ServerFixture, SOURCE } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

const SECRET = "s3cr3t-of-the-endpoint";
const WRITING = `${PUSH}
logs.process "main" { forward_to = [logs.write.out.receiver] }
logs.write "out" {
  endpoint {
    url = "http://127.0.0.1:1/loki/api/v1/push"
    bearer_token = "${SECRET}"
    max_backoff_retries = 1
  }
}`;

describe("GET /api/live", () => {
  it("tells components, arguments without secrets, and where they listen", async () => {
    await fixture.start(WRITING);
    const { text, status } = await fixture.get("/api/live");
    expect(status).toBe(200);
    expect(text).not.toContain(SECRET);
    const { components, edges } = JSON.parse(text) as LiveSnapshot;
    expect(components.map(({ id, kind }) => [id, kind])).toEqual([
      ["logs.source.api.in", "source"],
      ["logs.process.main", "process"],
      ["logs.write.out", "writer"],
    ]);
    expect(components[0]!.arguments).toContainEqual({ name: "http.listen_address", value: '"127.0.0.1"' });
    expect(components[0]!.details.listening).toMatch(/^127/);
    expect(components[2]!.exports).toEqual([{ name: "receiver", value: "logs-receiver" }]);
    expect(edges.map(({ id }) => id)).toEqual([
      "logs.source.api.in → logs.process.main",
      "logs.process.main → logs.write.out",
    ]);
  });

  it("says to one client too many when to try again", async () => {
    await fixture.start(SOURCE);
    const url = new URL("/api/live/events", fixture.server.url);
    const watching = await Promise.all(Array.from({ length: 16 }, () => EventReader.open(url)));
    const { status, headers } = await fetch(url);
    expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
    for (const one of watching) one.close();
  });

  it("streams a snapshot, then how things are, and ends with the server", async () => {
    await fixture.start(SOURCE);
    const events = await EventReader.open(new URL("/api/live/events", fixture.server.url));
    const first = await events.next();
    expect([first.event, (first.data as LiveSnapshot).history.step_seconds]).toEqual(["snapshot", 10]);
    await fixture.push("#a", "#b");
    let seen = 0;
    while (seen < 2) {
      const { event, data } = await events.next();
      expect(event).toBe("live");
      seen = (data as LiveState).components.find(({ id }) => id === "logs.process.main")!.total.in.entries;
    }
    await fixture.server.stop();
    expect((await events.rest()).at(-1)).toMatchObject({ event: "end" });
  });

  it("refuses pages of other sites, and other methods", async () => {
    await fixture.start(SOURCE);
    const ask = async (init: RequestInit) => (await fetch(new URL("/api/live", fixture.server.url), init)).status;
    expect(await ask({ headers: { Origin: "http://other.example" } })).toBe(403);
    expect(await ask({ method: "POST" })).toBe(405);
  });
});

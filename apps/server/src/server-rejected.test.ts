/** A dead-letter file: what a Loki refuses for good, in a whole server. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { until } from "./testing/fixtures.ts";
import { ServerFixture } from "./testing/server-fixture.ts";
import { StubUpstream } from "./testing/stub-upstream.ts";

const fixture = new ServerFixture();
let loki: StubUpstream;
afterEach(async () => {
  await fixture.remove();
  await loki.close();
});

it("entries that Loki refuses for good lie in a file with what it answered, and the journal is done with all", async () => {
  const taken: string[] = [];
  loki = await StubUpstream.start((response, { body }) => {
    const { streams } = JSON.parse(body.toString()) as { streams: { values: [string, string][] }[] };
    const lines = streams.flatMap(({ values }) => values.map(([, line]) => line));
    if (lines.includes("bad")) return response.writeHead(400).end("too old");
    taken.push(...lines);
    return response.writeHead(204).end();
  });
  const dead = join(fixture.folder, "dead.log");
  const started = await fixture.start(`logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.journal.intake.receiver]
}
logs.journal "intake" {
  forward_to = [logs.write.loki.receiver]
}
logs.write "loki" {
  endpoint {
    url        = "${loki.url}/loki/api/v1/push"
    encoding   = "json"
    batch_wait = "10ms"
  }
  rejected_to = [logs.write.file.dead.receiver]
}
logs.write.file "dead" {
  path = "${dead}"
}`);
  expect(started.ok).toBe(true);
  const details = (id: string) => fixture.server.status().components.find((one) => one.id === id)!.details;
  expect(await fixture.push("good")).toBe(204);
  await until(() => taken.length === 1);
  expect(await fixture.push("bad")).toBe(204);
  await until(() => existsSync(dead) && details("logs.journal.intake").entries === 0);
  const lines = readFileSync(dead, "utf8").trimEnd().split("\n");
  expect([taken, lines.map((line) => JSON.parse(line))]).toMatchObject([
    ["good"],
    [
      {
        line: "bad",
        labels: { job: "a" },
        structured_metadata: {
          rejected_by: `${loki.url}/loki/api/v1/push`,
          rejected_status: "400",
          rejected_reason: "the endpoint answered 400: too old",
        },
      },
    ],
  ]);
});

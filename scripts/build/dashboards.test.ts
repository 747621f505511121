import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ServerFixture } from "../../apps/server/src/testing/server-fixture.ts";
import { StubUpstream } from "../../apps/server/src/testing/stub-upstream.ts";
import { FILES, QUERIES } from "./dashboards.mjs";

let fixture: ServerFixture;
let upstream: StubUpstream;
beforeEach(async () => {
  fixture = new ServerFixture();
  upstream = await StubUpstream.start((response) => response.writeHead(204).end());
});
afterEach(async () => {
  await fixture.remove();
  await upstream.close();
});

/** A pipeline of one dialect, with everything that is counted. */
const config = (dialect: "logs" | "loki") => `${dialect}.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.journal.intake.receiver]
}
logs.journal "intake" {
  forward_to = [${dialect}.process.main.receiver]
}
${dialect}.source.file "in" {
  targets    = [{ __path__ = ${JSON.stringify(join(fixture.folder, "some.log"))}, job = "f" }]
  forward_to = [${dialect}.process.main.receiver]
}
${dialect}.process "main" {
  forward_to = [${dialect}.write.out.receiver]
  stage.drop {
    expression          = "^drop"
    drop_counter_reason = "asked"
  }
}
${dialect}.write "out" {
  endpoint {
    url        = "${upstream.url}/push"
    batch_wait = "10ms"
  }
  wal {
    enabled = true
  }
}
`;

/** Names of series in a query, as they are for a component of that dialect. */
const namesIn = (query: string, dialect: string): string[] =>
  [...query.matchAll(/\(\?:logs\|loki\)_(\w+)|\b((?:sluice|process|logs_journal)_[a-z_]+)\b(?!")/g)].map(
    ([, ours, plain]) => plain ?? `${dialect}_${ours}`,
  );

it.each(["logs", "loki"] as const)("every series that dashboard and alerts read is there (%s)", async (dialect) => {
  writeFileSync(join(fixture.folder, "some.log"), "from a file\n");
  expect(await fixture.start(config(dialect))).toMatchObject({ ok: true });
  const { listening } = fixture.server.status().components.find(({ id }) => id === `${dialect}.source.api.in`)!.details;
  const body = JSON.stringify({
    streams: [
      {
        stream: { job: "a" },
        values: [
          ["1", "kept"],
          ["2", "drop"],
        ],
      },
    ],
  });
  const headers = { "Content-Type": "application/json" };
  await fetch(`http://${listening}/loki/api/v1/push`, { method: "POST", headers, body });
  // Counted only once something has failed inside, of which nothing does here.
  const absent = new Set(["sluice_component_faults_total"]);
  const faults = readFileSync(join(import.meta.dirname, "../../apps/server/src/core/faults.ts"), "utf8");
  for (const name of absent) expect(faults).toContain(`"${name}"`);
  // There only while a journal holds an entry.
  const oldest = "oldest_entry_timestamp_seconds";
  expect(readFileSync(join(import.meta.dirname, "../../apps/server/src/journal/journal.ts"), "utf8")).toContain(oldest);
  const wanted = new Set(QUERIES.flatMap((query) => namesIn(query, dialect)));
  expect(wanted.size).toBeGreaterThan(15);
  // Some are there once the first entries went through.
  const missing = async () => {
    const { text } = await fixture.get("/metrics");
    const series = new Set([...text.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name));
    return [...wanted].filter((name) => !series.has(name) && !absent.has(name) && !name.endsWith(oldest));
  };
  await expect.poll(missing).toEqual([]);
});

it("are written as the lists have them", () => {
  const root = dirname(dirname(import.meta.dirname));
  for (const [path, text] of Object.entries(FILES))
    expect([path, readFileSync(join(root, path), "utf8") === text]).toEqual([path, true]);
});

/** Looking into journals over the API of a server that runs them. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ServerFixture } from "../testing/server-fixture.ts";

const FULL = "full-token-0123456789";
const READ = "read-token-0123456789";
const CONFIG = `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  use_incoming_timestamp = true
  forward_to             = [logs.journal.intake.receiver]
}
logs.journal "intake" {
  max_size   = "64MiB"
  forward_to = [logs.write.away.receiver]
}
logs.write "away" {
  endpoint {
    url = "http://127.0.0.1:1/loki/api/v1/push"
  }
}
`;
const AT = 1_768_464_000_000_000_000n;

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

async function ask(path: string, token?: string, body?: unknown) {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const asked =
    body === undefined
      ? { headers }
      : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(new URL(path, fixture.server.url), asked);
  return { status: answer.status, value: JSON.parse(await answer.text()) };
}

/** Pushes lines with a second between each. */
async function push(lines: readonly string[]): Promise<void> {
  const { value } = await ask("/api/components/logs.source.api.in", FULL);
  const values = lines.map((line, i) => [String(AT + BigInt(i) * 1_000_000_000n), line, { trace: `t${i}` }]);
  const answer = await fetch(`http://${value.details.listening}/loki/api/v1/push`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ streams: [{ stream: { job: "web" }, values }] }),
  });
  expect(answer.status).toBe(204);
}

it("lists journals with what receivers have not got, and shows their newest entries", async () => {
  await fixture.start(CONFIG, { tokens: { full: FULL, read: READ }, drainTimeout: 30 });
  await push(Array.from({ length: 30 }, (_, i) => `line ${i}`));
  const { status, value } = await ask("/api/journals", READ);
  expect([status, value.journals.length]).toEqual([200, 1]);
  expect(value.journals[0]).toMatchObject({
    component: "logs.journal.intake",
    max_bytes: 64 * 1024 * 1024,
    waiting: 30,
    receivers: [{ receiver: "logs.write.away", behind: 30 }],
  });
  const { entries } = (await ask("/api/journals/logs.journal.intake/entries", FULL, {})).value;
  expect(entries.map((one: { number: number }) => one.number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 10));
  expect(entries.at(-1)).toEqual({
    number: 29,
    line: "line 29",
    timestamp: "2026-01-15T08:00:29Z",
    labels: { job: "web" },
    structured_metadata: [["trace", "t29"]],
  });
  const last = await ask("/api/journals/logs.journal.intake/entries", FULL, { last: 2 });
  expect(last.value.entries.map((one: { line: string }) => one.line)).toEqual(["line 28", "line 29"]);
});

it("shows entries to the full token, and to another only where that may tap", async () => {
  await fixture.start(CONFIG, { tokens: { full: FULL, read: READ }, drainTimeout: 30 });
  const path = "/api/journals/logs.journal.intake/entries";
  expect((await ask(path, undefined, {})).status).toBe(401);
  expect((await ask(path, READ, {})).status).toBe(403);
  expect(await ask(path, FULL, {})).toEqual({ status: 200, value: { entries: [] } });
  await expect
    .poll(() => fixture.logged.flatMap(({ fields }) => (fields?.audit === "entries" ? [fields.status] : [])))
    .toEqual([401, 403, 200]);
  const other = new ServerFixture();
  const own = fixture;
  try {
    await other.start(CONFIG, { tokens: { full: FULL, read: READ }, allowTap: true, drainTimeout: 30 });
    fixture = other;
    expect((await ask(path, READ, {})).status).toBe(200);
  } finally {
    fixture = own;
    await other.remove();
  }
});

it("leaves older entries out where they are large", async () => {
  await fixture.start(CONFIG, { tokens: { full: FULL }, drainTimeout: 30 });
  for (const letter of "abcdef") await push([letter.repeat(600_000)]);
  const { value } = await ask("/api/journals/logs.journal.intake/entries", FULL, {});
  expect(value.entries.map((one: { line: string }) => one.line[0])).toEqual(["e", "f"]);
});

it("refuses what is no journal, and says when files cannot be read, without their names", async () => {
  await fixture.start(CONFIG, { tokens: { full: FULL }, drainTimeout: 30 });
  await push(["one"]);
  expect(await ask("/api/journals/logs.write.away/entries", FULL, {})).toMatchObject({
    status: 404,
    value: { error: expect.stringContaining("there is no journal of logs.write.away") },
  });
  for (const last of [0, 501, -1, "x"])
    expect((await ask("/api/journals/logs.journal.intake/entries", FULL, { last })).status).toBe(400);
  const { value } = await ask("/api/components/logs.journal.intake", FULL);
  const { folder } = value.details;
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  rmSync(folder, { recursive: true });
  const gone = await ask("/api/journals/logs.journal.intake/entries", FULL, {});
  expect([gone.status, JSON.stringify(gone.value).includes(folder)]).toEqual([503, false]);
});

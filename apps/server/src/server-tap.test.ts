/** Taps over HTTP, of a whole server. */
import type { TapAnswer, TapBegin, TapCounts, TapEntry } from "@sluice/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EventReader } from "./testing/event-reader.ts";
import { PUSH, ServerFixture } from "./testing/server-fixture.ts";

const MAIN = "logs.process.main";
const CONFIG = `${PUSH}
logs.process "main" {
  forward_to = [logs.echo.out.receiver]
  stage.match {
    selector = "{job=\\"a\\"}"
    stage.logfmt { mapping = { level = "" } }
    stage.labels { values = { level = "" } }
  }
  stage.drop {
    source = "level"
    value  = "debug"
  }
}
logs.echo "out" { }
`;

let fixture: ServerFixture;
const readers: EventReader[] = [];
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await fixture.remove();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(path, fixture.server.url), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function tap(
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ events: EventReader; begin: TapBegin }> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  const events = await EventReader.open(new URL("/api/tap", fixture.server.url), init);
  readers.push(events);
  return { events, begin: (await events.until("tap")).data as TapBegin };
}

const entryOf = async (events: EventReader): Promise<TapEntry> => (await events.until("entry")).data as TapEntry;

describe("POST /api/tap", () => {
  it("shows the result of every stage for entries, nested stages too, with reasons", async () => {
    await fixture.start(CONFIG);
    const { events, begin } = await tap({ component: MAIN, rate: 100 });
    expect(begin.stages.map(({ path, name }) => `${path} ${name}`)).toEqual([
      "1 match",
      "1.1 logfmt",
      "1.2 labels",
      "2 drop",
    ]);
    expect(begin).toMatchObject({ component: MAIN, rate: 100, paused: false });
    await fixture.push("level=info a", "level=debug b");
    const [first, second] = [await entryOf(events), await entryOf(events)];
    expect(first).toMatchObject({ seq: 1, status: "passed", before: { line: "level=info a", labels: { job: "a" } } });
    expect(first.after).toMatchObject([{ labels: { job: "a", level: "info" } }]);
    expect(first.steps.map(({ path, status }) => [path, status])).toEqual([
      ["1", "changed"],
      ["1.1", "changed"],
      ["1.2", "changed"],
      ["2", "unchanged"],
    ]);
    expect(second).toMatchObject({
      seq: 2,
      status: "dropped",
      after: [],
      drops: [{ path: "2", reason: "drop_stage" }],
    });
    expect(second.steps.at(-1)!.reasons[0]!.code).toBe("value-equal");
    const counts = (await events.until("counts")).data as TapCounts;
    expect(counts).toMatchObject({ seen: 2, followed: 2, sent: 2, skipped: 0, inside: 0 });
  });

  it("can be set otherwise and paused, and says how it is set", async () => {
    await fixture.start(CONFIG);
    const { events, begin } = await tap({ component: MAIN, rate: 100 });
    const change = async (body: unknown) => (await (await post(`/api/tap/${begin.id}`, body)).json()) as TapAnswer;
    expect(await change({ paused: true, stage: "1.1", only: "changed" })).toEqual({
      id: begin.id,
      component: MAIN,
      rate: 100,
      paused: true,
      seq: 0,
      stage: "1.1",
      only: "changed",
    });
    await fixture.push("level=info while paused");
    expect(await change({ paused: false, only: null })).toMatchObject({ paused: false, stage: "1.1" });
    await fixture.push("level=info after");
    const entry = await entryOf(events);
    expect([entry.before.line, entry.steps.map(({ path }) => path)]).toEqual(["level=info after", ["1.1"]]);
    expect(entry.after[0]!.extracted).toMatchObject({ level: "info" });
  });

  it("goes over to the pipeline that a deployment puts in place, and ends where there is none", async () => {
    await fixture.start(CONFIG);
    const { events } = await tap({ component: MAIN, rate: 100 });
    expect((await post("/api/deploy", { text: CONFIG.replace('"debug"', '"trace"') })).status).toBe(200);
    expect((await events.until("tap")).data).toMatchObject({ component: MAIN });
    await fixture.push("level=trace x");
    expect(await entryOf(events)).toMatchObject({ status: "dropped" });
    const without = `${PUSH.replace("logs.process.main", "logs.echo.out")}\nlogs.echo "out" { }`;
    expect((await post("/api/deploy", { text: without })).status).toBe(200);
    expect((await events.rest()).at(-1)).toMatchObject({
      event: "end",
      data: { reason: `${MAIN} is not there any more` },
    });
  });

  it("ends with the server, and with its connection", async () => {
    await fixture.start(CONFIG);
    const first = await tap({ component: MAIN });
    const second = await tap({ component: MAIN });
    second.events.close();
    const active = async () =>
      (JSON.parse((await fixture.get("/api/live")).text) as { taps: { active: number } }).taps.active;
    while ((await active()) > 1);
    await fixture.server.stop();
    expect((await first.events.rest()).at(-1)).toMatchObject({ event: "end", data: { stopping: true } });
  });

  it.each<[number, string, unknown]>([
    [400, "component must be the id of a logs.process", {}],
    [404, "there is no logs.echo.out with stages", { component: "logs.echo.out" }],
    [404, `${MAIN} has no stage 9`, { component: MAIN, stage: "9" }],
    [400, "rate must be a number from 1 to 1000", { component: MAIN, rate: 1001 }],
    [400, "only must be one of dropped, changed, missed", { component: MAIN, only: "held" }],
    [400, "text must be a text of at most 250 characters", { component: MAIN, text: 7 }],
  ])("refuses with %i: %s", async (status, error, body) => {
    await fixture.start(CONFIG);
    const answer = await post("/api/tap", body);
    expect([answer.status, await answer.json()]).toEqual([status, { error }]);
  });

  it("refuses a selector that cannot be read, a tap that is not open, and more than eight", async () => {
    await fixture.start(CONFIG);
    expect((await post("/api/tap", { component: MAIN, selector: "{job=" })).status).toBe(400);
    expect((await post("/api/tap/77", {})).status).toBe(404);
    for (let i = 0; i < 8; i++) await tap({ component: MAIN });
    expect((await post("/api/tap", { component: MAIN })).status).toBe(429);
  });
});

describe("the token for reading", () => {
  const tokens = { full: "full-token", read: "read-token" };
  const READ = { Authorization: "Bearer read-token" };

  it("suffices for the live view, not for entries", async () => {
    await fixture.start(CONFIG, { tokens });
    expect((await fixture.get("/api/live", READ)).status).toBe(200);
    expect((await fixture.get("/api/live")).status).toBe(401);
    expect((await post("/api/tap", { component: MAIN }, READ)).status).toBe(403);
    expect((await tap({ component: MAIN }, { Authorization: "Bearer full-token" })).begin.component).toBe(MAIN);
  });

  it("suffices for taps where that is allowed", async () => {
    await fixture.start(CONFIG, { tokens, allowTap: true });
    expect((await tap({ component: MAIN }, READ)).begin.component).toBe(MAIN);
    expect((await post("/api/deploy", { text: CONFIG }, READ)).status).toBe(403);
  });
});

/** What stops when another configuration runs: reported before and after, by every way to load it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigFiles } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ServerOptions } from "./server.ts";
import { PUSH, ServerFixture, versionedConfig } from "./testing/server-fixture.ts";

let fixture: ServerFixture;
beforeEach(() => {
  fixture = new ServerFixture();
});
afterEach(() => fixture.remove());

const BROKEN = versionedConfig("1").replace("stage.static", "stage.no_such");

function start(text: string, options: Partial<ServerOptions> = {}) {
  const name = join(fixture.folder, "config.alloy");
  return fixture.start(text, { reread: async () => ConfigFiles.one(name, text), ...options });
}

async function ask(path: string, body?: unknown) {
  const response = await fetch(new URL(path, fixture.server.url), {
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    headers: body !== undefined ? { "Content-Type": "application/json" } : {},
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

/** The label of the next entry. */
async function running(): Promise<string | undefined> {
  fixture.printed = "";
  await fixture.push("a");
  return /version="(.*?)"/.exec(fixture.printed)?.[1];
}

describe("what stops", () => {
  const OTHER =
    'logs.process "new" {\n  forward_to = []\n\n  stage.static_labels {\n    values = { version = "new" }\n  }\n}\n';

  it("is reported before a deploy and after it, in the log, and by a reload", async () => {
    let text = versionedConfig("1");
    await start(text, { reread: async () => ConfigFiles.one("config.alloy", text) });
    const { json } = await ask("/api/validate", { text: OTHER });
    expect(json).toMatchObject({
      ok: true,
      lacks: ["source", "sink"],
      runs: { version: 1, pipelines: ["logs.process.main"], sha256: expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(json.consequences.map(({ kind, component = "" }: Record<string, string>) => `${kind} ${component}`)).toEqual(
      [
        "no-source ",
        "no-sink ",
        "listener-closes logs.source.api.in",
        "sink-ends logs.echo.out",
        "component-ends logs.process.main",
      ],
    );
    expect((await ask("/api/validate", { text })).json.consequences).toEqual([]);
    expect((await ask("/api/validate", { text: BROKEN })).json).not.toHaveProperty("consequences");
    const deployed = await ask("/api/deploy", { text: OTHER });
    expect(deployed.json).toEqual({ changed: true, version: 2, consequences: json.consequences });
    expect(fixture.logged.filter(({ level }) => level === "warn").map(({ fields }) => fields.component)).toEqual([
      undefined,
      undefined,
      "logs.source.api.in",
      "logs.echo.out",
    ]);
    // Going back is no different.
    await ask("/api/deploy", { text });
    expect((await ask("/api/validate", { version: 2 })).json.consequences).toEqual(json.consequences);
    expect((await ask("/api/versions/2/rollback", {})).json.consequences).toEqual(json.consequences);
    await ask("/api/deploy", { text });
    text = OTHER;
    expect(await (await fetch(new URL("/-/reload", fixture.server.url), { method: "POST" })).text()).toMatch(
      /^config reloaded\nThere is no source any more: .*\n(?:.*\n)*logs\.source\.api\.in: The free port closes: /,
    );
  });

  it("is also what stages hold, where they are made anew: before a deploy and after it, as long as it is held", async () => {
    const holding = (more = "") =>
      `${PUSH}\nlogs.process "main" {\n forward_to = [logs.echo.out.receiver]\n stage.cri { }\n ${more}\n}\nlogs.echo "out" { }\n`;
    await start(holding());
    await fixture.push("2024-05-17T08:30:15Z stdout P one", "2024-05-17T08:30:15Z stderr P two");
    const held = {
      kind: "held-sent",
      component: "logs.process.main",
      loses: false,
      text: expect.stringMatching(/^2 incomplete /),
    };
    const elsewhere = `${holding()}logs.echo "other" { }\n`;
    expect((await ask("/api/validate", { text: elsewhere })).json.consequences).toEqual([]);
    await ask("/api/deploy", { text: elsewhere });
    const text = holding("stage.decolorize { }");
    expect((await ask("/api/validate", { text })).json.consequences).toContainEqual(held);
    expect((await ask("/api/deploy", { text })).json.consequences).toContainEqual(held);
    expect(fixture.printed).toMatch(/one.*\n.*two/);
    expect((await ask("/api/validate", { text: holding() })).json.consequences).not.toContainEqual(held);
    // Without the component, too.
    await fixture.push("2024-05-17T08:30:15Z stdout P three");
    expect((await ask("/api/validate", { text: OTHER })).json.consequences).toContainEqual({
      ...held,
      text: expect.stringMatching(/^One /),
    });
  });

  it("is little where stages are put into what runs, which keeps its secrets", async () => {
    const secret = `logs.write "w" {\n  endpoint {\n    url          = "http://127.0.0.1:1/"\n    bearer_token = "hunter22"\n  }\n}\n`;
    await start(versionedConfig("1", secret));
    const draft = { text: OTHER, into: "logs.process.main" };
    const { json } = await ask("/api/validate", draft);
    expect(json).toMatchObject({ ok: true, consequences: [], lacks: [] });
    expect(json.config).toBe(versionedConfig("new", secret).replace("hunter22", "(secret)"));
    expect(await running()).toBe("1");
    expect(await ask("/api/deploy", { ...draft, base: 1 })).toEqual({
      status: 200,
      json: { changed: true, version: 2 },
    });
    expect(await running()).toBe("new");
    expect(readFileSync(join(fixture.folder, "data/versions/2.json"), "utf8")).toContain("hunter22");
    expect((await ask("/api/versions")).json.versions[0]).toMatchObject({ note: "stages put into logs.process.main" });
    const added = { text: 'stage.static_labels {\n  values = { version = "last" }\n}\n', into: "logs.process.main" };
    expect((await ask("/api/deploy", { ...added, how: "append" })).status).toBe(200);
    expect(await running()).toBe("last");
    expect((await ask("/api/deploy", { ...added, base: 1 })).status).toBe(409);
  });

  it.each([
    ["a component that does not run", { text: OTHER, into: "logs.process.gone" }, /runs has no logs\.process\.gone/],
    ["a draft without stages", { text: 'logs.echo "a" { }', into: "logs.process.main" }, /no pipeline with stages/],
  ])("stays, with stages for %s", async (_name, body, message) => {
    await start(versionedConfig("1"));
    expect((await ask("/api/validate", body)).json).toMatchObject({
      ok: false,
      diagnostics: [{ code: "stages-not-put", message: expect.stringMatching(message) }],
    });
    expect(await ask("/api/deploy", body)).toMatchObject({
      status: 400,
      json: { error: expect.stringMatching(message) },
    });
    expect((await ask("/api/versions")).json.current).toBe(1);
  });

  it.each([
    ["a version and a text", { version: 1, text: "" }, 400],
    ["a version that is none", { version: "x" }, 400],
    ["a pipeline and no place for its stages", { text: "", from: "logs.process.a" }, 400],
    ["a way that is none", { text: "", into: "logs.process.main", how: "after" }, 400],
    ["a place that is none", { text: "", into: 1 }, 400],
  ])("is not told of %s", async (_name, body, status) => {
    await start(versionedConfig("1"));
    expect((await ask("/api/validate", body)).status).toBe(status);
  });
});

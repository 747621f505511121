/** Configurations that are deployed over the API, kept, compared and gone back to. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

async function ask(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, fixture.server.url), {
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
  });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

/** The label of the next entry. */
async function running(): Promise<string | undefined> {
  fixture.printed = "";
  await fixture.push("a");
  return /version="(.*?)"/.exec(fixture.printed)?.[1];
}

const numbers = ({ json }: { json: { versions: { number: number; result: string; via: string }[] } }) =>
  json.versions.map(({ number, result, via }) => [number, result, via]);

describe("a deployed configuration", () => {
  it("runs, and is kept with who deployed it, when and why, what it changed and how it ended", async () => {
    await start(versionedConfig("1"));
    const note = "the second";
    expect(await ask("/api/deploy", { text: versionedConfig("2"), note, user: "ann", base: 1 })).toEqual({
      status: 200,
      json: { changed: true, version: 2 },
    });
    expect(await running()).toBe("2");
    const bad = await ask("/api/deploy", { text: BROKEN });
    expect(bad).toMatchObject({
      status: 400,
      json: {
        error: 'deployed.alloy:10:3: unrecognized block name "stage.no_such_labels"',
        diagnostics: [{ file: "deployed.alloy", line: 10, column: 3, severity: "error" }],
        text: expect.stringContaining("deployed.alloy:10:3: error: "),
      },
    });
    expect(await running()).toBe("2");
    const listed = await ask("/api/versions");
    expect([listed.json.current, numbers(listed)]).toEqual([
      2,
      [
        [3, "refused", "deploy"],
        [2, "loaded", "deploy"],
        [1, "loaded", "start"],
      ],
    ]);
    expect(listed.json.versions[1]).toMatchObject({ note, user: "ann", from: "127.0.0.1", base: 1, origin: "api" });
    expect(listed.json.versions[0].message).toBe(bad.json.error);
    expect((await ask("/api/versions/2")).json).toMatchObject({
      text: versionedConfig("2"),
      diff: { against: 1, added: 1, removed: 1, text: expect.stringContaining('+    values = { version = "2" }\n') },
    });
    expect((await ask("/api/versions/1?against=2")).json.diff).toMatchObject({ against: 2, added: 1, removed: 1 });
    const said = fixture.logged.find(({ fields }) => fields.via === "deploy" && fields.version === 2);
    expect(said).toMatchObject({
      message: "the configuration was loaded",
      fields: { user: "ann", note, version_before: 1 },
    });
  });

  it("goes back to a version in one step, which is one more", async () => {
    await start(versionedConfig("1"));
    await ask("/api/deploy", { text: versionedConfig("2") });
    expect(await ask("/api/versions/1/rollback", {})).toEqual({ status: 200, json: { changed: true, version: 3 } });
    expect(await running()).toBe("1");
    const listed = await ask("/api/versions");
    expect(listed.json.versions[0]).toMatchObject({
      number: 3,
      via: "rollback",
      note: "rolled back to version 1",
      origin: "file",
    });
    expect((await ask("/api/versions/9/rollback", {})).status).toBe(404);
  });

  it("is refused where another runs than it was made from, with what runs", async () => {
    await start(versionedConfig("1"));
    await ask("/api/deploy", { text: versionedConfig("2"), note: "was first" });
    expect(await ask("/api/deploy", { text: versionedConfig("3"), base: 1 })).toMatchObject({
      status: 409,
      json: { error: "version 1 is not the one that runs, which is 2", current: { number: 2, note: "was first" } },
    });
    expect(await running()).toBe("2");
    expect((await ask("/api/versions")).json.versions).toHaveLength(2);
  });

  it("is refused where another runs than the text that it was made from, by its sum", async () => {
    await start(versionedConfig("1"));
    const base_sha256 = (await ask("/api/config")).json.sha256;
    expect((await ask("/api/deploy", { text: versionedConfig("2"), base_sha256 })).status).toBe(200);
    expect(await ask("/api/deploy", { text: versionedConfig("3"), base_sha256 })).toMatchObject({
      status: 409,
      json: { error: "another configuration runs by now than the one that was looked at" },
    });
    expect(await running()).toBe("2");
    expect((await ask("/api/versions")).json.versions).toHaveLength(2);
  });

  it("of several files is one, and says in which something is wrong", async () => {
    await start(versionedConfig("1"));
    const [pushing, rest] = [PUSH, versionedConfig("2").slice(PUSH.length)];
    const files = (text: string) => ({
      files: [
        { name: "in.alloy", text: pushing },
        { name: "main.alloy", text },
      ],
    });
    expect((await ask("/api/deploy", files(rest))).status).toBe(200);
    expect((await ask("/api/deploy", files(`${rest}\nlogs.echo {}`))).json.error).toMatch(/^main\.alloy:10:1: /);
    expect(await running()).toBe("2");
  });

  it.each([
    ["no text", {}, 400],
    ["text and files", { text: "", files: [] }, 400],
    ["a file without a name", { files: [{ text: "" }] }, 400],
    ["a base that is none", { text: "", base: "1" }, 400],
    ["a sum that is none", { text: "", base_sha256: "e3b0" }, 400],
    ["a note that is too long", { text: "", note: "x".repeat(1001) }, 400],
  ])("is not taken with %s", async (_name, body, status) => {
    await start(versionedConfig("1"));
    expect((await ask("/api/deploy", body)).status).toBe(status);
    expect((await ask("/api/versions")).json.versions).toHaveLength(1);
  });

  it("is not taken from pages of other sites, nor from forms", async () => {
    await start(versionedConfig("1"));
    expect((await ask("/api/deploy", { text: versionedConfig("2") }, { Origin: "http://evil.example" })).status).toBe(
      403,
    );
    expect((await ask("/api/deploy", { text: versionedConfig("2") }, { "Content-Type": "text/plain" })).status).toBe(
      415,
    );
    expect(await running()).toBe("1");
  });

  it("uses files only of a folder in the data directory and of folders that are allowed", async () => {
    const allowed = join(fixture.folder, "allowed");
    const written = join(fixture.folder, "written");
    const data = (path: string) => join(fixture.folder, "data", path);
    await start(versionedConfig("1"), { allowPaths: [allowed], allowWritePaths: [written] });
    const write = (path: string) => versionedConfig("2", `logs.write.file "w" {\n path = "${path}"\n}`);
    const tail = (path: string) =>
      versionedConfig("2", `logs.source.file "f" {\n targets = [{ __path__ = "${path}" }]\n forward_to = []\n}`);
    const token = (path: string) =>
      versionedConfig(
        "2",
        `logs.write "w" {\n endpoint {\n url = "http://127.0.0.1:1/push"\n basic_auth {\n username = "u"\n password_file = "${path}"\n }\n }\n}`,
      );
    for (const text of [
      tail("/etc/passwd"),
      tail(`${allowed}/../config.alloy`),
      tail(`${allowed}/*/../../*`),
      tail("../**"),
      tail(`${allowed}-not/x`),
      token("/etc/passwd"),
      token("token"),
      tail(data("versions/*.json")),
      tail(data("**")),
      token(data("versions/1.json")),
      versionedConfig("2", `local.file "f" {\n filename = "${data("versions/1.json")}"\n}`),
      versionedConfig("2", `discovery.file "f" {\n files = ["${data("versions/1.json")}"]\n}`),
      write(data("versions/1.json")),
      write(`${allowed}/out.log`),
      tail(`${written}/out.log`),
      versionedConfig("2").replace(
        "stage.static_labels {",
        'stage.geoip {\n source = "a"\n db = "/etc/a.mmdb"\n db_type = "city"\n }\n stage.static_labels {',
      ),
    ]) {
      const { status, json } = await ask("/api/deploy", { text });
      expect([status, json.diagnostics?.map(({ code }: { code: string }) => code)]).toEqual([
        400,
        ["path-not-allowed"],
      ]);
    }
    for (const text of [
      tail(`${allowed}/*.log`),
      token(data("files/token")),
      write(data("files/out.log")),
      write(`${written}/out.log`),
    ])
      expect((await ask("/api/deploy", { text })).status).toBe(200);
  });

  it("keeps its secrets: they are in a file for this user alone, and in no answer", async () => {
    const write = (token: string) =>
      versionedConfig(
        "1",
        `logs.write "w" {\n endpoint {\n url = "http://127.0.0.1:1/"\n bearer_token = "${token}"\n }\n}`,
      );
    await start(write("first-secret"));
    await ask("/api/deploy", { text: write("second-secret") });
    await ask("/api/deploy", { text: versionedConfig("3") });
    const shown = await Promise.all(
      ["/api/versions", "/api/versions/1", "/api/versions/2", "/api/versions/3?against=1", "/api/config"].map((path) =>
        ask(path),
      ),
    );
    expect(JSON.stringify(shown)).not.toMatch(/(first|second)-secret/);
    const folder = join(fixture.folder, "data", "versions");
    expect(readFileSync(join(folder, "2.json"), "utf8")).toContain("second-secret");
    expect([statSync(folder).mode & 0o777, statSync(join(folder, "2.json")).mode & 0o777]).toEqual([0o700, 0o600]);
    await ask("/api/versions/2/rollback", {});
    expect((await ask("/api/config")).json.text).toContain('bearer_token = "(secret)"');
  });
});

it("never takes everything away: one without components is refused, also by a reload, where something runs", async () => {
  let text = versionedConfig("1");
  await start(text, { reread: async () => ConfigFiles.one("config.alloy", text) });
  text = "// half written";
  for (const path of ["/api/deploy", "/api/validate"]) {
    const { json } = await ask(path, { text });
    expect([path, json.diagnostics]).toMatchObject([path, [{ code: "empty-configuration", severity: "error" }]]);
  }
  const reload = async () => (await fetch(new URL("/-/reload", fixture.server.url), { method: "POST" })).text();
  expect(await reload()).toMatch(/^config\.alloy: error: there are no components/);
  expect(await running()).toBe("1");
  await fixture.server.stop();
  // There is a page to design in, at least.
  const other = { configFile: join(fixture.folder, "empty.alloy"), reread: async () => ConfigFiles.one("e", text) };
  expect(await start("", other)).toMatchObject({ ok: true });
  expect(await reload()).toBe("config reloaded\n");
});

describe("a start", () => {
  it("goes on with what was deployed while the file is the same, and takes the file when it has changed", async () => {
    await start(versionedConfig("1"));
    await ask("/api/deploy", { text: versionedConfig("2") });
    await fixture.server.stop();
    await start(versionedConfig("1"));
    expect(await running()).toBe("2");
    expect((await ask("/api/versions")).json.current).toBe(2);
    expect((await fetch(new URL("/-/reload", fixture.server.url), { method: "POST" })).status).toBe(200);
    expect(await running()).toBe("1");
    await ask("/api/deploy", { text: versionedConfig("2") });
    await fixture.server.stop();
    await start(versionedConfig("3"));
    expect(await running()).toBe("3");
  });

  it("makes no version of what ran before, whatever was refused in between", async () => {
    await start(versionedConfig("1"));
    await ask("/api/deploy", { text: BROKEN });
    await fixture.server.stop();
    await start(versionedConfig("1"));
    const { current, versions } = (await ask("/api/versions")).json;
    expect([current, versions.length]).toEqual([1, 2]);
  });

  it("with a broken file runs the last good one, says so, and is not ready until told", async () => {
    await start(versionedConfig("1"));
    await fixture.server.stop();
    const started = await start(BROKEN);
    expect([started.ok, started.diagnostics.map(({ severity }) => severity)]).toEqual([true, ["error"]]);
    expect(await running()).toBe("1");
    const ready = await fixture.get("/-/ready");
    expect([ready.status, ready.text]).toEqual([
      503,
      expect.stringMatching(/cannot run .*; version 1, which ran last, does\n$/),
    ]);
    expect(fixture.logged.map(({ message }) => message)).toContain(
      "the configuration cannot run; the one that ran last does",
    );
    expect((await fixture.get("/metrics")).text).toContain("sluice_config_last_load_successful 0\n");
    expect((await ask("/api/versions")).json).toMatchObject({
      current: 1,
      fallback: expect.stringContaining("cannot run"),
    });
    await ask("/api/versions/1/rollback", {});
    expect((await fixture.get("/-/ready")).status).toBe(200);
  });

  it("refuses a broken file where nothing ran before, or with --strict", async () => {
    expect(await start(BROKEN)).toMatchObject({ ok: false });
    await start(versionedConfig("1"));
    await fixture.server.stop();
    expect(await start(BROKEN, { strict: true })).toMatchObject({ ok: false });
  });

  it("takes nothing from versions of another file", async () => {
    await start(versionedConfig("1"));
    await ask("/api/deploy", { text: versionedConfig("2") });
    await fixture.server.stop();
    const other = { configFile: join(fixture.folder, "other.alloy") };
    expect(await start(BROKEN, other)).toMatchObject({ ok: false });
    await start(versionedConfig("1"), other);
    expect(await running()).toBe("1");
  });

  it("leaves out versions that are damaged, and says so", async () => {
    await start(versionedConfig("1"));
    await ask("/api/deploy", { text: versionedConfig("2") });
    await fixture.server.stop();
    writeFileSync(join(fixture.folder, "data/versions/2.json"), '{"number"');
    await start(versionedConfig("1"));
    expect(await running()).toBe("1");
    expect(fixture.logged.map(({ message }) => message)).toContain("a version of the configuration cannot be read");
  });

  it("goes without versions where another server has the data directory, and says why", async () => {
    const dataDir = join(fixture.folder, "data");
    const other = new ServerFixture();
    await other.start(versionedConfig("1"), { dataDir });
    await start(versionedConfig("1"));
    expect(await ask("/api/deploy", { text: versionedConfig("2") })).toEqual({ status: 200, json: { changed: true } });
    expect(await running()).toBe("2");
    expect((await ask("/api/versions")).json).toMatchObject({
      versions: [],
      problem: expect.stringMatching(/is in use by process/),
    });
    await other.remove();
  });
});

it("keeps so many versions and no more, the one that runs among them", async () => {
  await start(versionedConfig("1"));
  for (let i = 0; i < 30; i++)
    await ask("/api/deploy", { text: BROKEN.replace('version = "1"', `version = "bad ${i}"`) });
  for (let i = 2; i <= 90; i++) await ask("/api/deploy", { text: versionedConfig(String(i)) });
  const { json } = await ask("/api/versions");
  const refused = json.versions.filter(({ result }: { result: string }) => result === "refused");
  expect([json.versions.length, refused.length, json.current]).toEqual([100, 11, 120]);
  expect(readdirSync(join(fixture.folder, "data/versions")).length).toBe(100);
}, 240_000);

describe("what was deployed last and does not run after a restart", () => {
  const versionFile = (number: number) => join(fixture.folder, "data/versions", `${number}.json`);
  const ready = () => fixture.get("/-/ready");

  it.each<[string, (text: string) => string, string]>([
    ["is cut off", (text) => text.slice(0, 100), "JSON"],
    ["holds nothing", () => "null", "it is null, not Object"],
    ["has another text", (text) => text.replace('\\"2\\"', '\\"6\\"'), "its text is not the one that was kept"],
  ])("is reported where its file %s, until another is loaded", async (_name, damage, why) => {
    const reread = async () => ConfigFiles.one(join(fixture.folder, "config.alloy"), versionedConfig("1"));
    await start(versionedConfig("1"), { reread });
    await ask("/api/deploy", { text: versionedConfig("2") });
    await fixture.server.stop();
    const damaged = damage(readFileSync(versionFile(2), "utf8"));
    writeFileSync(versionFile(2), damaged);
    await start(versionedConfig("1"), { reread });
    const { status, text } = await ready();
    expect([status, await running()]).toEqual([503, "1"]);
    expect(text).toContain("version 2, which came last, cannot be read (");
    expect(text).toContain(why);
    expect((await ask("/api/deploy", { text: versionedConfig("3") })).json).toMatchObject({ version: 3 });
    expect(readFileSync(versionFile(2), "utf8")).toBe(damaged);
    expect((await ready()).status).toBe(200);
    await fixture.server.stop();
    await start(versionedConfig("1"), { reread });
    expect([(await ready()).status, await running()]).toEqual([200, "3"]);
  });

  it("is reported where it is not allowed any more", async () => {
    await start(versionedConfig("1"), { allowWritePaths: [join(fixture.folder, "out")] });
    const text = versionedConfig("2", `logs.write.file "w" {\n path = "${join(fixture.folder, "out/x.log")}"\n}`);
    expect((await ask("/api/deploy", { text })).status).toBe(200);
    await fixture.server.stop();
    await start(versionedConfig("1"));
    const found = await ready();
    expect([found.status, await running()]).toEqual([503, "1"]);
    expect(found.text).toMatch(/version 2, which was deployed, cannot run \(.*--allow-write-path.*\); the file does/);
  });
});

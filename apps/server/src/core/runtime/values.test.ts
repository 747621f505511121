/** Values that go from one component to another while everything runs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atOnce, loadConfig, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RUNNING } from "../../components/index.ts";
import { ManualScheduler } from "../../platform/scheduler.ts";
import { collectingLog, type LoggedLine, START, settle, until, valuesOf } from "../../testing/fixtures.ts";
import type { ComponentRecord } from "../component-record.ts";
import { type Restrict, Runtime } from "./runtime.ts";

let folder: string;
let scheduler: ManualScheduler;
let runtime: Runtime | undefined;
let built: string[];
let logged: LoggedLine[];
/** What arguments of components became, in order. */
let given: string[];

const records: ComponentRecord[] = RUNNING.map((record) => ({
  ...record,
  build(node, inputs) {
    built.push(node.id);
    return record.build(node, inputs);
  },
}));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

function load(text: string) {
  const loaded = loadConfig(text);
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join("; "));
  return loaded;
}

async function create(text: string, restrict?: Restrict) {
  const result = await Runtime.create(
    load(text),
    {
      configFile: join(folder, "config.alloy"),
      scheduler,
      log: collectingLog(logged),
      print: () => undefined,
      dataDir: join(folder, "data"),
      seed: 1,
      records,
      onValues: ({ id, args }) =>
        given.push(`${id} ${JSON.stringify(args.rate === 2 ? [...(args.labels as Map<string, string>)] : args.rate)}`),
    },
    restrict,
  );
  if (result.ok) {
    runtime = result.runtime;
    await runtime.start();
  }
  return result;
}

/** Lets the file be looked at, and what changed by that be passed on, until `holds`. */
async function pass(holds: () => boolean): Promise<void> {
  await scheduler.advance(10n * SECOND);
  const at = Number(scheduler.now() / SECOND);
  await until(() => valuesOf(atOnce(runtime!.metrics()))[READ]! >= at || holds());
  await until(() => {
    void scheduler.advance(SECOND / 10n);
    return holds();
  });
}

const READ = "local_file_timestamp_last_accessed_unix_seconds{component_id=local.file.team}";
const healthOf = (id: string) => runtime!.status().find((one) => one.id === id)!.health;

const config = (use: string) => `
local.file "team" {
  filename       = "team.txt"
  detector       = "poll"
  poll_frequency = "10s"
}
logs.source.demo "shop" {
  ${use}
  forward_to = [logs.echo.out.receiver]
}
logs.echo "out" { }
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-values-"));
  scheduler = new ManualScheduler(START);
  [built, logged, given, runtime] = [[], [], [], undefined];
});
afterEach(async () => {
  let stopped = runtime === undefined;
  void runtime?.stop(Promise.resolve(), Promise.resolve()).then(() => {
    stopped = true;
  });
  // What is being applied takes turns.
  await until(() => {
    void scheduler.advance(SECOND / 10n);
    return stopped;
  });
  rmSync(folder, { recursive: true, force: true });
});

describe("a value that others use", () => {
  it("is there when they are built, and reaches them when it changes; the others are not touched", async () => {
    write("team.txt", "blue");
    await create(config("labels = { team = local.file.team.content }"));
    expect(given).toEqual(['logs.source.demo.shop [["team","blue"]]']);
    expect(built).toEqual(["local.file.team", "logs.echo.out", "logs.source.demo.shop"]);
    built = [];
    write("team.txt", "green");
    await pass(() => given.length === 2);
    expect(given.at(-1)).toBe('logs.source.demo.shop [["team","green"]]');
    expect(built).toEqual(["logs.source.demo.shop"]);
  });

  it("that is the same as before reaches nobody", async () => {
    write("team.txt", "blue");
    await create(config("labels = { team = local.file.team.content }"));
    [built, given] = [[], []];
    write("team.txt", "blue");
    await pass(() => true);
    await settle();
    expect([built, given]).toEqual([[], []]);
  });

  it("is refused where it cannot be: what has it keeps the old one and says why, until there is a right one", async () => {
    write("team.txt", "5");
    await create(config("rate = local.file.team.content"));
    expect(given).toEqual(["logs.source.demo.shop 5"]);
    built = [];
    write("team.txt", "many");
    await pass(() => healthOf("logs.source.demo.shop").state === "unhealthy");
    expect(healthOf("logs.source.demo.shop")).toMatchObject({
      state: "unhealthy",
      message: expect.stringMatching(/^goes on with what it had: .*should be number, got capsule/),
    });
    expect([built, healthOf("local.file.team").state]).toEqual([[], "healthy"]);
    write("team.txt", "6");
    await pass(() => healthOf("logs.source.demo.shop").state === "healthy");
    expect([healthOf("logs.source.demo.shop").state, given.at(-1)]).toEqual(["healthy", "logs.source.demo.shop 6"]);
  });

  it("that is wrong from the beginning refuses the configuration, at its place", async () => {
    write("team.txt", "many");
    expect(await create(config("rate = local.file.team.content"))).toMatchObject({
      ok: false,
      diagnostics: [{ code: "eval-type", message: expect.stringContaining("local.file.team.content") }],
    });
  });

  it("cannot be had where the file is not there: the configuration does not run", async () => {
    expect(await create(config("labels = { team = local.file.team.content }"))).toMatchObject({
      ok: false,
      diagnostics: [{ message: "local.file.team: cannot read team.txt: there is no such file" }],
    });
  });

  it("that is lost later stays, and its component says so", async () => {
    write("team.txt", "blue");
    await create(config("labels = { team = local.file.team.content }"));
    rmSync(join(folder, "team.txt"));
    given = [];
    await pass(() => healthOf("local.file.team").state === "unhealthy");
    expect([given, healthOf("local.file.team")]).toEqual([
      [],
      { state: "unhealthy", message: "cannot read team.txt: there is no such file", since: "2026-01-15T08:00:10Z" },
    ]);
  });

  it("is bound by what restricts the configuration, whenever it comes", async () => {
    write("team.txt", "blue");
    const restrict: Restrict = {
      rules: {},
      find: (nodes) =>
        nodes
          .filter(({ args }) => (args.labels as Map<string, string> | undefined)?.get("team") === "red")
          .map(({ id }) => ({ severity: "error", code: "path-not-allowed", message: `${id} may not` })),
    };
    await create(config("labels = { team = local.file.team.content }"), restrict);
    built = [];
    write("team.txt", "red");
    await pass(() => healthOf("logs.source.demo.shop").state === "unhealthy");
    expect([built, healthOf("logs.source.demo.shop").message]).toEqual([
      [],
      "goes on with what it had: logs.source.demo.shop may not",
    ]);
  });
});

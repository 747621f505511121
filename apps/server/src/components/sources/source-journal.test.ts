import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComponentArgs, type logsSourceJournal, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { JournalFollower } from "../../journald/follower.ts";
import { rulesOf } from "../../platform/file-rules.ts";
import {
  CollectingReceiver,
  componentOf,
  never,
  START,
  type TestContext,
  testContext,
  until,
  valuesOf,
} from "../../testing/fixtures.ts";
import { JournalSource } from "./source-journal.ts";

type Args = ComponentArgs<typeof logsSourceJournal>;

let folder: string;
let program: string;
let next: CollectingReceiver;
let context: TestContext;
const sources: JournalSource[] = [];

/**
 * A program that prints what the file `journal` holds behind the cursor that it is asked for, then waits; it writes down
 * what it was asked for. Where a file `fails` exists, it says what stands there and ends.
 */
const STUB = `#!${process.execPath}
const { readFileSync, appendFileSync, existsSync } = require("node:fs");
const folder = __dirname;
const args = process.argv.slice(2);
appendFileSync(folder + "/asked", JSON.stringify(args) + "\\n");
if (existsSync(folder + "/fails")) {
  process.stderr.write(readFileSync(folder + "/fails"));
  process.exit(1);
}
const after = args.find((one) => one.startsWith("--after-cursor="))?.slice("--after-cursor=".length);
const lines = readFileSync(folder + "/journal", "utf8").split("\\n").filter(Boolean);
const from = after === undefined ? 0 : lines.findIndex((line) => line.includes(JSON.stringify(after))) + 1;
if (after !== undefined && from === 0) { process.stderr.write("Failed to seek to cursor: Invalid argument\\n"); process.exit(1); }
process.stdout.write(lines.slice(from).map((line) => line + "\\n").join(""));
if (existsSync(folder + "/ends")) process.exit(0);
setInterval(() => {}, 1000);
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-journal-"));
  program = join(folder, "journalctl.cjs");
  writeFileSync(program, STUB);
  chmodSync(program, 0o755);
  next = new CollectingReceiver();
  context = testContext("logs.source.journal.in", { dataDir: join(folder, "data"), baseDir: folder });
});
afterEach(async () => {
  for (const source of sources.splice(0)) await source.drain(never);
  rmSync(folder, { recursive: true, force: true });
});

const argsOf = (more = "") =>
  componentOf(
    "logs.source.journal",
    `logs.source.journal "in" {\n${more}\nforward_to = []\n}
    logs.relabel "r" {
      forward_to = []
      rule {
        source_labels = ["__journal__systemd_unit", "__journal_priority_keyword"]
        target_label  = "from"
      }
      rule {
        source_labels = ["__journal__systemd_unit"]
        regex         = "noisy"
        action        = "drop"
      }
    }`,
  ).args as Args;

async function start(more = ""): Promise<JournalSource> {
  const source = new JournalSource(argsOf(more), next, context, program);
  sources.push(source);
  await source.start();
  return source;
}

/** An entry so many seconds after the start. */
const entry = (cursor: string, second: number, fields: object) =>
  JSON.stringify({
    __CURSOR: cursor,
    __REALTIME_TIMESTAMP: String((START + BigInt(second) * SECOND) / 1000n),
    __MONOTONIC_TIMESTAMP: "1",
    ...fields,
  });
const journal = (...lines: string[]) => writeFileSync(join(folder, "journal"), `${lines.join("\n")}\n`);
const asked = () =>
  readFileSync(join(folder, "asked"), "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as string[]).filter((arg) => !/^--(?:output|follow|no-|all|quiet)/.test(arg)));
const shown = () => next.entries.map(({ labels, line }) => `${labels} ${line}`);

describe("entries of the journal", () => {
  it("have the job, the time of the journal, and labels by rules", async () => {
    journal(
      entry("a", 1, { MESSAGE: "one", _SYSTEMD_UNIT: "ssh.service", PRIORITY: "3" }),
      entry("b", 2, { MESSAGE: "dropped", _SYSTEMD_UNIT: "noisy" }),
      entry("c", 3, { MESSAGE: [104, 105, 255], _SYSTEMD_UNIT: ["x", "y"], PRIORITY: "9" }),
      entry("d", 4, { _SYSTEMD_UNIT: "no message" }),
      "{ no json",
    );
    await start('relabel_rules = logs.relabel.r.rules\nlabels = { host = "h" }');
    const metrics = () => valuesOf(context.metrics.collect(0n));
    await until(() => metrics()["logs_source_journal_target_parsing_errors_total{error=malformed}"] === 1);
    expect(shown().map((text) => text.toWellFormed())).toEqual([
      '{from="ssh.service;error", host="h", job="logs.source.journal.in"} one',
      '{from="y;9", host="h", job="logs.source.journal.in"} hi\ufffd',
    ]);
    expect(next.entries[0]!.timestamp).toBe(START + SECOND);
    expect(metrics()).toMatchObject({
      logs_source_journal_target_lines_total: 2,
      logs_source_journal_relabel_dropped_total: 1,
      "logs_source_journal_target_parsing_errors_total{error=no_message}": 1,
    });
  });

  it("are lines of JSON where they are asked for so", async () => {
    journal(entry("a", 1, { PRIORITY: "6", MESSAGE: "one" }));
    await start('format_as_json = true\nlabels = { job = "j" }');
    await until(() => next.lines.length === 1);
    expect(shown()).toEqual(['{job="j"} {"MESSAGE":"one","PRIORITY":"6"}']);
  });

  it("are asked for by their age, folder and fields", async () => {
    journal();
    await start('max_age = "1h"\npath = "logs"\nmatches = "PRIORITY=6  _UID=0"');
    await until(() => existsSync(join(folder, "asked")) && asked().length === 1);
    expect(asked()).toEqual([
      [`--since=@${START / SECOND - 3600n}`, `--directory=${join(folder, "logs")}`, "PRIORITY=6", "_UID=0"],
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "are read of the folder that an allowed name leads to, once it is there",
    async () => {
      const [open, other] = ["open", "other"].map((name) => join(realpathSync(folder), name));
      for (const one of [open!, other!]) mkdirSync(one);
      context.files.use(rulesOf({ dataDir: join(folder, "data"), read: [open!], write: [] }));
      journal();
      symlinkSync(other!, join(open!, "logs"));
      const source = await start('path = "open/logs"');
      expect(source.health.message).toContain(`it leads to ${other}, which is outside of `);
      rmSync(join(open!, "logs"));
      mkdirSync(join(open!, "there"));
      symlinkSync(join(open!, "there"), join(open!, "logs"));
      expect(existsSync(join(folder, "asked"))).toBe(false);
      await context.scheduler.advance(10n * SECOND);
      await until(() => existsSync(join(folder, "asked")) && asked().length === 1);
      expect(asked()[0]).toContain(`--directory=${join(open!, "there")}`);
      expect(source.health.state).toBe("healthy");
    },
  );

  it("are read by no program that begins after the end, which comes amid the look for its files", async () => {
    journal(entry("a", 1, { MESSAGE: "one" }));
    const source = new JournalSource(argsOf(`path = "${folder}"`), next, context, program);
    sources.push(source);
    const starting = source.start();
    await source.drain(never);
    await starting;
    expect([context.scheduler.pending, source.health.state]).toEqual([0, "healthy"]);
    await source.close();
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  it("are not looked for again after the end, where the look before fails behind it", async () => {
    context.files.use(rulesOf({ dataDir: join(folder, "data"), read: [join(folder, "open")], write: [] }));
    const source = new JournalSource(argsOf('path = "gone"'), next, context, program);
    const starting = source.start();
    await source.drain(never);
    await starting;
    expect(context.scheduler.pending).toBe(0);
  });

  it("are followed by nothing that has been stopped", async () => {
    let asked = 0;
    const { scheduler, faults } = context;
    const follower = new JournalFollower({
      scheduler,
      faults,
      program,
      args: () => [],
      start: () => {
        asked++;
        return { since: 0n };
      },
      take: () => true,
      problem: () => {},
    });
    await follower.stop();
    follower.start();
    expect(asked).toBe(0);
  });

  it.each(["PRIORITY", "--file=/etc/shadow", "+", "a=b=c", "lower=x"])("are not asked for by %s", (match) => {
    expect(() => argsOf(`matches = "${match}"`)).toThrow("is not a field and its value");
  });
});

describe("the place in the journal", () => {
  const lines = [1, 2, 3].map((second) => entry(`c${second}`, second, { MESSAGE: `line ${second}` }));

  it("is behind what was settled, after a restart", async () => {
    journal(...lines);
    next.releases = false;
    const source = await start();
    await until(() => next.lines.length === 3);
    next.entries[0]!.origin!.release("delivered");
    next.entries[2]!.origin!.release("delivered");
    await source.drain(never);
    await source.close();
    next = new CollectingReceiver();
    await start();
    await until(() => next.lines.length === 2);
    expect(next.lines).toEqual(["line 2", "line 3"]);
    expect(asked().at(-1)).toEqual(["--after-cursor=c1"]);
  });

  it("stays before what comes back, which is handed on again", async () => {
    journal(...lines);
    next.releases = false;
    const source = await start();
    await until(() => next.lines.length === 3);
    const [one, two, three] = next.entries.splice(0);
    for (const { origin } of [one!, three!]) origin!.release("delivered");
    two!.origin!.release("returned");
    await context.scheduler.advance(0n);
    expect(next.lines).toEqual(["line 2"]);
    await source.drain(never);
    await source.close();
    next = new CollectingReceiver();
    await start();
    await until(() => next.lines.length === 2);
    expect(asked().at(-1)).toEqual(["--after-cursor=c1"]);
  });

  describe("of another program", () => {
    const NAMED = 'legacy_position {\nfile = "positions.yaml"\nname = "journal"\n}';
    const positions = (text: string) => writeFileSync(join(folder, "positions.yaml"), text);

    it("is where reading begins, until there is one of its own", async () => {
      journal(...lines);
      positions('positions:\n  cursor-journal: c2\n  /var/log/a.log: "12"\n');
      const source = await start(NAMED);
      await until(() => next.lines.length === 1);
      expect([next.lines, asked().at(-1)]).toEqual([["line 3"], ["--after-cursor=c2"]]);
      await source.drain(never);
      await source.close();
      positions("positions:\n  cursor-journal: c1\n");
      await start(NAMED);
      await until(() => asked().length === 2);
      expect(asked().at(-1)).toEqual(["--after-cursor=c3"]);
    });

    it.each([
      ["has none of that name", "positions:\n  cursor-other: c2\n"],
      ["is no such file", "positions: 5\n"],
      ["is missing", undefined],
    ])("is not used where the file %s, which is only noted", async (_, text) => {
      journal(...lines);
      if (text !== undefined) positions(text);
      const source = await start(NAMED);
      await until(() => next.lines.length === 3);
      expect(asked()[0]![0]).toMatch(/^--since=/);
      expect(source.health.state).toBe("healthy");
    });
  });

  it("is behind what was read, when the program ends, and by time where it is not found", async () => {
    journal(...lines);
    writeFileSync(join(folder, "ends"), "");
    const source = await start();
    await until(() => source.health.state === "unhealthy");
    expect(source.health.message).toBe(`${program}: it ended with exit code 0`);
    rmSync(join(folder, "ends"));
    journal(entry("x", 9, { MESSAGE: "after a rotation" }));
    await context.scheduler.advance(SECOND);
    await until(() => source.health.message.includes("Failed to seek to cursor"));
    await context.scheduler.advance(2n * SECOND);
    await until(() => next.lines.length === 4);
    expect(asked().map(([place]) => place)).toEqual([
      `--since=@${START / SECOND - 7n * 3600n}`,
      "--after-cursor=c3",
      `--since=@${START / SECOND + 3n}`,
    ]);
    expect(source.health.state).toBe("healthy");
  });

  it("is not used where it is older than entries may be", async () => {
    journal(...lines);
    const source = await start();
    await until(() => next.lines.length === 3);
    await source.drain(never);
    await source.close();
    const later = testContext("x", { dataDir: context.dataDir, baseDir: folder });
    await later.scheduler.advance(3n * 3600n * SECOND);
    const again = new JournalSource(argsOf('max_age = "1h"'), next, later, program);
    sources.push(again);
    await again.start();
    await until(() => asked().length === 2);
    expect(asked().at(-1)).toEqual([`--since=@${START / SECOND + 2n * 3600n}`]);
  });
});

describe("the program", () => {
  it("is not there, or says what is wrong", async () => {
    const missing = new JournalSource(argsOf(), next, context, join(folder, "none"));
    sources.push(missing);
    await missing.start();
    await until(() => missing.health.state === "unhealthy");
    expect(missing.health.message).toMatch(/none: there is no such program; it comes with systemd$/);
    writeFileSync(join(folder, "fails"), "No journal files were opened due to insufficient permissions.\nmore\n");
    const refused = await start();
    await until(() => refused.health.state === "unhealthy");
    expect(refused.health.message).toMatch(/: No journal files were opened due to insufficient permissions\.$/);
  });

  it("waits while there is no room", async () => {
    const many = Array.from({ length: 3000 }, (_, i) => entry(`c${i}`, i, { MESSAGE: `${i} ${"x".repeat(200)}` }));
    journal(...many);
    next.blocked = true;
    await start();
    await until(() => valuesOf(context.metrics.collect(0n)).logs_source_journal_target_lines_total! > 0);
    next.blocked = false;
    await until(() => next.lines.length === 3000);
    expect(next.lines.map((line) => Number.parseInt(line, 10))).toEqual([...many.keys()]);
  });

  it("runs on when what it is asked for stays the same", async () => {
    journal();
    const source = await start();
    expect(source.update(argsOf('labels = { a = "b" }'))).toBeTypeOf("function");
    expect(source.update(argsOf('matches = "PRIORITY=6"'))).toBeUndefined();
  });
});

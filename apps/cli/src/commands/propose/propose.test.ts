import { existsSync, readFileSync, utimesSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadStages, openDocument } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { runSluice } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

/** Lines of a service; the date could be read in two ways. */
const lineOf = (i: number): string => {
  const level = ["info", "warn", "error"][i % 3];
  return JSON.stringify({
    time: `0${(i % 9) + 1}/0${(i % 7) + 1}/2026 10:00:${10 + (i % 50)}`,
    level,
    msg: `job ${i} done`,
  });
};
const LOG = `${[...Array.from({ length: 60 }, (_, i) => lineOf(i)), "panic: out of memory"].join("\n")}\n`;
const log = (text = LOG): string => folder.write("app.log", text);
const propose = (...argv: readonly string[]) => runInProcess("propose", "--now", "2026-03-20T00:00:00Z", ...argv);

describe("sluice propose", () => {
  it("prints a body of stages, and says on standard error what each does", async () => {
    const { code, stdout, stderr } = await propose(log());
    expect(code).toBe(0);
    expect(openDocument(stdout)).toMatchObject({ kind: "stages", ok: true, syntaxErrors: [] });
    expect(loadStages(stdout).stages.map(({ spec }) => spec.name)).toEqual(
      expect.arrayContaining(["json", "timestamp", "labels"]),
    );
    const [head, figures] = stderr.split("\n");
    expect(head).toMatch(/app\.log: looks like JSON/);
    expect(figures).toMatch(/^61 lines, 61 entries, 60 parsed \(98\.4 %\), 60 with their time, .* 1 unparsed$/);
    expect(stderr).toMatch(/^\+ {2}parse:json +Read JSON: /m);
    expect(stderr).toMatch(/^1 +61 +panic: out of memory$/m);
  });

  it("tells the figures of the file from those of the lines that were looked at, and adds up", async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => lineOf(i)).flatMap((line, i) =>
      i % 40 === 0 ? [line, "", `${"abcdefgh"[(i / 40) % 8]} odd thing`] : [line],
    );
    const { stderr } = await propose(log(["#fields time level", ...lines].join("\n")));
    const [, figures] = stderr.split("\n");
    expect(figures).toMatch(/^2,101 lines \(50 blank\); in \d+ of them, spread over all: \d+ entries, /);
    const left = Number(/(\d+) unparsed$/.exec(figures!)![1]);
    const rows = stderr.slice(stderr.indexOf("unparsed  "));
    const counts = [...rows.matchAll(/^(\d+) +(?:[\d,]+ +\S|others)/gm)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(left);
    expect(figures).toContain(", 1 comment, ");
  });

  it("says that secrets stay, with stages and without", async () => {
    const key = ["-----BEGIN PRIVATE KEY-----", "MIIEowIBAAKCAQEAx", "-----END PRIVATE KEY-----"];
    const said = "2 entries keep what looks like a secret: no stage that is taken redacts it";
    const alone = await propose(log(key.join("\n")));
    expect(alone.stderr).toContain(`no stages to propose`);
    expect(alone.stderr).toContain(said);
    const among = await propose(log([0, 1, 2].map((i) => `${LOG}2026-01-01 ${key[i]}`).join("\n")));
    expect(among.stderr).toMatch(/^\+ {2}parse:json /m);
    expect(among.stderr).toContain("entries keep what looks like a secret: no stage that is taken redacts it");
    const { stdout } = await propose(log(key.join("\n")), "--json");
    expect(JSON.parse(stdout).figures.exposed).toBe(2);
  });

  it("answers whether a value is the level", async () => {
    const file = log(
      Array.from({ length: 30 }, (_, i) => JSON.stringify({ n: i, outcome: ["kept", "error", "warning"][i % 3] })).join(
        "\n",
      ),
    );
    const asked = await propose(file);
    expect(asked.stderr).toMatch(
      /Is outcome the level of an entry \(kept, error and warning\)\?\n +--answer level:is=no +No \(as it is now\)/,
    );
    const yes = await propose("--answer", "level:is=yes", file);
    expect(yes.stderr).toContain("20 with a level");
  });

  it("shows control characters in the name of a file instead of obeying them", async () => {
    const named = folder.write("a\u001b[2Jb.log", LOG);
    const read = await propose(named);
    const missing = await propose(`${named}\u009b`);
    expect(read.stderr).toContain("a\\x1b[2Jb.log: looks like JSON");
    expect(missing.stderr).toContain("cannot read");
    expect(missing.stderr).toContain("a\\x1b[2Jb.log\\x9b: no such file");
    expect(read.stderr + missing.stderr).not.toContain("\u001b");
  });

  it("says why there is no time, and which lines were joined or dropped", async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `08:00:${10 + i},INFO,gw${i % 3},${i},on`);
    const read = await propose(folder.write("clock.csv", ["time,level,host,value,state", ...rows].join("\n")));
    expect(read.stderr).toContain("entries keep the time of their arrival: time has a clock and no day (08:00:10)");
    expect(read.stderr).toContain("20 parsed (100 %)");
    expect(read.stderr).toContain("1 of 21: time,level,host,value,state");
    const traces = Array.from({ length: 30 }, (_, i) => [
      `2026-11-25 08:00:${10 + i} INFO order ${i} placed`,
      ...(i % 6 === 3
        ? ["java.io.IOException: no", "\tat a.B(C.java:1)"]
        : i % 10 === 6
          ? ["Backup of all finished"]
          : []),
    ]).flat();
    const joined = await propose(folder.write("traces.log", traces.join("\n")));
    expect(joined.stderr).toContain("13 lines joined to the entry before (3 of them look like entries)");
    expect(joined.stderr).toContain("such as Backup of all finished");
  });

  it("takes stages and answers as they are decided, by the ids of the summary", async () => {
    const { stderr, stdout } = await propose(log());
    expect(stdout).toContain('"02/01/2006 15:04:05"');
    const answer = /--answer '(.*01\/02\/2006.*?)'/.exec(stderr)![1]!;
    const answered = await propose(log(), "--answer", answer, "--without", "labels");
    expect(answered.stdout).toContain('"01/02/2006 15:04:05"');
    expect(answered.stdout).not.toContain("stage.labels");
    expect(answered.stderr).toMatch(/^- {2}labels .*\n +left out$/m);
  });

  it("leaves out what needs a stage that is left out, and says so", async () => {
    const { stdout, stderr } = await propose(log(), "--without", "parse:json");
    expect(stdout).not.toContain("stage.timestamp");
    expect(stderr).toMatch(/^- {2}time .*\n +left out: it needs parse:json$/m);
  });

  it("prints one object of a stable form", async () => {
    const { code, stdout } = await propose("--json", folder.write("a.log.gz", gzipSync(LOG)));
    expect(code).toBe(0);
    const object = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(object)).toEqual([
      "version",
      "interrupted",
      "title",
      "stages",
      "branches",
      "questions",
      "text",
      "figures",
      "untimed",
      "unparsed",
      "unparsedLines",
      "example",
      "hidden",
    ]);
    expect(object).toMatchObject({
      version: 1,
      interrupted: false,
      figures: { lines: 61, entries: 61, parsed: 60 },
      unparsed: [{ template: "panic: out of memory", count: 1, line: 60 }],
    });
    expect(object.stages).toContainEqual(
      expect.objectContaining({ id: "parse:json", layer: "parse", read: 60, of: 61, taken: true, branch: null }),
    );
  });

  it("shows stand-ins for secrets of the lines, with the same stages", async () => {
    const file = log(
      Array.from({ length: 30 }, (_, i) =>
        JSON.stringify({ level: "info", user: `u${i}`, password: `hunter${i}xQ2`, msg: `job ${i} done` }),
      ).join("\n"),
    );
    const hidden = await propose("--json", file);
    const shown = await propose("--json", "--show-secrets", file);
    expect(hidden.stdout).not.toMatch(/hunter\d/);
    expect(hidden.stdout).toContain('\\"password\\":\\"secret-0');
    expect(hidden.stderr).toContain("--show-secrets shows the values\n");
    expect(shown.stdout).toMatch(/hunter\d/);
    expect(shown.stderr).not.toContain("hidden");
    expect(JSON.parse(shown.stdout).text).toBe(JSON.parse(hidden.stdout).text);
    const unread = await propose("--json", "--without", "secrets", file);
    expect(unread.stdout).not.toMatch(/hunter\d/);
  });

  it("takes the year of times without one from when the file was changed, unless --now says when", async () => {
    const file = log(
      Array.from({ length: 20 }, (_, i) => `Dec 30 14:00:${10 + i} web-1 app[7]: job ${i} done`).join("\n"),
    );
    utimesSync(file, new Date("2023-03-01T00:00:00Z"), new Date("2023-03-01T00:00:00Z"));
    const read = await runInProcess("propose", "--json", file);
    expect(JSON.parse(read.stdout).example.time).toBe("2022-12-30T14:00:10Z");
    expect(read.stderr).toContain("the lines have no year: read as of 2022-12-31T23:59:59Z; --now says another time\n");
    const given = await propose("--json", file);
    expect(JSON.parse(given.stdout).example.time).toBe("2026-12-30T14:00:10Z");
    expect(given.stderr).not.toContain("read as of");
  });

  it("writes a whole configuration to a file, and over one that is there only by force", async () => {
    const out = folder.path("out.alloy");
    const first = await propose("--config", "--output", out, log());
    expect([first.code, first.stdout]).toEqual([0, ""]);
    const text = readFileSync(out, "utf8");
    expect(openDocument(text)).toMatchObject({ kind: "config", ok: true });
    expect(text).toMatch(/^logs\.process "main" \{\n {2}forward_to = \[\]\n\n {2}stage\.json \{/);
    const second = await propose("-o", out, log());
    expect([second.code, readFileSync(out, "utf8")]).toEqual([1, text]);
    expect(second.stderr).toContain("is there already; --force overwrites it");
    expect((await propose("-o", out, "--force", log())).code).toBe(0);
    expect(readFileSync(out, "utf8")).not.toContain("logs.process");
  });

  it("says where there is nothing to propose, and writes nothing", async () => {
    const out = folder.path("none.alloy");
    const { code, stdout, stderr } = await propose("-o", out, log("It was a bright cold day\nand the clocks struck\n"));
    expect([code, stdout, existsSync(out)]).toEqual([1, "", false]);
    expect(stderr).toContain("no stages to propose");
  });

  it("reads standard input", async () => {
    const { code, stdout } = await runSluice(["propose", "-"], LOG);
    expect(code).toBe(0);
    expect(stdout).toContain("stage.json");
  });

  it.each([
    ["no FILE", [], "FILE is missing"],
    ["a stage that is not there", ["--without", "tme"], "--without tme: expected the ID of a stage: parse:json"],
    ["a question that is not there", ["--answer", "x=1"], "--answer x: expected the ID of a question: time:order"],
    [
      "an answer that none of the question's is",
      ["--answer", "time:order=1"],
      '--answer time:order=1: expected one of "',
    ],
    ["an answer without a value", ["--answer", "time"], "--answer must be ID=VALUE"],
    ["a stage that is taken and left out", ["--with", "time", "--without", "time"], "exclude each other for time"],
    ["--force without a file", ["--force"], "--force needs --output"],
    ["two forms at once", ["--json", "--config"], "--json and --config exclude each other"],
  ])("refuses %s", async (_, argv, message) => {
    const { code, stdout, stderr } = await propose(...argv, ...(message === "FILE is missing" ? [] : [log()]));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("says that a file cannot be read", async () => {
    const { code, stderr } = await propose(folder.path("none.log"));
    expect(code).toBe(1);
    expect(stderr).toContain("cannot read");
  });
});

import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { runSluice } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const NOW = "2026-01-15T08:00:00Z";
const LEVEL = 'stage.logfmt { mapping = { level = "" } }\n';
const LABEL = 'stage.labels { values = { level = "" } }\n';
const DROP = 'stage.drop { expression = "debug" }\n';
const INPUT = "level=info one\nlevel=debug two\nlevel=warn three\n";

async function compare(a: string, b: string, ...options: readonly string[]) {
  const input = folder.write("in.log", INPUT);
  const files = [folder.write("a.alloy", a), folder.write("b.alloy", b)];
  return runInProcess("compare", ...files, "--input", input, "--now", NOW, "-l", "job=x", ...options);
}

describe("sluice compare", () => {
  it("gives 0 and says so where nothing differs", async () => {
    const { code, stdout, stderr } = await compare(LEVEL + LABEL, `// The same.\n${LEVEL}${LABEL}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`A ${folder.path("a.alloy")}
B ${folder.path("b.alloy")}

no difference in 3 entries

   in  sent  made of  dropped  held  bytes  streams  series
A   3     3        3        0     0     45        3       0
B   3     3        3        0     0     45        3       0
`);
  });

  it("shows what a terminal would obey in the reason of a drop", async () => {
    const reason = 'stage.drop {\n  expression          = "debug"\n  drop_counter_reason = "a\\u001b[2J\\u009b2J"\n}\n';
    const { stdout } = await compare(LEVEL, LEVEL + reason);
    expect(stdout).toContain("dropped by stage 2 drop (a\\x1b[2J\\x9b2J)");
    expect(stdout).not.toMatch(/[\u001b\u009b]/);
  });

  it("gives 1 and tells entries, stages, drops and streams where something differs", async () => {
    const b = 'stage.regex { expression = "level=(?P<level>[a-z]{1,4})" }\n';
    const { code, stdout } = await compare(LEVEL + LABEL, b + LABEL + DROP);
    expect(code).toBe(1);
    expect(stdout.replaceAll(folder.path("/"), "")).toBe(`entry 2  differs in outcome
  level=debug two
  because of stage 3 drop, which only B has
    in B: Dropped: the line matches \`debug\`
  A ✓ passed at ${NOW}
  B ⌀ dropped by stage 3 drop (drop_stage)
    - ${NOW} {job="x", level="debug"} level=debug two

A a.alloy
B b.alloy

1 of 3 entries differs: 1 in outcome

   in  sent  made of  dropped  held  bytes  streams  series
A   3     3        3        0     0     45        3       0
B   3     2        2        1     0     30        2       0

by stage
  stage 3 drop, which only B has: 1 entry

dropped in B
  stage 3 drop, reason "drop_stage": 1 entry

streams of one alone
  - {job="x", level="debug"}
`);
  });

  it("shows how what is sent changes, and which values do it", async () => {
    const { stdout } = await compare(
      LEVEL + LABEL,
      `stage.regex { expression = "=(?P<level>w)" }\n${LABEL}`,
      "--brief",
    );
    expect(stdout).not.toContain("entry 1 ");
    const { stdout: whole } = await compare(LEVEL + LABEL, `stage.regex { expression = "=(?P<level>w)" }\n${LABEL}`);
    expect(whole).toContain(`entry 3  differs in labels
  level=warn three
  because of stage 1 regex, which replaces stage 1 logfmt of A, as stage 2 labels uses its values
    extracted level: "warn" → "w"
    in A: `);
    expect(whole).toContain('    ~ label level="warn" → "w"\n');
  });

  it("prints JSON lines: the entries that differ, then the summary", async () => {
    const { code, stdout } = await compare(LEVEL, LEVEL + DROP, "--format", "json");
    expect(code).toBe(1);
    const records = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(records).toMatchObject([
      {
        type: "entry",
        index: 1,
        input: { line: "level=debug two", labels: { job: "x" } },
        differs: ["outcome"],
        a: { settled: "out", outputs: [{ line: "level=debug two" }] },
        b: { settled: "dropped", drops: [{ path: "2", stage: "drop", reason: "drop_stage" }], outputs: [] },
        parting: { cause: { change: "only_b", b: { path: "2", stage: "drop" } } },
      },
      {
        type: "summary",
        version: 1,
        interrupted: false,
        same: false,
        compared: 3,
        different: 1,
        causes: [{ change: "only_b", entries: 1 }],
        a: { balance: { out: 3 } },
        b: { balance: { out: 2, dropped: 1 } },
      },
    ]);
  });

  it("takes the samples that B names, and other pipelines of both", async () => {
    folder.write("in.log", INPUT);
    const process = (name: string, body: string) => `logs.process "${name}" {\n forward_to = []\n${body}}\n`;
    const a = folder.write("a.alloy", process("main", LEVEL) + process("other", DROP));
    const b = folder.write("b.alloy", `// sluice:samples in.log\n${process("main", DROP)}${process("new", LEVEL)}`);
    const run = (...more: string[]) => runInProcess("compare", a, b, "--now", NOW, ...more);
    expect((await run("-p", "main")).stdout).toContain("1 of 3 entries differs");
    expect((await run("-p", "other", "-p", "main")).code).toBe(0);
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([2, expect.stringContaining("choose one with --pipeline")]);
  });

  it.each<[string, readonly string[], string]>([
    ["one file", ["a.alloy"], "expected two configurations, A and B, got 1: a.alloy"],
    [
      "a format that is none",
      ["a.alloy", "b.alloy", "--format", "xml"],
      '--format must be one of text, json, got "xml"',
    ],
    ["standard input twice", ["-", "b.alloy", "-i", "-"], "only one of A, B and --input can be standard input"],
    ["a file that is not there", ["a.alloy", "gone.alloy"], "no such file"],
    ["a configuration with errors", ["a.alloy", "bad.alloy", "-i", "in.log"], "bad.alloy"],
    ["a database that is not there", ["a.alloy", "geo.alloy", "-i", "in.log"], "gone.mmdb"],
    ["samples that are not there", ["a.alloy", "b.alloy", "-i", "gone.log"], "no such file"],
  ])("gives 2 for %s", async (_, argv, message) => {
    folder.write("a.alloy", LEVEL);
    folder.write("b.alloy", LABEL);
    folder.write("bad.alloy", "stage.nothing { }");
    folder.write("geo.alloy", 'stage.geoip {\n db = "gone.mmdb"\n db_type = "city"\n source = "ip"\n}');
    folder.write("in.log", INPUT);
    const { code, stdout, stderr } = await runInProcess(
      "compare",
      ...argv.map((one) => (/\.(alloy|log)$/.test(one) ? folder.path(one) : one)),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.replaceAll(folder.path("/"), "")).toContain(message);
  });
});

describe("sluice compare in a process of its own", { timeout: 90_000 }, () => {
  it("reads standard input, and ends with 0, 1 or 2", async () => {
    const [a, b] = [folder.write("a.alloy", LEVEL), folder.write("b.alloy", LEVEL + DROP)];
    const input = "level=info x\n".repeat(2000);
    const same = await runSluice(["compare", a, b], input);
    expect({ code: same.code, stderr: same.stderr }).toEqual({ code: 0, stderr: "" });
    expect(same.stdout).toContain("no difference in 2000 entries");
    const other = await runSluice(["compare", a, b, "--format", "json"], `${input}level=debug y\n`);
    expect(other.code).toBe(1);
    expect(other.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect((await runInProcess("compare", a)).code).toBe(2);
  });
});

import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const NOW = "2026-01-15T08:00:00Z";

/** Previews `input` through `config`, with the clock at a fixed time. */
async function preview(config: string, input: string, ...options: readonly string[]) {
  const file = folder.write("config.alloy", config);
  return runInProcess("preview", file, "--input", folder.write("in", input), "--now", NOW, ...options);
}

interface JsonRecord {
  readonly type: string;
  readonly index: number;
  readonly [name: string]: unknown;
}

async function records(config: string, input: string, ...options: readonly string[]): Promise<JsonRecord[]> {
  const { code, stdout, stderr } = await preview(config, input, "--json", ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as JsonRecord);
}

const DROP_B = 'stage.drop { expression = "b" }';
const MULTILINE = 'stage.multiline { firstline = "^S" }';

describe("the text of a preview", () => {
  it("shows what every stage changed, what comes out, and sums up", async () => {
    const config = 'stage.regex { expression = "(?P<who>\\\\w+)!" }\nstage.labels { values = { who = "" } }\n';
    const { code, stdout, stderr } = await preview(config, "hi ada!\nnobody\n", "-l", "job=x");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`entry 1  ✓ passed
  hi ada!
  ${NOW} {job="x"}
  1 regex   ✎ changed
      Matched: \`ada!\` gave who
      + extracted who="ada"
  2 labels  ✎ changed
      + label who="ada"
  → output 1 ${NOW} {job="x", who="ada"}
    hi ada!

entry 2  ? missed
  nobody
  ${NOW} {job="x"}
  1 regex   ? missed
      Unchanged: \`nobody\` does not match \`(?P<who>\\w+)!\`
      Stopped matching after \`(?P<who>\\w+)\`, at the end of the text: expected \`!\`
  2 labels  ? missed
      Left out: \`who\` is not set for this entry: stage 1 regex can set it, and did not here
  → output 2 ${NOW} {job="x"}
    nobody

2 in → 2 sent; 0 dropped; 0 held

stage     in  out  changed  dropped  missed
1 regex    2    2        1        0       1
2 labels   2    2        1        0       1
`);
  });

  it("says which name was probably meant, or that an earlier stage sets it for others", async () => {
    const stages = 'stage.match {\nselector = `{job="x"}`\nstage.json { expressions = { level = "" } }\n}';
    const use = (source: string) => `${stages}\nstage.labels {\nvalues = { out = "${source}" }\n}`;
    const why = async (source: string) => /Left out: (.*)\n/.exec((await preview(use(source), "{}\n")).stdout)?.[1];
    expect(await why("level")).toBe("`level` is not set for this entry: stage 1.1 json can set it, and did not here");
    expect(await why("levle")).toBe(
      "`levle` is not set for this entry by any stage before this one; did you mean `level`?",
    );
    expect(await why("other")).toBe("`other` is not set for this entry by any stage before this one");
  });

  it("says where an entry was dropped, and why", async () => {
    const { stdout } = await preview(DROP_B, "a\nb");
    expect(stdout).toContain(`entry 2  ⌀ dropped by stage 1 drop
  b
  ${NOW} {}
  1 drop  ⌀ dropped
      Dropped: the line matches \`b\`
      counted under reason "drop_stage"
`);
    expect(stdout).toContain("2 in → 1 sent; 1 dropped; 0 held\n");
    expect(stdout).toContain('logs_process_dropped_lines_total{reason="drop_stage"} 1\n');
  });

  it("says so when everything is dropped", async () => {
    const { code, stdout } = await preview(DROP_B, "b\nb\nb");
    expect(code).toBe(0);
    expect(stdout).toContain("3 in → 0 sent; 3 dropped; 0 held\n");
    expect(stdout).toContain("1 drop   3    0        0        3\n");
  });

  it("says so when there is nothing", async () => {
    expect(await preview(DROP_B, "")).toEqual({ code: 0, stdout: "0 in → 0 sent; 0 dropped; 0 held\n", stderr: "" });
  });

  it("shows entries that are held, merged and let go", async () => {
    const { stdout } = await preview(MULTILINE, "S1\n a\nS2\n");
    expect(stdout).toContain(`1 multiline  ⋈ merged  by entry 3\n`);
    expect(stdout).toContain("      S1⏎ a\n      from entries 1, 2\n");
    expect(stdout).toContain("      releases entries 1, 2\n");
    expect(stdout).toContain("  1 multiline  ▸ released\n");
    expect(stdout).toContain("3 in → 2 sent, made of 3; 0 dropped; 0 held\n");
  });

  it("tells the way of a merged record once, and not at each of its lines", async () => {
    const lines = Array.from({ length: 41 }, (_, i) => (i === 0 ? "S start" : ` at frame ${i} of a long trace`));
    const stages = Array.from({ length: 5 }, (_, i) => `stage.replace {\nexpression = "(frame)"\nreplace = "f${i}"\n}`);
    const { stdout } = await preview(`${MULTILINE}\n${stages.join("\n")}`, [...lines, "S end"].join("\n"));
    const [first, second, ...rest] = stdout.split(/^(?=entry )/m);
    expect(first).toContain("→ output 1 ");
    expect(first!.match(/^ {2}\d \w+ /gm)).toHaveLength(7);
    expect(second).toBe(`entry 2  ⋈ merged
  ${lines[1]}
  ${NOW} {}
  1 multiline  … held
      Held as line 2 of a block, until a line matches \`^S\` or none comes for 3s
  1 multiline  ⋈ merged  by entry 42
      Sent a block of 41 lines: another first line came
  ⋈ merged into entry 1, see there

`);
    expect(rest.filter((text) => text.includes("merged into entry 1, see there"))).toHaveLength(39);
    expect(stdout.length).toBeLessThan(25_000);
  });

  it("tells of a merge at its first entry where the last one completes it", async () => {
    const { stdout } = await preview(MULTILINE.replace(" }", "\nmax_lines = 2\n}").replace("{ ", "{\n"), "S1\n a\n");
    const [first, second] = stdout.split(/^(?=entry )/m);
    expect(first).toContain("\n      S1⏎ a\n      from entries 1, 2\n  → output 1 ");
    expect(second).not.toContain("S1");
    expect(second).toContain("  ⋈ merged into entry 1, see there\n");
  });

  it("shows an entry that was split", async () => {
    const { stdout } = await preview("stage.split_json { }", "[1,2]\n");
    expect(stdout).toContain("  1 split_json  ⋔ split\n");
    expect(stdout).toMatch(/1 of 2\n {6}- line \[1,2\]\n {6}\+ line 1\n {6}2 of 2\n/);
    expect(stdout).toContain("1 in → 2 sent, made of 1; 0 dropped; 0 held");
  });

  it("sets nested stages in, and tells their changes once", async () => {
    const config = 'stage.match {\n selector = `{a="1"}`\n stage.static_labels { values = { b = "2" } }\n}';
    const { stdout } = await preview(config, "x", "--label", "a=1");
    expect(stdout).toContain('    1.1 static_labels  ✎ changed\n      + label b="2"\n');
    expect(stdout.match(/\+ label b/g)).toHaveLength(1);
    expect(stdout).toContain("  1.1 static_labels   1    1        1        0\n");
  });

  it("shows control characters, and nothing that a terminal would obey", async () => {
    const { stdout } = await preview(
      'stage.replace { expression = "(x)" replace = "y" }'.replace(" replace", "\nreplace"),
      "x\u001b[2J\tz\u009b",
    );
    expect(stdout).toContain("  x\\x1b[2J⇥z\\x9b\n");
    expect(stdout).not.toMatch(/[\u001b\u009b\t]/);
  });

  it("cuts long lines in the middle, and shows the change in them, unless asked not to", async () => {
    const long = `${"a".repeat(20_000)}X${"b".repeat(20_000)}`;
    const config = 'stage.replace {\nexpression = "(X)"\nreplace = "Y"\n}';
    const cut = await preview(config, long);
    expect(cut.stdout.length).toBeLessThan(30_000);
    expect(cut.stdout).toMatch(/- line …a+Xb+…\n {6}\+ line …a+Yb+…\n/);
    const full = await preview(config, long, "--full");
    expect(full.stdout).toContain(`    ${long.replace("X", "Y")}\n`);
  });

  it("--outputs prints what comes out, one line each", async () => {
    const { stdout } = await preview(
      DROP_B,
      '{"line":"a","structured_metadata":{"m":"1","n":"2"}}\n{"line":"b"}\n{"line":"c\\nd","labels":{"x":"y"}}',
      "--outputs",
    );
    expect(stdout).toBe(`${NOW} {} [m="1", n="2"] a\n${NOW} {x="y"} c⏎d\n`);
  });
});

it("the text of a preview shows the structured metadata of the input, and of what comes out", async () => {
  const input = '{"line":"a","labels":{"job":"x"},"structured_metadata":{"trace_id":"abc"}}';
  const { stdout } = await preview('stage.structured_metadata_drop {\nvalues = ["nope"]\n}', input);
  expect(stdout).toContain(`  a\n  ${NOW} {job="x"} [trace_id="abc"]\n`);
  expect(stdout).toContain(`  → output 1 ${NOW} {job="x"} [trace_id="abc"]\n    a\n`);
});

describe("the JSON of a preview", () => {
  it("has outputs, entries and a summary", async () => {
    const [output, first, second, summary, ...rest] = await records(DROP_B, "a\nb", "--label", "job=x");
    expect(rest).toEqual([]);
    const entry = {
      line: "a",
      timestamp: NOW,
      labels: { job: "x" },
      structured_metadata: [],
      extracted: { job: "x" },
      origins: [0],
    };
    expect(output).toEqual({ type: "output", index: 0, at: NOW, entry });
    expect(first).toMatchObject({ type: "entry", index: 0, status: "unchanged", outputs: [0], drops: [] });
    expect(first!.steps).toEqual([
      expect.objectContaining({
        path: "1",
        stage: "drop",
        cause: "process",
        at: NOW,
        status: "unchanged",
        before: entry,
        emitted: [entry],
        dropped: [],
      }),
    ]);
    expect(second).toMatchObject({
      type: "entry",
      index: 1,
      status: "dropped",
      outputs: [],
      drops: [{ path: "1", stage: "drop", reason: "drop_stage" }],
    });
    expect(summary).toMatchObject({
      type: "summary",
      version: 2,
      interrupted: false,
      balance: { in: 2, out: 1, dropped: 1, held: 0 },
      stages: { 1: { in: 2, out: 1, dropped: 1, unchanged: 1, changed: 0, held: 0, errors: 0 } },
    });
    expect(summary!.metrics).toContain('logs_process_dropped_lines_total{reason="drop_stage"} 1');
  });

  it("--outputs leaves the entries out", async () => {
    expect((await records(DROP_B, "a\nb", "--outputs")).map(({ type }) => type)).toEqual(["output", "summary"]);
  });

  it("keeps the order of the input", async () => {
    const input = Array.from({ length: 1500 }, (_, i) => `${i % 3 === 0 ? "b" : "a"}${i}`).join("\n");
    const entries = (await records(DROP_B, input)).filter(({ type }) => type === "entry");
    expect(entries.map(({ index }) => index)).toEqual(Array.from({ length: 1500 }, (_, i) => i));
  });

  it("does not wait for ever for an entry that is held", async () => {
    const held = '{"line":"S held","labels":{"s":"0"}}\n';
    const others = Array.from({ length: 5000 }, (_, i) => `{"line":"S${i}","labels":{"s":"1"}}`).join("\n");
    const entries = (await records(MULTILINE, held + others)).filter(({ type }) => type === "entry");
    expect(entries).toHaveLength(5001);
    expect(new Set(entries.map(({ index }) => index)).size).toBe(5001);
    expect(entries[0]!.index).toBe(1);
    expect(entries.findIndex(({ index }) => index === 0)).toBeGreaterThan(3000);
    expect(entries.every(({ settled }) => settled === "out")).toBe(true);
  });
});

describe("the clock and the seed", () => {
  it("--now is the time of entries without one", async () => {
    const [output] = await records(DROP_B, "a", "--now", "2020-02-02T02:02:02.000000002Z");
    expect(output).toMatchObject({ entry: { timestamp: "2020-02-02T02:02:02.000000002Z" } });
  });

  it("the same seed gives the same sample, another one another", async () => {
    const config = "stage.sampling { rate = 0.5 }";
    const input = Array.from({ length: 200 }, (_, i) => `line ${i}`).join("\n");
    const sample = async (...options: string[]) => (await preview(config, input, "--outputs", ...options)).stdout;
    expect(await sample("--seed", "7")).toBe(await sample("--seed", "7"));
    expect(await sample("--seed", "7")).not.toBe(await sample("--seed", "8"));
    expect(await sample()).toBe(await sample());
  });
});

const COMPONENTS = `logs.process "one" {
  forward_to = []
  stage.static_labels { values = { from = "one" } }
}
loki.process "two" {
  forward_to = []
  stage.static_labels { values = { from = "two" } }
}
`;

describe("the pipeline of a configuration", () => {
  it.each([
    ["by its id", "logs.process.one", 'from="one"'],
    ["by its label", "two", 'from="two"'],
  ])("is chosen %s", async (_, id, expected) => {
    expect((await preview(COMPONENTS, "x", "--outputs", "-p", id)).stdout).toContain(expected);
  });

  it.each([
    ["several and none chosen", COMPONENTS, [], 2, "choose one with --pipeline: logs.process.one, loki.process.two"],
    [
      "no such pipeline",
      COMPONENTS,
      ["-p", "three"],
      2,
      'has no pipeline "three"; it has logs.process.one, loki.process.two',
    ],
    ["a choice for a bare body", DROP_B, ["-p", "x"], 2, "FILE is a bare body of stages"],
    ["no pipeline at all", 'logs.echo "e" { }', [], 1, "has no logs.process: it has no stages to preview"],
    ["an empty file", "", [], 1, "has no logs.process"],
  ])("%s", async (_, config, options, code, message) => {
    expect(await preview(config, "x", ...options)).toMatchObject({
      code,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });

  it("is not run where the configuration has errors", async () => {
    const { code, stdout, stderr } = await preview(`${COMPONENTS}\nnope = 1`, "x", "-p", "one");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/config\.alloy:10:1: error: unrecognized attribute name "nope"\n {2}nope = 1\n {2}\^/);
  });

  it("is run where an address is in a variable that is not set, which was an error", async () => {
    const sink = 'logs.write "out" {\nendpoint {\nurl = sys.env("SLUICE_TEST_NOT_SET")\n}\n}';
    const { code, stdout, stderr } = await preview(`${COMPONENTS}\n${sink}`, "x", "--outputs", "-p", "one");
    expect(code).toBe(0);
    expect(stdout).toContain('from="one"');
    expect(stderr).toContain('warning: the value of "url" is known only where the configuration runs');
    expect(stderr).not.toContain("error");
  });

  it("says which labels make nearly every entry a stream of its own, with the streams that the input makes", async () => {
    const config = 'stage.regex { expression = "id=(?P<id>\\\\d+)" }\nstage.labels { values = { id = "" } }\n';
    const input = [...Array(30).keys()].map((i) => `id=${i}\n`).join("");
    const { code, stderr } = await preview(config, input, "--outputs");
    expect(code).toBe(0);
    expect(stderr).toContain("config.alloy:2:");
    expect(stderr).toContain(
      'warning: the label "id" has 30 values in 30 entries of the samples: they make 30 streams',
    );
    expect(stderr).toContain("fix: Make id structured metadata");
    const silenced = config.replace("\nstage.labels", "\n// sluice:ignore high-cardinality-label\nstage.labels");
    expect((await preview(silenced, input, "--outputs")).stderr).toBe("");
  });

  it("is run where it has warnings, which are shown beside the results", async () => {
    const { code, stdout, stderr } = await preview(`tracing { }\n${COMPONENTS}`, "x", "--outputs", "-p", "one");
    expect(code).toBe(0);
    expect(stdout).toContain('from="one"');
    expect(stderr).toContain("config.alloy:1:1: warning: ");
  });
});

describe("what is refused", () => {
  it.each([
    ["no file", [], "FILE is missing"],
    ["two files", ["a", "b"], "expected one FILE, got 2: a b"],
    ["standard input for both", ["-", "-i", "-"], "FILE and --input cannot both be standard input"],
    ["an unknown format", ["a", "--format", "xml"], '--format must be one of auto, lines, jsonl, push, got "xml"'],
    ["a label without a value", ["a", "-l", "job"], '--label must be NAME=VALUE, got "job"'],
    ["a label without a name", ["a", "-l", "=x"], '--label must be NAME=VALUE, got "=x"'],
    ["an invalid label name, which was accepted", ["a", "-l", "a b=1"], '--label: "a b" is not a label name'],
    ["a time of another form", ["a", "--now", "noon"], "--now must be an RFC 3339 time"],
    ["a seed that is not a number", ["a", "--seed", ""], '--seed must be a whole number, got ""'],
    ["an option without its value", ["a", "--input"], "'-i, --input <value>' argument missing"],
  ])("%s, with 2", async (_, argv, message) => {
    expect(await runInProcess("preview", ...argv)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });

  it.each([
    ["a configuration that is not there", "none.alloy", "in", "none.alloy: no such file"],
    ["an input that is not there", "config.alloy", "none", "none: no such file"],
    ["an input that is a directory", "config.alloy", ".", "it is a directory"],
  ])("%s, with 1", async (_, config, input, message) => {
    folder.write("config.alloy", DROP_B);
    folder.write("in", "a");
    const argv = ["preview", folder.path(config), "-i", folder.path(input)];
    expect(await runInProcess(...argv)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });

  it("a bad JSON line, with 1, after what came before it", async () => {
    const { code, stdout, stderr } = await preview(DROP_B, '{"line":"a"}\n{"line":\n', "--outputs");
    expect({ code, stdout }).toEqual({ code: 1, stdout: `${NOW} {} a\n` });
    expect(stderr).toMatch(/^sluice preview: .*in:2: not JSON: /);
  });
});

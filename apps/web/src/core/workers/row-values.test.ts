import { describe, expect, it } from "vitest";
import { openForPreview } from "./analyze.ts";
import { type ExecuteEnv, execute } from "./execute.ts";
import { ROW_TIME } from "./row-names.ts";
import { pointedInRow, rowValuesOf as valuesInSteps } from "./row-values.ts";

const env: ExecuteEnv = {
  open: openForPreview,
  host: { resource: () => undefined, sha256: () => "" },
  now: () => 0,
  goOn: async () => true,
};

const TEXT = `stage.regex {
  expression = "^(?P<method>\\\\w+) (?P<path>/\\\\S*)"
}
stage.drop {
  source = "path"
  value  = "/healthz"
}
stage.labels {
  values = { method = "" }
}`;

const rowValuesOf = (
  running: Parameters<typeof valuesInSteps>[0],
  of: number,
  wanted: readonly string[] | "automatic",
) => valuesInSteps(running, of, wanted, env.goOn);

async function run(lines: readonly string[], text = TEXT) {
  const executed = await execute(
    1,
    {
      text,
      pipeline: undefined,
      samples: lines.map((line, i) => ({ id: i + 7, line, labels: { job: "t" } })),
      clock: "2026-01-15T08:00:00Z",
      seed: 1,
      holdEnd: false,
      steps: [],
    },
    env,
  );
  if (executed?.ok !== true) throw new Error("the run failed");
  return executed.running;
}

describe("values of rows", () => {
  it("are those of each entry when it was last seen, dropped ones too", async () => {
    const running = await run(["GET /cart", "GET /healthz", "nothing"]);
    expect(await rowValuesOf(running, 1, ["method", "path", "job"])).toEqual({
      known: ["job", "method", "path"],
      names: ["method", "path", "job"],
      values: new Map([
        [7, ["GET", "/cart", "t"]],
        [8, ["GET", "/healthz", "t"]],
        [9, [undefined, undefined, "t"]],
      ]),
    });
  });
  it("can be pointed at where the entry was last seen, extracted ones before labels", async () => {
    const running = await run(["GET /cart", "GET /healthz", "nothing"]);
    const at = (sampleId: number, name: string, of = 1) => pointedInRow(running, { run: of, sampleId, name });
    const field = (name: string, value: string, line: string) => ({ kind: "field", name, value, line });
    expect(at(7, "method")).toEqual({ selected: field("method", "GET", "GET /cart"), place: { side: "end" } });
    expect(at(8, "path")).toEqual({
      selected: field("path", "/healthz", "GET /healthz"),
      place: { side: "before", path: "2" },
    });
    expect(at(9, "job")?.selected).toMatchObject({ name: "job", value: "t" });
    expect([at(9, "path"), at(1, "job"), at(7, "job", 2)]).toEqual([undefined, undefined, undefined]);
  });
  it("are none where an entry has none of the names, which then shows its line", async () => {
    const running = await run(["GET /cart", "nothing"]);
    expect([...(await rowValuesOf(running, 1, ["path"]))!.values.keys()]).toEqual([7]);
    expect(await rowValuesOf(running, 2, ["path"])).toBeUndefined();
  });
  it("are by default time, level and message, of the entries that have them", async () => {
    const stages = [
      'stage.json {\n  expressions = { level = "", msg = "", ts = "" }\n}',
      'stage.timestamp {\n  source = "ts"\n  format = "RFC3339Nano"\n}',
    ];
    const line = (msg: string, at = "01.25") => JSON.stringify({ ts: `2026-01-15T08:00:${at}Z`, level: "info", msg });
    const running = await run([line("one"), line("two", "02"), "panic"], stages.join("\n"));
    const { names, values } = (await rowValuesOf(running, 1, "automatic"))!;
    expect(names).toEqual([ROW_TIME, "level", "msg"]);
    expect([...values]).toEqual([
      [7, ["08:00:01.250", "info", "one"]],
      [8, ["08:00:02.000", "info", "two"]],
    ]);
    expect(pointedInRow(running, { run: 1, sampleId: 7, name: ROW_TIME })).toBeUndefined();
  });
  it.each<[string, readonly string[], readonly (string | undefined)[]]>([
    [
      "the one that the clock starts with, too",
      ["2026-01-15T08:00:00Z", "2026-01-15T08:00:01Z", "none"],
      ["08:00:00", "08:00:01", undefined],
    ],
    [
      "with the date where days differ",
      ["2026-01-15T23:59:59Z", "2026-01-16T00:00:01Z"],
      ["01-15 23:59:59", "01-16 00:00:01"],
    ],
    [
      "with the year where years do",
      ["2025-12-31T23:59:59.5Z", "2026-01-01T00:00:01Z"],
      ["2025-12-31 23:59:59.500", "2026-01-01 00:00:01.000"],
    ],
  ])("have the time that a stage gave: %s", async (_, times, shown) => {
    const stages =
      'stage.regex {\n  expression = "^(?P<ts>\\\\S+)"\n}\nstage.timestamp {\n  source = "ts"\n  format = "RFC3339Nano"\n  action_on_failure = "skip"\n}';
    const running = await run(times, stages);
    const { values } = (await rowValuesOf(running, 1, [ROW_TIME, "job"]))!;
    expect([...values.values()].map(([time]) => time)).toEqual(shown);
  });
  it("are found in steps, between which something newer can have them given up", async () => {
    const running = await run(Array.from({ length: 1000 }, (_, i) => `GET /${i}`));
    for (const wanted of [1, 3, 5]) {
      let steps = 0;
      const found = await valuesInSteps(running, 1, ["path"], async () => ++steps < wanted);
      expect([steps, found]).toEqual([wanted, undefined]);
    }
    expect((await rowValuesOf(running, 1, ["path"]))!.values.size).toBe(1000);
  });
  it("are none where a field of JSON is missing or null, which then shows its line", async () => {
    const stages = 'stage.json {\n  expressions = { level = "", msg = "", user = "" }\n}\n';
    const lines = ["one", null, undefined, "four"].map((msg) => JSON.stringify({ level: "info", msg, user: null }));
    const running = await run(lines, stages);
    const found = (await rowValuesOf(running, 1, "automatic"))!;
    expect([...found.values]).toEqual([]);
    expect(found.known).not.toContain("user");
    const chosen = (await rowValuesOf(running, 1, ["msg", "user"]))!;
    expect([...chosen.values]).toEqual([
      [7, ["one", undefined]],
      [10, ["four", undefined]],
    ]);
    const most = await run([...lines, lines[0]!], stages);
    expect([...(await rowValuesOf(most, 1, "automatic"))!.values.keys()]).toEqual([7, 10, 11]);
  });
  it("are cut to what a row can show", async () => {
    const running = await run([`GET /${"x".repeat(1000)}`]);
    expect((await rowValuesOf(running, 1, ["path"]))!.values.get(7)![0]).toHaveLength(120);
  });
});

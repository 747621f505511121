import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { TEST_HOST } from "../testing/index.ts";
import { snapshotsAt } from "./entries-at.ts";
import { entryStatistics } from "./field-statistics.ts";
import { Preview } from "./preview.ts";

const run = (stages: string, lines: readonly string[]) =>
  Preview.run(
    { stages: loadStages(stages).stages, dialect: "logs" },
    lines.map((line) => ({ line, labels: { job: "t" } })),
    { start: 0n, seed: 1, host: TEST_HOST },
  );

const STAGES = `stage.json {
  expressions = { level = "", took = "", tags = "" }
}
stage.labels {
  values = { level = "" }
}
stage.drop {
  source = "level"
  value  = "debug"
}
`;
const LINES = [
  '{"level":"info","took":5}',
  '{"level":"info","took":"5ms","tags":[1]}',
  '{"level":"debug","took":5}',
  '{"took":7}',
];

describe("statistics of entries", () => {
  it("say of each name how many have it, its values and types, at the end", () => {
    const { entries, streams, labels, extracted } = entryStatistics(snapshotsAt(run(STAGES, LINES), { side: "end" }));
    expect([entries, streams]).toEqual([3, 2]);
    expect(labels).toEqual([
      { name: "job", entries: 3, distinct: 1, atLeast: false, common: [{ value: "t", entries: 3 }], types: ["string"] },
      {
        name: "level",
        entries: 2,
        distinct: 1,
        atLeast: false,
        common: [{ value: "info", entries: 2 }],
        types: ["string"],
      },
    ]);
    expect(extracted.find(({ name }) => name === "took")).toMatchObject({
      entries: 3,
      distinct: 3,
      types: ["number", "string"],
    });
    expect(extracted.find(({ name }) => name === "tags")).toMatchObject({ entries: 1, types: ["null", "string"] });
  });

  it("are those of a place", () => {
    const preview = run(STAGES, LINES);
    const at = (path: string, side: "before" | "after") => entryStatistics(snapshotsAt(preview, { side, path }));
    expect(at("1", "before")).toMatchObject({ entries: 4, streams: 1 });
    expect(at("2", "after")).toMatchObject({ entries: 4, streams: 3 });
    expect(at("3", "after")).toMatchObject({ entries: 3, streams: 2 });
    expect(entryStatistics(snapshotsAt(preview, { side: "start" })).entries).toBe(0);
  });

  it("are bounded in names and in values, and say so", () => {
    const many = [...Array(1200).keys()].map((i) => JSON.stringify({ id: `v${i}` }));
    const ids = entryStatistics(snapshotsAt(run('stage.json { expressions = { id = "" } }', many), { side: "end" }));
    expect(ids.extracted.find(({ name }) => name === "id")).toMatchObject({
      entries: 1200,
      distinct: 1000,
      atLeast: true,
    });
    const wide = [...Array(300).keys()].map((i) => `k${i}=1`).join(" ");
    const names = entryStatistics(
      snapshotsAt(
        run(
          "stage.logfmt { mapping = { } }\n".replace(
            "{ }",
            `{ ${[...Array(300).keys()].map((i) => `k${i} = ""`).join(", ")} }`,
          ),
          [wide],
        ),
        { side: "end" },
      ),
    );
    expect([names.extracted.length, names.omitted]).toEqual([200, 101]);
  });
});

import { describe, expect, it } from "vitest";
import { readTestFile } from "../pipeline-tests/index.ts";
import { killMutants } from "./kill-mutants.ts";
import { TEST_HOST } from "./run-stages.ts";

const CONFIG = `stage.logfmt {
  mapping = { level = "", user = "" }
}
stage.labels {
  values = { level = "" }
}
stage.drop {
  source = "level"
  value  = "debug"
}
`;

function kill(tests: string) {
  const read = readTestFile(tests);
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return killMutants(CONFIG, read.file, TEST_HOST);
}

describe("mutants", () => {
  it("survive where no test looks, and are killed where one does", () => {
    const { killed, survived, unchangeable } = kill(`tests:
  - name: debug is dropped
    entry: { line: level=debug }
    expect: { outcome: dropped }
`);
    expect(killed).toEqual(["delete 1 logfmt", "1 logfmt: mapping without level", "delete 3 drop"]);
    expect(survived).toEqual([
      "swap 1 logfmt and 2 labels",
      "1 logfmt: mapping without user",
      "delete 2 labels",
      "swap 2 labels and 3 drop",
      "2 labels: values emptied",
      // Then it drops all that have a level.
      "3 drop: value emptied",
    ]);
    expect(unchangeable).toEqual(["1 logfmt: mapping emptied", "3 drop: source emptied"]);
  });

  it("are not judged by tests that fail anyway", () => {
    expect(() => kill("tests: [{ name: a, entry: { line: level=debug }, expect: { outcome: passed } }]")).toThrow(
      "the tests fail on the configuration itself",
    );
  });
});

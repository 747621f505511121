import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const CONFIG = `logs.process "p" {
  forward_to = []
  stage.match {
    selector = "{job=\\"a\\"}"
    stage.geoip {
      db      = "cities.mmdb"
      source  = "ip"
      db_type = "city"
    }
  }
}
`;

describe("a preview whose stage cannot use its file", () => {
  it.each([
    ["is missing", undefined, "open cities.mmdb: no such file or directory"],
    ["is not a database", "no database", "error opening database: invalid MaxMind DB file"],
  ])("shows the argument and gives 1 when the file %s", async (_name, content, message) => {
    const file = folder.write("config.alloy", CONFIG);
    if (content !== undefined) folder.write("cities.mmdb", content);
    const { code, stdout, stderr } = await runInProcess("preview", file, "--input", folder.write("in", "x\n"));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `${file}:6:17: error: ${message}\n        db      = "cities.mmdb"\n                  ^^^^^^^^^^^^^\n`,
    );
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";
import { runSluice } from "../testing/sluice-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

const CONFIG = `logs.source.stdin "in" {
  forward_to = [logs.echo.out.receiver]
}

logs.echo "out" { }
`;
const ALLOY = `loki.echo "out" { }\n`;

describe("sluice export", () => {
  it("prints the configuration for Alloy, and says what is not in it", async () => {
    const file = folder.write("a.alloy", CONFIG);
    const stderr = `${file}:1:1: left out: logs.source.stdin "in": Alloy has no such component; it is left out.\n`;
    expect(await runInProcess("export", file)).toEqual({ code: 0, stdout: ALLOY, stderr });
    expect(await runInProcess("export", "--strict", file)).toEqual({ code: 1, stdout: ALLOY, stderr });
  });

  it("notes what sends nothing, which is no failure", async () => {
    const file = folder.write("a.alloy", 'logs.process "a" {\n  forward_to = []\n}\n');
    expect(await runInProcess("export", "--strict", file)).toEqual({
      code: 0,
      stdout: 'loki.process "a" {\n  forward_to = []\n}\n',
      stderr: `${file}:2:3: note: logs.process "a" sends nothing: its forward_to is empty\n`,
    });
  });

  it("says what the release that is asked for, or that FILE names, does not have", async () => {
    const stage = 'stage.truncate {\n  rule {\n    limit = "8KB"\n  }\n}\n';
    const text = `loki.process "a" {\n  forward_to = [loki.echo.b.receiver]\n${stage}}\nloki.echo "b" { }\n`;
    const file = folder.write("a.alloy", text);
    const stderr = `${file}:3:1: refused by Alloy: stage.truncate: It needs Alloy 1.12; the target is Alloy 1.11.\n`;
    expect(await runInProcess("export", "--target", "alloy@1.11", file)).toEqual({ code: 0, stdout: text, stderr });
    expect(await runInProcess("export", "--strict", "--target", "alloy@1.12", file)).toMatchObject({
      code: 0,
      stderr: "",
    });
    const marked = folder.write("b.alloy", `// sluice:target alloy 1.11\n${text}`);
    expect((await runInProcess("export", "--strict", marked)).code).toBe(1);
    expect((await runInProcess("export", "--strict", "--target", "sluice", marked)).code).toBe(0);
    expect(await runInProcess("export", "--target", "alloy@1.5", file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "--target alloy@1.5 is no target: expected sluice, or alloy with a release from 1.9 to",
      ),
    });
  });

  it("goes back to Sluice's names, from standard input", async () => {
    const { stdout, code } = await runSluice(["export", "--to", "sluice", "-"], ALLOY);
    expect({ stdout, code }).toEqual({ stdout: `logs.echo "out" { }\n`, code: 0 });
  });

  it("overwrites no file without --force", async () => {
    const file = folder.write("a.alloy", ALLOY);
    const out = folder.path("out.alloy");
    expect(await runInProcess("export", file, "-o", out)).toMatchObject({ code: 0, stdout: "" });
    expect(readFileSync(out, "utf8")).toBe(ALLOY);
    expect(await runInProcess("export", file, "-o", out)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is there already; --force overwrites it"),
    });
    expect(await runInProcess("export", file, "-o", out, "--force")).toMatchObject({ code: 0 });
  });

  it("says why there is nothing", async () => {
    const file = folder.write("a.alloy", "a {");
    expect(await runInProcess("export", file)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/a\.alloy:1:\d+: error: [\s\S]*does not parse/),
    });
    expect(await runInProcess("export", "--to", "vector", file)).toMatchObject({ code: 2 });
    expect(await runInProcess("export", "--force", file)).toMatchObject({ code: 2 });
  });
});

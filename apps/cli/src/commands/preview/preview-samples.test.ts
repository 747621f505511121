/** `sluice preview` with the samples that a comment of the configuration names. */
import { mkdirSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const NOW = "2026-01-15T08:00:00Z";

const DROP_B = 'stage.drop { expression = "b" }';

describe("samples that the configuration names", () => {
  const MARK = "// sluice:samples logs/a b.log\n";
  const named = async (...options: readonly string[]) => {
    mkdirSync(folder.path("logs"));
    folder.write("logs/a b.log", "a\nb\n");
    const file = folder.write("config.alloy", `${MARK}${DROP_B}`);
    return runInProcess("preview", file, "--now", NOW, "--outputs", ...options);
  };

  it("are opened beside the configuration, where no input is given", async () => {
    expect(await named("-l", "job=x")).toEqual({ code: 0, stdout: `${NOW} {job="x"} a\n`, stderr: "" });
  });

  it("give way to an input that is given", async () => {
    expect(await named("-i", folder.write("in", "c\n"))).toEqual({ code: 0, stdout: `${NOW} {} c\n`, stderr: "" });
  });

  it.each([
    ["is not there", "none.log", "none.log: no such file"],
    ["is a directory", ".", "it is a directory"],
    ["is a device, which has no end", "/dev/zero", "it is not a regular file; pass it with --input"],
  ])("are an error at the comment where the file %s", async (_, name, message) => {
    const file = folder.write("config.alloy", `// sluice:samples ${name}\n${DROP_B}`);
    const { code, stdout, stderr } = await runInProcess("preview", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/config\.alloy:1:1: error: cannot read /);
    expect(stderr).toContain(message);
  });

  it("are an error where the file is larger than samples are", async () => {
    const file = folder.write("config.alloy", `// sluice:samples big\n${DROP_B}`);
    truncateSync(folder.write("big", ""), 300 * 1024 * 1024);
    const { code, stderr } = await runInProcess("preview", file);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/config\.alloy:1:1: error: .*larger than 268435456 bytes/),
    ]);
  });
});

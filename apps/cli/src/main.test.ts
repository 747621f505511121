import { describe, expect, it } from "vitest";
import { runInProcess } from "./testing/run-in-process.ts";
import { runSluice } from "./testing/sluice-process.ts";

const COMMANDS = ["run", "preview", "test", "validate", "import", "patterns", "secrets", "fmt"];

describe("sluice", () => {
  it.each([["--help"], ["-h"], ["help"]])("%s lists the commands and the exit codes", async (option) => {
    const { code, stdout, stderr } = await runInProcess(option);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
    expect(stdout).toContain(
      "Exit codes: 0 done, 1 the input has errors, 2 the command line is wrong, 130 interrupted.",
    );
  });

  it.each(
    COMMANDS.flatMap((name) => [
      [name, "--help"],
      [name, "-h"],
      [name, "x", "--help"],
      ["help", name],
    ]),
  )("%s %s tells about the command", async (...argv) => {
    const { code, stdout, stderr } = await runInProcess(...argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^usage: sluice \w+ .*FILE/);
    expect(stdout).toMatch(/^Exit codes: 0 .+2 the command line is wrong/ms);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });

  it("refuses an unknown command", async () => {
    const { code, stdout, stderr } = await runInProcess("toString");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^sluice: unknown command "toString"\n\nusage: /);
  });

  it.each([
    ["fooo", ""],
    ["tset", '; did you mean "test"?'],
    ["validte", '; did you mean "validate"?'],
  ])("says which command %s probably means, if one is near", async (typed, hint) => {
    const { code, stderr } = await runInProcess(typed);
    expect(code).toBe(2);
    expect(stderr.split("\n")[0]).toBe(`sluice: unknown command "${typed}"${hint}`);
  });

  it.each([
    ["preview", "--jsn", "--json"],
    ["preview", "--hepl", "--help"],
    ["validate", "--JSON=yes", "--json"],
    ["fmt", "--chekc", "--check"],
  ])("%s says which option %s probably means", async (name, typed, meant) => {
    const { code, stderr } = await runInProcess(name, typed, "x");
    expect(code).toBe(2);
    expect(stderr).toContain(`Unknown option '${typed.split("=")[0]}'; did you mean "${meant}"?`);
  });

  it("needs a command", async () => {
    expect(await runInProcess()).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^usage: /) });
  });

  it.each(COMMANDS)("%s refuses an unknown option, and says where help is", async (name) => {
    expect(await runInProcess(name, "--bogus", "x")).toEqual({
      code: 2,
      stdout: "",
      stderr: `sluice ${name}: Unknown option '--bogus'\nSee \`sluice ${name} --help\`.\n`,
    });
  });

  it("an option after -- is a file", async () => {
    expect(await runInProcess("validate", "--", "--help")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("cannot read --help"),
    });
  });

  it("prints its version from its own process", async () => {
    const { code, stdout, stderr } = await runSluice(["--version"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^sluice \d+\.\d+\.\d+\n$/);
  });
});

import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";
import { runSluice } from "../testing/sluice-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

const UGLY = 'stage.drop   {\nexpression="a"\n}';
const PRETTY = 'stage.drop {\n\texpression = "a"\n}\n';

describe("sluice fmt", () => {
  it("prints the formatted file and leaves it alone", async () => {
    const file = folder.write("a.alloy", UGLY);
    expect(await runInProcess("fmt", file)).toEqual({ code: 0, stdout: PRETTY, stderr: "" });
    expect(folder.read("a.alloy")).toBe(UGLY);
  });

  it("formats standard input", async () => {
    expect(await runSluice(["fmt", "-"], UGLY)).toMatchObject({ code: 0, stdout: PRETTY });
  });

  it("writes in place, prints nothing, and leaves nothing beside the file", async () => {
    const file = folder.write("a.alloy", UGLY);
    expect(await runInProcess("fmt", "-w", file)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(folder.read("a.alloy")).toBe(PRETTY);
    expect(readdirSync(folder.path("."))).toEqual(["a.alloy"]);
  });

  // Windows has no modes, and makes links only for administrators.
  if (process.platform !== "win32") {
    it.each([0o600, 0o640, 0o755, 0o666])("keeps mode %o", async (mode) => {
      const file = folder.write("a.alloy", UGLY);
      chmodSync(file, mode);
      await runInProcess("fmt", "-w", file);
      expect(statSync(file).mode & 0o777).toBe(mode);
      expect(folder.read("a.alloy")).toBe(PRETTY);
    });

    it("writes through a link, which stays one", async () => {
      const file = folder.write("real.alloy", UGLY);
      const link = folder.path("link.alloy");
      symlinkSync(file, link);
      await runInProcess("fmt", "-w", link);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(folder.read("real.alloy")).toBe(PRETTY);
    });
  }

  it("does not touch a file that is formatted", async () => {
    const file = folder.write("a.alloy", PRETTY);
    const past = new Date("2020-01-01T00:00:00Z");
    utimesSync(file, past, past);
    const { ino } = statSync(file);
    expect((await runInProcess("fmt", "--write", file)).code).toBe(0);
    expect(statSync(file).mtime).toEqual(past);
    expect(statSync(file).ino).toBe(ino);
  });

  it("--check names the files that are not formatted", async () => {
    const ugly = folder.write("ugly.alloy", UGLY);
    const pretty = folder.write("pretty.alloy", PRETTY);
    expect(await runInProcess("fmt", "--check", pretty, ugly)).toEqual({ code: 1, stdout: `${ugly}\n`, stderr: "" });
    expect(await runInProcess("fmt", "--check", pretty)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(folder.read("ugly.alloy")).toBe(UGLY);
  });

  it.each([[[]], [["-w"]], [["--check"]]])(
    "a file that does not parse is an error and is not changed: %j",
    async (options) => {
      const file = folder.write("a.alloy", "stage.drop {\nx = \n");
      const { code, stdout, stderr } = await runInProcess("fmt", ...options, file);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/a\.alloy:\d+:\d+: error: /);
      expect(folder.read("a.alloy")).toBe("stage.drop {\nx = \n");
    },
  );

  it.each([[[]], [["-w"]], [["--check"]]])("a file that is not UTF-8 is not changed: %j", async (options) => {
    const bytes = Buffer.from('stage.drop   { expression = "\xff" }\n', "latin1");
    const file = folder.write("a.alloy", bytes);
    const { code, stdout, stderr } = await runInProcess("fmt", ...options, file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`${file}:1:30: error: illegal UTF-8 encoding`);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it("continues after a file that fails", async () => {
    const file = folder.write("a.alloy", UGLY);
    const { code, stderr } = await runInProcess("fmt", "-w", folder.path("none"), file);
    expect(code).toBe(1);
    expect(stderr).toContain("no such file");
    expect(folder.read("a.alloy")).toBe(PRETTY);
  });

  it("keeps comments that mean something as they are", async () => {
    const marks = "// sluice:samples  a b.log\n// sluice:off\n// stage.drop {  \n// \t}\n// sluice:on\n";
    const file = folder.write("a.alloy", `${marks}${UGLY}`);
    expect((await runInProcess("fmt", "-w", file)).code).toBe(0);
    expect(folder.read("a.alloy")).toBe(`${marks}${PRETTY}`);
  });

  it("formats a file whose configuration is wrong, and says only what concerns its form", async () => {
    const file = folder.write("a.alloy", 'stage.drop{expression="("}\nlogging{}');
    expect(await runInProcess("fmt", file)).toEqual({
      code: 0,
      stdout: 'stage.drop {\n\texpression = "("\n}\n\nlogging { }\n',
      stderr: "",
    });
  });

  it("says where formatting changes a text, and does not write another configuration in place", async () => {
    const text = folder.write("text.alloy", "stage.template { template = `a  \nb` }\n");
    const { code, stderr } = await runInProcess("fmt", "-w", text);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/text\.alloy:1:29: warning: .*blanks/) });
    const source = "stage.// why\njson { }\n";
    const moved = folder.write("moved.alloy", source);
    const refused = await runInProcess("fmt", "-w", moved);
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /moved\.alloy cannot be formatted without changing its meaning; it was not changed/,
      ),
    });
    expect(folder.read("moved.alloy")).toBe(source);
  });

  it.each([
    ["no file", [], "FILE is missing"],
    ["several files to one output", ["a", "b"], "several files need --write or --check"],
    ["both modes", ["-w", "--check", "a"], "cannot be combined"],
    ["standard input in place", ["-w", "-"], "cannot be written in place"],
    ["an unknown option", ["--indent", "a"], "Unknown option '--indent'"],
  ])("refuses %s with 2", async (_, argv, message) => {
    expect(await runInProcess("fmt", ...argv)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });
});

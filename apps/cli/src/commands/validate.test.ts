import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";
import { runSluice } from "../testing/sluice-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

const GOOD = `logs.process "a" {
  forward_to = []
  stage.decolorize { }
}
`;

const SYNTAX = new URL("../../../../packages/engine/conformance/vectors/syntax.json", import.meta.url);
/** As Alloy answered. */
const recordedCase = (wanted: string) => {
  const { cases } = JSON.parse(readFileSync(SYNTAX, "utf8")) as { cases: SyntaxCase[] };
  return cases.find(({ name }) => name === wanted)!;
};

interface SyntaxCase {
  readonly name: string;
  readonly text_b64: string;
  readonly want: { readonly diagnostics: readonly { line: number; column: number; message: string }[] };
}

describe("sluice validate", () => {
  it("says so when there is nothing to say", async () => {
    const file = folder.write("a.alloy", GOOD);
    const good = { code: 0, stdout: `${file}: no problems\n` };
    const stderr = `${file}:2:3: note: logs.process "a" sends nothing: its forward_to is empty\n`;
    expect(await runInProcess("validate", file)).toEqual({ ...good, stderr });
    const sends = 'logs.process "a" {\n  forward_to = [logs.echo.a.receiver]\n}\nlogs.echo "a" { }\n';
    folder.write("a.alloy", sends);
    expect(await runInProcess("validate", file)).toEqual({ ...good, stderr: "" });
  });

  it("notes what sends nothing beside the list for programs, in the file of a folder that it is in", async () => {
    const inner = folder.path("two");
    mkdirSync(inner);
    folder.write("two/a.alloy", 'logs.echo "a" { }\n');
    folder.write("two/b.alloy", `// first\n${GOOD}`);
    expect(await runInProcess("validate", "--json", inner)).toEqual({
      code: 0,
      stdout: "[]\n",
      stderr: `${inner}/b.alloy:3:3: note: logs.process "a" sends nothing: its forward_to is empty\n`,
    });
  });

  it("shows every error with its line and a caret, and exits with 1", async () => {
    const file = folder.write(
      "a.alloy",
      'logs.process "a" {\n\tforward_to = [logs.write.nope.receiver]\n\tstage.jsn { }\n}\n',
    );
    const { code, stdout } = await runInProcess("validate", file);
    expect(code).toBe(1);
    expect(
      stdout,
    ).toBe(`${file}:2:16: error: component "logs.write.nope.receiver" does not exist or is out of scope: there is no logs.write in this configuration
  \tforward_to = [logs.write.nope.receiver]
  \t              ^^^^^^^^^^^^^^^^^^^^^^^^
${file}:3:2: error: unrecognized block name "stage.jsn"; did you mean "stage.json"?
  \tstage.jsn { }
  \t^^^^^^^^^^^
  fix: Change to stage.json
`);
  });

  it("exits with 0 where there are only warnings", async () => {
    const file = folder.write("a.alloy", `tracing { }\n${GOOD}`);
    const { code, stdout } = await runInProcess("validate", file);
    expect(code).toBe(0);
    expect(stdout).toContain(`${file}:1:1: warning: `);
    expect(stdout).not.toContain("no problems");
  });

  it("warns of what the release that is asked for does not have", async () => {
    const file = folder.write("a.alloy", "stage.split_json { }\n");
    expect((await runInProcess("validate", file)).stdout).not.toContain("needs Alloy");
    const { code, stdout } = await runInProcess("validate", "--target", "alloy@1.18", file);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        `${file}:1:1: warning: stage.split_json needs Alloy 1.19; the target is Alloy 1.18`,
      ),
    });
  });

  it("leaves out what a comment says to ignore", async () => {
    const file = folder.write("a.alloy", `// sluice:ignore block-ignored it is for Alloy\ntracing { }\n${GOOD}`);
    const stderr = `${file}:4:3: note: logs.process "a" sends nothing: its forward_to is empty\n`;
    expect(await runInProcess("validate", file)).toEqual({ code: 0, stdout: `${file}: no problems\n`, stderr });
  });

  it.each([["an endpoint is not a URL", 'logs.write "w" {\n  endpoint {\n    url = "http://[x/"\n  }\n}\n']])(
    "refuses what run refuses: %s, which it found no problems in",
    async (_name, text) => {
      const file = folder.write("a.alloy", `${GOOD}${text}`);
      const checked = await runInProcess("validate", file);
      expect(checked.stdout).toMatch(/a\.alloy:5:1: error: /);
      const run = await runInProcess("run", file, "--listen", "127.0.0.1:0");
      expect([checked.code, run.code]).toEqual([1, 1]);
      expect(run.stderr).toContain(checked.stdout);
    },
  );

  it("takes a bare body of stages", async () => {
    const good = folder.write("good.alloy", 'stage.regex { expression = "a(?P<b>.)" }\n');
    const bad = folder.write("bad.alloy", 'stage.regex { expression = "a(" }\n');
    const { code: none, stdout: note } = await runInProcess("validate", good);
    expect(none).toBe(0);
    // It said only that there are no problems, and "run" refused it.
    expect(note).toMatch(
      /good\.alloy: no problems\n.*good\.alloy: note: a bare body of stages, .* "sluice run" does not/,
    );
    expect((await runInProcess("validate", "--json", good)).stdout).toBe("[]\n");
    const { code, stdout } = await runInProcess("validate", bad);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^.*bad\.alloy:1:\d+: error: .*missing closing \)/);
  });

  it("continues to the next file, and fails if any fails", async () => {
    const good = folder.write("good.alloy", GOOD);
    const bad = folder.write("bad.alloy", "x {");
    mkdirSync(folder.path("empty"));
    const { code, stdout, stderr } = await runInProcess(
      "validate",
      folder.path("none"),
      bad,
      folder.path("empty"),
      good,
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`cannot read ${folder.path("none")}: no such file`);
    expect(stderr).toContain(`the folder ${folder.path("empty")} has no *.alloy file`);
    expect(stdout).toContain(`${bad}:1:`);
    expect(stdout).toContain(`${good}: no problems`);
  });

  it("prints JSON", async () => {
    const file = folder.write("a.alloy", "tracing { }\n\tnope = 1\n");
    const { code, stdout } = await runInProcess("validate", "--json", file);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ file, line: 1, column: 1, severity: "warning", code: "block-ignored" }),
      {
        file,
        line: 2,
        column: 2,
        severity: "error",
        code: "unknown-argument",
        message: 'unrecognized attribute name "nope"',
      },
    ]);
  });

  it("prints more diagnostics than a call takes arguments", { timeout: 90_000 }, async () => {
    const many = 150_000;
    const file = folder.write("a.alloy", "tracing { }\n".repeat(many));
    expect(JSON.parse((await runInProcess("validate", "--json", file)).stdout)).toHaveLength(many);
  });

  it("prints an empty JSON list where nothing is wrong", async () => {
    expect(await runInProcess("validate", "--json", folder.write("a.alloy", GOOD))).toMatchObject({
      code: 0,
      stdout: "[]\n",
    });
  });

  it("reads standard input", async () => {
    const { code, stdout } = await runSluice(["validate", "-"], "stage.nope { }");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^<stdin>:1:1: error: /);
  });

  it.each(["validate", "run", "preview", "fmt"])(
    "bytes that are not UTF-8 are errors for %s, which took them",
    async (command) => {
      const { text_b64, want } = recordedCase("syntax-err-invalid-utf8");
      const file = folder.write("a.alloy", Buffer.from(text_b64, "base64"));
      const { code, stdout, stderr } = await runInProcess(command, file);
      const { line, column, message } = want.diagnostics[0]!;
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(`${file}:${line}:${column}: error: ${message}`);
    },
  );

  it("prints JSON that is text, though a message repeats bytes that are not", async () => {
    const file = folder.write("a.alloy", Buffer.from(`// sluice:ignor\xff a\n${GOOD}`, "latin1"));
    const { stdout } = await runInProcess("validate", "--json", file);
    expect(JSON.parse(stdout)[0].message).toContain('"sluice:ignor\ufffd"');
  });

  it("with a target of Alloy, what only Alloy runs and a variable that is not set here are no errors", async () => {
    const file = folder.write(
      "a.alloy",
      'prometheus.remote_write "a" { }\nloki.write "a" {\n  endpoint {\n    url = sys.env("SLUICE_TEST_UNSET")\n  }\n}\n',
    );
    const { code, stdout } = await runInProcess("validate", "--target", "alloy@1.21", file);
    expect(code).toBe(0);
    expect(stdout).toContain("warning: the environment variable SLUICE_TEST_UNSET is not set here");
    expect(stdout).not.toContain("error:");
    expect((await runInProcess("validate", file)).code).toBe(1);
  });

  it("needs a file", async () => {
    expect(await runInProcess("validate")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("FILE is missing"),
    });
  });
});

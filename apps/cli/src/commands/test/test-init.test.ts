import { mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const CONFIG = `loki.process "main" {
  forward_to = []

  stage.logfmt {
    mapping = { level = "" }
  }

  stage.labels {
    values = { level = "" }
  }

  stage.drop {
    expression = "noise"
  }
}
`;
const LOG = `level=info msg=started
level=info msg=started
noise 1
noise 2
`;

const folder = useTemporaryFolder();

describe("sluice test --init", () => {
  it("writes a test for each kind of line, with its result, and they pass", async () => {
    const config = folder.write("a.alloy", CONFIG);
    const log = folder.write("a.log", LOG);
    const made = await runInProcess("test", "--init", config, "--samples", log);
    const tests = folder.path("a.tests.yaml");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(/a\.tests\.yaml: 2 tests written; read what they expect\n/);
    expect(readFileSync(tests, "utf8")).toBe(`tests:
  - name: started
    entry: { line: level=info msg=started }
    expect:
      exact: true
      outcome: passed
      labels: { level: info }
  - name: noise <noise>
    entry: { line: noise 1 }
    expect: { exact: true, outcome: dropped, stage: drop, reason: drop_stage }
`);
    expect(await runInProcess("test", tests)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2 of 2 passed"),
    });
  });

  it("writes stand-ins for private values, unless they are to be kept", async () => {
    const config = folder.write("g.alloy", CONFIG);
    const secret = ["hunter", "2-Xk9pQ7w"].join("");
    const log = folder.write("g.log", `level=info msg=login user=ann@shop.test password=${secret}\n`.repeat(3));
    const made = await runInProcess("test", "--init", config, "--samples", log);
    expect(made.stdout).toContain(
      "private values are replaced by stand-ins: 1 password or key, 1 mail address; --keep-private writes them as they are\n",
    );
    const text = readFileSync(folder.path("g.tests.yaml"), "utf8");
    expect(text).not.toContain(secret);
    expect(text).toContain("user-1@example.com password=secret-0001");
    expect((await runInProcess("test", config)).stdout).toContain("1 of 1 passed");

    const kept = folder.write("h.alloy", CONFIG);
    const { stdout } = await runInProcess("test", "--init", kept, "--samples", log, "--keep-private");
    expect(stdout).not.toContain("stand-ins");
    expect(readFileSync(folder.path("h.tests.yaml"), "utf8")).toContain(secret);
    expect(await runInProcess("test", "--keep-private", config)).toMatchObject({ code: 2 });
  });

  it("writes stand-ins that the proposed redaction finds as it finds what they stand for", async () => {
    const jwt = `${["ey", "JhbGciOiJIUzI1NiJ9"].join("")}.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk`;
    const log = folder.write("j.log", `OkHttp: Authorization: Bearer ${jwt}\n`.repeat(3));
    const { stdout: proposed } = await runInProcess("propose", log);
    const config = folder.write("j.alloy", proposed);
    expect(await runInProcess("test", "--init", config, "--samples", log)).toMatchObject({ code: 0 });
    const text = readFileSync(folder.path("j.tests.yaml"), "utf8");
    expect(text).not.toContain(jwt);
    expect(text).toContain("Bearer eyJ0000");
    expect(text).toContain("Bearer REDACTED");
  });

  it("writes the whole block that the pipeline joins", async () => {
    const multiline =
      'loki.process "main" {\n  forward_to = []\n  stage.multiline {\n    firstline = "^level"\n  }\n}\n';
    const config = folder.write("m.alloy", multiline);
    const block = "level=error msg=failed\n  at a.b\n  at c.d\n";
    const log = folder.write("m.log", `${block}level=info msg=started\n${block}`);
    expect(await runInProcess("test", "--init", config, "--samples", log)).toMatchObject({ code: 0 });
    const text = readFileSync(folder.path("m.tests.yaml"), "utf8");
    expect(text.match(/- name: .*/g)).toHaveLength(2);
    expect(text.match(/at c\.d/g)).toHaveLength(2);
    expect((await runInProcess("test", config)).stdout).toContain("2 of 2 passed");
  });

  it("keeps what entries in JSON have, and names the pipeline where there are several", async () => {
    const config = folder.write("b.alloy", `${CONFIG}${CONFIG.replace("main", "other")}`);
    const entry = { line: "level=warn", labels: { app: "shop" }, timestamp: "2026-01-15T08:00:00Z" };
    const log = folder.write("b.jsonl", `${JSON.stringify(entry)}\n`);
    expect(await runInProcess("test", "--init", config, "--samples", log)).toMatchObject({ code: 0 });
    const text = readFileSync(folder.path("b.tests.yaml"), "utf8");
    expect(text).toContain("pipeline: loki.process.main");
    expect(text).toContain("app: shop");
    expect(text).toContain("2026-01-15T08:00:00Z");
  });

  it("leaves an existing file as it is", async () => {
    const config = folder.write("c.alloy", CONFIG);
    const tests = folder.write("c.tests.yaml", "tests: []\n");
    const { code, stderr } = await runInProcess("test", "--init", config, "--samples", folder.write("c.log", LOG));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `sluice test: ${tests} is there already; remove it, or add tests to it in the page\n`,
    });
    expect(readFileSync(tests, "utf8")).toBe("tests: []\n");
  });

  const WRONG: readonly [string, () => string[], number, string][] = [
    ["no samples are named", () => ["--init", "x.alloy"], 2, "--init needs --samples FILE"],
    ["samples are named alone", () => ["--samples", "x.log"], 2, "--samples needs --init CONFIG"],
    ["it is no configuration", () => ["--init", "x.log", "--samples", "y"], 2, "takes a configuration, x.alloy"],
    [
      "the configuration does not parse",
      () => ["--init", folder.write("d.alloy", "stage.json {"), "--samples", "x"],
      1,
      "d.alloy does not parse",
    ],
    [
      "there are no entries",
      () => ["--init", folder.write("e.alloy", CONFIG), "--samples", folder.write("e.log", "")],
      1,
      "e.log has no entries",
    ],
  ];
  it.each(WRONG)("says so where %s", async (_what, args, code, message) => {
    expect(await runInProcess("test", ...args())).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it("is offered where there are no tests", async () => {
    mkdirSync(folder.path("f"));
    const config = folder.write("f/f.alloy", CONFIG);
    const how = "make one from sample lines: sluice test --init";
    expect((await runInProcess("test", folder.path("f"))).stderr).toContain(`${how} CONFIG --samples FILE`);
    expect((await runInProcess("test", config)).stderr).toContain(
      `${config} has no tests (${config.replace(".alloy", ".tests.yaml")}); ${how} ${config} --samples FILE`,
    );
  });
});

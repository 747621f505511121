import { writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";
import { runSluice } from "../testing/sluice-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

const YAML = `clients: [{url: "http://loki:3100/loki/api/v1/push"}]
scrape_configs:
  - job_name: app
    static_configs: [{labels: {__path__: /var/log/app.log}}]
    pipeline_stages: [{cri: {}}]
`;
const CONFIG = `loki.process "app" {
	forward_to = [loki.write.default.receiver]

	stage.cri { }
}

loki.source.file "app" {
	targets = [{
		__address__ = "localhost",
		__path__    = "/var/log/app.log",
	}]
	forward_to            = [loki.process.app.receiver]
	legacy_positions_file = "/var/log/positions.yaml"

	file_match {
		enabled = true
	}
}

loki.write "default" {
	endpoint {
		url = "http://loki:3100/loki/api/v1/push"
	}
}
`;

describe("sluice import", () => {
  it("writes what the target takes, and names it in the result", async () => {
    const file = folder.write("promtail.yaml", YAML);
    const { code, stdout, stderr } = await runInProcess("import", "--target", "alloy@1.11", file);
    expect([code, stdout.split("\n")[0]]).toEqual([0, "// sluice:target alloy 1.11"]);
    expect(stdout).toContain("= local.file_match.app.targets");
    expect(stderr).not.toContain("needs Alloy");
  });

  it("prints the configuration", async () => {
    const file = folder.write("promtail.yaml", YAML);
    expect(await runInProcess("import", file)).toEqual({ code: 0, stdout: CONFIG, stderr: "" });
    expect(await runInProcess("import", "--from", "promtail", file)).toMatchObject({ code: 0, stdout: CONFIG });
  });

  it("reads standard input, and what it prints is formatted", async () => {
    const { stdout, code } = await runSluice(["import", "-"], YAML);
    expect({ stdout, code }).toEqual({ stdout: CONFIG, code: 0 });
    expect(await runSluice(["fmt", "--check", "-"], stdout)).toMatchObject({ code: 0 });
  });

  it("reports line by line, without the lines themselves, and exits with 1 on an error", async () => {
    const file = folder.write("p.yaml", `${YAML}positions: {sync_period: 1s}\nserver: {http_listen_adress: hunter2}\n`);
    expect(await runInProcess("import", file)).toEqual({
      code: 1,
      stdout: CONFIG,
      stderr: `${file}:6:26: info: positions.sync_period is not carried over: Alloy has nothing like it
${file}:7:10: error: server has no setting "http_listen_adress"; did you mean "http_listen_address"?
`,
    });
  });

  it("reads escapes and variables by how Promtail runs, and says where that is not known and makes a difference", async () => {
    const stages = "- regex: { expression: '^(?P<code>\\\\d{3})' }\n- static_labels: { node: \"${HOSTNAME}\" }\n";
    const file = folder.write("stages.yaml", stages);
    const expanded = await runInProcess("import", "--expand-env", file);
    expect(expanded.stdout).toContain('"^(?P<code>\\\\d{3})"');
    expect(expanded.stdout).toContain('sys.env("HOSTNAME")');
    expect(expanded.stderr).not.toContain("warning");
    const plain = await runInProcess("import", "--no-expand-env", file);
    expect(plain.stdout).toContain('"^(?P<code>\\\\\\\\d{3})"');
    expect(plain.stdout).toContain('"${HOSTNAME}"');
    expect((await runInProcess("import", file)).stderr).toMatch(
      /:1:35: warning: with -config\.expand-env=true .*say how it runs/,
    );
    expect(await runInProcess("import", "--expand-env", "--no-expand-env", file)).toMatchObject({ code: 2 });
  });

  it("warns and exits with 0", async () => {
    const file = folder.write("p.yaml", `${YAML}tracing: {enabled: true}\n`);
    const { code, stderr } = await runInProcess("import", file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^.*:6:10: warning: tracing is not/) });
  });

  describe("--output", () => {
    let file = "";
    beforeEach(() => {
      file = folder.write("p.yaml", YAML);
    });

    it("writes a file, and overwrites none without --force", async () => {
      const out = folder.path("out.alloy");
      expect(await runInProcess("import", "-o", out, file)).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(folder.read("out.alloy")).toBe(CONFIG);
      writeFileSync(out, "mine");
      expect(await runInProcess("import", "--output", out, file)).toEqual({
        code: 1,
        stdout: "",
        stderr: `sluice import: ${out} is there already; --force overwrites it\n`,
      });
      expect(folder.read("out.alloy")).toBe("mine");
      expect(await runInProcess("import", "-o", out, "--force", file)).toMatchObject({ code: 0 });
      expect(folder.read("out.alloy")).toBe(CONFIG);
    });

    it("leaves a file alone where nothing could be understood", async () => {
      const out = folder.write("out.alloy", "mine");
      const bad = folder.write("bad.yaml", "clients: [");
      expect(await runInProcess("import", "-o", out, "--force", bad)).toMatchObject({ code: 1, stdout: "" });
      expect(folder.read("out.alloy")).toBe("mine");
    });

    it("says why it cannot write", async () => {
      const out = folder.path("none/out.alloy");
      expect(await runInProcess("import", "-o", out, file)).toMatchObject({
        code: 1,
        stderr: `sluice import: cannot write ${out}: no such file\n`,
      });
    });
  });

  it.each([
    ["bytes", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0x00]), "this is not a text in UTF-8"],
    ["no YAML", "a: [", "this is not YAML"],
    ["a bomb of aliases", bomb(), "the file has more than"],
  ])("says clearly what is wrong with %s", async (_, content, message) => {
    const file = folder.write("x.yaml", content);
    const { code, stdout, stderr } = await runInProcess("import", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).not.toContain("    at ");
  });

  it("says that a configuration of Alloy needs no import", async () => {
    const file = folder.write("x.alloy", 'loki.echo "out" { }\n');
    expect(await runInProcess("import", file)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("x.alloy: note: this is a configuration of Sluice or Alloy"),
    });
  });

  it("reads no more of a large file than it has to", async () => {
    const file = folder.write("big.yaml", Buffer.alloc(5 * 1024 * 1024, "# large\n"));
    expect(await runInProcess("import", file)).toEqual({
      code: 1,
      stdout: "",
      stderr: `sluice import: cannot read ${file}: it is larger than 4 MiB\n`,
    });
    // A device that never ends is a file, too.
    if (process.platform === "linux") {
      expect(await runInProcess("import", "/dev/zero")).toMatchObject({ code: 1, stdout: "" });
    }
  });

  it("says that a file is not there", async () => {
    const file = folder.path("none.yaml");
    expect(await runInProcess("import", file)).toMatchObject({
      code: 1,
      stderr: `sluice import: cannot read ${file}: no such file\n`,
    });
  });

  it.each([
    ["no file", [], "FILE is missing"],
    ["two files", ["a", "b"], "expected one FILE"],
    ["another format", ["--from", "fluentd", "a"], "--from fluentd is not known: it is promtail"],
    ["--force for nothing", ["--force", "a"], "--force needs --output"],
    ["an unknown option", ["--nope", "a"], "Unknown option '--nope'"],
  ])("refuses %s with 2", async (_, argv, message) => {
    expect(await runInProcess("import", ...argv)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
  });

  it("explains itself", async () => {
    const { code, stdout } = await runInProcess("import", "--help");
    expect(code).toBe(0);
    for (const word of ["--from", "--output", "--force", "ConfigMaps", "Exit codes"]) expect(stdout).toContain(word);
  });
});

/** A few lines that stand for a million values. */
function bomb(): string {
  const layers = [..."bcdefg"].map((name, i) => `- &${name} [${Array(10).fill(`*${"abcdefg"[i]}`).join(",")}]\n`);
  return `- &a {docker: {}}\n${layers.join("")}`;
}

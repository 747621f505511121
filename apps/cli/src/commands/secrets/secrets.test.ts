import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { runSluice } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

const LOG = [
  "level=info user=ann password=hunter22 ip=10.1.2.3",
  "level=info trace_id=4bf92f3577b34da6a3ce929d0e0e4736",
  '{"level":"warn","api_key":"a8Kd92mXz01QpLw7","password":"x y z1"}',
  "",
].join("\n");
const TO_LABEL = `stage.logfmt {
	mapping = { password = "" }
}

stage.labels {
	values = { password = "" }
}

stage.replace {
	expression = "password=(\\\\S+)"
	replace    = "***"
}
`;

describe("sluice secrets", () => {
  it("shows kinds, counts, places and an example without the secret", async () => {
    const { code, stdout, stderr } = await runInProcess("secrets", folder.write("a.log", LOG));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").map((line) => line.trimEnd())).toEqual([
      "3 entries: 2 with secrets, 1 with personal data",
      "",
      "kind                       count  entries  where",
      "password or key  secret    3      2        password 2, api_key 1",
      "                                             entry 1: …=info user=ann password=•••••• ip=••••••",
      "IP address       personal  1      1        ip 1",
      "                                             entry 1: …nn password=•••••• ip=••••••",
      "",
      "--fix prints the stages that redact secrets",
      "",
    ]);
    expect(stdout).not.toMatch(/hunter|a8Kd/);
  });

  it("prints one object of a stable form, of a gzipped file", async () => {
    const { code, stdout } = await runInProcess("secrets", "--json", folder.write("a.log.gz", gzipSync(LOG)));
    expect(code).toBe(0);
    const { kinds, ...sums } = JSON.parse(stdout);
    expect(sums).toEqual({ version: 1, interrupted: false, entries: 3, secret: 2, personal: 1 });
    expect(kinds[1]).toEqual({
      kind: "ip",
      sensitivity: "personal",
      count: 1,
      entries: 1,
      places: [{ part: "line", name: "ip", count: 1, entries: 1 }],
      example: { index: 0, text: "…nn password=•••••• ip=••••••" },
      indexes: [0],
    });
  });

  it("exits with 1 on --check where there is a secret; personal data counts on request", async () => {
    expect((await runInProcess("secrets", "--check", folder.write("a.log", LOG))).code).toBe(1);
    const personal = folder.write("b.log", "from 10.1.2.3\n");
    expect((await runInProcess("secrets", "--check", personal)).code).toBe(0);
    expect((await runInProcess("secrets", "--check", "--personal", personal)).code).toBe(1);
    const none = await runInProcess("secrets", "--check", folder.write("c.log", "fine\n"));
    expect(none).toMatchObject({ code: 0, stdout: "1 entry: no secrets and no personal data found\n" });
  });

  it("prints stages after which nothing is found", async () => {
    const log = folder.write("a.log", LOG);
    const { code, stdout, stderr } = await runInProcess("secrets", "--fix", log);
    expect(code).toBe(0);
    expect(stderr).toBe("2 stages, tried on 3 entries: 2 entries changed\n");
    const config = folder.write("fix.alloy", stdout);
    const after = await runInProcess("secrets", "--check", "--pipeline", config, log);
    expect(after.code).toBe(0);
    expect(after.stdout).toContain("3 entries that leave the pipeline: 0 with secrets");
  });

  it("finds what a pipeline lets out in a label, and puts the stages before it", async () => {
    const log = folder.write("a.log", "user=ann password=hunter22\n");
    const config = folder.write("c.alloy", TO_LABEL);
    const found = await runInProcess("secrets", "--pipeline", config, log);
    expect(found.stdout).toContain("label password 1");
    const { code, stdout, stderr } = await runInProcess("secrets", "--fix", "--pipeline", config, log);
    expect(code).toBe(0);
    expect(stdout.indexOf("REDACTED")).toBeLessThan(stdout.indexOf("stage.logfmt"));
    expect(stderr).toBe("1 stage, tried on 1 entry: 1 entry changed\nplaced first in stages\n");
  });

  it("says what no stage redacts", async () => {
    const begin = "-----BEGIN PRIVATE KEY-----\n";
    const { code, stderr } = await runInProcess("secrets", "--fix", folder.write("a.log", begin));
    expect(code).toBe(1);
    expect(stderr).toContain("not redacted: 1 private key, first in entry 1 of those tried; ");
    const two = folder.write("b.log", `${begin}MIIEowIBAAKCAQEAx\n`);
    expect((await runInProcess("secrets", "--fix", two)).stderr).toContain("not redacted: 2 private keys");
  });

  it.each([
    [["--fix", "--json", "x"], "--fix and --json exclude each other"],
    [["--id", "a", "x"], "--id needs --pipeline"],
    [["--pipeline", "-", "-"], "cannot both be standard input"],
  ])("refuses %s", async (argv, message) => {
    const { code, stderr } = await runInProcess("secrets", ...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("reads standard input", async () => {
    const { code, stdout } = await runSluice(["secrets", "-", "--check"], LOG);
    expect(code).toBe(1);
    expect(stdout).toContain("password or key");
  });

  it("says what is wrong with a configuration", async () => {
    const config = folder.write("bad.alloy", "stage.json { expresions = 1 }");
    const { code, stderr } = await runInProcess("secrets", "--pipeline", config, folder.write("a.log", LOG));
    expect(code).toBe(1);
    expect(stderr).toContain("expresions");
  });
});

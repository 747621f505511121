import { describe, expect, it } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const CONFIG = `stage.logfmt {
  mapping = { level = "", trace_id = "", ts = "" }
}

stage.timestamp {
  source = "ts"
  format = "RFC3339"
}

stage.labels {
  values = { level = "", trace_id = "" }
}
`;
const LOG = Array.from(
  { length: 100 },
  (_, i) =>
    `ts=2026-01-15T${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}:00Z level=${i % 4 === 0 ? "debug" : "info"} trace_id=t${i} msg="page ${i} opened"`,
).join("\n");

const folder = useTemporaryFolder();
const files = () => [folder.write("a.alloy", CONFIG), "--input", folder.write("a.log", `${LOG}\n`)];

describe("sluice preview --costs", () => {
  it("shows volume, streams, and what would save most, in entries, bytes, streams and money", async () => {
    const { code, stdout, stderr } = await runInProcess("preview", "--costs", "--price", "500", ...files());
    expect(code).toBe(0);
    expect(stderr).toMatch(/warning: the label "trace_id" [^\n]*\n/);
    expect(stdout).toMatch(/^in {3}100 entries, \d\.\d kB\nout {2}100 entries \(100\.0 %\), .* 100 streams\n/);
    expect(stdout).toMatch(/a day: 1,4\d\d entries in, .* for 30 days at 500 per GB/);
    expect(stdout).toMatch(/\n1 logfmt +100 +100 +0 B +\d+\.\d %/);
    expect(stdout).toMatch(/\ntrace_id +100 +100 +2\n/);
    expect(stdout).toMatch(
      /\nmake the label trace_id structured metadata +0 entries less +1\.\d kB more +100 → 2 streams/,
    );
    expect(stdout).toMatch(/\ndrop entries of level debug +25 entries less .* 100 → 75 streams .* less for 30 days/);
  });

  it("shows what structured metadata adds, by stage and by name, and offers to leave out what the line holds", async () => {
    const config = folder.write("m.alloy", CONFIG.replace("stage.labels", "stage.structured_metadata"));
    const { stdout } = await runInProcess("preview", "--costs", config, "-i", folder.write("a.log", `${LOG}\n`));
    expect(stdout).toContain("\nStages (change: bytes of lines and structured metadata)\n");
    expect(stdout).toMatch(/\n1 logfmt +100 +100 +0 B .*\n.*\n3 structured_metadata +100 +100 +\+2\.0 kB /);
    expect(stdout).toMatch(/\nMetadata\nname .*\ntrace_id +100 +1\.1 kB +\d+\.\d %\nlevel +100 +925 B +\d+\.\d %\n/);
    expect(stdout).toMatch(/\nleave out the metadata trace_id, which the line holds +0 entries less +1\.1 kB less/);
  });

  it("sums up the metadata that it does not list", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `n${i + 10}`);
    const config = folder.write(
      "n.alloy",
      `stage.static_labels { values = { ${names.map((name) => `${name} = "v"`).join(", ")} } }
stage.structured_metadata { regex = "^n" }`,
    );
    const { stdout } = await runInProcess("preview", "--costs", config, "-i", folder.write("n.log", "a\n"));
    expect(stdout).toMatch(/\nn19 +1 +4 B +8\.2 %\n\(2 more\) +8 B +16\.3 %\n/);
  });

  it("is one object for programs, with the configuration of each saving", async () => {
    const { stdout } = await runInProcess("preview", "--costs", "--json", "--entries-per-day", "1000", ...files());
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({
      version: 1,
      in: { entries: 100 },
      out: { entries: 100, streams: 100 },
      cost: { entriesPerDay: 1000, money: 0 },
    });
    expect(found.times.map(({ path }: { path: string }) => path)).toEqual(["1", "2", "3"]);
    const moved = found.savings.find(({ kind }: { kind: string }) => kind === "label-to-metadata");
    expect(moved).toMatchObject({ subject: "trace_id", out: { streams: 2 } });
    expect(moved.text).toContain("stage.structured_metadata");
  });

  it("shows stand-ins for secrets in patterns, unless they are asked for", async () => {
    const log = folder.write("s.log", Array.from({ length: 20 }, (_, i) => `n=${i} password=hunter22xx\n`).join(""));
    const argv = ["preview", "--costs", "--json", folder.write("s.alloy", "stage.decolorize { }"), "-i", log];
    const [hidden, shown] = [await runInProcess(...argv), await runInProcess(...argv, "--show-secrets")];
    expect(hidden.stdout).not.toContain("hunter22xx");
    expect(hidden.stdout).toContain("password=secret-0001");
    expect(hidden.stderr).toContain("1 secret hidden: stand-ins are shown; --show-secrets shows the values");
    expect(shown.stdout).toContain("password=hunter22xx");
  });

  it("says what it needs where the samples have no times", async () => {
    const log = folder.write("b.log", "a\nb\n");
    const { stdout } = await runInProcess(
      "preview",
      "--costs",
      folder.write("b.alloy", "stage.decolorize { }"),
      "-i",
      log,
    );
    expect(stdout).toContain("The samples have no times of their own: --entries-per-day N says");
  });

  it.each([
    [["--price", "1"], "--price needs --costs"],
    [["--costs", "--price", "0"], '--price: got "0". Expected a number above 0'],
    [["--costs", "--entries-per-day=many"], '--entries-per-day: got "many". Expected a number above 0'],
  ])("refuses %j", async (argv, message) => {
    expect(await runInProcess("preview", ...argv, "x.alloy")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});

import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";
import { runSluice } from "../testing/sluice-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();

const LOG = [
  ...[22, 80, 443].map((port) => `2026-01-15T08:00:00Z INFO server: listening on port ${port}`),
  "2026-01-15T08:00:01Z ERROR server: worker died",
  "\tat worker.js:12",
  "",
].join("\n");

describe("sluice patterns", () => {
  it("shows counts, shares, what varies, and an example", async () => {
    const { code, stdout, stderr } = await runInProcess("patterns", folder.write("a.log", LOG));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "5 lines, 4 entries, 2 patterns",
      "",
      "count  lines   bytes   pattern",
      "3      60.0 %  72.4 %  listening on port <port>",
      "                         varies: port number 3 (22 to 443)",
      "                         example: 2026-01-15T08:00:00Z INFO server: listening on port 22",
      "1      40.0 %  27.6 %  worker died",
      "                         example: 2026-01-15T08:00:01Z ERROR server: worker died",
      "",
    ]);
  });

  it("shows as many as asked for, and counts the rest", async () => {
    const { stdout } = await runInProcess("patterns", "--top", "1", folder.write("a.log", LOG));
    expect(stdout).toContain("listening on port <port>");
    expect(stdout).not.toContain("worker died");
    expect(stdout).toMatch(/\n1 more pattern, of 1 entry: --top 0 shows all\n$/);
  });

  it("prints one object of a stable form", async () => {
    const { code, stdout } = await runInProcess("patterns", "--json", folder.write("a.log.gz", gzipSync(LOG)));
    expect(code).toBe(0);
    const port = { name: "port", kind: "number", distinct: { count: 3, exact: true }, range: { min: 22, max: 443 } };
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      lines: 5,
      bytes: 225,
      entries: 4,
      interrupted: false,
      other: { count: 0, lines: 0, bytes: 0 },
      total: 2,
      patterns: [
        {
          template: "listening on port <port>",
          count: 3,
          lines: 3,
          bytes: 163,
          lineShare: 0.6,
          byteShare: 163 / 225,
          first: 0,
          last: 2,
          example: "2026-01-15T08:00:00Z INFO server: listening on port 22",
          parts: [{ ...port, first: "22", last: "443" }],
        },
        expect.objectContaining({ template: "worker died", count: 1, lines: 2, first: 3, last: 3, parts: [] }),
      ],
      hidden: 0,
    });
  });

  const KEY = Array.from(
    { length: 5 },
    (_, i) => `MIIEpAIBAAKCAQEA${"abcdefghijklmnop".repeat(3)}${"ABCDE"[i]}xyz${i}`,
  );
  const SECRETS = [
    ...["hunter22xx", "hunter33yy", "hunter44zz"].map((value) => `level=info user=ann password=${value}`),
    ...["q1", "q2", "q3"].map((value) => `Generated password for bob is ${value}Zx-9Kw`),
    ...["4111111111111111", "4012888888881881"].map((card) => `charged card ${card} now`),
    "-----BEGIN RSA PRIVATE KEY-----",
    ...KEY,
    "-----END RSA PRIVATE KEY-----",
  ].join("\n");
  const VALUES = ["hunter22xx", "hunter44zz", "q1Zx-9Kw", "q3Zx-9Kw", "4111111111111111", "4012888888881881", ...KEY];

  it("shows stand-ins for secrets: in examples, values, ranges and templates; and says so once", async () => {
    const log = folder.write("secrets.log", SECRETS);
    const [text, json] = [await runInProcess("patterns", log), await runInProcess("patterns", "--json", log)];
    for (const { stdout } of [text, json]) for (const value of VALUES) expect(stdout).not.toContain(value);
    expect(text.stdout).toContain("example: level=info user=ann password=secret-0");
    expect(text.stderr).toMatch(/^\d+ secrets hidden: .*--show-secrets shows the values\n$/);
    expect(JSON.parse(json.stdout).hidden).toBeGreaterThanOrEqual(6);
    const shown = await runInProcess("patterns", "--json", "--show-secrets", log);
    for (const value of ["hunter22xx", "q3Zx-9Kw", "4111111111111111", KEY[0]]) expect(shown.stdout).toContain(value);
    expect([shown.stderr, JSON.parse(shown.stdout).hidden]).toEqual(["", 0]);
  });

  it("shows a secret that several parts share as one part of its kind", async () => {
    const lines = ["by a", "by b", "at c"].map((end) => `Card 4111 1111 1111 1111 declined ${end}`);
    const log = folder.write("card.log", lines.join("\n"));
    const { stdout } = await runInProcess("patterns", "--json", log);
    const shown = JSON.parse(stdout).patterns;
    for (const { template } of shown) expect(template).toMatch(/^Card <card> declined [^0]+$/);
    for (const { parts } of shown)
      expect(parts[0]).toMatchObject({
        name: "card",
        distinct: { count: 1, exact: true },
        first: "4000 0000 0000 0010",
      });
    expect(stdout).not.toContain("1111");
  });

  it("hides nothing where `secrets` finds none", async () => {
    const lines = ["YES", "NO", "YES"].map((used) => `Access denied for user 'shop'@'db' (using password: ${used})`);
    const log = folder.write("said.log", lines.join("\n"));
    const { stdout, stderr } = await runInProcess("patterns", log);
    expect(stdout).not.toContain("secret-0");
    expect(stderr).toBe("");
  });

  it("reads standard input", async () => {
    expect(await runSluice(["patterns", "-"], LOG)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("5 lines, 4 entries, 2 patterns\n"),
    });
  });

  it("takes an empty log", async () => {
    const result = await runInProcess("patterns", folder.write("a.log", ""));
    expect(result).toEqual({ code: 0, stdout: "0 lines, 0 entries, 0 patterns\n", stderr: "" });
  });

  it("says which file cannot be read", async () => {
    expect(await runInProcess("patterns", folder.path("none.log"))).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^sluice patterns: cannot read .*none\.log: no such file/),
    });
  });

  it.each([
    ["no file", [], "FILE is missing"],
    ["two files", ["a", "b"], "expected one FILE, got 2: a b"],
    ["a number that is none", ["--top", "many", "a"], '--top: expected a number from 0, got "many"'],
  ])("refuses %s", async (_, argv, message) => {
    expect(await runInProcess("patterns", ...argv)).toEqual({
      code: 2,
      stdout: "",
      stderr: `sluice patterns: ${message}\nSee \`sluice patterns --help\`.\n`,
    });
  });
});

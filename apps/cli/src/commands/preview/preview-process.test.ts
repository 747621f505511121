import { createWriteStream } from "node:fs";
import { describe, expect, it } from "vitest";
import { collectOutput, runSluice, spawnSluice, untilPrinted } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const CONFIG = 'stage.regex { expression = "^(?P<first>.)" }';

describe("sluice preview in a process of its own", { timeout: 90_000 }, () => {
  it("reads standard input by default", async () => {
    const config = folder.write("c.alloy", CONFIG);
    const { code, stdout, stderr } = await runSluice(["preview", config, "--outputs"], "a\nb");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\S+ \{\} a\n\S+ \{\} b\n$/);
  });

  it("reads the configuration from standard input", async () => {
    const { code, stdout } = await runSluice(["preview", "-", "-i", folder.write("in", "x")], CONFIG);
    expect(code).toBe(0);
    expect(stdout).toContain('+ extracted first="x"');
  });

  it("reads the configuration from standard input, and the entries from the file that it names", async () => {
    const text = `// sluice:samples ${folder.write("in", "x")}\n${CONFIG}`;
    const { code, stdout } = await runSluice(["preview", "-"], text);
    expect(code).toBe(0);
    expect(stdout).toContain('+ extracted first="x"');
    const { code: refused, stderr } = await runSluice(["preview", "-"], CONFIG);
    expect([refused, stderr]).toEqual([2, expect.stringContaining("FILE and --input cannot both be standard input")]);
  });

  it("reads standard input as -, and prints neither colours nor a progress bar into pipes", async () => {
    const input = Array.from({ length: 20_000 }, (_, i) => `line ${i}`).join("\n");
    const { stdout, stderr } = await runSluice(["preview", folder.write("c.alloy", CONFIG), "--input", "-"], input);
    expect(stderr).toBe("");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("20000 in → 20000 sent");
  });

  it("Ctrl-C while it waits for input finishes what was read, without the line that is not complete", async () => {
    const child = spawnSluice(["preview", folder.write("c.alloy", CONFIG)]);
    const finished = collectOutput(child);
    const printed = untilPrinted(child.stdout!, "entry 2");
    child.stdin!.write("one\ntwo\nthr");
    await printed;
    child.kill("SIGINT");
    const { code, stdout, stderr } = await finished;
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
    expect(stdout).toContain("2 in → 2 sent; 0 dropped; 0 held (interrupted)\n");
  });

  it("Ctrl-C releases what is held, and says so in JSON", async () => {
    const config = folder.write("c.alloy", 'stage.drop { expression = "^go" }\nstage.multiline { firstline = "^S" }');
    const child = spawnSluice(["preview", config, "--json"]);
    const finished = collectOutput(child);
    const printed = untilPrinted(child.stdout!, '"index":2');
    child.stdin!.write("S1\n a\ngo\n");
    // The third is dropped at once, but comes after the two that are held: a thousand more bring it out.
    child.stdin!.write("go\n".repeat(1500));
    await printed;
    child.kill("SIGINT");
    const { code, stdout } = await finished;
    expect(code).toBe(130);
    const records = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.at(-1)).toMatchObject({ type: "summary", interrupted: true, balance: { out: 2, held: 0 } });
    expect(records.find(({ type }) => type === "output")).toMatchObject({ entry: { line: "S1\n a" } });
  });

  it("ends quietly when nobody reads what it prints", async () => {
    const input = folder.path("in");
    const big = createWriteStream(input);
    for (let i = 0; i < 200_000; i++) big.write(`line ${i}\n`);
    await new Promise<void>((resolve) => big.end(resolve));
    const child = spawnSluice(["preview", folder.write("c.alloy", CONFIG), "-i", input]);
    const finished = collectOutput(child);
    await untilPrinted(child.stdout!, "entry 1");
    child.stdout!.destroy();
    const { code, stderr } = await finished;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
